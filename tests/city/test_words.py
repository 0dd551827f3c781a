"""Sentences that count, and buttons beside each other, in both languages."""

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from msgspec.structs import replace

from companion.narration import narrate
from companion.people.models import Person
from rules import Event, pack_of
from rules.systems.city_of_horror import locations, play, rounds, trade, votes
from rules.systems.city_of_horror.moves import StepNext
from rules.systems.city_of_horror.state import Character
from rules.systems.city_of_horror.votes import VoteSeal
from tests.city.kit import NAMES, sit
from tests.city.test_moments import at_the_church, ready, say, seal_all
from tests.city.test_play import begun

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]

TOLD: dict[str, tuple[Event, str]] = {
    "church: attack": (
        locations.AttackChecked(
            location="church", zombies=5, people=1, at_least=None, attacks=True
        ),
        "Iglesia: ataque, zombis 5, personas 1",
    ),
    "church: enough": (
        locations.AttackChecked(location="church", zombies=1, people=2, at_least=3, attacks=False),
        "Iglesia: sin ataque, zombis 1, atacan con 3",
    ),
    "come": (
        play.HordeCame(location="church", count=1, kept_out=1),
        "Iglesia: zombis que llegan 1, sin sitio o reserva 1",
    ),
    "supplies": (
        rounds.SuppliesCame(location="church", antidotes=0, cards=1),
        "Iglesia: cartas 1",
    ),
    "shared": (
        votes.SuppliesShared(player="Ana", location="church", antidotes=("Tom",), cards=(), left=0),
        "antídotos para Tom",
    ),
    "shared nothing": (
        votes.SuppliesShared(player="Ana", location="church", antidotes=(), cards=(), left=2),
        "los suministros se quedan allí",
    ),
    "ready": (votes.PlayersReady(players=("Noé",)), "Noé deja que se vote"),
    "all ready": (votes.PlayersReady(players=("Ana", "Noé")), "Ana, Noé dejan que se vote"),
    "trade": (
        trade.TradeMade(player="Ana", to="Tom", antidotes=0, cards=1),
        "Ana da a Tom: cartas 1",
    ),
}


@pytest.mark.parametrize("what", TOLD)
def test_a_line_of_the_log_counts_well_and_names_only_what_was_there(
    guest: Person, what: str
) -> None:
    event, words = TOLD[what]
    state = begun(guest).any_state
    with override("es"):
        assert narrate(event, state, pack_of(state)) == [words]


def test_an_effect_and_what_leaves_it_have_one_gender(guest: Person, as_person: AsPerson) -> None:
    table, phone = begun(guest), as_person(guest)
    phone.cookies["django_language"] = "es"
    state = table.any_state
    crossroads = replace(state.locations["crossroads"], side="B")
    people = {"punk": Character(player="Marta", at="crossroads")}
    people |= {
        key: Character(player=name, at="bank")
        for name, key in zip(NAMES[1:], ("geek", "teen", "rasta"), strict=True)
    }
    table.state = replace(
        state,
        phase="locations",
        at="crossroads",
        stage="effect",
        waiting=("Marta",),
        characters=people,
        food_shown=(1, 2, 3),
        locations={**state.locations, "crossroads": crossroads},
    )
    table.save()
    sheet = phone.get(reverse("companion:sheet", args=[table.pk, "ask/1"])).content.decode()
    assert "Usarlo" in sheet
    assert "No usarlo" in sheet
    assert "Usarla" not in sheet


def test_the_order_of_moves_is_named(guest: Person, as_person: AsPerson) -> None:
    table, phone = begun(guest), as_person(guest)
    sit(table, *NAMES[1:])
    seal_all(table)
    page = phone.get(reverse("companion:table", args=[table.pk])).content.decode()
    assert [turn in page for turn in ("moves 1st", "moves 2nd", "moves 3rd", "moves 4th")] == [
        True
    ] * 4


ROOT = Path(settings.BASE_DIR)
CATALOGUE = ROOT / "locale/es/LC_MESSAGES/django.po"
NOT_THE_BOOKS = re.compile(r"\b(lugar(es)?|poder(es)?|sin fuerzas|Primer jugador)\b")
ENDS_WITH_A_NAME = re.compile(
    r"%\((?:name|names|player|players|first|to|target|voter|winners)\)s\.(?:\s|$)"
)


def spoken() -> Iterator[tuple[str, str]]:
    """Every text of City of Horror's own: in English and in Spanish."""
    with CATALOGUE.open("rb") as file:
        for message in read_po(file, locale="es"):
            if message.id and all("city" in place for place, _line in message.locations):
                ids = message.id if isinstance(message.id, tuple) else (message.id,)
                told = message.string if isinstance(message.string, tuple) else (message.string,)
                yield from zip((*ids, ids[-1])[: len(told)], told, strict=True)


def test_spanish_texts_use_the_words_of_the_book() -> None:
    wrong = [told for _english, told in spoken() if NOT_THE_BOOKS.search(told)]
    for path in (ROOT / "rules/packs/data/city-of-horror").glob("*.toml"):
        for records in tomllib.loads(path.read_text(encoding="utf-8")).values():
            for record in records if isinstance(records, list) else ():
                effect = record.get("effect", {}).get("es", "") if isinstance(record, dict) else ""
                wrong += [effect] if NOT_THE_BOOKS.search(effect) else []
    assert wrong == []


def test_no_sentence_ends_with_a_name_which_may_have_a_dot_of_its_own() -> None:
    """As "Luis B." has."""
    both = [words for pair in spoken() for words in pair]
    assert [words for words in both if ENDS_WITH_A_NAME.search(words)] == []


def test_a_ballot_is_read_out_with_its_votes_counted(guest: Person, as_person: AsPerson) -> None:
    table, phone = begun(guest), as_person(guest)
    sit(table, *NAMES[1:])
    at_the_church(table, {"punk": "Marta", "teen": "Marta", "geek": "Noé"})
    say(table, "Marta", StepNext(id="go-on-000", seen=0))
    ready(table, "Luis B.", "Ana María")
    for name in ("Marta", "Noé"):
        say(table, name, VoteSeal(id="vote-0000", seen=0, player=name, choice="Marta"))
    page = phone.get(reverse("companion:table", args=[table.pk])).content.decode()
    ballots = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.partition('class="vr"')[2]))
    assert "1 vote for" in ballots
    assert "2 votes for" in ballots
    assert "1 votes" not in ballots
