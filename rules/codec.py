"""State, commands and events to JSON and back; reading is strict."""

from typing import Any

import msgspec

from rules.errors import UnknownId, UnreadableCommand
from rules.registry import AnyCommand, AnyEvent, AnyState, games
from rules.state import TableState


class _Head(msgspec.Struct):
    """All that must be read of a state to know whose it is."""

    game: str


_commands: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_events = msgspec.json.Decoder(tuple[AnyEvent, ...])
_heads = msgspec.json.Decoder(_Head)
_decoders: dict[type[Any], msgspec.json.Decoder[Any]] = {
    kind: msgspec.json.Decoder(kind) for kind in {one.state for one in games.values()}
}
_states: msgspec.json.Decoder[TableState] = _decoders[TableState]


def encode(value: Any) -> bytes:
    """Any struct of this room, or a tuple of them, as JSON."""
    return msgspec.json.encode(value)


def decode_command(data: bytes | str) -> AnyCommand:
    """Read a command of any game sent by a client; raise `UnreadableCommand` naming the place.

    No two games use one `kind` for two things, so the command need not say whose it is.
    """
    try:
        return _commands.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableCommand("command.unreadable", detail=str(error)) from error


def decode_state(data: bytes | str) -> TableState:
    """Read a state of the Zombicide family that this room wrote."""
    try:
        return _states.decode(data)
    except msgspec.ValidationError:
        if games[(game := _heads.decode(data).game)].state is TableState:
            raise
        raise UnknownId("game.elsewhere", game=game) from None


def decode_any_state(data: bytes | str) -> AnyState:
    """Read a state of whatever game that this room wrote."""
    game = _heads.decode(data).game
    if game not in games:
        raise UnknownId("game.unknown", game=game)
    state: AnyState = _decoders[games[game].state].decode(data)
    return state


def decode_events(data: bytes | str) -> tuple[AnyEvent, ...]:
    """Read the events of a log entry."""
    return _events.decode(data)
