"""What loses the mission is said on the button that would do it, and on its result."""

import re
from html import unescape

import pytest
from django.urls import reverse
from msgspec.structs import replace

from companion.odds.outlook import HIDDEN
from companion.people.models import Person
from rules import Zone
from rules.mechanics.accompanied import Companion
from rules.mechanics.rounds import MissionEnd
from rules.mechanics.wounds.wound import health_of
from rules.systems.army_of_the_dead.state import Objective
from rules.systems.black_plague.necromancers import NecromancerEscape
from tests.companion.test_spawn_pages import (
    ENGLISH,
    AsPerson,
    begin,
    change,
    down,
    page_of,
    screen_of,
    words_of,
)
from tests.companion.test_table_page import lay, send

pytestmark = pytest.mark.django_db
LOSES = "Their death would lose the mission"


def test_whose_death_loses_the_mission_is_said_before_the_wound_and_on_the_result(
    as_person: AsPerson, guest: Person
) -> None:
    """Army of the Dead, p. 8: a survivor with a personal objective must live."""
    table, client = lay(guest, "army-of-the-dead"), as_person(guest)
    first, second, *_others = table.state.survivors
    name = table.state.survivors[first].name
    objective = Objective(card=f"objective-{first}-1", survivor=first)
    hurt = {
        key: replace(survivor, wounds=health_of(table.state, key, table.pack) - 1)
        if key in (first, second)
        else survivor
        for key, survivor in table.state.survivors.items()
    }
    change(table, objectives=(objective,), survivors=hurt, phase="zombies")
    acting = page_of(client, table, "activation")
    tile = {
        key: words_of(acting.partition(f'id="hit-{key}"')[2].partition("</button>")[0])
        for key in table.state.survivors
    }
    assert tile[first].endswith("You would lose")
    assert tile[second].endswith("Would fall")
    assert all(words.endswith("Wound") for key, words in tile.items() if key not in (first, second))
    form = page_of(client, table, "board").partition("zombies.attack")[2]
    rows = [words_of(row) for row in form.partition("</form>")[0].split("<li")]
    vital = [row for row in rows if "With 1 wound you would lose" in row]
    assert [name in row for row in vital] == [True]
    table.seats.update(player=table.state.survivors[first].player)
    own = client.get(reverse("companion:mine", args=[table.pk, first]), **ENGLISH)
    for page in (page_of(client, table, f"survivor/{first}"), own.content.decode()):
        button = page.partition('id="wound"')[2].partition("</button>")[0]
        assert "You would lose" in words_of(button)
    down(table, first, 1)
    said = f"A survivor with a personal objective is dead: {name}."
    for words in (words_of(page_of(client, table, "ending")), screen_of(client, table)):
        assert "Mission lost" in words
        assert said in words
        assert "has died" not in words


@pytest.mark.parametrize("game", ["black-plague", "rue-morgue", "army-of-the-dead"])
def test_a_mission_lost_with_everybody_says_so_and_names_nobody_alone(
    as_person: AsPerson, guest: Person, game: str
) -> None:
    table, client = lay(guest, game, survivors=3), as_person(guest)
    for key in table.state.survivors:
        down(table, key)
    for words in (words_of(page_of(client, table, "ending")), screen_of(client, table)):
        assert "All survivors have been eliminated. " in words
    told = words_of(page_of(client, table, "log"))
    assert "mission lost: all survivors have been eliminated" in told


def test_a_mission_the_players_give_up_names_who_has_died(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest), as_person(guest)
    key = next(iter(table.state.survivors))
    down(table, key)
    send(table, MissionEnd(id="the-end-01", seen=1, result="lost"))
    assert f"{table.state.survivors[key].name} has died." in words_of(
        page_of(client, table, "ending")
    )


def vital_in(page: str, kind: str) -> tuple[list[str], bool]:
    """Return whose box in a form of a command is marked, and if all boxes together are."""
    form = page.partition(f'"kind":"{kind}"')[2].partition("</form>")[0]
    assert (LOSES in words_of(form)) is ("data-vital" in form)
    boxes = re.findall(r'name="survivors_in_zone"\s+value="([^"]+)"([^>]*)', form)
    return [key for key, marks in boxes if "data-vital" in marks], "data-vital-all" in form


def test_a_blast_says_that_a_death_in_the_zone_loses_the_mission(
    as_person: AsPerson, guest: Person
) -> None:
    """2nd Edition: any survivor's; Black Plague: the last one's, or that of all who are left."""
    client, path = as_person(guest), "do/blast.resolve"
    everybody = lay(guest, "zombicide-2e")
    assert vital_in(unescape(page_of(client, everybody, path)), "blast.resolve") == (
        list(everybody.state.survivors),
        True,
    )
    last = lay(guest, "black-plague")
    first, second, *others = last.state.survivors
    for dead, vital in ((others, []), ([second], [first])):
        for key in dead:
            down(last, key)
        page = unescape(page_of(client, last, path))
        assert vital_in(page, "blast.resolve") == (vital, True)


def test_a_shot_says_whose_death_by_it_would_lose_the_mission(
    as_person: AsPerson, guest: Person
) -> None:
    """With odds or without; nothing where everybody there survives it, or a blow hits nobody."""
    table, client = lay(guest, "zombicide-2e", survivors=3), as_person(guest)
    shooter, hurt, sound = table.state.survivors
    left = health_of(table.state, hurt, table.pack)
    survivors = {
        **table.state.survivors,
        shooter: replace(table.state.survivors[shooter], inventory={"hand-1": "pistol-1"}),
        hurt: replace(table.state.survivors[hurt], wounds=left - 1),
    }
    change(table, survivors=survivors, board={"walker": 2})

    def roll(*there: str, weapon: str = "ranged:pistol-1") -> str:
        asked = "&".join(f"survivors_in_zone={key}" for key in there)
        page = page_of(client, table, f"attack/{shooter}?weapon={weapon}&targets.walker=2&{asked}")
        return words_of(page.partition('id="roll"')[2].partition("</button>")[0])

    name = survivors[hurt].name
    for options in (frozenset(), frozenset({HIDDEN})):
        change(table, options=options)
        assert f"{name}: their death would lose the mission" in roll(hurt, sound)
        assert "lose" not in roll(sound), "one die, three health"
        assert "lose" not in roll()


def test_a_companion_whose_death_loses_the_mission_is_marked_among_the_wounded(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest, "army-of-the-dead"), as_person(guest)
    leader = next(iter(table.state.survivors))
    people = {
        "president": Companion(name="The President", leader=leader),
        "guide": Companion(name="The Guide", leader=leader, expendable=True),
    }
    change(table, companions=people, board={"shambler": 3})
    form = page_of(client, table, "board").partition("zombies.attack")[2].partition("</form>")[0]
    vital = [row for row in form.split("<li") if "With 1 wound you would lose" in words_of(row)]
    assert ["The President" in words_of(row) for row in vital] == [True]


def test_an_escape_that_loses_the_mission_says_so_before_and_after(
    as_person: AsPerson, guest: Person
) -> None:
    """Black Plague, p. 29: a necromancer who leaves with six tokens on the board."""
    zones = (
        Zone(id="1", start=True, tokens=4),
        Zone(id="2", kind="necromancer"),
    )
    table, client = (
        begin(guest, "black-plague", zones=zones, board={"necromancer": 1}),
        as_person(guest),
    )
    assert "You would lose" not in words_of(page_of(client, table, "zones"))
    change(table, zones=(replace(zones[0], tokens=5), zones[1]))
    for path in ("zones", "activation"):
        assert "You would lose" in words_of(page_of(client, table, path)), path
    send(table, NecromancerEscape(id="escape-01", seen=table.version, zone="2"))
    assert "too many spawn tokens" in words_of(page_of(client, table, "ending"))
