"""Simulated evenings on paper: charts, tables, words, for one set-up or two."""

from collections.abc import Callable

import pytest
from django.http import QueryDict
from django.test import Client

from campaigns.printing.kind import PrintChoices
from campaigns.printing.measured import MeasuredSetup, MeasuredSubject
from campaigns.printing.models import PrintJob
from campaigns.printing.sheets import difficulty
from companion.difficulty import services
from companion.difficulty.models import Measurement
from companion.difficulty.selectors import setting_for
from companion.difficulty.tasks import play_evenings
from companion.people.models import Person
from companion.setup.address import read_plan
from rules import load_packs
from rules.evenings.setting import Setting
from rules.evenings.tally import tally
from rules.packs.schema import Term
from tests.printing.reading import text_of
from tests.printing.test_sheets import made

AsPerson = Callable[[Person], Client]
PAGE = "/prints/new/black-plague/difficulty/"
LOOK = {"what": "difficulty", "language": "es", "paper": "a4", "ink": "full", "type": "ordinary"}


def setting(game: str, query: str = "") -> Setting:
    plan = read_plan(load_packs()[game], QueryDict(query), keeper="")
    return setting_for(plan)


def test_two_set_ups_of_different_games_on_paper() -> None:
    first, second = (
        setting("black-plague", "option=points-stop-at-red"),
        setting("army-of-the-dead"),
    )
    measured = [
        MeasuredSetup(
            first,
            tally(first, range(3)),
            Term(es="El molino", en="The mill"),
            (Term(es="Sin abominaciones (Nuestra peste)", en="No abominations (Our plague)"),),
        ),
        MeasuredSetup(second, tally(second, range(3))),
    ]
    sheet = made("difficulty", difficulty.content(MeasuredSubject(measured), PrintChoices()), "es")
    assert sheet.flaws == []
    assert sheet.pages <= 2
    text = " ".join(text_of(sheet.pdf).split())
    for words in (
        "Black Plague",
        "El molino",
        "Sin abominaciones (Nuestra peste)",
        "Ejército de los muertos",
        "Ann",
        "A · línea entera",
    ):
        assert words in text
    for chart in ("ZOMBIS EN EL TABLERO", "NIVEL DE PELIGRO", "MINIATURAS QUE FALTAN"):
        assert chart in text.upper()
    assert "desconocidas" in text, "cards that were left out are said"
    assert text.count("B: MEDIA") == 1, "both set-ups in the tables"


@pytest.mark.django_db
def test_the_page_asks_for_what_was_measured(guest: Person, as_person: AsPerson) -> None:
    client = as_person(guest)
    back = "/tables/new/black-plague/difficulty/"
    assert client.get(PAGE).headers["Location"] == back, "nothing to print yet"
    services.measure(person=guest, setting=setting("black-plague"))
    play_evenings(Measurement.objects.get().pk)
    page = client.get(PAGE).content.decode()
    assert f'href="{back}"' in page
    progress = client.get(back, headers={"hx-request": "true"}).content.decode()
    assert PAGE in progress, "the way to it comes with the result"
    assert client.post(PAGE, LOOK).status_code == 302
    assert PrintJob.objects.get().kind == "difficulty"
    assert client.get(PAGE, {"survivors": ""}).status_code == 302
    assert client.get("/prints/new/nothing/difficulty/").status_code == 404
