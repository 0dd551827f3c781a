"""Patterns of goals and rules, each known by an example from a printed mission.

There is no list of the numbers an effect needs: the missions of the packs show it. So an effect of
an outside game can be used as soon as one of its missions does.
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
"""Fields of an effect, in the order in which a form asks for them."""


class Pattern(msgspec.Struct, frozen=True, kw_only=True):
    """An effect: a mission's rule with it, the fields it always has and those it may have."""

    do: str
    example: MissionRule
    is_carried_out: bool
    """True if the app carries it out; otherwise it reminds the players at the right moment."""
    needed: tuple[str, ...]
    allowed: tuple[str, ...]
    """Fields it may have, including the needed ones."""


def patterns(game: str, side: Side) -> Mapping[str, Pattern]:
    """Return patterns by name, this game's first: effects the app carries out, own reminders."""
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
