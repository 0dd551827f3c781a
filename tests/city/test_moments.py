"""Moments: what was waited for comes to every phone and the big screen at once."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion import services
from companion.models import Seat, Table
from companion.people.models import Person
from companion.systems.city_of_horror.moments import CityMoment, moment_of
from companion.systems.city_of_horror.selectors import city_board
from rules.systems.city_of_horror.actions import ActionSettle
from rules.systems.city_of_horror.ending import RescueChoose
from rules.systems.city_of_horror.moves import StepNext
from rules.systems.city_of_horror.rounds import MovementChoose
from rules.systems.city_of_horror.state import Aim, Character, Played
from rules.systems.city_of_horror.votes import (
    SuppliesShare,
    TieBreak,
    VictimChoose,
    VoteReady,
    VoteSeal,
)
from tests.city.kit import NAMES, lay_a_death_before_a_vote, sit
from tests.city.test_play import begun
from tests.city.test_secrets import looker

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


@pytest.fixture
def table(guest: Person) -> Table:
    table = begun(guest)
    sit(table, *NAMES[1:])
    return table


def say(table: Table, player: str, command: object) -> None:
    table.refresh_from_db()
    seat = Seat.objects.get(table=table, player=player)
    sent = replace(command, id=f"say-{table.version:06}", seen=table.version)
    services.command_submit(table_id=table.pk, seat=seat, command=sent)


def ready(table: Table, *names: str) -> None:
    """Those who have no vote let it come."""
    for name in names:
        say(table, name, VoteReady(id="ready-000", seen=0, players=(name,)))


def moment(table: Table) -> CityMoment | None:
    seat = Seat.objects.select_related("table").get(table=table, player="Marta")
    return moment_of(city_board(seat))


def told_everywhere(table: Table, as_person: AsPerson, kind: str) -> list[str]:
    """The moment's words on every phone, a spectator's and the big screen."""
    people = [seat.person for seat in table.seats.select_related("person")]
    people.append(looker(table, f"Público {kind}"))
    pages = [
        as_person(person).get(reverse("companion:table", args=[table.pk])).content.decode()
        for person in people
    ]
    pages.append(
        as_person(people[0]).get(reverse("companion:screen", args=[table.pk])).content.decode()
    )
    assert all(f"mom--{kind}" in page for page in pages)
    return [page[page.index(f"mom--{kind}") :] for page in pages]


def seal_all(table: Table, goal: str = "bank") -> None:
    for name in NAMES:
        say(table, name, MovementChoose(id="sealed-00", seen=0, player=name, location=goal))
        if name != NAMES[-1]:
            assert moment(table) is None


def test_movement_cards_turn_together_with_who_goes_where(
    table: Table, as_person: AsPerson
) -> None:
    seal_all(table)
    turned = moment(table)
    assert turned is not None
    assert [(card.row.name, card.turn) for card in turned.moves] == [
        (name, turn) for turn, name in enumerate(NAMES, 1)
    ]
    assert {card.place.key for card in turned.moves if card.place} == {"bank"}
    assert len(turned.says) == 1  # more go than there is room for
    for page in told_everywhere(table, as_person, "moves"):
        assert all(name in page for name in NAMES)


def test_the_tower_chooses_by_the_cards_of_the_others(table: Table, as_person: AsPerson) -> None:
    """Side B: they stand open to the last of those on it, and nothing sealed is among them."""
    state = table.any_state
    tower = replace(state.locations["water-tower"], side="B")
    at = dict(zip(NAMES, ("bank", "bank", "water-tower", "water-tower"), strict=True))
    people = {
        key: Character(player=name, at=at[name]) for name, key in zip(NAMES, KEYS, strict=True)
    }
    table.state = replace(
        state,
        characters=people,
        late=NAMES[2:],
        locations={**state.locations, "water-tower": tower},
    )
    table.save()
    for name in NAMES[:3]:
        say(table, name, MovementChoose(id="sealed-00", seen=0, player=name, location="armory"))
        if name == NAMES[0]:
            continue
        turned = moment(table)
        assert turned is not None
        shown = {card.row.name: card.place.key for card in turned.moves if card.place}
        assert shown == dict.fromkeys(NAMES[:2], "armory")
        for page in told_everywhere(table, as_person, "moves"):
            assert "chooses afterward" in page
    assert stands_open(table, as_person) == {
        "Marta": True,
        "Luis B.": True,
        "Ana María": True,  # has chosen
        "Noé": False,
    }
    noe = Seat.objects.select_related("person").get(table=table, player="Noé").person
    page = as_person(noe).get(reverse("companion:table", args=[table.pk])).content.decode()
    assert "Marta → Armory · Luis B. → Armory" in page  # what the question is about


def test_a_moment_goes_with_the_next_step_and_with_an_undo(table: Table) -> None:
    seal_all(table)
    assert moment(table) is not None
    table.refresh_from_db()
    seat = Seat.objects.get(table=table, player="Noé")
    services.table_undo(table_id=table.pk, seat=seat, command_id="undo-00001", seen=table.version)
    assert moment(table) is None


def at_the_church(table: Table, people: dict[str, str], **fields: object) -> None:
    """Six zombies before the church, and just these people in it."""
    state = table.any_state
    church = replace(state.locations["church"], zombies=6)
    characters = {key: Character(player=name, at="church") for key, name in people.items()}
    spare = [key for key in state.characters if key not in people]
    for name, key in zip(NAMES, spare, strict=False):
        characters[key] = Character(player=name, at="bank")
    table.state = replace(
        state,
        phase="locations",
        at="church",
        stage="attack",
        characters=characters,
        locations={**state.locations, "church": church},
        **fields,
    )
    table.save()


def test_votes_are_told_with_who_against_whom_and_deaths_by_name(
    table: Table, as_person: AsPerson
) -> None:
    at_the_church(table, {"punk": "Marta", "geek": "Noé"}, first="Ana María")
    say(table, "Marta", StepNext(id="go-on-000", seen=0))
    say(table, "Marta", VoteSeal(id="vote-0000", seen=0, player="Marta", choice="Noé"))
    ready(table, "Luis B.", "Ana María")
    assert moment(table) is None
    say(table, "Noé", VoteSeal(id="vote-0001", seen=0, player="Noé", choice="Marta"))
    counted = moment(table)
    assert counted is not None
    assert counted.chart is not None
    assert [(arrow.start, arrow.end) for arrow in counted.chart.arrows] == [(50, 50), (150, 150)]
    assert [
        (ballot.voter.name, ballot.votes, ballot.target.name) for ballot in counted.ballots
    ] == [
        ("Marta", 1, "Noé"),
        ("Noé", 1, "Marta"),
    ]
    assert {(tally.row.name, tally.votes) for tally in counted.counted} == {
        ("Marta", 1),
        ("Noé", 1),
    }
    told_everywhere(table, as_person, "votes")
    say(table, "Ana María", TieBreak(id="tie-00000", seen=0, player="Ana María", choice="Noé"))
    for page in told_everywhere(table, as_person, "deaths"):
        text = re.sub(r"<[^>]*>|\s+", " ", page)
        assert "geek" in text
        assert "Noé" in text
        assert "Ana María decided" in text


def test_the_helicopter_counts_the_points_and_names_the_winner(
    table: Table, as_person: AsPerson
) -> None:
    state = table.any_state
    people = {key: Character(player=name, at="bank") for name, key in zip(NAMES, KEYS, strict=True)}
    seats = {name: replace(seat, antidotes=1, hand=()) for name, seat in state.seats.items()}
    seats["Noé"] = replace(seats["Noé"], antidotes=0)
    table.state = replace(state, round=4, phase="rescue", characters=people, seats=seats)
    table.save()
    for name, key in zip(NAMES, KEYS, strict=True):
        saved = (key,) if name != "Noé" else ()
        say(table, name, RescueChoose(id="rescue-00", seen=0, player=name, characters=saved))
    ended = moment(table)
    assert ended is not None
    assert [
        (result.row.name, result.score.points, result.is_winner) for result in ended.ranked
    ] == [
        ("Marta", 5, True),
        ("Luis B.", 4, False),
        ("Ana María", 3, False),
        ("Noé", 0, False),
    ]
    assert [character.key for character in ended.ranked[-1].lost] == ["teen"]
    assert [result.steps for result in ended.ranked] == ["5,5,5", "4,4,4", "3,3,3", ""]
    assert ended.says[0].startswith("3 of 4")
    for page in told_everywhere(table, as_person, "end"):
        assert "Marta wins: 5 points" in page


KEYS = ("blonde", "punk", "student", "teen")


def test_everybody_sees_whom_the_table_waits_for(table: Table, as_person: AsPerson) -> None:
    say(table, "Marta", MovementChoose(id="sealed-00", seen=0, player="Marta", location="bank"))
    for seat in table.seats.select_related("person"):
        page = as_person(seat.person).get(reverse("companion:table", args=[table.pk]))
        waits = re.sub(r"<[^>]*>|\s+", " ", page.content.decode().split('id="waits"')[1][:900])
        assert "Noé" in waits
        assert "Marta" not in waits.split("</p>")[0].split("Hour")[0]


def test_a_death_right_after_the_vote_still_says_who_voted_for_whom(
    table: Table, as_person: AsPerson
) -> None:
    at_the_church(table, {"punk": "Marta", "student": "Marta", "geek": "Noé"})
    say(table, "Marta", StepNext(id="go-on-000", seen=0))
    for page in waiting_pages(table, as_person):
        assert "who loses a character?" in page  # what is decided, not only by whom
    say(table, "Noé", VoteSeal(id="vote-0001", seen=0, player="Noé", choice="Marta"))
    say(table, "Marta", VoteSeal(id="vote-0000", seen=0, player="Marta", choice="Noé"))
    ready(table, "Luis B.", "Ana María")
    died = moment(table)
    assert died is not None
    assert died.kind == "deaths"
    assert ("Why", "Votes: Marta 1, Noé 2") in died.facts
    assert [(ballot.voter.name, ballot.votes, ballot.target.name) for ballot in died.ballots] == [
        ("Noé", 1, "Marta"),
        ("Marta", 2, "Noé"),
    ]
    told_everywhere(table, as_person, "deaths")


def waiting_pages(table: Table, as_person: AsPerson) -> list[str]:
    """Of a phone without a vote, and the big screen."""
    luis = Seat.objects.select_related("person").get(table=table, player="Luis B.").person
    names = ("companion:table", "companion:screen")
    return [as_person(luis).get(reverse(name, args=[table.pk])).content.decode() for name in names]


@pytest.mark.parametrize("count", [0, 2])
def test_the_fallen_tower_says_what_the_table_has_to_do(
    table: Table, as_person: AsPerson, count: int
) -> None:
    """Its people and zombies die, the tower goes and its ruin is laid (p. 10); empty, too."""
    state = table.any_state
    crowd = dict(list({"punk": "Marta", "geek": "Noé"}.items())[:count])
    people = {key: Character(player=name, at="water-tower") for key, name in crowd.items()}
    spare = [key for key in state.characters if key not in people]
    people |= {
        key: Character(player=name, at="bank") for name, key in zip(NAMES, spare, strict=False)
    }
    tower = replace(state.locations["water-tower"], explosions=2, zombies=3)
    played = Played(
        player="Noé",
        card="makeshift-bomb-1",
        aim=Aim(location="church", explosion="water-tower"),
    )
    table.state = replace(
        state,
        phase="locations",
        at="church",
        stage="attack",
        characters=people,
        locations={
            **state.locations,
            "water-tower": tower,
            "church": replace(state.locations["church"], zombies=6),
        },
        stack=(played,),
    )
    table.save()
    say(table, "Marta", ActionSettle(id="settle-00", seen=0))
    for page in told_everywhere(table, as_person, "deaths" if count else "falls"):
        text = re.sub(r"<[^>]*>|\s+", " ", page)
        assert "3 zombies die." in text
        assert "Lay the board of the ruined tower, without explosion markers." in text
        assert ("Figure and card go back" in text) is bool(count)


def test_who_was_eaten_last_did_not_stay_behind_for_want_of_an_antidote(table: Table) -> None:
    state = table.any_state
    alone = {"geek": Character(player="Noé", at="church")}
    church = replace(state.locations["church"], zombies=6)
    table.state = replace(
        state,
        round=4,
        phase="locations",
        at="church",
        stage="attack",
        characters=alone,
        locations={**state.locations, "church": church},
    )
    table.save()
    say(table, "Noé", StepNext(id="go-on-000", seen=0))
    ended = moment(table)
    assert ended is not None
    assert ended.kind == "end"
    assert not any(result.lost for result in ended.ranked)
    assert ended.says[:2] == [
        "0 of 1 get away, each with an antidote.",
        "1 fell during the four hours.",
    ]


def test_the_result_says_why_things_count_for_nothing(
    table: Table, guest: Person, as_person: AsPerson
) -> None:
    """Who has nobody alive scores nothing, whatever they hold (p. 7)."""
    sentence = "A player with no one alive scores nothing."
    state = table.any_state
    seats = {name: replace(seat, hand=(), food=()) for name, seat in state.seats.items()}
    seats["Noé"] = replace(seats["Noé"], food=(2,))
    people = {key: Character(player=name, at="bank") for name, key in zip(NAMES, KEYS, strict=True)}
    people["teen"] = replace(people["teen"], alive=False)
    ending = replace(state, round=4, phase="rescue", characters=people)
    for noe, says_why in ((seats["Noé"], True), (replace(seats["Noé"], food=()), False)):
        saved = {**seats, "Noé": replace(noe, saved=())}
        table.refresh_from_db()
        table.state = replace(ending, seats=saved)
        table.save()
        for name in NAMES[:3]:
            say(table, name, RescueChoose(id="rescue-00", seen=0, player=name, characters=()))
        pages = told_everywhere(table, as_person, "end")
        story = as_person(guest).get(reverse("companion:story", args=[table.pk]))
        for page in (*pages, story.content.decode()):
            assert (sentence in page) is says_why


def test_a_moment_is_folded_where_the_table_asks_that_phone(
    table: Table, as_person: AsPerson
) -> None:
    """Whoever votes at the next place sees the board; to the others the death stands open."""
    lay_a_death_before_a_vote(table)
    say(table, "Luis B.", VictimChoose(id="victim-00", seen=0, player="Luis B.", character="punk"))
    table.refresh_from_db()
    assert (table.any_state.at, table.any_state.stage) == ("water-tower", "vote")
    assert moment(table).kind == "deaths"  # type: ignore[union-attr]
    assert stands_open(table, as_person) == {
        "Marta": False,
        "Luis B.": False,
        "Ana María": False,
        "Noé": True,
    }


def stands_open(table: Table, as_person: AsPerson) -> dict[str | None, bool]:
    """Does the moment cover the board, on the phone of each player?"""
    found = {}
    for seat in table.seats.filter(player__isnull=False).select_related("person"):
        page = as_person(seat.person).get(reverse("companion:table", args=[table.pk]))
        scene = re.search(r'<details[^>]*id="scene"[^>]*>', page.content.decode())
        assert scene is not None
        found[seat.player] = bool(re.search(r"\sopen\b", scene[0]))
    return found


@pytest.mark.parametrize(
    ("choice", "stage", "asked"),
    [
        ("Marta", "tie", "Ana María"),
        ("Noé", "victim", "Noé"),
    ],
)
def test_counted_votes_never_cover_the_board_of_who_is_asked(
    table: Table, as_person: AsPerson, choice: str, stage: str, asked: str
) -> None:
    """The first player breaks a tie; who loses somebody says whom."""
    people = {"punk": "Marta", "teen": "Marta", "geek": "Noé", "rasta": "Noé"}
    at_the_church(table, people, first="Ana María")
    say(table, "Marta", StepNext(id="go-on-000", seen=0))
    say(table, "Marta", VoteSeal(id="vote-0000", seen=0, player="Marta", choice="Noé"))
    ready(table, "Luis B.", "Ana María")
    say(table, "Noé", VoteSeal(id="vote-0001", seen=0, player="Noé", choice=choice))
    table.refresh_from_db()
    assert table.any_state.stage == stage
    assert moment(table).kind == "votes"  # type: ignore[union-attr]
    assert stands_open(table, as_person) == {name: name != asked for name in NAMES}


def test_a_death_stays_a_line_until_the_next_moment_and_can_be_opened_again(
    table: Table, as_person: AsPerson
) -> None:
    """Also when all are asked at once and the first of them taps."""
    lay_a_death_before_a_vote(table)
    say(table, "Luis B.", VictimChoose(id="victim-00", seen=0, player="Luis B.", character="punk"))
    table.refresh_from_db()
    died = table.version
    say(table, "Marta", VoteSeal(id="vote-0000", seen=0, player="Marta", choice="Marta"))
    assert moment(table) is None
    sheet = reverse("companion:sheet", args=[table.pk, f"moment/{died}"])
    for seat in table.seats.select_related("person"):
        phone = as_person(seat.person)
        page = phone.get(reverse("companion:table", args=[table.pk])).content.decode()
        line = page.partition('id="last-death"')[2].partition("</a>")[0]
        assert f'href="{sheet}"' in line
        assert "The punk of Luis B. is eaten" in line
        again = phone.get(sheet).content.decode().partition('id="sheet"')[2]
        assert "mom--deaths" in again
        assert "Luis B. takes the marker of the first player." in again
        assert "Figure and card go back into the box." in again
    log = phone.get(reverse("companion:sheet", args=[table.pk, "log"])).content.decode()
    assert f'href="{sheet}"' in log
    for name in ("Luis B.", "Ana María"):
        say(table, name, VoteSeal(id="vote-0001", seen=0, player=name, choice="Marta"))
    page = phone.get(reverse("companion:table", args=[table.pk])).content.decode()
    assert 'id="last-death"' not in page  # another moment has come
    assert phone.get(sheet).status_code == 200
    for nothing in ("moment", "moment/0", f"moment/{died + 1}", "moment/99", "moment/x"):
        assert phone.get(reverse("companion:sheet", args=[table.pk, nothing])).status_code == 404


def test_what_was_undone_is_not_shown_again(table: Table, as_person: AsPerson) -> None:
    lay_a_death_before_a_vote(table)
    say(table, "Luis B.", VictimChoose(id="victim-00", seen=0, player="Luis B.", character="punk"))
    table.refresh_from_db()
    seat = Seat.objects.select_related("person").get(table=table, player="Noé")
    services.table_undo(table_id=table.pk, seat=seat, command_id="undo-00001", seen=table.version)
    phone = as_person(seat.person)
    page = phone.get(reverse("companion:table", args=[table.pk])).content.decode()
    assert 'id="last-death"' not in page
    sheet = reverse("companion:sheet", args=[table.pk, f"moment/{table.version}"])
    assert phone.get(sheet).status_code == 404


def test_what_was_handed_out_is_told_without_the_cards(table: Table, as_person: AsPerson) -> None:
    at_the_church(table, {"punk": "Marta"}, chosen="Marta")
    copy = table.any_state.deck[0]
    church = replace(table.any_state.locations["church"], antidotes=2, cards=(copy,))
    locations = {**table.any_state.locations, "church": church}
    table.state = replace(table.any_state, stage="hand-out", locations=locations)
    table.save()
    share = SuppliesShare(
        id="share-000", seen=0, player="Marta", antidotes=("Noé",), given={copy: "Marta"}
    )
    say(table, "Marta", share)
    shared = moment(table)
    assert shared is not None
    assert [(gift.row.name, gift.icon) for gift in shared.gifts] == [
        ("Noé", "antidote"),
        ("Marta", "cards"),
    ]
    assert len(shared.says) == 1  # one antidote stays there
    for page in told_everywhere(table, as_person, "shared"):
        assert copy not in page
