"""City of Horror on paper: a score sheet and a reference sheet, of the game and of a table."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.printing.kind import PrintChoices
from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from campaigns.printing.sheets import city, seats, table_card
from companion.people.models import Person
from rules.systems.city_of_horror.pack import load_city
from tests.city.kit import GAME, NAMES, open_city_table
from tests.printing.prints import made, pages_as_html, said, text_of
from tests.printing.test_sheets import of_table


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["es", "en"])
def test_the_sheets_of_a_table(guest: Person, language: str) -> None:
    table = open_city_table(guest)
    content = city.content_of_table(of_table(table.seats.get()), PrintChoices())
    text = said("city-score", content, language)
    assert all(name.split()[0] in text for name in NAMES)
    assert "04:00" in text
    text = said("city-reference", content, language)
    pack = load_city()
    for fact in (*pack.characters.values(), *pack.actions.values(), *pack.locations.values()):
        assert fact.name.in_language(language) in text, fact.id


def numbers_of_places(kind: str, content: city.CitySheet) -> list[str | None]:
    """What stands before each place on a sheet, as the sheet has them in order."""
    pack = load_city()
    names = "|".join(place.name.in_language("en") for place in pack.locations.values())
    heads = re.findall(
        rf"<th[^>]*>\s*(\d)?\s*(?:{names})\s*</th>", "".join(pages_as_html(kind, content))
    )
    assert len(heads) == len(pack.locations)
    return [number or None for number in heads]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["city-score", "city-reference"])
def test_places_have_the_numbers_of_the_table_or_none(guest: Person, kind: str) -> None:
    """The numbers on the crossroads are the order of play, and buildings stand on any corner."""
    table = open_city_table(guest)
    content = city.content_of_table(of_table(table.seats.get()), PrintChoices())
    assert content.order == tuple(table.any_state.locations)
    assert numbers_of_places(kind, content) == ["1", "2", "3", "4", "5", "6"]
    assert numbers_of_places(kind, city.CitySheet(game=GAME)) == [None] * 6


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("es", "Quien no tiene a nadie vivo no puntúa."),
        ("en", "A player with no one alive scores nothing."),
    ],
)
def test_the_score_sheet_says_who_scores_nothing(language: str, sentence: str) -> None:
    assert sentence in said("city-score", city.CitySheet(game=GAME), language)


def test_how_many_pages_they_take() -> None:
    """In Spanish on the shorter paper, which is the hard case."""
    content = city.CitySheet(game=GAME)
    look = Look(paper="letter")
    assert made("city-score", content, "es", look).pages == 1
    assert made("city-reference", content, "es", look).pages == 2


@pytest.mark.django_db
def test_the_print_room_offers_them(guest: Person, as_person: Callable[[Person], Client]) -> None:
    table, phone = open_city_table(guest), as_person(guest)
    look = {"language": "es", "paper": "a4", "ink": "full", "type": "ordinary"}
    listed = phone.get(reverse("printing:prints")).content.decode()
    own = listed.split(reverse("printing:game", args=[GAME]))[1].split("</a>")[0]
    assert "Score sheet · Reference sheet" in own
    assert "ission" not in own
    wanted = ["city-score", "city-reference", "table-card", "seat-cards"]
    page = phone.get(reverse("printing:table", args=[table.pk])).content.decode()
    assert all(f'value="{kind}"' in page for kind in wanted)
    assert 'value="mission-sheets"' not in page
    sent = phone.post(reverse("printing:table", args=[table.pk]), {**look, "what": wanted})
    assert sent.status_code == 302
    assert phone.get(reverse("printing:game", args=[GAME])).status_code == 200
    sent = phone.post(reverse("printing:game", args=[GAME]), {**look, "what": ["city-score"]})
    assert sent.status_code == 302
    phone.post(reverse("printing:table-card", args=[table.pk]))
    kinds = sorted(PrintJob.objects.values_list("kind", flat=True))
    assert set(kinds) == set(wanted)


@pytest.mark.django_db
def test_cards_to_join_by(guest: Person) -> None:
    seat = open_city_table(guest).seats.get()
    for kind, maker in (("table-card", table_card), ("seat-cards", seats)):
        content = maker.content(of_table(seat), PrintChoices())
        sheets = pages_as_html(kind, content, "es")
        assert len(sheets) <= 2, "more names than the card has room for are on a second page"
        assert "Ana María" in text_of("".join(sheets))
