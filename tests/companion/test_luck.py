"""Luck in the story of a game: read from the log, without what was taken back."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace
from pytest_django import DjangoAssertNumQueries

from companion.models import Table
from companion.odds.luck import RoundFall, attack_throws, luck_of, luck_of_many
from companion.odds.luck_chart import NARROW, PHONE, rounds_chart
from companion.people.models import Person
from companion.services import table_undo
from rules import forecast
from rules.events import facts_of
from rules.mechanics.attacks.attack import AttackResolve, AttackResolved
from rules.mechanics.attacks.weapons import WeaponProfile
from rules.mechanics.rounds import MissionEnd, PhaseNext
from rules.mechanics.spawn.distributing import SpawnResolve
from rules.mechanics.spawn.step import SpawnGoOn
from rules.mechanics.supply import ZombiesPlaced
from rules.odds.luck import Fall, Total, together
from rules.packs.copies import deck_copies
from rules.packs.schema.cards import SpawnCard
from rules.state import Zone
from rules.systems.rue_morgue.places import BoardAnswer
from tests.companion.test_table_page import lay, send, spawn

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
ENGLISH = {"headers": {"accept-language": "en"}}


def play_rounds(table: Table, rounds: int) -> None:
    """The phases of so many rounds; the zombies act and change nothing."""

    def next_one(command: type, **fields: object) -> None:
        table.refresh_from_db()
        send(table, command(id=f"play-{table.version:04}", seen=table.version, **fields))
        table.refresh_from_db()

    for _ in range(rounds):
        next_one(PhaseNext)
        next_one(SpawnResolve)
        while table.state.spawning is not None:
            next_one(SpawnGoOn, question=table.state.spawning.question)
        next_one(PhaseNext)
        next_one(PhaseNext)


def end(table: Table) -> None:
    table.refresh_from_db()
    send(table, MissionEnd(id="end-00001", seen=table.version, result="lost"))
    table.refresh_from_db()


def placed(table: Table) -> int:
    return sum(
        fact.count
        for entry in table.entries.all()
        for fact in facts_of(entry.events)
        if isinstance(fact, ZombiesPlaced)
    )


def story(client: Client, table: Table) -> str:
    url = reverse("companion:story", args=[table.pk])
    return client.get(url, **ENGLISH).content.decode()


@pytest.mark.parametrize("game", ["zombicide-2e", "black-plague"])
def test_every_spawn_step_falls_somewhere(as_person: AsPerson, guest: Person, game: str) -> None:
    table = lay(guest, game)
    start = table.state
    play_rounds(table, 4)
    luck = luck_of(table)
    assert luck is not None
    assert [each.round for each in luck.rounds] == [1, 2, 3, 4]
    assert luck.whole.came == placed(table) > 0
    first = tuple(map(float, forecast(start, table.pack).least.total))
    assert luck.rounds[0].fall.chances == first
    end(table)
    page = story(as_person(guest), table)
    assert 'id="luck"' in page
    share = luck.whole.per_cent
    verdict = "hard" if share > 67 else "gentle" if share < 33 else "usual"
    assert f"A {verdict} game" in page
    assert f"zones and this danger, {share} bring fewer zombies." in page
    assert f"Zombies in the spawn steps: {luck.whole.came}." in page


def test_of_two_steps_nothing_is_said_of_the_evening(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest), as_person(guest)
    play_rounds(table, 2)
    end(table)
    page = story(client, table)
    assert 'id="luck"' in page
    assert "bring fewer zombies" not in page


def test_luck_is_told_only_once_the_evening_is_over(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "zombicide-2e"), as_person(guest)
    play_rounds(table, 3)
    assert 'id="luck"' not in story(client, table)
    Table.objects.filter(pk=table.pk).update(archived_at=timezone.now())
    assert 'id="luck"' in story(client, table), "a game that was put away is over, too"
    Table.objects.filter(pk=table.pk).update(archived_at=None)
    end(table)
    assert 'id="luck"' in story(client, table)


def test_nothing_says_how_lucky_a_single_step_was(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "zombicide-2e"), as_person(guest)
    spawn(table)
    for url in (
        reverse("companion:sheet", args=[table.pk, "spawn"]),
        reverse("companion:table", args=[table.pk]),
        reverse("companion:screen", args=[table.pk]),
    ):
        page = client.get(url, **ENGLISH).content.decode()
        assert table.code.lower() in page.lower() or "spawn" in page.lower()
        assert not re.search(r"(harder|better) than|of 100", page)


@pytest.mark.parametrize(("card", "colour"), [("185", None), ("187", "blue")])
def test_places_that_the_players_counted_count_on_both_sides(
    guest: Person, card: str, colour: str | None
) -> None:
    """Manholes and beds: what came of them, and what might have come of all cards like it."""
    table = lay(guest, "rue-morgue", sources={"zombies": "table"})
    zones = tuple(Zone(id=name, locators=(number,)) for number, name in enumerate("NSW", 1))
    table.state = replace(table.state, zones=zones, dice="table")
    table.save()
    plain = next(card.number for card in table.pack.spawns if card.kind == "spawn")
    before = replace(table.state, phase="zombies")
    send(table, PhaseNext(id="phase-0001", seen=0))
    send(table, SpawnResolve(id="spawn-0001", seen=1, cards=(plain, card), dice=(1, 2, 6, 6)))
    table.refresh_from_db()
    (question,) = table.state.pending
    assert question.colour == colour
    came = placed(table)
    luck = luck_of(table)
    assert luck is not None
    assert luck.rounds[0].fall.came == came, "nobody has counted yet"
    send(table, BoardAnswer(id="answer-001", seen=2, question=question.id, places=3))
    table.refresh_from_db()
    assert placed(table) == came + 3
    luck = luck_of(table)
    assert luck is not None
    alike = [
        copy
        for copy, printed in deck_copies(table.pack, "zombies").items()
        if isinstance(printed, SpawnCard)
        and (printed.kind, printed.bed) == (("bed", "blue") if colour else ("manhole", None))
    ]
    assert len(alike) > 1
    likely = forecast(before, table.pack, places=dict.fromkeys(alike, 3))
    assert luck.rounds[0].fall == Fall(came + 3, tuple(map(float, likely.least.total)))
    assert luck.rounds[0].fall.chances != tuple(
        map(float, forecast(before, table.pack).least.total)
    )


def test_what_was_taken_back_is_no_luck(guest: Person) -> None:
    table = lay(guest, "zombicide-2e")
    play_rounds(table, 1)
    seat = table.seats.get()
    for number in range(3):
        table.refresh_from_db()
        table_undo(table_id=table.pk, seat=seat, command_id=f"undo-{number:04}", seen=table.version)
    table.refresh_from_db()
    luck = luck_of(table)
    assert luck is not None
    assert luck.rounds == []


def test_dice_are_told_by_survivor(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest, "zombicide-2e", dice="table")
    who, survivor = next(iter(table.state.survivors.items()))
    table.state = replace(table.state, board={"walker": 3})
    table.save()
    weapon = WeaponProfile(name="spade", dice=3, accuracy=4, damage=1)
    attack = AttackResolve(
        id="attack-01",
        seen=0,
        survivor=who,
        mode="melee",
        targets={"walker": 3},
        profile=weapon,
        dice=(6, 5, 1),
    )
    send(table, attack)
    table.refresh_from_db()
    luck = luck_of(table)
    assert luck is not None
    (rolled,) = luck.dice
    assert (rolled.name, rolled.throws.dice, rolled.throws.hits) == (survivor.name, 3, 2)
    assert (rolled.throws.expected, rolled.better_than) == (1.5, None), "three dice say nothing"
    url = reverse("companion:sheet", args=[table.pk, f"attack/{who}"])
    result = as_person(guest).get(url, {"done": 1}, **ENGLISH).content.decode()
    assert "2 hits at 4+" in result
    assert "on average" not in result
    assert "of 100" not in result
    end(table)
    page = story(as_person(guest), table)
    assert "Dice by survivor" in page
    assert "2 / 1.5" in page


def test_dice_that_were_given_up_and_special_ones_count_too(guest: Person) -> None:
    attack = AttackResolved(
        survivor="ann",
        mode="ranged",
        weapons=("gun",),
        accuracy=4,
        damage=1,
        faces=(5, 6),
        rerolled=((1, 2),),
        all_out=(1, 6),
        ammo=(0, 4),
        hits=4,
    )
    throws = attack_throws(attack)
    assert (throws.dice, throws.hits, throws.expected) == (8, 4, 4.0)


def test_steps_with_unknown_cards_are_left_out_and_said_so(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest, "army-of-the-dead")
    known = [card.number for card in table.pack.spawns if card.kind == "spawn"]
    send(table, PhaseNext(id="phase-0001", seen=0))
    send(table, SpawnResolve(id="spawn-0001", seen=1, cards=tuple(known[:3])))
    table.refresh_from_db()
    luck = luck_of(table)
    assert luck is not None
    assert (luck.rounds, luck.left_out) == ([], 1)


def test_a_house_without_odds_has_no_luck(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest, options=("hide-odds",))
    play_rounds(table, 3)
    assert luck_of(table) is None
    assert 'id="luck"' not in story(as_person(guest), table)


def test_a_longer_evening_asks_no_more_questions(guest: Person) -> None:
    table = lay(guest, "zombicide-2e")

    def questions() -> int:
        with CaptureQueriesContext(connection) as asked:
            luck_of(Table.objects.get(pk=table.pk))
        return len(asked)

    play_rounds(table, 1)
    before = questions()
    play_rounds(table, 3)
    assert questions() == before


def test_several_evenings_as_one(
    guest: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tables = [lay(guest, "zombicide-2e"), lay(guest, "zombicide-2e"), lay(guest)]
    silent = lay(guest, options=("hide-odds",))
    for table in (*tables, silent):
        play_rounds(table, 3)
    each = [luck_of(table) for table in tables]
    falls = [step.fall for luck in each if luck for step in luck.rounds]
    fresh = list(Table.objects.filter(pk__in=[table.pk for table in (*tables, silent)]))
    with django_assert_num_queries(2):
        evenings = luck_of_many(fresh)
    assert evenings.keys() == {table.pk for table in tables}, "not of those without odds"
    whole = Total()
    for evening in evenings.values():
        whole = whole.plus(evening.steps)
    assert (whole.steps, whole.came) == (9, sum(fall.came for fall in falls))
    exact = together(falls)
    assert whole.mean == pytest.approx(exact.mean)
    assert abs(whole.per_cent - exact.per_cent) <= 3, "so many steps are as good as normal"
    with django_assert_num_queries(0):
        assert luck_of_many(fresh) == evenings
    assert luck_of_many([]) == {}
    assert Total().per_cent == 50


def test_twelve_rounds_fit_a_phone_and_more_stay_readable() -> None:
    def width(rounds: int) -> float:
        fell = [RoundFall(number, "blue", Fall(3, (0.2,) * 5)) for number in range(1, rounds + 1)]
        found = re.search(r' width="(\d+)" height="190"', rounds_chart(fell))
        assert found is not None
        return float(found[1])

    assert width(12) <= PHONE
    assert width(30) >= 30 * NARROW
