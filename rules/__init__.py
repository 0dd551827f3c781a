"""The rulebooks as pure Python: standard library and msgspec, no I/O, no clock, no hidden dice.

The public face of the room; the rest of the house imports from here.
"""

from rules.codec import (
    decode_command,
    decode_events,
    decode_state,
    encode,
)
from rules.commands import Command, Guard
from rules.engine import Outcome, apply, new_table
from rules.errors import (
    IllegalCommand,
    RuleError,
    StaleCommand,
    UnknownId,
    UnreadableCommand,
)
from rules.events import Event
from rules.legality import legal_commands
from rules.levels import danger_of, table_danger
from rules.mechanics.teams import team_scores
from rules.odds import Forecast, forecast
from rules.packs.loader import load_packs
from rules.packs.played import played_pack
from rules.packs.schema import Pack
from rules.play import Supply, supply
from rules.registry import rulesets
from rules.state import Survivor, TableState, Zone

__all__ = [
    "Command",
    "Event",
    "Forecast",
    "Guard",
    "IllegalCommand",
    "Outcome",
    "Pack",
    "RuleError",
    "StaleCommand",
    "Supply",
    "Survivor",
    "TableState",
    "UnknownId",
    "UnreadableCommand",
    "Zone",
    "apply",
    "danger_of",
    "decode_command",
    "decode_events",
    "decode_state",
    "encode",
    "forecast",
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


def pack_of(state: TableState) -> Pack:
    """The pack this table plays with."""
    return played_pack(state.game, state.expansions)
