"""State, commands and events to JSON and back; reading is strict."""

from typing import Any

import msgspec

from rules.commands import Command
from rules.errors import UnreadableCommand
from rules.events import Event
from rules.state import TableState

_commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_states = msgspec.json.Decoder(TableState)
_events = msgspec.json.Decoder(tuple[Event, ...])


def encode(value: Any) -> bytes:
    """Any struct of this room, or a tuple of them, as JSON."""
    return msgspec.json.encode(value)


def decode_command(data: bytes | str) -> Command:
    """Read a command sent by a client; raise `UnreadableCommand` naming the place."""
    try:
        return _commands.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableCommand("command.unreadable", detail=str(error)) from error


def decode_state(data: bytes | str) -> TableState:
    """Read a state that this room wrote."""
    return _states.decode(data)


def decode_events(data: bytes | str) -> tuple[Event, ...]:
    """Read the events of a log entry."""
    return _events.decode(data)
