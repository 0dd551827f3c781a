"""The controls of every form of the workshop, in every game, are those of `posted.json`.

Phones post these names, also from a page that was opened before an update. A field that is new on
purpose is written there by hand.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from companion.people.models import Person
from companion.workshop.models import HousePack
from rules import load_packs
from rules.workshop.draft import MISSIONS
from rules.workshop.patterns import patterns
from rules.workshop.pieces import PIECES
from tests.robot.page import Control, Page
from tests.workshop.kit import make_pack

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
POSTED: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("posted.json").read_text(encoding="utf-8")
)
PARTS = ("title", "board", "zones", "start", "decks")


def posted(client: Client, url: str) -> set[str]:
    """The controls of the form of a page: name, kind, and limits of what may be typed."""
    page = Page(url, 200, client.get(url).content.decode())
    return {
        described(control) for form in page.forms for control in form.controls if control.name
    } - {"csrfmiddlewaretoken:hidden"}


def described(control: Control) -> str:
    limits = [control.min, control.max or control.maxlength]
    return ":".join((control.name, control.type, "-".join(filter(None, limits)))).rstrip(":")


def sources(client: Client, url: str, name: str) -> list[str]:
    """What a page offers to begin with: nothing, the first, the middle one and the last."""
    page = Page(url, 200, client.get(url).content.decode())
    there = [button.value for button in page.buttons if button.name == name]
    return list(dict.fromkeys([*there[:2], *there[len(there) // 2 :][:1], *there[-1:]]))


def forms_of(client: Client, pack: HousePack) -> Iterator[tuple[str, set[str]]]:
    for kind in (kind for kind in PIECES if kind != MISSIONS):
        new = reverse("workshop:piece-new", args=[pack.pk, kind])
        if client.get(new).status_code == 404:
            continue
        for source in sources(client, new, "from"):
            yield kind, posted(client, client.post(new, {"from": source}).url)
    new = reverse("workshop:piece-new", args=[pack.pk, "missions"])
    for number, source in enumerate(sources(client, new, "from"), 1):
        client.post(new, {"from": source})
        for part in PARTS:
            yield part, posted(client, reverse("workshop:part", args=[pack.pk, f"m{number}", part]))
    for side in ("goals", "rules"):
        blank = reverse("workshop:rule", args=[pack.pk, "m1", side, 0])
        yield side, posted(client, blank)
        for do in patterns(pack.game, side):
            yield side, posted(client, f"{blank}?do={do}")


@pytest.mark.parametrize("game", list(load_packs()))
def test_the_forms_of_a_game_ask_for_what_they_always_asked(
    as_person: AsPerson, guest: Person, game: str
) -> None:
    client = as_person(guest)
    asked: dict[str, set[str]] = {}
    for form, names in forms_of(client, make_pack(guest, game=game)):
        asked.setdefault(form, set()).update(names)
    assert {form: " ".join(sorted(names)) for form, names in asked.items()} == POSTED[game]
