"""What a step has done that rolled other dice than an attack: armor, a door, sleepers, a blast."""

import json
from typing import NamedTuple

from django.utils.text import capfirst

from companion.models import LogEntry
from companion.narration import headline_of, narrate
from companion.selectors import Board, telling
from companion.table.asking import SheetRequest, Shown
from companion.table.sheets.board import sheet as board_sheet
from companion.table.sheets.survivor import instead
from companion.teller import Teller
from companion.words import Throw, all_words, command_word
from rules import kind_of
from rules.mechanics.armour import ArmourRolled
from rules.mechanics.wounds.wound import ZombiesAttacked

OF = "of"
"""The entry that is told; without it, the newest."""


class RolledStep(NamedTuple):
    """A step with its dice."""

    kind: str
    title: str
    survivor: str
    """The survivor who rolled, where one did."""
    may_repeat: bool
    """The same can be done once more."""
    done: str
    throws: list[Throw]
    notes: list[str]


def sheet(ask: SheetRequest) -> Shown:
    """Return the result of a step; once that is undone, the sheet it was sent from."""
    board = ask.board
    rolled = all_words(board.state.game).throws
    markers = [f'"{kind_of(event)}"' for event in rolled]
    entry = telling(
        board,
        *markers,
        tells=lambda entry: any(type(event) in rolled for event in entry.events),
        seq=ask.number(OF),
    )
    if entry is None and ask.key:
        return instead(ask)
    if entry is None:
        there = SheetRequest.read(board, "board")
        shown = board_sheet(there)
        return Shown(shown.template, {**shown.context, "sheet": there})
    return Shown(
        "companion/sheets/rolled.html",
        {"rolled": _rolled(board, entry), "sheet": ask.with_number(OF, entry.seq)},
    )


def _rolled(board: Board, entry: LogEntry) -> RolledStep:
    teller, words = Teller(board.state, board.pack), all_words(board.state.game)
    command = json.loads(entry.command_json)
    done = headline_of(entry.events, board.state, board.pack)
    elsewhere = (ArmourRolled, ZombiesAttacked) if done else (ArmourRolled,)
    lines = [
        line
        for event in entry.events
        for fact in ([event] if type(event) in words.sentences else event.facts())
        if not isinstance(fact, elsewhere)
        for line in narrate(fact, board.state, board.pack)
    ]
    done = done or lines[0]
    throws = [
        throw
        for event in entry.events
        if type(event) in words.throws
        for throw in words.throws[type(event)](event, teller)
    ]
    return RolledStep(
        kind=command["kind"],
        title=command_word(command["kind"], board.state.game),
        survivor=command.get("survivor") or "",
        may_repeat=board.offered.has_open(command["kind"]),
        done=capfirst(done),
        throws=throws,
        notes=[capfirst(line) for line in lines if not done.startswith(line)],
    )
