"""Checks of every record alike: both languages, honest marks, sources that are listed."""

from collections.abc import Iterator

import msgspec

from rules.packs.schema.base import Fact, Term
from rules.packs.schema.cards import Equipment, Profile
from rules.packs.schema.pack import Expansion, Pack
from rules.packs.schema.people import PackSurvivor, SkillTree
from rules.packs.checks.scope import Problem, Scope


def check_facts(box: Pack | Expansion, scope: Scope) -> Iterator[Problem]:
    """No empty word, no mark on a field that does not exist, no unlisted source."""
    frame = {"name": box.name, "short": box.short}
    if isinstance(box, Pack):
        frame["points"] = box.points
    for key, term in frame.items():
        if not (term.es.strip() and term.en.strip()):
            yield scope.frame, key, "a language is missing"
    for file, key, fact in facts_of(box):
        for where, term in _terms(fact, key):
            if not (term.es.strip() and term.en.strip()):
                yield file, where, "a language is missing"
        for name in (*fact.unknown, *fact.inferred):
            if name not in _fields(fact):
                yield file, f"{key}.unknown", f"{name!r} is no field of it"
        for name in fact.unknown:
            if _is_known(fact, name):
                yield file, f"{key}.unknown", f"{name!r} is known"
        for conflict in fact.conflicts:
            if conflict.source not in box.sources:
                yield file, f"{key}.conflicts", f"there is no source {conflict.source!r}"
            if conflict.field.partition("[")[0].partition(".")[0] not in _fields(fact):
                yield file, f"{key}.conflicts", f"{conflict.field!r} is no field of it"


def facts_of(box: Pack | Expansion) -> Iterator[tuple[str, str, Fact]]:
    """Every record of a box with its file and key."""
    if isinstance(box, Pack):
        yield from (("zombies.toml", f"zombies[{one.id}]", one) for one in box.zombies)
        yield from (("spawns.toml", f"cards[{one.number}]", one) for one in box.spawns)
    elif box.campaign is not None:
        for one in (*box.campaign.achievements, *box.campaign.companions):
            yield "campaign.toml", one.id, one
    yield from (("equipment.toml", f"equipment[{one.id}]", one) for one in box.equipment)
    yield from (("survivors.toml", f"survivors[{one.id}]", one) for one in box.survivors)
    yield from (("missions.toml", f"missions[{one.code}]", one) for one in box.missions)
    for deck in box.decks.values():
        yield from ((f"decks/{deck.id}.toml", f"cards[{one.id}]", one) for one in deck.cards)


def _terms(fact: Fact, key: str) -> Iterator[tuple[str, Term]]:
    for name in fact.__struct_fields__:
        value = getattr(fact, name)
        if isinstance(value, Term):
            yield f"{key}.{name}", value


def _fields(fact: Fact) -> set[str]:
    """What may be marked: the fields of the record, of its profiles and of its skill tree."""
    fields = set(fact.__struct_fields__)
    if isinstance(fact, Equipment):
        fields |= set(Profile.__struct_fields__)
    if isinstance(fact, PackSurvivor):
        fields |= set(SkillTree.__struct_fields__)
    return fields


def _is_known(fact: Fact, name: str) -> bool:
    """Whether a field marked as unknown has a value after all."""
    if isinstance(fact, PackSurvivor) and name in SkillTree.__struct_fields__:
        return getattr(fact.skills, name) is not None
    if isinstance(fact, Equipment) and name in Profile.__struct_fields__:
        own = name in fact.__struct_fields__ and getattr(fact, name)
        return bool(own) or all(getattr(one, name) is not None for one in fact.profiles)
    if name not in fact.__struct_fields__:
        return False
    value = getattr(fact, name)
    return value is not None and value not in ((), {}, False) and not _is_default(fact, name, value)


def _is_default(fact: Fact, name: str, value: object) -> bool:
    defaults = {field.name: field.default for field in msgspec.structs.fields(type(fact))}
    return bool(value == defaults.get(name))
