"""Checks of every record: both languages, correct marks, listed sources."""

from collections.abc import Iterator
from functools import cache

import msgspec

from rules.packs.allowed import not_there
from rules.packs.checks.scope import KnownNames, Problem, is_spoken, missing
from rules.packs.contents import CAMPAIGN, SKILLS, Contents
from rules.packs.schema.base import Fact, Term
from rules.packs.schema.cards import Equipment, Profile, Vehicle
from rules.packs.schema.people import PackSurvivor, SkillTree


def check_facts(box: Contents, scope: KnownNames) -> Iterator[Problem]:
    """Yield a problem for each empty word, mark on a missing field and unlisted source."""
    if box.frame is not None:
        yield from _check_spoken(scope.frame, "", box.frame)
    sources = frozenset(box.frame.sources) if box.frame else None
    for file, key, fact in facts_of(box):
        yield from _check_spoken(file, f"{key}.", fact)
        yield from _check_marks(file, key, fact)
        named = [conflict.source for conflict in fact.conflicts]
        yield from missing(file, f"{key}.conflicts", named, sources)


def _check_spoken(file: str, key: str, record: msgspec.Struct) -> Iterator[Problem]:
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if isinstance(value, Term) and not is_spoken(value):
            yield file, f"{key}{name}", "a language is missing"


def facts_of(box: Contents) -> Iterator[tuple[str, str, Fact]]:
    """Yield every record of a box with its file and key."""
    for file, part, records in (
        ("zombies.toml", "zombies", box.zombies),
        ("vehicles.toml", "vehicles", box.vehicles),
        ("equipment.toml", "equipment", box.equipment),
        ("survivors.toml", "survivors", box.survivors),
        (SKILLS, "skills", box.skills),
    ):
        yield from ((file, f"{part}[{row.id}]", row) for row in records.rows)
    yield from (("spawns.toml", f"cards[{card.number}]", card) for card in box.spawns.rows)
    yield from (("missions.toml", f"missions[{row.code}]", row) for row in box.missions.rows)
    for deck in box.decks.values():
        yield from ((f"decks/{deck.id}.toml", f"cards[{card.id}]", card) for card in deck.cards)
    if box.campaign is not None:
        file, campaign = CAMPAIGN, box.campaign
        yield from ((file, f"achievements[{row.id}]", row) for row in campaign.achievements)
        yield from ((file, f"companions[{row.id}]", row) for row in campaign.companions)


def _check_marks(file: str, key: str, fact: Fact) -> Iterator[Problem]:
    """Yield a problem for each mark that names no field, and each `unknown` field with a value."""
    fields = _fields(fact)
    for mark, names in (
        ("unknown", fact.unknown),
        ("inferred", fact.inferred),
        ("conflicts", [conflict.field.partition("[")[0] for conflict in fact.conflicts]),
    ):
        for name in names:
            if name not in fields:
                yield file, f"{key}.{mark}", not_there(name, fields)
            elif mark == "unknown" and _is_known(fact, name):
                yield file, f"{key}.{mark}", f"{name!r} has a value"


def _fields(fact: Fact) -> set[str]:
    """Return the fields that may be marked: of the record, its profiles and its skill tree."""
    fields = set(fact.__struct_fields__)
    if isinstance(fact, Equipment | Vehicle):
        fields |= set(Profile.__struct_fields__)
    if isinstance(fact, PackSurvivor):
        fields |= set(SkillTree.__struct_fields__)
    return fields


def _is_known(fact: Fact, name: str) -> bool:
    """Check if a field marked `unknown` has a value nevertheless.

    The value may be its own, in its skill tree, or in every profile.
    """
    if isinstance(fact, PackSurvivor) and name in SkillTree.__struct_fields__:
        return getattr(fact.skills, name) is not None
    if isinstance(fact, Equipment | Vehicle) and name in Profile.__struct_fields__:
        return all(getattr(profile, name) is not None for profile in fact.profiles)
    return bool(getattr(fact, name)) and getattr(fact, name) != _defaults(type(fact)).get(name)


@cache
def _defaults(kind: type[Fact]) -> dict[str, object]:
    return {field.name: field.default for field in msgspec.structs.fields(kind)}
