"""The file of a table: readable JSON with a version. Reading trusts nothing."""

import zlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any, overload

import msgspec
from msgspec.structs import replace

from companion.files.changes import Change, changed
from companion.files.mending import Mended, learn_names, with_names
from companion.files.reading import UNREADABLE, check_moment, check_plain, read_saved, unsound
from companion.journal.files import SavedLine, check_lines
from companion.pages import pages_of
from rules import (
    RuleError,
    State,
    decode_any_state,
    decode_command,
    decode_events,
    encode,
)
from rules.saved import TABLE

FORMAT, VERSION = TABLE, 1
MOST_STATE_BYTES = 200_000


class SavedStep(SavedLine, frozen=True, kw_only=True):
    """A line of the log and what it changed."""

    command: msgspec.Raw
    """As it was sent to a table of its game; `null` for an undo. Like the others that are raw it
    is taken apart when it is its turn: a whole log of them would take a hundred megabytes."""
    events: msgspec.Raw
    then: msgspec.Raw
    """Its changes to the state, in the form `changes` writes."""


class SavedTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table from its first round on, without its code, its seats and its secrets."""

    format: str
    version: int
    begun: datetime
    start: msgspec.Raw
    steps: tuple[SavedStep, ...]


def open_plain(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state without what nobody may know, of a game that is not here: only text to us."""
    decks = {name: {**deck, "draw": sorted(deck["draw"])} for name, deck in state["decks"].items()}
    return {**state, "seed": "", "cursor": 0, "decks": decks}


class States(Sequence[State]):
    """The table before each step and after the last, packed: one is taken apart at a time."""

    def __init__(self, mended: Mended) -> None:
        self.packed: list[bytes] = []
        self.mended = mended

    def add(self, text: bytes) -> None:
        self.packed.append(zlib.compress(text, 1))

    def __len__(self) -> int:
        return len(self.packed)

    @overload
    def __getitem__(self, number: int) -> State: ...
    @overload
    def __getitem__(self, number: slice) -> list[State]: ...
    def __getitem__(self, number: int | slice) -> State | list[State]:
        if isinstance(number, slice):
            return [decode_any_state(zlib.decompress(packed)) for packed in self.packed[number]]
        state: State = decode_any_state(zlib.decompress(self.packed[number]))
        return state


def read_document(data: bytes) -> tuple[SavedTable, States]:
    """Return the table of a file with its state before each step and after the last, checked."""
    saved = read_saved(data, SavedTable, kind=FORMAT, version=VERSION)
    try:
        mended = _mended(saved)
        return _with_names(saved, mended), _states(saved, mended)
    except (*UNREADABLE, RuleError, ValueError, KeyError, TypeError) as error:
        raise unsound(error) from error


def _mended(saved: SavedTable) -> Mended:
    """Return what becomes of names that no table takes, from the first state to the last."""
    mended: Mended = {}
    plain: Any = msgspec.json.decode(saved.start)
    learn_names(plain, mended)
    for step in saved.steps:
        if then := _read(msgspec.json.decode(step.then)):
            plain = changed(plain, then)
            learn_names(plain, mended)
    return mended


def _with_names(saved: SavedTable, mended: Mended) -> SavedTable:
    """Return the table with these names in its log."""
    if not mended:
        return saved
    steps = []
    for step in saved.steps:
        command, events = (
            msgspec.json.encode(with_names(msgspec.json.decode(raw), mended))
            for raw in (step.command, step.events)
        )
        steps.append(
            replace(
                step,
                who=mended.get(step.who, step.who),
                command=msgspec.Raw(command),
                events=msgspec.Raw(events),
            )
        )
    return replace(saved, steps=tuple(steps))


def _states(saved: SavedTable, mended: Mended) -> States:
    """Return every state the file speaks of; raises at the first that no table could be in."""
    check_lines(saved.steps, "steps")
    check_moment(saved.begun, "begun")
    plain: Any = msgspec.json.decode(saved.start)
    check_plain(plain, "start")
    states = States(mended)
    game = _add(states, plain).game
    for step in saved.steps:
        then = _read(msgspec.json.decode(step.then))
        plain = changed(plain, then)
        if _add(states, plain).game != game:
            raise ValueError(f"steps[{step.seq}].then")
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


def _add(states: States, plain: Any) -> State:
    text = msgspec.json.encode(with_names(plain, states.mended))
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


def _checked(text: bytes) -> State:
    state: State = decode_any_state(text)
    pages_of(state.game).saving.check(state)
    return state
