"""The only readers of house facts."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from companion.models import HouseFact
from companion.people.belongings import File
from companion.people.models import Person
from rules import games
from rules.packs.schema.people import SkillTree


class CopiedCards(NamedTuple):
    """Cards and skills of one game that a group has copied from its box."""

    described: dict[str, Any]
    """Cards by copy id, each as the game's ruleset describes one."""
    trees: dict[str, SkillTree]
    """Skills of survivors."""


NOTHING_COPIED = CopiedCards({}, {})


def house_pack(person: Person | None, game: str) -> CopiedCards:
    """Return this person's part of what their group knows, in one query."""
    copied = CopiedCards({}, {})
    if person is None:
        return copied
    for fact in HouseFact.objects.filter(person=person, game=game):
        if fact.kind == HouseFact.Kind.CARD:
            copied.described[fact.key] = msgspec.json.decode(
                fact.content_json, type=games[game].description
            )
        else:
            copied.trees[fact.key] = msgspec.json.decode(fact.content_json, type=SkillTree)
    return copied


def house_taken_out(person: Person) -> Iterator[File]:
    """Yield every house pack of this person, by game."""
    packs: dict[str, dict[str, dict[str, Any]]] = {}
    for fact in HouseFact.objects.filter(person=person).order_by("game", "kind", "key"):
        of_kind = packs.setdefault(fact.game, {}).setdefault(fact.kind, {})
        of_kind[fact.key] = msgspec.json.decode(fact.content_json)
    yield "house-packs.json", msgspec.json.format(msgspec.json.encode(packs))
