"""The file of a table: readable JSON with a version. Reading trusts nothing."""

from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.files.changes import Change, changed
from companion.files.reading import UNREADABLE, read_saved
from companion.journal.files import SavedLine, check_lines
from rules import (
    IllegalCommand,
    RuleError,
    TableState,
    decode_command,
    decode_events,
    decode_state,
    pack_of,
    rulesets,
)
from rules.chance import Chance
from rules.engine import MAX_SURVIVORS
from rules.packs.copies import deck_copies

FORMAT = "safehouse.table"
VERSION = 1


class SavedStep(SavedLine, frozen=True, kw_only=True):
    """A line of the log and what it changed."""

    command: dict[str, Any] | None
    """As it was sent to a table of its game."""
    events: tuple[dict[str, Any], ...]
    then: list[dict[str, Any]]


class SavedTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table from its first round on, without its code, its seats and its secrets."""

    format: str
    version: int
    begun: datetime
    start: dict[str, Any]
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


def read_document(data: bytes) -> tuple[SavedTable, list[TableState]]:
    """The table of a file with its state before each step and after the last, checked."""
    saved = read_saved(data, SavedTable, kind=FORMAT, version=VERSION)
    try:
        return saved, _states(saved)
    except (*UNREADABLE, RuleError, ValueError, KeyError, TypeError) as error:
        raise IllegalCommand("transfer.unsound", detail=str(error)) from error


def _states(saved: SavedTable) -> list[TableState]:
    """Every state the file speaks of; raises at the first that no table could be in."""
    check_lines(saved.steps, "steps")
    if saved.begun.tzinfo is None:
        raise ValueError("begun")
    plain: Any = saved.start
    states = [_checked(plain)]
    game = states[0].game
    for step in saved.steps:
        plain = changed(plain, _read(step.then))
        states.append(_checked(plain))
        decode_events(game, msgspec.json.encode(step.events))
        if step.command is not None:
            decode_command(game, msgspec.json.encode(step.command))
    return states


def _read(steps: list[dict[str, Any]]) -> list[Change]:
    for step in steps:
        at = step.get("at")
        if not isinstance(at, list) or not all(isinstance(key, str) for key in at):
            raise ValueError("steps[].then[].at")
        if set(step) - {"at", "to"} or not at:
            raise ValueError("steps[].then")
    return steps


def _checked(plain: Any) -> TableState:
    state = decode_state(msgspec.json.encode(plain))
    if state.game not in rulesets:
        raise IllegalCommand("game.unknown", game=state.game)
    pack = pack_of(state)
    if not 1 <= len(state.survivors) <= MAX_SURVIVORS:
        raise IllegalCommand("survivors.none")
    if not 0 <= state.first_player < max(1, len(state.players)):
        raise ValueError("first_player")
    held = [
        copy for one in state.survivors.values() for copy in (*one.inventory.values(), *one.found)
    ]
    for name, deck in state.decks.items():
        if name not in pack.decks:
            raise IllegalCommand("deck.unknown", deck=name)
        copies = deck_copies(pack, name)
        piles = (*deck.draw, *deck.discard, *deck.aside, *(one for one in held if one in copies))
        if not set(piles) <= set(copies) or len(set(piles)) < len(piles):
            raise ValueError(f"decks.{name}")
    return state
