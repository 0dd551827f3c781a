"""Every file this site writes, bent place by place: refused in words, or made with sound pages."""

import copy
import json
import os
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.transfer.services import campaign_export
from companion.files.services import table_export
from companion.frame import counting
from companion.models import Table
from companion.people.models import Person
from companion.workshop.models import HousePack
from rules.workshop import file as pack_file
from tests.api.conftest import Program
from tests.campaigns.kit import begin, book_mission, tell
from tests.campaigns.test_foreign_files import pages_of as pages_of_campaign
from tests.city.test_files import over
from tests.companion.test_files import played
from tests.workshop.kit import add_cards, add_survivor, add_tutorial, make_pack

__all__ = ["over", "played"]

pytestmark = pytest.mark.django_db
EACH = 1 if "SOAK" in os.environ else 12
"""Of how many bent files one is sent; `make soak` sends all."""
GONE = object()
STRANGE: list[Any] = [
    *(GONE, None, [], {}, [None], {"x": None}, -1, 10**6, 10**12, 1.5, True),
    *("", "x", "\u200b", "   ", "\x00", "x" * 5_000),
]


@pytest.fixture
def send(
    luis: Program, as_person: Callable[[Person], Client], keeper: Person
) -> Callable[..., Any]:
    """Sends every bent file; what is made of one shows all its pages."""
    browser = as_person(keeper)
    luis.client.raise_request_exception = browser.raise_request_exception = False

    def all_of(
        address: str,
        document: Any,
        pages: Callable[[str], list[str]],
        written: Callable[[Any], Any] = lambda changed: json.dumps(changed).encode(),
    ) -> None:
        wrong: list[str] = []
        answers: Counter[int] = Counter()
        for what, changed in bent(document):
            counting.counts().clear()
            with transaction.atomic():
                answer = luis.post(address, written(changed))
                answers[answer.status_code] += 1
                if answer.status_code == 201:
                    for url in pages(answer.json()["id"]):
                        if browser.get(url).status_code >= 500:
                            wrong.append(f"{what}: {url}")
                elif answer.status_code not in (400, 413, 422) or not answer.json()["message"]:
                    wrong.append(f"{what}: {answer.status_code}")
                transaction.set_rollback(True)
        assert not wrong, "\n".join(wrong)
        assert answers[422], "some bent files are refused"
        assert answers[201], "some changes are harmless"

    return all_of


def bent(document: Any) -> Iterator[tuple[str, Any]]:
    """The document with one place of it taken out, or something strange put there."""
    for number, way in enumerate(places(document)):
        for turn, strange in enumerate(STRANGE):
            if (number + turn) % EACH:
                continue
            changed = copy.deepcopy(document)
            inner = changed
            for key in way[:-1]:
                inner = inner[key]
            if strange is GONE:
                del inner[way[-1]]
            else:
                inner[way[-1]] = copy.deepcopy(strange)
            yield (
                f"{'.'.join(map(str, way))}: {'gone' if strange is GONE else strange!r:.20}",
                changed,
            )


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a document: of a list's entries the first and the last."""
    inner = list(value.items() if isinstance(value, dict) else enumerate(value))
    if isinstance(value, list):
        inner = inner[:1] + inner[1:][-1:]
    for key, part in inner:
        yield (*at, key)
        if isinstance(part, dict | list):
            yield from places(part, (*at, key))


def table_pages(made: str) -> list[str]:
    names = ("table", "story", "screen", "seats")
    return [reverse(f"companion:{name}", args=[made]) for name in names]


def test_a_bent_table(send: Callable[..., None], played: Table) -> None:
    send("tables/import/", json.loads(table_export(played)), table_pages)


def test_a_bent_table_of_city_of_horror(send: Callable[..., None], over: Table) -> None:
    send("tables/import/", json.loads(table_export(over)), table_pages)


def test_a_bent_campaign(send: Callable[..., None], guest: Person) -> None:
    campaign = begin(guest)
    book_mission(campaign, "M1")
    tell(campaign, "keyword.gain", word="LLAVE")
    tell(campaign, "mission.start", mission="M2")
    document = json.loads(campaign_export(Campaign.objects.get(pk=campaign.pk)))

    def pages(made: str) -> list[str]:
        return pages_of_campaign(Campaign.objects.get(pk=made))

    send("campaigns/import/", document, pages)


def test_a_bent_pack(send: Callable[..., None], luis: Program, account: Person) -> None:
    pack = make_pack(account)
    add_tutorial(pack)
    add_survivor(pack)
    add_cards(pack)
    saved = luis.post(f"packs/{pack.pk}/export/").json()["document"]

    def written(changed: Any) -> dict[str, str]:
        lines = [f"{name} = {pack_file._value(value)}" for name, value in changed.items()]
        return {"document": "\n".join(lines)}

    def pages(made: str) -> list[str]:
        return [reverse("workshop:pack", args=[HousePack.objects.get(pk=made).pk])]

    send("packs/import/", tomllib.loads(saved), pages, written)
