"""The only writers of house facts."""

import msgspec

from companion.models import HouseFact, Table
from companion.people.models import Person
from rules import TableState

Kind = HouseFact.Kind


def house_remember(table: Table, before: TableState, after: TableState) -> None:
    """What was described at a table is known to everybody who sits there, from now on."""
    facts = {
        (Kind.CARD, key): content
        for key, content in after.described.items()
        if before.described.get(key) != content
    }
    if not facts:
        return
    people = [person for person in table.seats.values_list("person", flat=True)]
    HouseFact.objects.bulk_create(
        [
            HouseFact(
                person_id=person,
                game=table.game,
                kind=kind,
                key=key,
                content_json=msgspec.json.encode(content).decode(),
            )
            for (kind, key), content in facts.items()
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
