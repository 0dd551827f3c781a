"""Setting a table up: everything stands in the address, everything has a default."""

from collections.abc import Callable
from html import unescape
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.models import LineUp, Table
from companion.people.models import Person
from companion.reasoning import rule
from companion.services import table_open
from companion.setup.address import read_plan
from companion.setup.plan import Plan
from companion.setup.zones import (
    plain_zones,
    read_zones,
    usual_zones,
    with_crowd,
    zone_kinds,
    zone_words,
)
from rules import Survivor, Zone, load_packs, mission_of, new_table, rulesets

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
STEPS = ("mission", "who", "players", "zones", "draws", "rules")


def plan(game: str, *words: tuple[str, str], keeper: str = "Marta") -> Plan:
    return read_plan(load_packs()[game], QueryDict(urlencode(words)), keeper=keeper)


@pytest.mark.parametrize("game", list(rulesets))
def test_an_empty_address_opens_a_table_that_can_spawn(client: Client, game: str) -> None:
    response = client.post(reverse("companion:open", args=[game]))
    table = Table.objects.get()
    assert response.url == reverse("companion:table", args=[table.pk])
    state = table.state
    assert len(state.survivors) == load_packs()[game].survivors_at_table
    assert [zone.start for zone in state.zones].count(True) == 1
    assert all(zone.active_from == 1 for zone in state.zones)


def test_a_mission_brings_its_box_its_hour_its_zones_and_its_rules() -> None:
    planned = plan("zombicide-2e", ("mission", "washington-zc:M6"))
    assert planned.expansions == ("washington-zc",)
    assert planned.mission is not None
    assert (planned.hour, planned.options) == (15, ("out-of-action",))
    adventure = plan("black-plague", ("mission", "black-plague:A2"))
    assert [(zone.colour, zone.active_from) for zone in adventure.zones] == [
        (None, 1),
        (None, 1),
        (None, 1),
        ("green", None),
    ]


@pytest.mark.django_db
def test_a_mission_brings_its_abomination_and_its_time_meter(guest: Person) -> None:
    """Army of the Dead, mission 2: Zeus on horseback, eight boxes."""
    planned = plan("army-of-the-dead", ("mission", "army-of-the-dead:M2"))
    state = table_open(person=guest, **planned.opening()).state
    assert (state.boss, state.time, state.time_limit) == ("zeus-mounted", 1, 8)


@pytest.mark.parametrize("key", ["", "nonsense", "black-plague:M1", "washington-zc:", ":", "a:b:c"])
def test_a_mission_nobody_knows_is_free_play(key: str) -> None:
    planned = plan("zombicide-2e", ("mission", key))
    assert (planned.mission, planned.mission_key, planned.expansions) == (None, "", ())


def test_who_plays_whom_is_dealt_round_and_may_be_said() -> None:
    words = [("players", "Marta, Luis"), ("by", "ned~Marta")]
    words += [("survivors", key) for key in ("wanda", "ned", "elle")]
    planned = plan("zombicide-2e", *words)
    assert [(survivor.key, survivor.player) for survivor in planned.survivors] == [
        ("wanda", "Marta"),
        ("ned", "Marta"),
        ("elle", "Luis"),
    ]
    stranger = plan("zombicide-2e", *words, ("by", "wanda~Somebody"))
    assert stranger.survivors[0].player == "Marta"


def test_survivors_of_our_own_have_the_same_key_every_evening() -> None:
    first = plan("black-plague", ("own", "Abuela Conchi"), ("own", "  "), ("own", "李"))
    second = plan(
        "black-plague", ("own", "李"), ("own", "Abuela  Conchi"), ("own", "ABUELA conchi")
    )
    assert [survivor.key for survivor in first.survivors] == ["own-abuela-conchi", "own-survivor"]
    assert [survivor.key for survivor in second.survivors] == [
        "own-survivor",
        "own-abuela-conchi",
        "own-abuela-conchi-2",
    ]


@pytest.mark.parametrize(
    ("words", "step"),
    [
        ([("survivors", "")], "who"),
        ([("survivors", "nobody")], "who"),
        ([("own", "x" * 61)], "who"),
        ([("own", "Zoe"), ("own", "ZOE")], "who"),
        ([("own", f"Somebody {n}") for n in range(13)], "who"),
        ([("survivors", "ann"), ("players", "Ana,Luis")], "players"),
        ([("players", "x" * 61)], "players"),
    ],
)
def test_what_cannot_be_played_names_the_step_that_mends_it(
    client: Client, words: list[tuple[str, str]], step: str
) -> None:
    assert step in plan("black-plague", *words).told
    url = reverse("companion:open", args=["black-plague"])
    page = client.get(f"{url}?{urlencode(words)}")
    assert page.status_code == 200
    assert "aria-disabled" in page.content.decode()


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(
    "query",
    [
        "",
        "mission=%00&survivors=%00&own=%ff&players=%00&zone=%00&table=x&option=x&hour=99&by=~",
        "zone=a.b.c.d&zone=1.l9.t99&zone=1&zone=.&zone=2.t-3&hour=%C2%B2&players=" + "%2C" * 50,
        "survivors=&own=&zone=&table=&option=&hour=&with=nonsense",
    ],
)
def test_no_address_breaks_a_page(client: Client, step: str, query: str) -> None:
    for game in ("black-plague", "rue-morgue"):
        url = reverse(f"companion:setup-{step}", args=[game])
        assert client.get(f"{url}?{query}").status_code == 200
        assert client.get(f"{reverse('companion:open', args=[game])}?{query}").status_code == 200


@pytest.mark.parametrize("step", STEPS)
def test_a_game_nobody_has_is_not_found(client: Client, step: str) -> None:
    assert client.get(reverse(f"companion:setup-{step}", args=["monopoly"])).status_code == 404


def test_zones_survive_the_address() -> None:
    zones = (
        Zone(id="1", start=True),
        Zone(id="14R", colour="green", active_from=None),
        Zone(id="x y", locators=(1, 6), tokens=3),
    )
    assert read_zones([zone_words(zone) for zone in zones], ("green",)) == zones


def test_there_is_one_starting_zone_and_every_locator_lies_once() -> None:
    zones = read_zones(["1.start.l1", "2.start.l1.l2", "1", ".", "3.l2.l3"], ())
    assert [(zone.id, zone.start, zone.locators) for zone in zones] == [
        ("1", True, (1,)),
        ("2", False, (2,)),
        ("3", False, (3,)),
    ]


def test_where_dice_choose_the_zones_all_locators_are_laid() -> None:
    zones = usual_zones(load_packs()["rue-morgue"], None)
    assert sorted(face for zone in zones for face in zone.locators) == [1, 2, 3, 4, 5, 6]


def test_zones_are_laid_out_by_tapping_links(client: Client) -> None:
    url = reverse("companion:setup-zones", args=["rue-morgue"])
    page = client.get(url, {"new": "14R", "zone": ["1.start", "2.l3"]}, follow=True)
    assert "14R" in page.request["QUERY_STRING"]
    assert "1.start" in page.request["QUERY_STRING"]
    page = client.get(f"{url}?zone=1.start.l1&zone=2.l3").content.decode().replace("&amp;", "&")
    # Tapping locator 1 of zone 2 takes it from zone 1; tapping "starting" moves it, too.
    assert "zone=1.start&zone=2.l1.l3" in page
    assert "zone=1.l1&zone=2.start.l3" in page
    assert '?zone=2.l3"' in page, "removing leaves the other one"


def test_the_table_draws_what_is_ticked_and_what_we_do_not_know(client: Client) -> None:
    client.post(reverse("companion:open", args=["black-plague"]), {"table": ["zombies", "dice"]})
    state = Table.objects.get().state
    assert (state.decks["zombies"].source, state.dice) == ("table", "table")
    assert state.decks["equipment"].source == "app"
    client.post(reverse("companion:open", args=["army-of-the-dead"]), {"table": [""]})
    state = Table.objects.get(game="army-of-the-dead").state
    assert (state.decks["zombies"].source, state.dice) == ("table", "app")


def test_house_rules_and_the_hour_are_stored_with_the_table(client: Client) -> None:
    sent = {"option": ["", "ultrared", "hide-odds", "nonsense"], "hour": "19"}
    client.post(reverse("companion:open", args=["zombicide-2e"]), sent)
    state = Table.objects.get().state
    assert state.options == ("ultrared", "hide-odds")
    assert (state.hour, state.is_night) == (19, True)


def test_every_house_rule_can_be_ticked(client: Client) -> None:
    for game, pack in load_packs().items():
        page = client.get(reverse("companion:setup-rules", args=[game])).content.decode()
        assert [option for option in pack.options if f'value="{option}"' not in page] == []


def test_a_draft_draws_as_many_as_are_wanted_and_lands_in_the_address(client: Client) -> None:
    url = reverse("companion:setup-who", args=["zombicide-2e"])
    drawn = set()
    for _ in range(12):
        response = client.get(url, {"draft": "1", "players": "Marta"})
        query = QueryDict(response.url.partition("?")[2])
        assert len(set(query.getlist("survivors"))) == 6
        assert query["players"] == "Marta"
        drawn.add(tuple(sorted(query.getlist("survivors"))))
    assert len(drawn) > 1, "twelve drafts that all agree are no draft"


def test_our_usual_table_is_saved_and_comes_back(
    as_person: AsPerson, guest: Person, client: Client
) -> None:
    mine = as_person(guest)
    url = reverse("companion:open", args=["black-plague"])
    words = {"survivors": ["ann", "samson"], "players": "Marta,Luis", "option": ["ultrared"]}
    saved = mine.post(reverse("companion:setup-usual", args=["black-plague"]), words)
    assert mine.get(url).url == saved.url
    page = mine.get(url, follow=True)
    assert page.context["plan"].players == ("Marta", "Luis")
    assert [survivor.key for survivor in page.context["plan"].survivors] == ["ann", "samson"]
    assert page.context["is_usual"]
    mine.post(reverse("companion:setup-usual", args=["black-plague"]), {"players": "Sofía"})
    assert LineUp.objects.count() == 1, "there is one usual table a game"
    assert mine.get(url, {"mission": ""}).context["plan"].players == ("Marta",), "from scratch"
    assert client.get(url).status_code == 200, "nobody else's table begins from it"


def test_a_visitor_who_only_looks_leaves_nothing_behind(client: Client) -> None:
    for step in STEPS:
        client.get(reverse(f"companion:setup-{step}", args=["black-plague"]))
    client.get(reverse("companion:open", args=["black-plague"]))
    assert not Person.objects.exists()


@pytest.mark.parametrize("step", ["open", *(f"setup-{step}" for step in STEPS)])
def test_set_up_costs_the_same_for_one_and_for_twelve(
    as_person: AsPerson, guest: Person, step: str
) -> None:
    client, url = as_person(guest), reverse(f"companion:{step}", args=["rue-morgue"])

    def queries(count: int) -> int:
        keys = [survivor.id for survivor in load_packs()["rue-morgue"].survivors[:count]]
        with CaptureQueriesContext(connection) as captured:
            assert client.get(url, {"survivors": keys}).status_code == 200
        return len(captured)

    assert queries(1) == queries(12) <= 4


def test_names_stay_text_in_the_address(client: Client) -> None:
    url = reverse("companion:setup-players", args=["black-plague"])
    page = client.get(url, {"players": '<b>"x"</b>, Luis'}).content.decode()
    assert "<b>&quot;" not in page
    assert "&lt;b&gt;&quot;x&quot;&lt;/b&gt;" in page


def test_more_survivors_bring_more_tokens() -> None:
    """Black Plague, p. 37: one more for every two survivors beyond six, stacked."""
    pack = load_packs()["black-plague"]
    zones = plain_zones(pack, 2)
    tokens = {count: [z.tokens for z in with_crowd(zones, pack, count)] for count in (6, 8, 10, 12)}
    assert tokens == {6: [1, 1], 8: [2, 1], 10: [2, 2], 12: [3, 2]}


def test_a_mission_lays_the_token_of_its_boss() -> None:
    pack = load_packs()["army-of-the-dead"]
    zones = usual_zones(pack, mission_of(pack.game, "army-of-the-dead:M1"))
    assert [zone.kind for zone in zones].count("zeus") == 1
    again = read_zones([zone_words(zone) for zone in zones], ("blue",), zone_kinds(pack))
    assert again == zones


def test_the_set_up_says_whose_token_lies_where_and_which_are_stacked(client: Client) -> None:
    army = {"mission": "army-of-the-dead:M1"}
    for name in ("open", "setup-zones"):
        page = client.get(reverse(f"companion:{name}", args=["army-of-the-dead"]), army)
        assert "Zeus" in page.content.decode().partition("<main")[2], name
    six = {"survivors": [survivor.id for survivor in load_packs()["black-plague"].survivors]}
    eight = {**six, "own": ["Abuela Conchi", "Tío Paco"]}
    hub = client.get(reverse("companion:open", args=["black-plague"]), eight).content.decode()
    assert "(2 tokens)" in hub
    zones = client.get(reverse("companion:setup-zones", args=["black-plague"]), eight)
    assert "8 survivors: 1 more spawn token, stacked on a zone" in zones.content.decode()
    stacked = "8 survivors: 1 more spawn token, stacked on a zone"
    for first, said in (("1.start", "8 survivors: add 1 spawn token"), ("1.start.t2", stacked)):
        own = {**eight, "zone": [first, "2", "3"]}
        zones = client.get(reverse("companion:setup-zones", args=["black-plague"]), own)
        told = zones.content.decode()
        assert said in told
        assert (stacked in told) is (said == stacked), "the zones are the players' own"
    for name in ("open", "setup-zones"):
        page = client.get(reverse(f"companion:{name}", args=["black-plague"]), six)
        assert "(2 tokens)" not in page.content.decode()
        assert "more spawn token" not in page.content.decode()


def test_a_token_of_its_own_kind_can_be_laid_by_hand(client: Client) -> None:
    url = reverse("companion:setup-zones", args=["army-of-the-dead"])
    page = client.get(url).content.decode()
    (link,) = (part.split('"')[0] for part in page.split('href="') if "k-zeus" in part[:400])
    said = QueryDict(unescape(link).partition("?")[2])
    laid = read_plan(load_packs()["army-of-the-dead"], said, keeper="Marta")
    assert [zone.kind for zone in laid.zones] == ["normal", "normal", "normal", "zeus"]


def test_a_rule_without_a_known_page_names_only_the_book() -> None:
    pack = load_packs()["black-plague"]
    state = new_table(pack=pack, survivors=[("ann", Survivor(name="Ann", player=""))])
    book = rule("nobody-knows-where", state, pack)[1]
    assert book.text == pack.short.en
    known = next(iter(pack.rulebook))
    assert rule(known, state, pack)[1].text == f"{pack.short.en}, p. {pack.rulebook[known]}"
