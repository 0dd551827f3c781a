"""Dates as they are said at the table: the day first, in both languages, and hours up to 24."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.models import CampaignEntry
from companion.people.models import Person
from tests.campaigns.kit import begin, tell

EVENING = datetime(2026, 11, 17, 20, 5, tzinfo=UTC)  # 21:05 in Madrid
SAID = [
    ("en", "DATE_FORMAT", "17 November 2026"),
    ("en", "SHORT_DATE_FORMAT", "17 Nov 2026"),
    ("en", "DATETIME_FORMAT", "17 November 2026, 21:05"),
    ("en", "SHORT_DATETIME_FORMAT", "17 Nov 2026 21:05"),
    ("en", "TIME_FORMAT", "21:05"),
    ("es", "DATE_FORMAT", "17 de noviembre de 2026"),
    ("es", "SHORT_DATE_FORMAT", "17/11/2026"),
]


@pytest.mark.parametrize(("language", "form", "said"), SAID)
def test_the_day_comes_first(language: str, form: str, said: str) -> None:
    with translation.override(language):
        shown = Template(f'{{{{ evening|date:"{form}" }}}}').render(Context({"evening": EVENING}))
    assert shown == said


@pytest.mark.django_db
def test_a_page_in_english_names_the_month(
    guest: Person, as_person: Callable[[Person], Client]
) -> None:
    campaign = begin(guest)
    tell(campaign, "keyword.gain", word="KEY")
    CampaignEntry.objects.filter(campaign=campaign).update(made_at=EVENING)
    address = reverse("campaigns:log", args=[campaign.pk])
    page = as_person(guest).get(address, headers={"Accept-Language": "en-US"}).content.decode()
    assert "17 Nov 2026 21:05" in page
