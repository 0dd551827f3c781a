"""Luck in the story of a game: read from the log, without what was taken back."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace
from pytest_django import DjangoAssertNumQueries

from companion.models import Table
from companion.odds.luck import Round, attack_throws, luck_of, luck_of_many
from companion.odds.luck_chart import NARROW, PHONE, rounds_chart
from companion.people.models import Person
from companion.services import table_undo
from rules import forecast
from rules.events import facts_of
from rules.mechanics.attacks.commands import AttackResolve, WeaponProfile
from rules.mechanics.attacks.events import AttackResolved
from rules.mechanics.rounds.commands import PhaseNext
from rules.mechanics.spawn.commands import SpawnGoOn, SpawnResolve
from rules.mechanics.supply.events import ZombiesPlaced
from rules.odds.luck import Fall, Total, together
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
    page = story(as_person(guest), table)
    assert 'id="luck"' in page
    assert "of 100 evenings with these zones" in page
    assert f"{luck.whole.came} zombies came in spawn steps" in page


def test_before_the_third_step_nothing_is_said_of_the_evening(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest), as_person(guest)
    assert 'id="luck"' not in story(client, table)
    play_rounds(table, 2)
    page = story(client, table)
    assert "Too early to say" in page
    assert "of 100 evenings" not in page


def test_after_a_step_its_sheet_says_where_it_fell(as_person: AsPerson, guest: Person) -> None:
    for options, is_told in (((), True), (("hide-odds",), False)):
        table = lay(guest, "zombicide-2e", options=options)
        chances = tuple(map(float, forecast(table.state, table.pack).least.total))
        spawn(table)
        url = reverse("companion:sheet", args=[table.pk, "spawn"])
        page = as_person(guest).get(url, **ENGLISH).content.decode()
        fall = Fall(placed(table), chances)
        assert (f"harder than {fall.per_cent} of 100 such spawns" in page) is is_told


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
    page = story(as_person(guest), table)
    assert "Dice by survivor" in page
    assert "2 of 1.5" in page
    url = reverse("companion:sheet", args=[table.pk, f"attack/{who}"])
    fell = as_person(guest).get(url, {"done": 1}, **ENGLISH).content.decode()
    assert "1.5 on average: better than 50 of 100 such throws" in fell


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
        fell = [Round(number, "blue", Fall(3, (0.2,) * 5)) for number in range(1, rounds + 1)]
        return float(rounds_chart(fell).width)

    assert width(12) <= PHONE
    assert width(30) >= 30 * NARROW
