"""Files that this site did not make: refused in words, or a campaign whose pages all open."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.transfer.document import read_document
from campaigns.transfer.services import campaign_export, campaign_import
from companion.people.models import Person
from rules import IllegalCommand
from tests.campaigns.kit import begin, book_mission, tell
from tests.companion.test_foreign_files import MUTATIONS, mutated

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
PAGES = ("campaign", "members", "objectives", "log", "more", "compare")


@pytest.fixture
def document(guest: Person) -> Any:
    campaign = begin(guest)
    book_mission(campaign, "M1")
    tell(campaign, "keyword.gain", word="LLAVE")
    tell(campaign, "mission.start", mission="M2")
    return json.loads(campaign_export(Campaign.objects.get(pk=campaign.pk)))


def pages_of(campaign: Campaign) -> list[str]:
    sheets = [reverse("campaigns:sheet", args=[campaign.pk, key]) for key in campaign.state.sheets]
    return [*(reverse(f"campaigns:{name}", args=[campaign.pk]) for name in PAGES), *sheets[:2]]


def test_whatever_a_file_says_no_page_fails(document: Any, as_person: AsPerson) -> None:
    taken = 0
    for seed in range(MUTATIONS):
        data = json.dumps(mutated(document, random.Random(seed))).encode()
        try:
            with transaction.atomic():
                saved, _mended = read_document(data)
                keeper = Person.objects.create_guest(name="Eva")
                campaign = campaign_import(person=keeper, saved=saved)
        except IllegalCommand:
            continue
        taken += 1
        for url in pages_of(campaign):
            status = as_person(keeper).get(url).status_code
            assert status in (200, 204, 302, 404, 422), (seed, url)
    assert taken, "some changes are harmless, or nothing was tried"
