"""Companions as the campaign's pages show them."""

from typing import NamedTuple

from campaigns import words
from campaigns.narration import COMPANIONS
from companion.workshop.fields import skill_names
from rules.campaign import Book, CampaignState, who_plays
from rules.campaign.companions import going_along


class Person(NamedTuple):
    """Somebody who goes along, or did."""

    key: str
    name: str
    status: str
    is_gone: bool
    others: list[tuple[str, str]]
    """What else may be noted of them."""


class Companions(NamedTuple):
    there: list[Person]
    free: list[tuple[str, str]]
    """Those of the box who have not come yet."""
    leaders: list[tuple[str, str]]
    skills: list[tuple[str, str]]


def companions_of(state: CampaignState, book: Book) -> Companions:
    language = words.language()
    there = [
        Person(
            key=key,
            name=words.companion_name(book, state, key),
            status=str(COMPANIONS[person.status]),
            is_gone=person.status != "here",
            others=[(to, str(word)) for to, word in COMPANIONS.items() if to != person.status],
        )
        for key, person in state.companions.items()
    ]
    named = [(person.id, person.name.in_language(language)) for person in book.pack.companions]
    return Companions(
        there=there,
        free=[(key, name) for key, name in named if key not in state.companions],
        leaders=[(key, state.sheets[key].name) for key in who_plays(state)],
        skills=[(key, name) for name, key in skill_names(book.pack).items()],
    )


def to_lead(state: CampaignState, book: Book) -> list[tuple[str, str]]:
    """Those who go along into the next mission, if somebody leads them."""
    return [(key, words.companion_name(book, state, key)) for key in going_along(state)]
