"""One plan, two doors: whatever is wrong with a table is wrong on the page and for a program."""

from collections.abc import Callable
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import Table
from companion.people.models import Person
from tests.api.conftest import Program
from tests.campaigns.kit import begin

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
GAME = "black-plague"
ANN = {"survivor": "ann"}
LEFT_OUT: tuple[str, ...] = ()
"""An address names nothing that the page has not offered: the page leaves it out."""


class Case(NamedTuple):
    """A set-up in the words of both doors, and the codes of its problems."""

    body: dict[str, Any]
    address: dict[str, Any]
    codes: tuple[str, ...] = ()
    page: tuple[str, ...] | None = None
    """Codes on the page, if they are others."""


def zones(*bodies: dict[str, Any]) -> dict[str, Any]:
    return {"zones": list(bodies)}


CASES = {
    "nothing": Case({}, {}),
    "a mission": Case({"mission": f"{GAME}:A2"}, {"mission": f"{GAME}:A2"}),
    "a box that is not there": Case(
        {"expansions": ["none"]}, {"with": ["none"]}, ("expansion.unknown",), LEFT_OUT
    ),
    "a mission that is not there": Case(
        {"mission": f"{GAME}:M99"}, {"mission": f"{GAME}:M99"}, ("mission.unknown",), LEFT_OUT
    ),
    "a survivor of no box": Case(
        {"survivors": [{"survivor": "nobody"}, ANN]},
        {"survivors": ["nobody", "ann"]},
        ("survivor.unknown",),
    ),
    "nobody but a survivor of no box": Case(
        {"survivors": [{"survivor": "nobody"}]},
        {"survivors": ["nobody"]},
        ("survivor.unknown", "survivors.none"),
    ),
    "the same survivor twice": Case(
        {"survivors": [ANN, ANN]}, {"survivors": ["ann", "ann"]}, ("survivors.twice",), LEFT_OUT
    ),
    "a survivor without a name": Case(
        {"survivors": [ANN, {}]}, {"survivors": ["ann", ""]}, ("survivor.unknown",), LEFT_OUT
    ),
    "a name that shows nothing": Case(
        {"survivors": [ANN, {"name": "\u200b"}]},
        {"survivors": ["ann"], "own": ["\u200b"]},
        ("survivor.name",),
        LEFT_OUT,
    ),
    "two names that look alike": Case(
        {"survivors": [{"name": "Zoe"}, {"name": "ZOE"}]}, {"own": ["Zoe", "ZOE"]}, ("name.alike",)
    ),
    "a name like that of the box": Case(
        {"survivors": [ANN, {"name": "ann"}]},
        {"survivors": ["ann"], "own": ["ann"]},
        ("name.alike",),
    ),
    "two players who look alike": Case(
        {"players": ["Eva", "EVA"], "survivors": [ANN, {"survivor": "samson"}]},
        {"players": "Eva,EVA", "survivors": ["ann", "samson"]},
        ("name.alike",),
    ),
    "a player who is not at the table": Case(
        {"players": ["Marta"], "survivors": [{**ANN, "player": "Eva"}]},
        {"players": "Marta", "survivors": ["ann"], "by": ["ann~Eva"]},
        ("player.unknown",),
        LEFT_OUT,
    ),
    "more players than survivors": Case(
        {"players": ["Marta", "Luis"], "survivors": [ANN]},
        {"players": "Marta,Luis", "survivors": ["ann"]},
        page=("players.too_many",),
    ),
    "a team": Case({"survivors": [{**ANN, "team": "red"}]}, {}, ("team.none_here",), LEFT_OUT),
    "two zones of one name": Case(
        zones({"id": "a"}, {"id": "a"}), {"zone": ["a", "a"]}, ("zone.twice",), LEFT_OUT
    ),
    "two starting zones": Case(
        zones({"id": "a", "start": True}, {"id": "b", "start": True}),
        {"zone": ["a.start", "b.start"]},
        ("zone.second_start",),
        LEFT_OUT,
    ),
    "a locator in two zones": Case(
        zones({"id": "a", "locators": [1]}, {"id": "b", "locators": [1, 2]}),
        {"zone": ["a.l1", "b.l1.l2"]},
        ("locator.twice",),
        LEFT_OUT,
    ),
    "a token of another game": Case(
        zones({"id": "a", "kind": "zeus"}), {"zone": ["a.k-zeus"]}, ("zone.kind",), LEFT_OUT
    ),
    "a deck that is not there": Case(
        {"chance": {"decks": {"tarot": "table"}}}, {"table": ["tarot"]}, ("deck.unknown",), LEFT_OUT
    ),
    "a deck that no pack has": Case(
        {"decks": {"zombies": "ours:d1"}},
        {"deck": ["zombies~ours:d1"]},
        ("deck.unknown",),
        LEFT_OUT,
    ),
    "a rule of another game": Case(
        {"options": ["ultrared"]}, {"option": ["ultrared"]}, ("option.not_here",), LEFT_OUT
    ),
    "cards nobody knows, drawn by the app": Case(
        {
            "game": "army-of-the-dead",
            "survivors": [{"survivor": "scott-ward"}],
            "chance": {"decks": {"zombies": "app"}},
        },
        {"game": "army-of-the-dead", "survivors": ["scott-ward"], "table": [""]},
        ("deck.unknown_cards",),
        LEFT_OUT,
    ),
    "three at once": Case(
        {"survivors": [{"survivor": "nobody"}, {"name": "Zoe"}, {"name": "zoe"}, {"name": "ZOE"}]},
        {"survivors": ["nobody"], "own": ["Zoe", "zoe", "ZOE"]},
        ("survivor.unknown", "name.alike", "name.alike"),
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_a_page_and_a_program_are_told_the_same(
    luis: Program, as_person: AsPerson, keeper: Person, case: Case
) -> None:
    assert told_to_a_program(luis, case.body) == case.codes
    on_page = case.codes if case.page is None else case.page
    assert told_on_the_page(as_person(keeper), case.address) == on_page


def told_to_a_program(luis: Program, body: dict[str, Any]) -> tuple[str, ...]:
    """Send it; the first problem answers as if it were alone, and nothing is opened."""
    before = Table.objects.count()
    answer = luis.post("tables/", {"game": GAME, "survivors": [ANN], **body})
    if answer.status_code == 201:
        return ()
    refused = answer.json()
    problems = refused["params"].pop("problems")
    assert (answer.status_code, refused) == (422, problems[0])
    assert all(each["message"] != each["code"] for each in problems)
    assert Table.objects.count() == before
    return tuple(each["code"] for each in problems)


def told_on_the_page(client: Client, address: dict[str, Any]) -> tuple[str, ...]:
    """Look at it, then tap Begin: what the page says is in the way, and nothing else, is."""
    said = {"survivors": ["ann"], **address}
    url = reverse("companion:open", args=[said.pop("game", GAME)])
    page = client.get(f"{url}?{urlencode(said, doseq=True)}")
    plan, before = page.context["plan"], Table.objects.count()
    sentences = [sentence for step in plan.told.values() for sentence in step]
    assert bool(sentences) == bool(plan.problems)
    assert all(escape(sentence) in page.content.decode() for sentence in sentences)
    assert client.post(url, said).status_code == (422 if sentences else 302)
    assert Table.objects.count() == before + (not sentences)
    return tuple(problem.error.code for problem in plan.problems)


def test_a_program_is_told_all_that_is_wrong_at_once(luis: Program) -> None:
    wrong = {
        "game": GAME,
        "expansions": ["none"],
        "decks": {"zombies": "ours:d1"},
        "chance": {"decks": {"tarot": "app"}},
        "mission": f"{GAME}:M99",
        "players": ["Marta"],
        "survivors": [{"survivor": "nobody"}, {**ANN, "player": "Eva"}, {"name": "Ann"}],
        "zones": [{"id": "a", "kind": "zeus"}, {"id": "a"}],
        "options": ["ultrared"],
    }
    refused = luis.post("tables/", wrong, accept_language="es").json()
    assert refused["code"] == "expansion.unknown"
    assert refused["params"]["expansion"] == "none"
    assert [(each["code"], each["params"]) for each in refused["params"]["problems"]] == [
        ("expansion.unknown", {"expansion": "none"}),
        ("deck.unknown", {"deck": "ours:d1"}),
        ("deck.unknown", {"deck": "tarot"}),
        ("mission.unknown", {"mission": f"{GAME}:M99"}),
        ("survivor.unknown", {"survivor": "nobody"}),
        ("player.unknown", {"player": "Eva"}),
        ("zone.twice", {"zone": "a"}),
        ("name.alike", {"name": "Ann"}),
        ("zone.kind", {"zone_kind": "zeus"}),
        ("option.not_here", {"option": "ultrared"}),
    ]
    assert refused["params"]["problems"][4]["message"] == "Ese Superviviente no está en esta mesa."


def test_a_mission_of_a_campaign_is_checked_in_the_same_way(luis: Program, keeper: Person) -> None:
    campaign = begin(keeper)
    wrong = {
        "id": "start-000001",
        "seen": campaign.version,
        "chance": {"decks": {"tarot": "app"}},
        "zones": [{"id": "a", "start": True}, {"id": "a", "start": True}],
    }
    refused = luis.post(f"campaigns/{campaign.pk}/missions/M1/start/", wrong).json()
    assert (refused["code"], refused["params"]["deck"]) == ("deck.unknown", "tarot")
    assert [each["code"] for each in refused["params"]["problems"]] == [
        "deck.unknown",
        "zone.twice",
        "zone.second_start",
    ]


def test_a_game_that_is_not_there_has_no_other_problems(luis: Program) -> None:
    refused = luis.post("tables/", {"game": "chess", "survivors": [{}], "mission": "x"})
    assert (refused.status_code, refused.json()["code"]) == (422, "game.unknown")
    assert [each["code"] for each in refused.json()["params"]["problems"]] == ["game.unknown"]
