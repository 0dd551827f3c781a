"""The only writers of house facts."""

import uuid
from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils import timezone

from companion.models import HouseFact, Table
from companion.people.models import Person
from companion.writing import write_transaction
from rules import State, TableState
from rules.packs.schema.people import SkillTree

Kind = HouseFact.Kind
Fact = tuple[HouseFact.Kind, str, Any]


def house_remember(table: Table, before: State, after: State) -> None:
    """Save what was described at a table for everybody who sits there."""
    facts: list[Fact] = [
        (kind, key, content)
        for kind, old, new in (
            (Kind.CARD, before.described, after.described),
            (Kind.SURVIVOR, _trees(before), _trees(after)),
        )
        if new is not old
        for key, content in new.items()
        if old.get(key) != content
    ]
    if facts:
        people = table.seats.values_list("person", flat=True)
        _store(list(people), table.game, facts)


def _trees(state: State) -> Mapping[str, SkillTree]:
    return state.trees if isinstance(state, TableState) else {}


def survivor_describe(*, person: Person, game: str, survivor: str, tree: SkillTree) -> None:
    """The skills of a printed card, typed before the table is opened."""
    with write_transaction():
        _store([person.pk], game, [(Kind.SURVIVOR, survivor, tree)])


def _store(people: list[uuid.UUID], game: str, facts: list[Fact]) -> None:
    HouseFact.objects.bulk_create(
        [
            HouseFact(
                person_id=person,
                game=game,
                kind=kind,
                key=key,
                content_json=msgspec.json.encode(content).decode(),
                updated_at=timezone.now(),
            )
            for kind, key, content in facts
            for person in people
        ],
        update_conflicts=True,
        unique_fields=["person", "game", "kind", "key"],
        update_fields=["content_json", "updated_at"],
    )


def house_hand_over(giver: Person, taker: Person) -> None:
    """Two house packs become one; of two descriptions of a card the taker's stays."""
    own = set(HouseFact.objects.filter(person=taker).values_list("game", "kind", "key"))
    for fact in HouseFact.objects.filter(person=giver):
        if (fact.game, fact.kind, fact.key) not in own:
            fact.person = taker
            fact.save(update_fields=["person"])
