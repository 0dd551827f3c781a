"""Rulebooks as pure Python: standard library and msgspec, no I/O, no clock, no hidden dice.

This is the public API of the package; other packages import from here.
"""

from collections.abc import Mapping
from typing import Any

from rules.codec import (
    decode_any_state,
    decode_command,
    decode_events,
    decode_state,
    encode,
)
from rules.commands import BaseCommand as Command
from rules.commands import Guard, kind_of
from rules.engine import apply, carry_out, look, offers, refusal
from rules.errors import (
    IllegalCommand,
    RuleError,
    StaleCommand,
    UnknownId,
    UnreadableCommand,
)
from rules.events import BaseEvent as Event
from rules.events import facts_of
from rules.levels import danger_of, table_danger
from rules.mechanics.attacks.attack import AttackResolve
from rules.mechanics.attacks.odds import AttackOdds
from rules.mechanics.attacks.odds import attack_odds as _attack_odds
from rules.mechanics.missions.goals import Goal, goals_of
from rules.mechanics.missions.layout import Item, layout_of
from rules.mechanics.missions.reminders import (
    BY_CAMPAIGN,
    OF_AN_ACTION,
    By,
    Reminder,
    all_reminders,
    done_by,
    reminders,
    reminders_at,
)
from rules.mechanics.supply import Supply
from rules.mechanics.supply import supply as _supply
from rules.missions import laid_zone, map_of, mission_at
from rules.odds import Forecast
from rules.odds import forecast as _forecast
from rules.offers import Offer
from rules.opening import new_table
from rules.packs.loader import load_packs
from rules.packs.played import mission_of, played_pack
from rules.packs.schema import Pack
from rules.packs.schema.base import DangerId
from rules.packs.schema.pack import Cover
from rules.registry import games, rulesets
from rules.ruleset import Outcome
from rules.state import State, Survivor, TableState, Zone

__all__ = [
    "BY_CAMPAIGN",
    "OF_AN_ACTION",
    "AttackOdds",
    "By",
    "Command",
    "Cover",
    "Event",
    "Forecast",
    "Goal",
    "Guard",
    "IllegalCommand",
    "Item",
    "Offer",
    "Outcome",
    "Pack",
    "Reminder",
    "RuleError",
    "StaleCommand",
    "State",
    "Supply",
    "Survivor",
    "TableState",
    "UnknownId",
    "UnreadableCommand",
    "Zone",
    "all_reminders",
    "apply",
    "attack_odds",
    "carry_out",
    "cover_of",
    "danger_of",
    "decode_any_state",
    "decode_command",
    "decode_events",
    "decode_state",
    "done_by",
    "encode",
    "facts_of",
    "forecast",
    "games",
    "goals_of",
    "kind_of",
    "laid_zone",
    "layout_of",
    "load_packs",
    "look",
    "map_of",
    "mission_at",
    "mission_of",
    "new_table",
    "offers",
    "pack_of",
    "played_pack",
    "refusal",
    "reminders",
    "reminders_at",
    "rulesets",
    "supply",
    "table_danger",
]


def cover_of(game: str) -> Cover:
    """Return the name and picture of a game."""
    return games[game].cover()


def pack_of(state: State) -> Any:
    """Return the pack this table plays with."""
    return games[state.game].pack(state)


def supply(state: TableState, pack: Pack) -> dict[str, Supply]:
    """Return the box's stock of each zombie type: total, on the board and left to place."""
    return _supply(look(state, pack))


def forecast(
    state: TableState,
    pack: Pack,
    *,
    rooms: int = 0,
    level: DangerId | None = None,
    places: Mapping[str, int] | None = None,
) -> Forecast:
    """Return the odds of the next spawn step, or of opening a building with that many `rooms`.

    `level` reads the cards at another danger level. `places` gives, by kind of card, the number of
    places on the board where it puts its zombies.
    """
    return _forecast(look(state, pack), rooms=rooms, level=level, places=places)


def attack_odds(state: TableState, pack: Pack, command: AttackResolve) -> AttackOdds | None:
    """Return the odds of an attack; None if computing them would take too long."""
    return _attack_odds(lambda: look(state, pack), command)
