"""The pages of the Zombicide family."""

from collections.abc import Sequence
from itertools import cycle
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.files.family import SAVING
from companion.models import Table
from companion.pages import Pages
from companion.people.models import Person
from companion.screens.views import screen_context
from companion.services import command_submit, table_lay
from companion.setup.views import hub
from companion.shelf.services import opened_again
from companion.shelf.views import numbers
from companion.table.views import context
from companion.teller import Teller
from rules import TableState, decode_command, simulation

STATE = TableState
COURSE = ("phase.next", "spawn.resolve", "phase.next", "phase.next")
"""A whole round, for a sample."""


def names(state: TableState, player: str) -> list[str]:
    """Return the survivors of a player."""
    return [survivor.name for survivor in state.survivors.values() if survivor.player == player]


def sample(keeper: Person, game: str, players: Sequence[str]) -> Table:
    """Return a table of six in its third round; its taps are written as those of phones."""
    start = simulation.start_table(game, seed="demo")
    seats = zip(start.survivors.items(), cycle(players), strict=False)
    survivors = {key: replace(survivor, player=player) for (key, survivor), player in seats}
    table = table_lay(
        person=keeper, state=replace(start, survivors=survivors, players=tuple(players))
    )
    points: list[dict[str, Any]] = [
        {"kind": "points.award", "survivor": key, "amount": 4} for key in survivors
    ]
    for number, tap in enumerate((*points, *({"kind": kind} for kind in COURSE)) * 2):
        body = msgspec.json.encode({**tap, "id": f"demo-{number:04}", "seen": number})
        command_submit(
            table_id=table.pk, seat=table.seats.get(), command=decode_command(game, body)
        )
    table.refresh_from_db()
    return table


PAGES = Pages(
    open=hub,
    context=context,
    screen="screens/_screen.html",
    screen_context=screen_context,
    story="shelf/numbers.html",
    story_context=numbers,
    again=opened_again,
    names=names,
    has_own=True,
    teller=Teller,
    saving=SAVING,
    sample=sample,
)
