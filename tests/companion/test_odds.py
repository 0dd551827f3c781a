"""Chances on the pages: where they are asked for, in few digits, not where nobody wants them."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override
from msgspec.structs import replace
from pytest_django import DjangoAssertNumQueries

from companion.models import Table
from companion.odds.chart import MOST_COLUMNS, chart, in_bins
from companion.odds.outlook import between, per_cent, shortest, span
from companion.people.models import Person
from companion.services import table_redo, table_undo
from rules import Zone, forecast, rulesets
from rules.mechanics.danger import PointsAward
from tests.companion.test_table_page import HTMX, lay, send, spawn

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
ENGLISH = {"headers": {"accept-language": "en"}}


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Words are made in tests, too, whatever language the last page was in."""
    with override("en"):
        yield


def sheet(client: Client, table: Table, path: str = "odds", **query: object) -> str:
    url = reverse("companion:sheet", args=[table.pk, path])
    response = client.get(url, query, **ENGLISH)
    assert response.status_code == 200
    return response.content.decode()


def status(client: Client, table: Table, **query: object) -> int:
    url = reverse("companion:sheet", args=[table.pk, "odds"])
    return client.get(url, query, **HTMX).status_code


def set_state(table: Table, **fields: object) -> None:
    table.state = replace(table.state, **fields)
    table.save()


def points(table: Table, **by_key: int) -> None:
    survivors = table.state.survivors
    changed = {key: replace(survivors[key], points=count) for key, count in by_key.items()}
    set_state(table, survivors={**survivors, **changed})


# --- words ---


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0, "0 %"), (1, "100 %"), (Fraction(1, 300), "<1 %"), (Fraction(299, 300), ">99 %")],
)
def test_what_is_possible_is_neither_nothing_nor_certain(chance: Fraction, words: str) -> None:
    assert per_cent(Fraction(chance)) == words
    assert between(Fraction(1, 8), Fraction(1, 2)) == "12 to 50 %"


def test_a_range_is_the_shortest_that_holds_three_quarters() -> None:
    tenth = Fraction(1, 10)
    likely = shortest([tenth, tenth, 4 * tenth, 3 * tenth, tenth])
    assert (likely.low, likely.high) == (1, 3)
    assert likely.share == pytest.approx(0.8)
    assert (likely.words, likely.times) == ("1 to 3", 8)
    assert shortest([Fraction(1)]).words == "0"


def test_many_numbers_share_columns_and_none_is_lost() -> None:
    row = [Fraction(1, 60)] * 60
    bins = in_bins([row, row[:30]])
    assert len(bins) <= MOST_COLUMNS
    assert all(len(shares) == 2 for _label, shares in bins)
    assert sum(shares[0] for _label, shares in bins) == 1
    drawn = chart(bins, ("blue", "red"), "of two tables")
    assert drawn.count('class="chart__column"') == drawn.count('class="chart__edge"') == len(bins)


# --- pages ---


@pytest.mark.parametrize("game", sorted(rulesets))
def test_the_button_says_what_is_likely_and_the_sheet_says_all(
    as_person: AsPerson, guest: Person, game: str
) -> None:
    table, client = lay(guest, game), as_person(guest)
    odds = forecast(table.state, table.pack)
    page = client.get(reverse("companion:table", args=[table.pk]), **ENGLISH).content.decode()
    line = re.search(r'<span class="odd">([^<]*)</span>', page)
    assert line is not None
    assert line.group(1).startswith(span(odds).words)
    shown = sheet(client, table)
    assert f"<b>{span(odds).words}</b>" in shown
    assert shown.count("<svg") >= 2
    assert "<caption" in shown, "a table stands behind the chart"
    assert ("exact" in shown) is not bool(odds.unknown)
    coming = [key for key, numbers in odds.most.zombies.items() if numbers[1:]]
    assert len(re.findall(r"<tr>", shown.partition('id="odds-types"')[2])) == len(coming) + 1


def test_the_big_screen_tells_it_if_it_is_wanted_there(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest), as_person(guest)
    screen = reverse("companion:screen", args=[table.pk])

    def shown() -> str:
        return client.get(screen, **ENGLISH).content.decode()

    assert "tv-odds" not in shown()
    assert 'id="odds-on-screen"' in sheet(client, table), "a switch on the sheet"
    set_state(table, options=("odds-on-screen",))
    assert f"<strong>{span(forecast(table.state, table.pack)).words}</strong>" in shown()
    set_state(table, options=("odds-on-screen", "hide-odds"))
    assert "tv-odds" not in shown()


def test_nobody_sees_chances_in_a_house_without_odds(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, options=("hide-odds",)), as_person(guest)
    page = client.get(reverse("companion:table", args=[table.pk])).content.decode()
    assert 'class="odd"' not in page
    assert "sheets/odds/" not in sheet(client, table, "more")
    assert status(client, table) == 404
    points(table, ann=18)
    assert 'id="odds-rise"' not in sheet(client, table, "survivor/ann")


def test_a_spawn_that_was_taken_back_has_shown_the_next_cards(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest), as_person(guest)
    entry, seat = spawn(table), table.seats.get()
    assert status(client, table) == 200
    table_undo(table_id=table.pk, seat=seat, command_id="undo-0001", seen=entry.seq)
    assert status(client, table) == 404
    table_redo(table_id=table.pk, seat=seat, command_id="redo-0001", seen=entry.seq + 1)
    assert status(client, table) == 200
    table_undo(table_id=table.pk, seat=seat, command_id="undo-0002", seen=entry.seq + 2)
    tap_on(table)
    assert status(client, table) == 404, "another tap makes nobody forget them"
    drawn = [draw.card for event in entry.events for draw in event.draws]
    pile = table.state.decks["zombies"].draw
    assert pile[: len(drawn)] == tuple(drawn)
    set_pile(table, pile[len(drawn) - 1 :])
    assert status(client, table) == 404, "the last of them is still to come"
    set_pile(table, pile[len(drawn) :])
    assert status(client, table) == 200, "all that was seen is gone"
    set_pile(table, tuple(reversed(pile)))
    assert status(client, table) == 200, "shuffled since"


def tap_on(table: Table) -> None:
    """Something else is done: there is nothing to redo any more."""
    table.refresh_from_db()
    send(table, PointsAward(id="tap-000001", seen=table.version, survivor="ann", amount=1))
    table.refresh_from_db()
    assert table.redo_seq is None


def set_pile(table: Table, pile: tuple[str, ...]) -> None:
    decks = table.state.decks
    set_state(table, decks={**decks, "zombies": replace(decks["zombies"], draw=pile)})


def test_what_if_somebody_raises_the_danger(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest), as_person(guest)
    points(table, ann=18, clovis=3)
    now = span(forecast(table.state, table.pack)).words
    then = span(forecast(table.state, table.pack, level="orange")).words
    assert now != then
    shown = sheet(client, table)
    assert "What if Ann reaches Orange?" in shown
    assert "1 point is missing: 18 of 19" in shown
    assert f"<b>{then}</b>" not in shown
    shown = sheet(client, table, **{"if": "rise"})
    assert f"<b>{now}</b>" in shown
    assert f"<b>{then}</b>" in shown
    card = sheet(client, table, "survivor/ann")
    assert 'id="odds-rise"' in card
    assert f"if Ann reaches Orange: {then}" in card
    assert 'id="odds-rise"' not in sheet(client, table, "survivor/clovis")
    points(table, ann=10)
    assert 'id="odds-rise"' not in sheet(client, table, "survivor/ann"), "far from it"


def test_other_tables_to_compare_with(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest), as_person(guest)
    points(table, ann=19)
    for asked in ("down", "more", "less", "out"):
        assert 'class="chart__edge"' in sheet(client, table, **{"if": asked}), asked
    assert "at Yellow" in sheet(client, table)
    assert 'class="chart__edge"' not in sheet(client, table)
    assert "without Ann" in sheet(client, table)
    points(table, ann=0)
    assert "at " not in re.findall(r'class="chip".*?</a>', sheet(client, table), re.S)[0]
    points(table, ann=43)
    assert "What if" not in re.sub(r'aria-label="What if"', "", sheet(client, table)), "the top"
    set_state(table, zones=(Zone(id="N", start=True),))
    assert "one zone less" not in sheet(client, table)


def test_buildings_and_places_are_counted_in_the_address(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest, "rue-morgue"), as_person(guest)
    assert "exact, without Beds, Manholes" in sheet(client, table)
    counted = sheet(client, table, places=2, rooms=3)
    assert "3 rooms" in counted
    assert "without Beds" not in counted
    army = lay(guest, "army-of-the-dead")
    assert "Open a building" not in sheet(client, army), "its buildings hold sleepers"


@pytest.mark.parametrize(
    "query",
    [
        {"if": "nonsense"},
        {"rooms": "-3"},
        {"rooms": "99999999999"},
        {"rooms": "x", "places": "y"},
        {"places": "-1"},
        {"places": "100000"},
    ],
)
def test_addresses_nobody_links_to(as_person: AsPerson, guest: Person, query: dict) -> None:
    assert status(as_person(guest), lay(guest, "rue-morgue"), **query) == 200


def test_a_table_without_zones_has_nothing_to_tell(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest), as_person(guest)
    set_state(table, zones=())
    assert status(client, table) == 200
    assert 'id="outlook"' not in sheet(client, table, "decks")


def test_chances_ask_the_database_nothing(
    as_person: AsPerson, guest: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """As many questions as any other sheet, whatever is compared."""
    table, client = lay(guest), as_person(guest)
    with CaptureQueriesContext(
        connection,
    ) as plain:
        sheet(client, table, "help")
    with django_assert_num_queries(len(plain)):
        sheet(client, table, **{"if": "more"})
