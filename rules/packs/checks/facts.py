"""Checks of every record alike: both languages, honest marks, sources that are listed."""

from collections.abc import Iterator
from functools import cache

import msgspec

from rules.packs.checks.scope import Problem, Scope
from rules.packs.schema.base import Fact, Term
from rules.packs.schema.cards import Equipment, Profile, Vehicle
from rules.packs.schema.pack import Expansion, Pack
from rules.packs.schema.people import PackSurvivor, SkillTree


def check_facts(box: Pack | Expansion, scope: Scope) -> Iterator[Problem]:
    """No empty word, no mark on a field that does not exist, no unlisted source."""
    frame = {"name": box.name, "short": box.short}
    if isinstance(box, Pack):
        frame["points"] = box.points
    for key, term in frame.items():
        if not _spoken(term):
            yield scope.frame, key, "a language is missing"
    for file, key, fact in facts_of(box):
        for name in fact.__struct_fields__:
            value = getattr(fact, name)
            if isinstance(value, Term) and not _spoken(value):
                yield file, f"{key}.{name}", "a language is missing"
        yield from _check_marks(file, key, fact)
        for conflict in fact.conflicts:
            if conflict.source not in box.sources:
                yield file, f"{key}.conflicts", f"there is no source {conflict.source!r}"


def facts_of(box: Pack | Expansion) -> Iterator[tuple[str, str, Fact]]:
    """Every record of a box with its file and key."""
    if isinstance(box, Pack):
        yield from (("zombies.toml", f"zombies[{one.id}]", one) for one in box.zombies)
        yield from (("spawns.toml", f"cards[{one.number}]", one) for one in box.spawns)
        yield from (("vehicles.toml", f"vehicles[{one.id}]", one) for one in box.vehicles)
    elif box.campaign is not None:
        file, campaign = "campaign.toml", box.campaign
        yield from ((file, f"achievements[{one.id}]", one) for one in campaign.achievements)
        yield from ((file, f"companions[{one.id}]", one) for one in campaign.companions)
    yield from (("equipment.toml", f"equipment[{one.id}]", one) for one in box.equipment)
    yield from (("survivors.toml", f"survivors[{one.id}]", one) for one in box.survivors)
    yield from (("missions.toml", f"missions[{one.code}]", one) for one in box.missions)
    for deck in box.decks.values():
        yield from ((f"decks/{deck.id}.toml", f"cards[{one.id}]", one) for one in deck.cards)


def _spoken(term: Term) -> bool:
    return bool(term.es.strip() and term.en.strip())


def _check_marks(file: str, key: str, fact: Fact) -> Iterator[Problem]:
    """`unknown`, `inferred` and `conflicts` name fields, and what is unknown has no value."""
    fields = _fields(fact)
    for mark, names in (
        ("unknown", fact.unknown),
        ("inferred", fact.inferred),
        ("conflicts", [one.field.partition("[")[0] for one in fact.conflicts]),
    ):
        for name in names:
            if name not in fields:
                yield file, f"{key}.{mark}", f"{name!r} is no field of it"
            elif mark == "unknown" and _is_known(fact, name):
                yield file, f"{key}.{mark}", f"{name!r} has a value"


def _fields(fact: Fact) -> set[str]:
    """What may be marked: the fields of the record, of its profiles and of its skill tree."""
    fields = set(fact.__struct_fields__)
    if isinstance(fact, Equipment | Vehicle):
        fields |= set(Profile.__struct_fields__)
    if isinstance(fact, PackSurvivor):
        fields |= set(SkillTree.__struct_fields__)
    return fields


def _is_known(fact: Fact, name: str) -> bool:
    """Whether a field has a value after all: its own, or in every profile or skill tree."""
    if isinstance(fact, PackSurvivor) and name in SkillTree.__struct_fields__:
        return getattr(fact.skills, name) is not None
    if isinstance(fact, Equipment | Vehicle) and name in Profile.__struct_fields__:
        return all(getattr(one, name) is not None for one in fact.profiles)
    return bool(getattr(fact, name)) and getattr(fact, name) != _defaults(type(fact)).get(name)


@cache
def _defaults(kind: type[Fact]) -> dict[str, object]:
    return {field.name: field.default for field in msgspec.structs.fields(kind)}
