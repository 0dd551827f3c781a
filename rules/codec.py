"""State, commands and events to JSON and back; reading is strict, and by game."""

from collections.abc import Mapping
from typing import Any, get_args, get_origin

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
        plain = _without_strangers(msgspec.json.decode(data), rules.state)
        return msgspec.convert(plain, rules.state)


def _without_strangers(plain: dict[str, Any], record: type[Any]) -> dict[str, Any]:
    """A record from before each game had fields of its own: the others' fields hold nothing."""
    types = {field.name: field.type for field in msgspec.structs.fields(record)}
    return {
        name: _each_without_strangers(value, types.get(name))
        for name, value in plain.items()
        if name in types or value not in EMPTY
    }


def _each_without_strangers(value: Any, field: Any) -> Any:
    """The same for records by key, as survivors are."""
    if get_origin(field) is not Mapping or not isinstance(value, dict):
        return value
    _key, record = get_args(field)
    return {
        key: _without_strangers(entry, record) if isinstance(entry, dict) else entry
        for key, entry in value.items()
    }


def decode_state(data: bytes | str) -> TableState:
    """Read a state of the Zombicide family that this room wrote."""
    state = decode_any_state(data)
    if not isinstance(state, TableState):
        raise UnknownId("game.elsewhere", game=state.game)
    return state
