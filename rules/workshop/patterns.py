"""The goals and rules a mission can have by name, each known by an example from a printed mission.

Nothing lists which numbers an effect needs: the missions of the packs show it. So an effect of a
game from elsewhere can be used as soon as one of its missions does.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from rules.packs.loader import load_packs
from rules.packs.schema import Mission, MissionRule, Pack
from rules.registry import rulesets

Side = Literal["goals", "rules"]
FIELDS = (
    *("points", "count", "colours", "needs", "zombie", "deck", "equipment", "hour"),
    *("tiles", "specialty", "cards", "achievement", "survivors", "on_board"),
)
"""What an effect may ask for, in the order in which a form asks it."""


class Pattern(msgspec.Struct, frozen=True, kw_only=True):
    """An effect: a mission that has it, what it always says and what it may say."""

    do: str
    example: MissionRule
    is_carried_out: bool
    """By the app; else it reminds the players when the moment comes."""
    needed: tuple[str, ...]
    allowed: tuple[str, ...]
    """Among them those that are needed."""


def patterns(game: str, side: Side) -> Mapping[str, Pattern]:
    """By name, those of this game first: all that the app carries out, and its own reminders."""
    return _patterns(game, side, tuple(map(id, load_packs().values())))


@lru_cache(maxsize=64)
def _patterns(game: str, side: Side, _packs: tuple[int, ...]) -> Mapping[str, Pattern]:
    known = rulesets[game].vocabulary.mission_rules
    examples: dict[str, list[MissionRule]] = {}
    packs = load_packs()
    for pack in sorted(packs.values(), key=lambda pack: pack.game != game):
        for rule in (rule for mission in _missions(pack) for rule in getattr(mission, side)):
            if rule.do in known or (pack.game == game and rule.when):
                examples.setdefault(rule.do, []).append(rule)
    return {do: _pattern(do, rules, do in known) for do, rules in examples.items()}


def _missions(pack: Pack) -> Iterator[Mission]:
    yield from pack.missions
    for box in pack.expansions.values():
        yield from box.missions


def _pattern(do: str, rules: list[MissionRule], is_carried_out: bool) -> Pattern:
    used = [{field for field in FIELDS if getattr(rule, field)} for rule in rules]
    return Pattern(
        do=do,
        example=rules[0],
        is_carried_out=is_carried_out,
        needed=tuple(field for field in FIELDS if all(field in fields for fields in used)),
        allowed=tuple(field for field in FIELDS if any(field in fields for fields in used)),
    )
