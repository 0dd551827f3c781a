"""Which golden cases show what the app claims: a case shows something if it fails without it."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

import rules
from rules.packs.schema import Deck, Equipment, Mission, MissionRule, Pack, Skill, SpecialCard
from rules.packs.schema.base import Term
from tests.rules.golden import load_cases, play_case

INERT = Skill(
    id="inert",
    family="inert",
    name=Term(es="inerte", en="inert"),
    tag="other",
    effect=Term(es="nada", en="nothing"),
    by="players",
    sure="inferred",
)
"""A skill that is owned and does nothing."""


@cache
def _texts() -> dict[str, str]:
    return {name: json.dumps(case) for name, case in load_cases().items()}


@cache
def _cases() -> dict[str, dict[str, Any]]:
    return load_cases()


def _naming(game: str, names: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Cases of a game in which one of these names is used."""
    wanted = re.compile("|".join(rf'"{re.escape(name)}(-\d+)?"' for name in names))
    for name, text in _texts().items():
        if name.startswith(f"{game}/") and wanted.search(text):
            yield name, _cases()[name]


@cache
def _is_sound(text: str) -> bool:
    return not _breaks(json.loads(text), pack=None)


def _fails(case: dict[str, Any], *, pack: Pack | None, mission: Mission | None = None) -> bool:
    # A case that is red as it stands shows nothing.
    return _breaks(case, pack=pack, mission=mission) and _is_sound(json.dumps(case))


def _breaks(case: dict[str, Any], *, pack: Pack | None, mission: Mission | None = None) -> bool:
    try:
        play_case(case, pack=pack, mission=mission)
    except (AssertionError, KeyError):
        return True
    return False


def _pack(case: dict[str, Any]) -> Pack:
    return rules.played_pack(case["game"], tuple(case["given"].get("expansions", ())))


def cases_showing_skill(game: str, family: str) -> Iterator[str]:
    """Cases that fail once no skill of this family does anything."""

    def inert(pack: Pack) -> Mapping[str, Skill]:
        return {
            key: INERT if skill.family == family else skill for key, skill in pack.skills.items()
        }

    names = {
        skill.id
        for pack in packs_of(game)
        for skill in pack.skills.values()
        if skill.family == family
    }
    lending = {
        card.id
        for pack in packs_of(game)
        for card in pack.equipment
        if any(effect.skill in names for effect in card.effects)
    }
    born = {
        survivor.id
        for pack in packs_of(game)
        for survivor in pack.survivors
        if names & {*(survivor.skills.blue or ()), *(survivor.skills.yellow or ())}
    }
    return (
        name
        for name, case in _naming(game, [*names, *lending, *born])
        if _fails(case, pack=replace(_pack(case), skills=inert(_pack(case))))
    )


def cases_showing_card(game: str, card: Equipment) -> Iterator[str]:
    """Cases that fail once the words on this card say nothing."""

    def mute(pack: Pack) -> tuple[Equipment, ...]:
        return tuple(_muted(each) if each.id == card.id else each for each in pack.equipment)

    return (
        name
        for name, case in _naming(game, [card.id])
        if _fails(case, pack=replace(_pack(case), equipment=mute(_pack(case))))
    )


def _muted(card: Equipment) -> Equipment:
    profiles = tuple(replace(profile, kills_all=False) for profile in card.profiles)
    return replace(card, effects=(), profiles=profiles, armour=None, doors=None)


def has_words(card: Equipment) -> bool:
    """Whether a card says more than the values of a weapon."""
    return _muted(card) != card


def cases_showing_special(game: str, card: SpecialCard) -> Iterator[str]:
    """Cases that fail once this card of a special deck does nothing."""

    def mute(pack: Pack) -> Mapping[str, Deck]:
        return {
            key: replace(deck, cards=tuple(_blank(each) for each in deck.cards))
            for key, deck in pack.decks.items()
        }

    def _blank(each: SpecialCard) -> SpecialCard:
        return replace(each, effects=(), zombie=None) if each.id == card.id else each

    return (
        name
        for name, case in _naming(game, [card.id])
        if _fails(case, pack=replace(_pack(case), decks=mute(_pack(case))))
    )


FIELDS = {"time-track": {"time_track": None}}
"""What a mission says once more in a field of its own."""


def cases_showing_rule(game: str, key: str, rule: MissionRule) -> Iterator[str]:
    """Cases of a mission that fail once it has no such rule."""
    mission = rules.mission_of(game, key)
    assert mission is not None
    less = replace(
        mission,
        rules=tuple(each for each in mission.rules if each != rule),
        goals=tuple(each for each in mission.goals if each != rule),
        **FIELDS.get(rule.do, {}),
    )
    return (
        name
        for name, case in _cases().items()
        if case["game"] == game
        and case["given"].get("mission") == key
        and _fails(case, pack=None, mission=less)
    )


def packs_of(game: str) -> list[Pack]:
    """The game alone, and with each of its expansions."""
    pack = rules.load_packs()[game]
    return [pack, *(rules.played_pack(game, (name,)) for name in pack.expansions)]
