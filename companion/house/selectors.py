"""The only readers of house facts."""

from typing import Any

import msgspec

from companion.models import HouseFact
from companion.people.models import Person
from rules.state import Description

_READ: dict[str, Any] = {HouseFact.Kind.CARD: Description}


def house_pack(person: Person | None, game: str) -> dict[str, dict[str, Any]]:
    """What this person's group knows of a game, as the fields of a table's state."""
    found: dict[str, dict[str, Any]] = {"described": {}}
    if person is None:
        return found
    for fact in HouseFact.objects.filter(person=person, game=game):
        found["described"][fact.key] = msgspec.json.decode(
            fact.content_json, type=_READ[fact.kind]
        )
    return found
