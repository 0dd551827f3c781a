"""The rulebooks as pure Python: standard library and msgspec, no I/O, no clock, no hidden dice.

The public face of the room; the rest of the house imports from here.
"""

from typing import Any, overload

from rules.codec import (
    decode_any_state,
    decode_command,
    decode_events,
    decode_state,
    encode,
)
from rules.commands import Guard
from rules.engine import Outcome, apply, new_table
from rules.errors import (
    IllegalCommand,
    RuleError,
    StaleCommand,
    UnknownId,
    UnreadableCommand,
)
from rules.legality import legal_commands
from rules.levels import danger_of, table_danger
from rules.mechanics.teams import team_scores
from rules.odds import Forecast, forecast
from rules.packs.loader import load_packs
from rules.packs.played import played_pack
from rules.packs.schema import Pack
from rules.packs.schema.pack import Cover
from rules.play import Supply, supply
from rules.registry import AnyCommand as Command
from rules.registry import AnyEvent as Event
from rules.registry import AnyState, games, rulesets
from rules.state import State, Survivor, TableState, Zone

__all__ = [
    "AnyState",
    "Command",
    "Cover",
    "Event",
    "Forecast",
    "Guard",
    "IllegalCommand",
    "Outcome",
    "Pack",
    "RuleError",
    "StaleCommand",
    "State",
    "Supply",
    "Survivor",
    "TableState",
    "UnknownId",
    "UnreadableCommand",
    "Zone",
    "apply",
    "cover_of",
    "danger_of",
    "decode_any_state",
    "decode_command",
    "decode_events",
    "decode_state",
    "encode",
    "forecast",
    "games",
    "legal_commands",
    "load_packs",
    "new_table",
    "pack_of",
    "played_pack",
    "rulesets",
    "supply",
    "table_danger",
    "team_scores",
]


def cover_of(game: str) -> Cover:
    """Name and picture of a game."""
    own = games[game].pack
    return own() if own else played_pack(game)


@overload
def pack_of(state: TableState) -> Pack: ...
@overload
def pack_of(state: State) -> Cover: ...
def pack_of(state: Any) -> Any:
    """The pack this table plays with."""
    own = games[state.game].pack
    return own() if own else played_pack(state.game, state.expansions)
