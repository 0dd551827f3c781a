"""One record a kind of print, and prints that were stored long ago."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.template.loader import get_template
from django.utils import translation

from campaigns.printing.kind import Content
from campaigns.printing.kinds import KINDS, offered, title_of
from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from campaigns.printing.render import ASSETS, html_of
from campaigns.printing.services import print_request
from campaigns.printing.subjects import GameSubject, TableSubject
from campaigns.printing.tasks import run_print
from companion.models import Seat
from companion.people.models import Person
from rules import cover_of
from tests.printing import extreme
from tests.printing.prints import pages_as_html

# As they lay in the database before contents had types; "city-of-horror" and all.
STORED = json.loads((Path(__file__).parent / "stored.json").read_text(encoding="utf-8"))
STYLES = ASSETS / "styles"


def test_there_is_a_stored_print_of_every_kind() -> None:
    assert {kind for kind, _content in STORED} == set(KINDS)


@pytest.mark.parametrize(("kind", "stored"), STORED)
def test_a_stored_print_is_read_and_made_again(kind: str, stored: Any) -> None:
    """The same content as before, so that it is still the same print; on the same templates."""
    record = KINDS[kind]
    content = record.read(stored)
    assert json.loads(msgspec.json.encode(content)) == stored
    with translation.override("es"):
        assert title_of(kind, stored) == record.title(content) != kind
        pieces = record.pieces(content)
        assert pieces
        assert {piece.template for piece in pieces} <= set(record.templates)
        assert all("<body" in html_of(piece, Look()) for piece in pieces)


def test_every_record_is_whole() -> None:
    for name, record in KINDS.items():
        assert record.name == name
        assert issubclass(record.content, Content)
        assert record.offers, "somebody can ask for it"
        for template in record.templates:
            get_template(template)
        for language in ("es", "en"):
            with translation.override(language):
                assert all(str(offer.name) and str(offer.about) for offer in record.offers)


def test_what_can_be_printed_of_a_game() -> None:
    kinds = {game: list(offered(GameSubject(cover_of(game)))) for game in GAMES}
    assert kinds == GAMES


GAMES = {
    "zombicide-2e": ["reference", "mission-sheets", "survivor-cards", "blank-sheets"],
    "black-plague": ["reference", "mission-sheets", "survivor-cards"],
    "city-of-horror": ["city-score", "city-reference"],
}


@pytest.mark.django_db
def test_what_can_be_printed_of_a_table(seat: Seat) -> None:
    subject = TableSubject(seat, "http://x/")
    first = ["table-card", "seat-cards", "mission-sheets", "reference", "survivor-cards"]
    assert list(offered(subject)) == first
    seat.table.version = 1
    assert list(offered(subject)) == [*first, "after-action"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("reference", {"game": "a-game-that-left"}),
        ("mission-sheets", {"game": "black-plague", "missions": ["no such mission"]}),
        ("table-card", {"something": "else"}),
        ("a-kind-that-left", {}),
    ],
)
def test_a_print_nobody_can_read_any_more_is_listed_by_its_kind_and_fails_alone(
    guest: Person, kind: str, content: dict[str, Any]
) -> None:
    stored = msgspec.defstruct("Stored", [(name, Any) for name in content])(**content)
    job = print_request(person=guest, kind=kind, content=stored, language="es")
    assert job.title == kind
    run_print(str(job.pk))
    job.refresh_from_db()
    assert job.attempts == 1
    assert job.state == PrintJob.State.QUEUED, "it is tried again, and given up after the third"


CLASS = re.compile(r"\.([a-z][\w-]*)")


def test_a_sheet_names_the_stylesheets_that_know_its_classes() -> None:
    """In one that it does not name, a rule is for nobody."""
    known = {file.stem: set(CLASS.findall(file.read_text())) for file in STYLES.glob("*.css")}
    for _name, kind, content in extreme.contents("usual"):
        for page in pages_as_html(kind, content):
            styles = re.search(r'data-styles="([^"]*)"', page)
            assert styles
            named = {name for style in styles[1].split() for name in known[style]}
            used = set(" ".join(re.findall(r'class="([^"]*)"', page)).split())
            assert used & set().union(*known.values()) <= named, kind
