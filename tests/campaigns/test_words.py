"""Every event of a campaign has a sentence, in both languages, and so has every word it needs."""

from collections.abc import Callable
from typing import get_args

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns import narration, words
from companion.people.models import Person
from rules.campaign import CampaignEvent, Sheet, book_of, new_campaign
from rules.campaign.state import Objective
from tests.campaigns.kit import begin

SAMPLES = {
    "sheet": "wanda",
    "successor": "ned",
    "mission": "M1",
    "card": "m1-note-2",
    "skill": "hoard",
    "achievement": "tunnel-rat",
    "status": "dead",
    "result": "won",
    "before": "won",
    "after": 3,
    "where": "back",
    "fields": ("points", "status"),
    "reason": "forgot",
    "word": "LLAVE",
    "tile": "4R",
    "on": "zone",
    "hour": 19,
    "override": True,
    "out_of_order": True,
    "milestone": 2,
    "left": 1,
    "number": 1,
    "kept": False,
    "typed": True,
    "needs": "LLAVE",
    "closes": (),
    "faces": (1, 6),
}
STATE = new_campaign(
    game="zombicide-2e",
    expansion="washington-zc",
    sheets=[(key, Sheet(name=key.title(), player="Marta")) for key in ("wanda", "ned")],
)


def sample(kind: type) -> object:
    fields = {field: SAMPLES.get(field, "mission") for field in kind.__struct_fields__}
    tag = kind.__struct_config__.tag
    if tag.startswith(("upkeep.", "equipment.")):
        fields["card"] = "machete-1"
    if tag == "equipment.lost":
        fields["why"] = "broken"
    if tag == "mission.amended":
        fields["after"] = "lost"
    return kind(**fields)


@pytest.mark.parametrize("kind", get_args(CampaignEvent), ids=lambda kind: kind.__name__)
def test_every_event_is_told_in_both_languages(kind: type) -> None:
    event = sample(kind)
    sentences = {}
    for language in ("es", "en"):
        with translation.override(language):
            sentences[language] = narration.tell(event, narration.CampaignTeller(STATE))  # type: ignore[arg-type]
    assert all(sentences.values())
    assert "%(" not in "".join(sentences.values())
    assert msgspec.json.encode(event)


def test_every_event_has_its_sentence_and_no_other() -> None:
    assert set(narration.SENTENCES) == set(get_args(CampaignEvent))


def test_a_face_down_card_is_called_by_its_place_in_the_row() -> None:
    state = msgspec.structs.replace(
        STATE,
        mission="M1",
        objectives={"m1-objective-1": Objective(), "m1-objective-2": Objective()},
    )
    with translation.override("es"):
        name = words.objective_name(state, book_of(state), "m1-objective-2")
    assert name == "Carta n.º 2"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "goal", "rule"),
    [
        ("es", "(lo comprueba la app)", "(se encarga la app)"),
        ("en", "(the app counts it)", "(the app applies it)"),
    ],
)
def test_a_goal_is_the_players_to_reach_and_the_apps_to_count(
    guest: Person, as_person: Callable[[Person], Client], language: str, goal: str, rule: str
) -> None:
    client, campaign = as_person(guest), begin(guest)
    client.cookies["django_language"] = language
    page = client.get(reverse("campaigns:start", args=[campaign.pk])).content.decode()
    goals, _head, rules = page.partition('class="rules"')[2].partition("</ul>")
    assert goal in goals
    assert rule not in goals
    assert rule in rules
    assert goal not in rules
    assert "hace la app" not in page
