"""The pages of objective cards: what may be taken is offered, and nothing else."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from companion.people.models import Person
from rules.campaign import book_of
from rules.campaign.objectives import cards_to_take
from rules.mechanics.rounds import PhaseNext
from tests.campaigns.kit import begin, tell
from tests.campaigns.test_pages import Browser, at, send
from tests.campaigns.test_play import opened, tap

pytestmark = pytest.mark.django_db
ALL = [f"M{number}" for number in range(1, 11)]


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


@pytest.fixture
def keeper(guest: Person, as_person: Browser) -> Client:
    return as_person(guest)


def links(client: Client, campaign: Campaign) -> set[str]:
    """The cards to which the tiles of the board lead."""
    page = client.get(at("objectives", campaign)).content.decode()
    return set(re.findall(r'tilebox__take" href="[^"]*/objectives/([^/]+)/', page))


def take(client: Client, campaign: Campaign, copy: str) -> int:
    """Take a card as its page offers it."""
    page = client.get(at("card", campaign, copy)).content.decode()
    form = page[page.index("objective.take") :].partition("</form>")[0]
    fields = {"override": "true"} if 'name="override"' in form else {}
    answer = send(client, campaign, "objective.take", card=copy, sheet="wanda", **fields)
    return int(answer.status_code)


@pytest.mark.parametrize("mission", ALL)
def test_every_tile_leads_to_a_card_that_may_be_taken(
    campaign: Campaign, keeper: Client, mission: str
) -> None:
    opened(campaign, mission, out_of_order=mission != "M1")
    taken = 0
    while offered := links(keeper, campaign):
        (copy,) = offered
        page = keeper.get(at("card", campaign, copy)).content.decode()
        assert "override" not in page, "nothing stands in its way"
        assert take(keeper, campaign, copy) == 302
        tell(campaign, "objective.keep", card=copy)
        taken += 1
    campaign.refresh_from_db()
    cards = cards_to_take(campaign.state, book_of(campaign.state)).values()
    left = [card for card in cards if card.status == "face_down"]
    assert taken == len(cards) - len(left) > 0
    assert all(card.tile for card in left), "printed on the tile itself, and a link of its own"
    board = keeper.get(at("objectives", campaign)).content.decode()
    assert f"{taken} of {len(cards)} taken" in board


def test_the_card_of_an_hour_is_read_at_that_hour(campaign: Campaign, keeper: Client) -> None:
    table = opened(campaign, "M3", out_of_order=True)
    timed = at("card", campaign, "m3-at-19-1")
    assert "It is 19:00" not in keeper.get(timed).content.decode()
    for _ in range(3 * 8):
        tap(table, PhaseNext, overrule=True)
    board = keeper.get(at("objectives", campaign)).content.decode()
    assert f'href="{timed}"' in board, "it turned up by itself"


def test_the_briefing_and_the_table_say_alike_who_sees_to_the_hour(
    campaign: Campaign, keeper: Client
) -> None:
    rule = r"it is read when the clock shows 19\.\s*<\w+ [^>]*>\s*(.*?)\s*</"
    keeper.cookies["django_language"] = "en"
    briefing = keeper.get(f"{at('start', campaign)}?mission=M3").content.decode()
    table = opened(campaign, "M3", out_of_order=True)
    sheet = keeper.get(reverse("companion:sheet", args=[table.pk, "mission"])).content.decode()
    said = [re.findall(rule, page, re.DOTALL) for page in (briefing, sheet)]
    assert said == [
        ["(the app applies it)"],
        ["The app keeps track of it. Reminded of: 19:00."],
    ]


def test_on_paper_the_players_know_the_hour(campaign: Campaign, keeper: Client) -> None:
    tell(campaign, "mission.start", mission="M3", out_of_order=True)
    assert "It is 19:00" in keeper.get(at("card", campaign, "m3-at-19-1")).content.decode()


def test_a_card_that_waits_for_its_keyword_is_not_offered(
    campaign: Campaign, keeper: Client
) -> None:
    opened(campaign, "M2", out_of_order=True)
    (first,) = links(keeper, campaign)
    tell(campaign, "objective.take", card=first, sheet="ned")
    tell(campaign, "objective.keep", card=first, where="back", needs="LLAVE")
    (second,) = links(keeper, campaign)
    assert second != first
    assert take(keeper, campaign, first) == 302, "a group whose card says otherwise may"


def tiles(client: Client, campaign: Campaign) -> dict[str, str]:
    """The card that a tap on each tile leads to."""
    page = client.get(at("objectives", campaign)).content.decode()
    boxes = re.findall(r'<section class="tilebox">\s*<h3>\s*(\w+)(.*?)</section>', page, re.DOTALL)
    led = {tile: re.search(r'href="[^"]*/objectives/([^/]+)/', box) for tile, box in boxes}
    return {tile: found[1] if found else "" for tile, found in led.items()}


def test_in_the_next_try_a_text_belongs_to_the_card_of_its_tile(
    campaign: Campaign, keeper: Client
) -> None:
    opened(campaign, "M1")
    first, second = "m1-objective-1", "m1-objective-2"
    for copy, tile, text in ((first, "2V", "A brass key"), (second, "7R", "Noise")):
        tell(campaign, "objective.take", card=copy, sheet="ned", tile=tile)
        tell(campaign, "objective.describe", card=copy, text=text)
        tell(campaign, "objective.keep", card=copy)
    tell(campaign, "mission.finish", result="lost")
    tell(campaign, "mission.book")
    opened(campaign, "M1")
    there = tiles(keeper, campaign)
    assert (there["2V"], there["7R"]) == (first, second)
    assert not {first, second} & {copy for tile, copy in there.items() if tile not in ("2V", "7R")}
    tell(campaign, "objective.take", card=first, sheet="ned")
    page = keeper.get(at("card", campaign, first)).content.decode()
    assert "A brass key</textarea>" in page
    assert tiles(keeper, campaign)["3R"] == "m1-objective-3"


def test_a_text_of_which_nobody_knows_the_tile_comes_last(
    campaign: Campaign, keeper: Client
) -> None:
    opened(campaign, "M1")
    tell(campaign, "objective.take", card="m1-objective-1", sheet="ned")
    tell(campaign, "objective.describe", card="m1-objective-1", text="A brass key")
    tell(campaign, "mission.finish", result="lost")
    tell(campaign, "mission.book")
    opened(campaign, "M1")
    assert links(keeper, campaign) == {"m1-objective-2"}


@pytest.mark.parametrize("asked", ["", "?tile=2V", "?tile=7R"])
def test_the_page_of_a_card_that_is_back_on_its_door_asks_who_opens_it(
    campaign: Campaign, keeper: Client, asked: str
) -> None:
    opened(campaign, "M1")
    card = "m1-objective-1"
    tell(campaign, "objective.take", card=card, sheet="ned", tile="2V", on="door")
    tell(campaign, "objective.keep", card=card, where="back", needs="LLAVE")
    page = keeper.get(f"{at('card', campaign, card)}{asked}").content.decode()
    form = page[page.index("objective.take") :].partition("</form>")[0]
    assert "Who opens the door?" in form
    assert 'name="on"' not in form
    assert 'name="tile"' not in form, "it stays on its tile"
