"""The file of a table: readable JSON with a version. Reading trusts nothing."""

import zlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any, overload

import msgspec
from msgspec.structs import replace

from companion.files.changes import Change, changed
from companion.files.reading import UNREADABLE, check_moment, check_plain, read_saved
from companion.journal.files import SavedLine, check_lines
from rules import (
    IllegalCommand,
    RuleError,
    TableState,
    decode_command,
    decode_events,
    decode_state,
    encode,
    names,
    pack_of,
    rulesets,
)
from rules.chance import Chance
from rules.engine import MAX_SURVIVORS
from rules.mechanics.zones.play import MAX_ZONES
from rules.packs.copies import deck_copies

FORMAT = "safehouse.table"
VERSION = 1
NAME_LENGTH = names.LENGTH
MOST_STATE_BYTES = 200_000


class SavedStep(SavedLine, frozen=True, kw_only=True):
    """A line of the log and what it changed."""

    command: msgspec.Raw
    """As it was sent to a table of its game; `null` for an undo. Like the others that are raw it
    is taken apart when it is its turn: a whole log of them would take a hundred megabytes."""
    events: msgspec.Raw
    then: msgspec.Raw
    """What it changed, as `changes` has it."""


class SavedTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table from its first round on, without its code, its seats and its secrets."""

    format: str
    version: int
    begun: datetime
    start: msgspec.Raw
    steps: tuple[SavedStep, ...]


def open_state(state: TableState) -> TableState:
    """The table without what nobody may know: the seed, and the order of what the app draws."""
    decks = {
        name: replace(deck, draw=tuple(sorted(deck.draw))) for name, deck in state.decks.items()
    }
    return replace(state, seed="", cursor=0, decks=decks)


def open_plain(state: dict[str, Any]) -> dict[str, Any]:
    """The same of a table whose game is not here: its state is only text to us."""
    decks = {name: {**deck, "draw": sorted(deck["draw"])} for name, deck in state["decks"].items()}
    return {**state, "seed": "", "cursor": 0, "decks": decks}


def closed_state(state: TableState, seed: str) -> TableState:
    """The same table with a new seed, and what the app draws shuffled anew."""
    chance = Chance(seed=seed, cursor=0, entered=None)
    decks = {
        name: replace(deck, draw=chance.shuffled(deck.draw)) if deck.source == "app" else deck
        for name, deck in state.decks.items()
    }
    return replace(state, seed=seed, cursor=chance.cursor, decks=decks)


class States(Sequence[TableState]):
    """The table before each step and after the last, packed: one is taken apart at a time."""

    def __init__(self) -> None:
        self.packed: list[bytes] = []

    def add(self, text: bytes) -> None:
        self.packed.append(zlib.compress(text, 1))

    def __len__(self) -> int:
        return len(self.packed)

    @overload
    def __getitem__(self, number: int) -> TableState: ...
    @overload
    def __getitem__(self, number: slice) -> list[TableState]: ...
    def __getitem__(self, number: int | slice) -> TableState | list[TableState]:
        if isinstance(number, slice):
            return [decode_state(zlib.decompress(packed)) for packed in self.packed[number]]
        return decode_state(zlib.decompress(self.packed[number]))


def read_document(data: bytes) -> tuple[SavedTable, States]:
    """The table of a file with its state before each step and after the last, checked."""
    saved = read_saved(data, SavedTable, kind=FORMAT, version=VERSION)
    try:
        return saved, _states(saved)
    except (*UNREADABLE, RuleError, ValueError, KeyError, TypeError) as error:
        raise IllegalCommand("transfer.unsound", detail=str(error)) from error


def _states(saved: SavedTable) -> States:
    """Every state the file speaks of; raises at the first that no table could be in."""
    check_lines(saved.steps, "steps")
    check_moment(saved.begun, "begun")
    plain: Any = msgspec.json.decode(saved.start)
    check_plain(plain, "start")
    states = States()
    game = _add(states, plain).game
    for step in saved.steps:
        then = _read(msgspec.json.decode(step.then))
        plain = changed(plain, then)
        _add(states, plain)
        for name, raw in (("events", step.events), ("command", step.command)):
            check_plain(msgspec.json.decode(raw), f"steps[{step.seq}].{name}")
        decode_events(game, bytes(step.events))
        if has_command(step) != (step.kind == "do"):
            raise ValueError(f"steps[{step.seq}].kind")
        if has_command(step):
            decode_command(game, bytes(step.command))
    return states


def has_command(step: SavedStep) -> bool:
    return bytes(step.command).strip() != b"null"


def _add(states: States, plain: Any) -> TableState:
    text = msgspec.json.encode(plain)
    if len(text) > MOST_STATE_BYTES:
        raise ValueError("too much at one table")
    state = _checked(text)
    states.add(encode(state))
    return state


def _read(steps: Any) -> list[Change]:
    check_plain(steps, "steps[].then")
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise ValueError("steps[].then")
    for step in steps:
        at = step.get("at")
        if not isinstance(at, list) or not all(isinstance(key, str) for key in at):
            raise ValueError("steps[].then[].at")
        if set(step) - {"at", "to"} or not at:
            raise ValueError("steps[].then")
    return steps


def _checked(text: bytes) -> TableState:
    state = decode_state(text)
    if state.game not in rulesets:
        raise IllegalCommand("game.unknown", game=state.game)
    pack = pack_of(state)
    if not 1 <= len(state.survivors) <= MAX_SURVIVORS:
        raise IllegalCommand("survivors.none")
    _check_people_and_zones(state)
    if not 0 <= state.first_player < max(1, len(state.players)):
        raise ValueError("first_player")
    held = [
        copy
        for survivor in state.survivors.values()
        for copy in (*survivor.inventory.values(), *survivor.found)
    ]
    for name, deck in state.decks.items():
        if name not in pack.decks:
            raise IllegalCommand("deck.unknown", deck=name)
        copies = deck_copies(pack, name)
        piles = (*deck.draw, *deck.discard, *deck.aside, *(copy for copy in held if copy in copies))
        if not set(piles) <= set(copies) or len(set(piles)) < len(piles):
            raise ValueError(f"decks.{name}")
    return state


def _check_people_and_zones(state: TableState) -> None:
    """Names one can see, no more of anything than a table takes, and nothing below nought."""
    if len(state.zones) > MAX_ZONES or len({zone.id for zone in state.zones}) < len(state.zones):
        raise IllegalCommand("zones.too_many", most=MAX_ZONES)
    for zone in state.zones:
        names.checked(zone.id, "transfer.zone")
    for survivor in state.survivors.values():
        names.checked(survivor.name, "survivor.name")
        if len(survivor.player) > NAME_LENGTH:
            raise ValueError("players")
    if len(set(state.players)) < len(state.players) or len(state.players) > MAX_SURVIVORS:
        raise ValueError("players")
    if any(count < 0 for count in state.board.values()):
        raise ValueError("board")
    if any(survivor.points < 0 or survivor.wounds < 0 for survivor in state.survivors.values()):
        raise ValueError("survivors")
