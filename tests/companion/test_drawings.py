"""Parts of the table that phones share: drawn once where they are alike, and only there."""

import re
import uuid
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.test.signals import template_rendered
from django.urls import reverse
from django.utils import translation

from companion.drawings import MOST, SECONDS, Drawings
from companion.models import Seat
from companion.people.models import Person
from companion.seats import services as seats
from tests.companion.test_quiet import HTMX, tap

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Begin without drawings, and again whenever it is called."""

    def begin() -> None:
        monkeypatch.setattr("companion.templatetags.table.drawings", Drawings())

    begin()
    return begin


@pytest.fixture
def phone(seat: Seat, as_person: Callable[[Person], Client]) -> Callable[..., Client]:
    """Seat a phone at the table; `phone("Luis", may_play=False)` only looks on."""

    def seated(name: str, *, may_play: bool = True) -> Client:
        person = Person.objects.create_guest(name=name)
        role = Seat.Role.PLAYER if may_play else Seat.Role.READER
        seats.seat_take(table=seat.table, person=person, name=name)
        Seat.objects.filter(table=seat.table, person=person).update(role=role)
        return as_person(person)

    return seated


@pytest.fixture
def templates() -> Iterator[list[str]]:
    """Collect the names of templates as they are rendered."""
    names: list[str] = []

    def note(sender: object, template: object, **_more: object) -> None:
        names.append(str(getattr(template, "name", "")))

    template_rendered.connect(note)
    yield names
    template_rendered.disconnect(note)


def look(client: Client, seat: Seat, seen: int, language: str = "en") -> str:
    """Return what a phone fetches that has seen a version."""
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer: HttpResponse = client.get(
        reverse("companion:board", args=[seat.table_id]), {"seen": str(seen)}, headers=HTMX
    )
    assert answer.status_code == 200
    return answer.content.decode()


def parts(page: str) -> str:
    """Return a page without what each phone is told apart."""
    return re.sub(r'<ul id="changes".*?</ul>', "", page, flags=re.S)


def test_phones_that_look_alike_share_a_drawing(
    seat: Seat, phone: Callable[..., Client], templates: list[str]
) -> None:
    luis, eva = phone("Luis"), phone("Eva")
    table = tap(seat, "zombies.add", zombie="walker", count=3)
    first = look(luis, seat, table.version - 1)
    assert "companion/board/_parts.html" in templates
    templates.clear()
    second = look(eva, seat, table.version - 1)
    assert parts(first) == parts(second)
    assert "companion/board/_parts.html" not in templates
    assert "companion/board/_dock.html" not in templates
    assert "companion/board/_changes.html" in templates


def test_a_drawing_is_what_a_phone_alone_would_get(
    seat: Seat, phone: Callable[..., Client], forget: Callable[[], None]
) -> None:
    luis, eva = phone("Luis"), phone("Eva")
    for fields in ({"zombie": "walker", "count": 3}, {"zombie": "runner", "count": 1}):
        table = tap(seat, "zombies.add", **fields)
        look(luis, seat, table.version - 1)
        shared = look(eva, seat, table.version - 1)
        forget()
        assert look(eva, seat, table.version - 1) == shared


def test_a_phone_further_behind_has_its_own(seat: Seat, phone: Callable[..., Client]) -> None:
    luis, eva = phone("Luis"), phone("Eva")
    tap(seat, "points.award", survivor="wanda", amount=8)
    tap(seat, "zombies.add", zombie="walker", count=3)
    table = tap(seat, "zombies.add", zombie="runner", count=1)
    assert 'id="situation"' not in look(luis, seat, table.version - 1)
    assert 'id="situation"' in look(eva, seat, table.version - 3)


def test_who_only_watches_gets_no_buttons(seat: Seat, phone: Callable[..., Client]) -> None:
    luis, watcher = phone("Luis"), phone("Eva", may_play=False)
    table = tap(seat, "zombies.add", zombie="walker", count=3)
    assert 'id="undo"' in look(luis, seat, table.version - 1)
    assert 'id="undo"' not in look(watcher, seat, table.version - 1)


def test_each_language_has_its_own(seat: Seat, phone: Callable[..., Client]) -> None:
    luis, eva = phone("Luis"), phone("Eva")
    table = tap(seat, "zombies.add", zombie="walker", count=3)
    with translation.override("es"):
        undo = translation.gettext("Undo:")
    assert undo not in look(luis, seat, table.version - 1, "en")
    assert undo in look(eva, seat, table.version - 1, "es")


def test_a_step_brings_a_new_drawing(seat: Seat, phone: Callable[..., Client]) -> None:
    luis = phone("Luis")
    table = tap(seat, "zombies.add", zombie="walker", count=3)
    before = look(luis, seat, 0)
    tap(seat, "zombies.add", zombie="runner", count=1)
    after = look(luis, seat, 0)
    assert f'data-version="{table.version}"' in before
    assert parts(before) != parts(after)


def test_a_drawing_leaves_no_name_to_the_sheet_after_it(
    seat: Seat, phone: Callable[..., Client], forget: Callable[[], None]
) -> None:
    """The parts name the survivors `cards`; so does this sheet its weapons."""
    luis = phone("Luis")
    tap(seat, "zombies.add", zombie="walker", count=3)
    address = reverse("companion:sheet", args=[seat.table_id, "starting/"])
    sheets = []
    for _ in range(2):  # drawn, then taken from the drawings
        page = luis.get(address, headers=HTMX).content.decode()
        sheets.append(page[page.index('id="sheets"') :])
    forget()
    alone = luis.get(address).content.decode()
    sheets.append(alone[alone.index('id="sheets"') :])
    buttons = [re.findall(r'id="give-[^"]*"', sheet) for sheet in sheets]
    assert buttons[0]
    assert buttons[0] == buttons[1] == buttons[2]


def test_the_table_under_a_sheet_leads_back_to_none(
    seat: Seat, phone: Callable[..., Client]
) -> None:
    """The sheet may be closed by the time; it has an undo bar of its own."""
    tap(seat, "zombies.add", zombie="walker", count=3)
    luis, sheet = phone("Luis"), reverse("companion:sheet", args=[seat.table_id, "supply/"])
    for headers in (HTMX, {}):
        page = luis.get(sheet, headers=headers).content.decode()
        table, over = page.split('id="sheets"')
        assert "/undo/" in table
        assert "?show=supply" not in table
        assert "/undo/?show=supply" in over


def test_few_drawings_are_kept() -> None:
    kept, made = Drawings(), []

    def draw() -> str:
        made.append(1)
        return "drawing"

    for number in range(MOST + 1):
        kept.drawn(number, draw)
    kept.drawn(MOST, draw)
    assert len(made) == MOST + 1
    kept.drawn(0, draw)
    assert len(made) == MOST + 2


def test_an_old_drawing_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, made, now = Drawings(), [], [100.0]
    monkeypatch.setattr("companion.drawings.time.monotonic", lambda: now[0])
    for after in (0.0, SECONDS / 2, SECONDS):
        now[0] = 100.0 + after
        kept.drawn(uuid.UUID(int=1), lambda: str(made.append(1)))
    assert len(made) == 2
