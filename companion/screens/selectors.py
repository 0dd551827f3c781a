"""What one player\'s phone and the big screen show of a table, beside what its board does."""

from typing import NamedTuple

from companion.journal.selectors import light_entries
from companion.journal.standing import rows_on_stack
from companion.models import LogEntry, Seat, Table
from companion.selectors import Board, SurvivorCard, board
from rules.mechanics.danger.play import skill_options
from rules.packs.schema import Skill

LINES = 4
LOOK_BACK = 24
"""Entries read to find the last lines that stand: undone ones are skipped."""


class Choice(NamedTuple):
    """An open choice of a skill; no options when the card is not known."""

    level: str
    options: list[Skill]


class Mine(NamedTuple):
    """A player\'s own survivor, large."""

    board: Board
    card: SurvivorCard
    own: list[tuple[str, str]]
    """Keys and names of all survivors of this player."""
    choices: list[Choice]
    extra_actions: int
    """Left for this mission."""


def own_survivors(seat: Seat) -> list[tuple[str, str]]:
    """The survivors this phone plays."""
    found = seat.table.state.survivors.items()
    return [(key, one.name) for key, one in found if one.player == seat.player]


def mine(seat: Seat, key: str, *, seen: int | None = None) -> Mine | None:
    """One of this phone\'s survivors; None for somebody else\'s."""
    own = own_survivors(seat)
    if key not in dict(own):
        return None
    found = board(seat, seen=seen)
    card = found.survivor(key)
    assert card is not None
    state, survivor = found.state, found.state.survivors[key]
    return Mine(
        board=found,
        card=card,
        own=own,
        choices=[
            Choice(
                one.level,
                [
                    found.pack.skills[skill]
                    for skill in skill_options(state, found.pack, key, one.level)
                ],
            )
            for one in card.due
            if one.level is not None
        ],
        extra_actions=survivor.extra_actions - survivor.extra_actions_used,
    )


def last_lines(table: Table) -> list[LogEntry]:
    """The newest entries that stand, the newest first; one query."""
    done = light_entries(table).filter(kind=LogEntry.Kind.DO, seq__lte=table.undo_seq or 0)
    newest = done.order_by("-seq")[:LOOK_BACK]
    return rows_on_stack(table, newest)[:LINES]
