"""City of Horror on paper: a score sheet and a reference sheet, of the game and of a table."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.printing.kind import Chosen
from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from campaigns.printing.sheets import city
from companion.people.models import Person
from rules.systems.city_of_horror.pack import load_city
from tests.city.kit import GAME, NAMES, open_city_table
from tests.printing.reading import pages_of, size_of, text_of
from tests.printing.test_sheets import made, of_table

LOOKS = [("es", Look(paper="a4")), ("en", Look(paper="letter", ink="saving"))]


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "look"), LOOKS)
def test_the_sheets_of_a_table(guest: Person, language: str, look: Look) -> None:
    table = open_city_table(guest)
    content = city.content_of_table(of_table(table.seats.get()), Chosen())
    score = made("city-score", content, language, look).pdf
    assert pages_of(score) == 1
    assert size_of(score) == ((210, 297) if look.paper == "a4" else (216, 279))
    text = " ".join(text_of(score).split())
    assert all(name.split()[0] in text for name in NAMES)
    assert "04:00" in text
    reference = made("city-reference", content, language, look).pdf
    assert pages_of(reference) == 2
    text = " ".join(text_of(reference).split())
    pack = load_city()
    for one in (*pack.characters.values(), *pack.actions.values(), *pack.locations.values()):
        assert one.name.in_language(language).split()[-1][:4] in text, one.id


@pytest.mark.django_db
def test_the_print_room_offers_them(guest: Person, as_person: Callable[[Person], Client]) -> None:
    table, phone = open_city_table(guest), as_person(guest)
    look = {"language": "es", "paper": "a4", "ink": "full", "type": "ordinary"}
    assert phone.get(reverse("printing:prints")).status_code == 200
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
@pytest.mark.parametrize("kind", ["table-card", "seat-cards"])
def test_cards_to_join_by(guest: Person, kind: str) -> None:
    from campaigns.printing.sheets import seats, table_card

    seat = open_city_table(guest).seats.get()
    maker = table_card if kind == "table-card" else seats
    pdf = made(kind, maker.content(of_table(seat), Chosen()), "es").pdf
    assert pages_of(pdf) <= 2, "more names than the card has room for are on a second page"
    assert "Ana María" in " ".join(text_of(pdf).split())
