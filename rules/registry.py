"""The games this house plays. A sixth game is one more line here, one package and one pack."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.ruleset import Ruleset
from rules.systems import army_of_the_dead, black_plague, rue_morgue, zombicide_2e

rulesets: Mapping[str, Ruleset] = MappingProxyType(
    {
        system.RULESET.game: system.RULESET
        for system in (zombicide_2e, black_plague, rue_morgue, army_of_the_dead)
    }
)
