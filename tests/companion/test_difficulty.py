"""The difficulty of a set-up: asked for, played by a worker in pieces, kept by content, shown."""

import html
import re
from collections.abc import Callable
from datetime import timedelta

import msgspec
import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from companion.difficulty import services, tasks
from companion.difficulty.models import Measurement
from companion.difficulty.selectors import setting_for
from companion.people.models import Person
from companion.setup.address import read_plan
from rules import load_packs
from rules.evenings import tally as counted
from rules.evenings.setting import Setting
from tests.workshop.kit import add_cards, add_survivor, add_tutorial, make_pack

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
State = Measurement.State
PAGE = "/tables/new/black-plague/difficulty/"
RULES = "/tables/new/black-plague/rules/"
OPTION = "necromancer-spawns-at-once"
FIVE = "black-plague?" + "&".join(
    f"survivors={key}" for key in ("ann", "baldric", "clovis", "nelly", "samson")
)
FOUR_ZONES = "black-plague?zone=1.start&zone=2&zone=3&zone=4"
LONG_AGO = timedelta(minutes=5)


@pytest.fixture(autouse=True)
def _few_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six evenings instead of a thousand, two at once."""
    for module in (counted, services, tasks):
        monkeypatch.setattr(module, "EVENINGS", 6)
    monkeypatch.setattr(tasks, "AT_ONCE", 2)


def setting(query: str = "") -> Setting:
    plan = read_plan(load_packs()["black-plague"], QueryDict(query), keeper="")
    return setting_for(plan)


@pytest.fixture
def asked(guest: Person) -> Measurement:
    return services.measure(person=guest, setting=setting())


def play(measurement: Measurement, times: int = 10) -> Measurement:
    for _ in range(times):
        tasks.play_evenings(measurement.pk)
    measurement.refresh_from_db()
    return measurement


# --- the row is the truth ---


def test_evenings_are_played_piece_by_piece(asked: Measurement) -> None:
    assert play(asked, 1).tally.evenings == 2
    assert asked.state == State.QUEUED
    assert play(asked).tally == counted.tally(setting(), range(6))
    assert asked.state == State.DONE


def test_the_same_content_is_measured_once(
    asked: Measurement, guest: Person, account: Person
) -> None:
    play(asked)
    again = services.measure(
        person=account,
        setting=setting(
            "survivors=" + "&survivors=".join(survivor for survivor in setting().survivors)
        ),
    )
    assert (again.pk, again.state) == (asked.pk, State.DONE)
    assert services.measure(person=guest, setting=setting("option=points-stop-at-red")) != asked


def test_who_asked_stops_it_and_anybody_goes_on(
    asked: Measurement, guest: Person, account: Person
) -> None:
    play(asked, 1)
    assert not services.measurement_stop(person=account, setting=setting())
    assert services.measurement_stop(person=guest, setting=setting())
    assert play(asked).tally.evenings == 2, "what was played is kept, nothing more is played"
    services.measure(person=account, setting=setting())
    assert play(asked).tally == counted.tally(setting(), range(6))


def test_evenings_of_a_worker_that_is_stopped_meanwhile_are_kept(
    asked: Measurement, guest: Person
) -> None:
    running = services.jobs.claim(asked.pk)
    assert running is not None
    services.measurement_stop(person=guest, setting=setting())
    services.evenings_add(running, counted.tally(setting(), range(2)))
    asked.refresh_from_db()
    assert (asked.state, asked.tally.evenings) == (State.STOPPED, 2)


def test_a_worker_thought_dead_counts_nothing_twice(asked: Measurement) -> None:
    slow = services.jobs.claim(asked.pk)
    assert slow is not None
    assert services.jobs.claim(asked.pk) is None
    Measurement.objects.update(heartbeat_at=timezone.now() - LONG_AGO)
    assert services.jobs.sweep() == 1
    play(asked, 1)
    services.evenings_add(slow, counted.tally(setting(), range(2)))
    asked.refresh_from_db()
    assert asked.tally == counted.tally(setting(), range(2))


def test_a_lost_message_is_sent_again(asked: Measurement) -> None:
    assert services.jobs.sweep() == 0
    Measurement.objects.update(queued_at=timezone.now() - LONG_AGO)
    assert services.jobs.sweep() == 1


def test_what_fails_is_given_up_with_what_there_is(
    asked: Measurement, guest: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(asked, 1)

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(tasks, "tally", fail)
        play(asked)
    assert (asked.state, asked.tally.evenings) == (State.FAILED, 2)
    services.measure(person=guest, setting=setting())
    assert play(asked).state == State.DONE


def test_a_disk_without_room_is_waited_for(
    asked: Measurement, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(tasks, "tally", full)
        play(asked, 5)
    assert (asked.state, asked.attempts) == (State.QUEUED, 0)
    assert play(asked).state == State.DONE


def test_a_measurement_of_other_cards_is_forgotten(asked: Measurement) -> None:
    Measurement.objects.update(content_hash="0" * 64)
    tasks.play_evenings(asked.pk)
    assert not Measurement.objects.exists()


def test_old_ones_go_and_a_person_may_go(asked: Measurement, guest: Person) -> None:
    assert services.measurements_expire() == 0
    guest.delete()
    asked.refresh_from_db()
    assert asked.person is None
    Measurement.objects.update(asked_at=timezone.now() - timedelta(days=91))
    assert services.measurements_expire() == 1


# --- the page ---


def test_the_page_asks_shows_progress_and_stops(
    guest: Person, account: Person, as_person: AsPerson
) -> None:
    client = as_person(guest)
    hub = client.get("/tables/new/black-plague/").content.decode()
    assert PAGE in hub
    first = client.get(PAGE).content.decode()
    assert "data-progress" not in first
    assert not Measurement.objects.exists(), "looking measures nothing"
    assert client.post(PAGE).status_code == 302
    (measurement,) = Measurement.objects.all()
    play(measurement, 1)
    page = client.get(PAGE).content.decode()
    assert f'data-progress="{PAGE}"' in page
    assert 'name="stop"' in page
    assert "2 of 1000 evenings" in page
    assert "provisional" in page
    assert "data-progress" in as_person(account).get(PAGE).content.decode()
    assert 'name="stop"' not in as_person(account).get(PAGE).content.decode()
    as_person(account).post(PAGE, {"stop": "1"})
    measurement.refresh_from_db()
    assert measurement.is_under_way, "who did not ask does not stop it"
    client.post(PAGE, {"stop": "1"})
    stopped = client.get(PAGE).content.decode()
    assert "data-progress" not in stopped
    assert "Go on" in stopped


def test_a_fragment_is_only_the_measured_part(guest: Person, as_person: AsPerson) -> None:
    part = as_person(guest).get(PAGE, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith("<div")
    assert "<html" not in part


def test_two_set_ups_side_by_side(
    guest: Person, as_person: AsPerson, django_assert_num_queries: Callable[..., object]
) -> None:
    client = as_person(guest)
    client.post(PAGE, {"against": FIVE})
    for measurement in Measurement.objects.all():
        play(measurement)
    assert Measurement.objects.count() == 2
    page = client.get(PAGE, {"against": FIVE}).content.decode()
    assert "6 survivors" in page
    assert "5 survivors" in page
    for name in ("zombies", "danger", "overrun", "short"):
        assert f'id="chart-{name}"' in page
        assert f'id="{name}-table"' in page
    assert page.count('class="chart__curve chart__curve--b"') == 4
    assert "Simulated with a simple policy" in page
    assert "Set up with B" in page
    assert "data-progress" not in page
    alone = client.get(PAGE).content.decode()
    assert "chart__curve chart__curve--b" not in alone
    with django_assert_num_queries(7):
        client.get(PAGE, {"against": FIVE})


def test_words_say_what_differs_and_what_does_not(guest: Person, as_person: AsPerson) -> None:
    client = as_person(guest)
    client.post(PAGE, {"against": FOUR_ZONES})
    rows = list(Measurement.objects.all())
    alike = counted.tally(setting(), range(6))
    for row in rows:
        row.tally_json = msgspec.json.encode(alike).decode()
        row.state = State.DONE
        row.save()
    page = client.get(PAGE, {"against": FOUR_ZONES}).content.decode()
    assert page.count("<dt>equal</dt>") == 4
    client.cookies["django_language"] = "es"
    assert "<dt>igual</dt>" in client.get(PAGE, {"against": FOUR_ZONES}).content.decode()


def test_every_change_that_is_one_tap_away_leads_to_its_comparison(
    guest: Person, as_person: AsPerson
) -> None:
    client = as_person(guest)
    client.post("/tables/new/rue-morgue/usual/", {"survivors": "cathy"})
    page = client.get("/tables/new/zombicide-2e/difficulty/").content.decode()
    links = re.findall(r'class="chip"\s+href="([^"]+)"\s*>\s*([^<]+?)\s*</a>', page)
    words = [each for _url, each in links]
    assert {"7 survivors", "5 survivors", "4 spawn zones", "Washington Z.C."} <= set(words)
    assert "Our usual table: Rue Morgue" in words
    for url, each in links:
        compared = client.get(html.unescape(url))
        assert compared.status_code == 200, each
        assert "side--B" in compared.content.decode(), each
        assert 'aria-current="true"' in compared.content.decode(), each


def link(page: str, pattern: str) -> str:
    match = re.search(pattern, page)
    assert match is not None, pattern
    return html.unescape(match[1])


def test_a_second_set_up_is_made_freely(guest: Person, as_person: AsPerson) -> None:
    """From the page of the first through the steps of set-up, another game too, and back."""
    client = as_person(guest)
    first = client.get(PAGE, {"zone": ["1.start", "2"]}).content.decode()
    freely = link(first, r'id="freely" href="([^"]+)"')
    second = client.get(freely).content.decode()
    assert 'id="compare"' in second
    assert "Begin" not in second
    assert "setup-usual" not in second
    step = link(second, r'href="(/tables/new/black-plague/survivors[^"]+)"')
    assert "beside" in client.get(step).content.decode(), "every step remembers the first"
    there = client.get(link(second, r'href="(/tables/new/zombicide-2e/[^"]+)"')).content.decode()
    compare = link(there, r'id="compare" href="([^"]+)"')
    page = client.get(compare).content.decode()
    assert "side--B" in page
    assert "2 spawn zones" in page
    assert "Zombicide" in page, "games that differ are named"
    path, _mark, query = compare.partition("?")
    client.post(path, QueryDict(query).dict() | {"zone": ["1.start", "2"]})
    assert {each.setting.game for each in Measurement.objects.all()} == {
        "black-plague",
        "zombicide-2e",
    }


def test_a_mission_of_the_groups_own_is_measured_without_its_words(
    guest: Person, as_person: AsPerson
) -> None:
    pack = make_pack(guest)
    key = pack.mission_key(add_tutorial(pack).id)
    client = as_person(guest)
    page = f"/tables/new/{pack.game}/difficulty/"
    assert client.get(page, {"mission": key}).status_code == 200
    client.post(page, {"mission": key})
    (measurement,) = Measurement.objects.all()
    assert measurement.setting.own is not None
    assert measurement.setting.own.title.en == ""
    assert play(measurement).is_whole
    free = client.get(page).content.decode()
    assert "data-progress" not in free
    assert "Play them" in free, "free play is another set-up"


def test_survivors_and_decks_of_a_pack_are_measured_without_their_names(
    guest: Person, as_person: AsPerson
) -> None:
    pack = make_pack(guest)
    add_survivor(pack)
    add_cards(pack)
    words = {"survivors": f"{pack.tag}-s1", "deck": f"zombies~{pack.pk}:d1"}
    client = as_person(guest)
    page = f"/tables/new/{pack.game}/difficulty/"
    client.post(page, words)
    (measurement,) = Measurement.objects.all()
    box = measurement.setting.own_box
    assert box is not None
    assert ([card.number for card in box.spawns], box.survivors[0].name) == (["C-01"], "")
    assert measurement.setting.aside, "the necromancers stay in the box"
    assert play(measurement).is_whole
    again = client.get(page, words).content.decode()
    assert "Play them" not in again
    assert "(Our plague)" in again, "the page says how the deck is put together"
    rules = client.get(f"/tables/new/{pack.game}/rules/", words).content.decode()
    assert "Measure what it changes" in rules


def test_house_rules_say_what_was_measured_and_nothing_else(
    guest: Person, as_person: AsPerson
) -> None:
    client = as_person(guest)
    assert "Measured:" not in client.get(RULES).content.decode()
    assert client.get(RULES).content.decode().count("Measure what it changes") == 2
    client.post(PAGE, {"against": f"black-plague?option={OPTION}"})
    assert "Measured:" not in client.get(RULES).content.decode(), "not yet"
    for measurement in Measurement.objects.all():
        play(measurement)
    page = client.get(RULES).content.decode()
    assert page.count("Measured:") == 1
    with_it = client.get(RULES, {"option": OPTION}).content.decode()
    assert with_it.count("Measured:") == 1
    assert "Measured:" not in client.get(RULES, {"zone": "1.start"}).content.decode()


def test_nonsense_in_the_address_is_no_error(guest: Person, as_person: AsPerson) -> None:
    client = as_person(guest)
    assert client.get(PAGE, {"zone": "☃", "hour": "99"}).status_code == 200
    for against in ("nothing", "nothing?mission=", "city-of-horror?", "?", "x" * 9000):
        assert "side--B" not in client.get(PAGE, {"against": against}).content.decode()
    mend = client.get(PAGE, {"against": "rue-morgue?survivors="})
    assert mend.status_code == 302
    assert mend.headers["Location"].startswith("/tables/new/rue-morgue/?survivors=&beside=")
    assert client.get(PAGE, {"survivors": "nobody"}).status_code == 302, "back to mend the plan"
    assert client.post(PAGE, {"survivors": ""}).status_code == 302
    assert client.get("/tables/new/city-of-horror/difficulty/").status_code == 404
    assert client.get("/tables/new/nothing/difficulty/").status_code == 404
    assert not Measurement.objects.exists()


def test_asking_is_limited(
    guest: Person, as_person: AsPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "measure", "1/hour")
    client = as_person(guest)
    assert client.post(PAGE).status_code == 302
    assert client.post(PAGE).status_code == 429
