"""The games this house plays. A sixth game is one more line here, one package and one pack."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.commands import Command
from rules.events import Event
from rules.ruleset import Ruleset
from rules.state import TableState
from rules.systems import (
    army_of_the_dead,
    black_plague,
    city_of_horror,
    rue_morgue,
    zombicide_2e,
)

rulesets: Mapping[str, Ruleset] = MappingProxyType(
    {
        system.RULESET.game: system.RULESET
        for system in (zombicide_2e, black_plague, rue_morgue, army_of_the_dead)
    }
)
"""The Zombicide family: one state, one set of commands, one kind of pack, one set of pages."""

games: Mapping[str, Ruleset] = MappingProxyType(
    {**rulesets, city_of_horror.RULESET.game: city_of_horror.RULESET}
)
"""Every game, whatever its state."""

AnyState = TableState | city_of_horror.CityState
AnyCommand = Command | city_of_horror.CityCommand
AnyEvent = Event | city_of_horror.CityEvent
