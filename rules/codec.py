"""JSON encoding and strict decoding of states, commands and events, by game."""

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
    """The one field of a state that is read to find its game."""

    game: str


class _Kind(msgspec.Struct):
    """The one field of a command that is read to find its kind."""

    kind: str


_kinds = msgspec.json.Decoder(_Kind)
_heads = msgspec.json.Decoder(_Head)


def encode(value: Any) -> bytes:
    """Return any struct of this package, or a tuple of them, as JSON."""
    return msgspec.json.encode(value)


def decode_command(game: str, data: bytes | str) -> BaseCommand:
    """Decode a command sent to a table of that game.

    Raise `UnreadableCommand`, naming the place, if it cannot be read; raise `UnknownId` if only
    another game has that command.
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
    """Decode the events of a log entry of that game."""
    return games[game].event_decoder.decode(data)


def decode_any_state(data: bytes | str) -> Any:
    """Decode a stored state of any game. Trusted input only.

    An old state may hold empty fields of other games; these are dropped.
    """
    rules = games[_heads.decode(data).game]
    try:
        return rules.state_decoder.decode(data)
    except msgspec.ValidationError:
        plain = _without_strangers(msgspec.json.decode(data), rules.state)
        return msgspec.convert(plain, rules.state)


def _without_strangers(plain: dict[str, Any], record: type[Any]) -> dict[str, Any]:
    """Return a record without the empty fields that its type does not have.

    Old records come from a time when all games shared one set of fields.
    """
    types = {field.name: field.type for field in msgspec.structs.fields(record)}
    return {
        name: _each_without_strangers(value, types.get(name))
        for name, value in plain.items()
        if name in types or value not in EMPTY
    }


def _each_without_strangers(value: Any, field: Any) -> Any:
    """Return the value of a field; records in a mapping (survivors) lose their strangers, too."""
    if get_origin(field) is not Mapping or not isinstance(value, dict):
        return value
    _key, record = get_args(field)
    return {
        key: _without_strangers(entry, record) if isinstance(entry, dict) else entry
        for key, entry in value.items()
    }


def decode_state(data: bytes | str) -> TableState:
    """Decode a stored state of the Zombicide family; raise `UnknownId` for any other game."""
    state = decode_any_state(data)
    if not isinstance(state, TableState):
        raise UnknownId("game.elsewhere", game=state.game)
    return state
