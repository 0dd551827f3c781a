"""State, commands and events to JSON and back; reading is strict, and by game."""

from typing import Any

import msgspec

from rules.commands import BaseCommand
from rules.errors import UnknownId, UnreadableCommand
from rules.events import BaseEvent
from rules.registry import games
from rules.state import TableState

EMPTY: tuple[object, ...] = (None, False, 0, "", [], {})


class _Head(msgspec.Struct):
    """All that must be read of a state to know whose it is."""

    game: str


class _Kind(msgspec.Struct):
    """All that must be read of a command to know what it asks for."""

    kind: str


_kinds = msgspec.json.Decoder(_Kind)
_heads = msgspec.json.Decoder(_Head)


def encode(value: Any) -> bytes:
    """Any struct of this room, or a tuple of them, as JSON."""
    return msgspec.json.encode(value)


def decode_command(game: str, data: bytes | str) -> BaseCommand:
    """Read a command sent to a table of that game; raise `UnreadableCommand` naming the place.

    What only another game understands is refused as such.
    """
    try:
        return games[game].command_decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        kind = _kind_in(data)
        if kind not in games[game].commands and _is_known_elsewhere(kind):
            raise UnknownId("command.unknown_here", game=game) from error
        raise UnreadableCommand("command.unreadable", detail=str(error)) from error


def _is_known_elsewhere(kind: str) -> bool:
    return any(kind in rules.commands for rules in games.values())


def _kind_in(data: bytes | str) -> str:
    try:
        return _kinds.decode(data).kind
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def decode_events(game: str, data: bytes | str) -> tuple[BaseEvent, ...]:
    """Read the events of a log entry of that game."""
    return games[game].event_decoder.decode(data)


def decode_any_state(data: bytes | str) -> Any:
    """Read a state of whatever game that this room wrote."""
    rules = games[_heads.decode(data).game]
    try:
        return rules.state_decoder.decode(data)
    except msgspec.ValidationError:
        return msgspec.convert(_without_strangers(data, rules.state), rules.state)


def _without_strangers(data: bytes | str, state: type[Any]) -> Any:
    """A state from before each game had fields of its own: the others' fields hold nothing."""
    plain = msgspec.json.decode(data)
    known = set(state.__struct_fields__)
    return {name: value for name, value in plain.items() if name in known or value not in EMPTY}


def decode_state(data: bytes | str) -> TableState:
    """Read a state of the Zombicide family that this room wrote."""
    state = decode_any_state(data)
    if not isinstance(state, TableState):
        raise UnknownId("game.elsewhere", game=state.game)
    return state
