"""The spawn step: the cards of the table one by one, or what the app drew, with every reason."""

from typing import Any, NamedTuple

from companion.mechanics.spawn.lines import Line, step_lines
from companion.models import LogEntry
from companion.odds.luck import step_fall
from companion.selectors import Board, newest_standing
from companion.table.asking import Ask, Shown
from companion.table.next_step import next_step, table_draws
from companion.table.sheets.decks import line, spawn_words
from companion.teller import Teller
from rules import IllegalCommand, RuleError, apply, decode_state, look
from rules.mechanics.buildings.commands import BuildingOpen
from rules.mechanics.spawn.commands import SpawnGoOn, SpawnResolve
from rules.mechanics.spawn.events import SpawnResolved
from rules.mechanics.spawn.play import is_plain
from rules.packs.copies import deck_copies

DECK = "zombies"
MOST_ROOMS = 20
MOST_PARTS = 20
"""A step has as many parts as it stopped for answers, and one more."""


class Entered(NamedTuple):
    """A card that was read out, and what it says."""

    card: str
    words: str


class Asked(NamedTuple):
    """What the rules want next."""

    deck: str
    zone: str
    dice: int


def sheet(ask: Ask) -> Shown:
    board, rooms = ask.board, min(ask.number("rooms"), MOST_ROOMS)
    if table_draws(board) and (rooms or _is_due(board)) and not _is_asked(board):
        return Shown("companion/sheets/pad.html", _pad(ask, rooms))
    is_due = _is_due(board) and board.state.spawning is None
    parts = [] if is_due else last_spawn(board)
    context: dict[str, Any] = {
        "entry": parts[0] if parts else None,
        "lines": lines_of(parts, board),
        "after": next_step(board),
        "is_ahead": not parts,
        "fell": step_fall(parts, board),
    }
    return Shown("companion/sheets/spawn.html", context)


def lines_of(parts: list[LogEntry], board: Board) -> list[Line]:
    """Every draw of a spawn step, as the table stood before it."""
    lines: list[Line] = []
    for entry in parts:
        teller = Teller(decode_state(entry.state_before_json), board.pack)
        for step in _steps(entry):
            lines += step_lines(step, teller, first=len(lines) + 1)
    return lines


def _steps(entry: LogEntry) -> list[SpawnResolved]:
    return [event for event in entry.events if isinstance(event, SpawnResolved)]


def _is_due(board: Board) -> bool:
    state = board.state
    return state.spawning is not None or (state.phase == "zombies" and not state.spawned)


def _is_asked(board: Board) -> bool:
    """Whether the step waits for another answer than its next card."""
    waiting = board.state.spawning
    return waiting is not None and not is_plain(look(board.state, board.pack), waiting.question)


def last_spawn(board: Board) -> list[LogEntry]:
    """The newest spawn step or opened building of this round that nobody has taken back.

    One that stopped for answers has an entry for each of its parts.
    """
    parts: list[LogEntry] = []
    for entry in newest_standing(board.table, '"spawn.resolved"', MOST_PARTS):
        steps = _steps(entry)
        is_of_this_round = any(step.round == board.state.round for step in steps)
        if not is_of_this_round or (parts and steps[-1].waits is None):
            break
        parts.insert(0, entry)
    return parts


def _pad(ask: Ask, rooms: int) -> dict[str, Any]:
    """Try what was read out so far: the rules say what they want next, or refuse the last card."""
    board = ask.board
    cards, dice = ask.query.getlist("card"), _faces(ask)
    refused, asked = _try(board, cards, dice, rooms)
    if refused is not None and asked is None and cards:
        bad = cards.pop()
        _again, asked = _try(board, cards, dice, rooms)
    else:
        bad = ""
    gone = {_plain(card) for card in cards}
    left = [copy for copy in sorted(board.state.decks[DECK].draw) if _plain(copy) not in gone]
    waiting = board.state.spawning
    names = [point.zone for point in waiting.points[waiting.index :]] if waiting else []
    names = names or [zone.id for zone in board.zones]
    return {
        "rooms": rooms,
        "waiting": waiting,
        "number": len(cards) + 1,
        "digits": max(len(card.number) for card in board.pack.spawns),
        "blank": "0" * len(board.pack.spawns[0].number),
        "cards": cards,
        "dice": dice,
        "entered": [Entered(card, _say(board, card)) for card in cards],
        "asked": asked,
        "refused": refused if bad else None,
        "bad": bad,
        "known": [(_plain(copy), spawn_words(board, copy)) for copy in left],
        "choices": _other_deck(board, asked),
        "zones_left": [] if rooms else names[len(cards) + 1 :],
    }


def _plain(card: str) -> str:
    return card.removeprefix(f"{DECK}-")


def _say(board: Board, card: str) -> str:
    copy = card if card in deck_copies(board.pack, DECK) else f"{DECK}-{card}"
    return spawn_words(board, copy) if copy in deck_copies(board.pack, DECK) else card


def _faces(ask: Ask) -> list[int]:
    words = " ".join(ask.query.getlist("dice")).replace(",", " ").split()
    return [int(word) for word in words if word in "123456"]


def _try(
    board: Board, cards: list[str], dice: list[int], rooms: int
) -> tuple[RuleError | None, Asked | None]:
    command: SpawnResolve | BuildingOpen | SpawnGoOn
    if waiting := board.state.spawning:
        command = SpawnGoOn(id="00000000", seen=0, question=waiting.question, cards=tuple(cards))
    elif rooms:
        names = tuple(str(n) for n in range(1, rooms + 1))
        command = BuildingOpen(id="00000000", seen=0, zones=names, cards=tuple(cards))
    else:
        command = SpawnResolve(id="00000000", seen=0, cards=tuple(cards), dice=tuple(dice))
    try:
        apply(board.state, command, board.pack)
    except IllegalCommand as error:
        if error.code == "cards.missing":
            return error, Asked(str(error.params["deck"]), str(error.params["zone"]), 0)
        if error.code == "dice.missing":
            return error, Asked("", "", int(str(error.params["missing"])))
        return error, None
    except RuleError as error:
        return error, None
    return None, None


def _other_deck(board: Board, asked: Asked | None) -> list[tuple[str, str]]:
    """Cards of another deck the step asks for, to be picked by name."""
    if asked is None or asked.deck in ("", DECK):
        return []
    return [
        (copy, line(board, asked.deck, copy).words)
        for copy in sorted(board.state.decks[asked.deck].draw)
    ]
