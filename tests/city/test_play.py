"""City of Horror played by its pages, without a browser."""

import re
from collections.abc import Callable
from html import unescape

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from companion import services
from companion.models import HouseFact, Seat, Table
from companion.people.models import Person
from companion.services import table_lay
from companion.systems.city_of_horror.next_step import STEP_NEXT, CityNext, city_next
from companion.systems.city_of_horror.questions import question_for
from companion.systems.city_of_horror.selectors import city_board, city_pack
from companion.systems.city_of_horror.sheets import SHEETS
from rules import IllegalCommand, apply, pack_of
from rules.systems.city_of_horror import CityWanted, open_city
from rules.systems.city_of_horror.beginning import CharactersPlace
from rules.systems.city_of_horror.ending import GameAbandon
from rules.systems.city_of_horror.moves import CharacterMove
from rules.systems.city_of_horror.rounds import InvasionReveal, MovementChoose
from rules.systems.city_of_horror.state import Character
from tests.city.kit import (
    COLOURS,
    GAME,
    NAMES,
    Card,
    Page,
    act,
    lay_a_death_before_a_vote,
    open_city_table,
    sit,
)

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
MOST_STEPS = 300
MOST_QUERIES = 12
MOST_TAPS, USUAL_TAPS, USUAL_TAPS_OF_A_KNOWN_CARD = 47, 36, 28
"""Of a round: the heaviest and the mean, typing the invasion card, and the mean without that."""


def test_one_phone_plays_a_whole_game_for_everybody(guest: Person, as_person: AsPerson) -> None:
    """With real cards and hands: every question is asked on the one phone there is."""
    table, phone = open_city_table(guest, count=3, cards="table", voting="hands"), as_person(guest)
    for step in range(MOST_STEPS):
        if Table.objects.get(pk=table.pk).any_state.result is not None:
            break
        assert act(phone, table, turn=step), "everybody waits"
    page = phone.get(reverse("companion:story", args=[table.pk])).content.decode()
    assert Table.objects.get(pk=table.pk).any_state.result == "over"
    assert all(name in page for name in NAMES[:3])
    facts = HouseFact.objects.filter(person=guest, game=GAME)
    assert facts.count() == 5  # an invasion card of every hour, known from now on


# --- set-up ---


LAID = {f"at-{n}": key for n, key in enumerate(("church", "hospital", "armory", "bank"), 1)}


def test_the_set_up_needs_three_names_and_remembers_the_rest(
    guest: Person, as_person: AsPerson
) -> None:
    phone, url = as_person(guest), reverse("companion:open", args=[GAME])
    form = {"begin": "1", "player-1": "Ana", "player-2": "Luis", "side-bank": "B", "first": "2"}
    form |= LAID
    refused = phone.post(url, form)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert not Table.objects.exists()
    response = phone.post(url, form | {"player-3": "Noé", "voting": "hands", "colour-3": "red"})
    table = Table.objects.get()
    assert response.url == reverse("companion:seats", args=[table.pk])
    state = table.any_state
    assert state.players == ("Ana", "Luis", "Noé")
    assert (state.first, state.voting, state.cards) == ("Luis", "hands", "app")
    assert (state.locations["bank"].side, state.seats["Noé"].colour) == ("B", "red")
    again = phone.get(url).content.decode()
    assert 'value="Luis"' in again


def test_the_set_up_names_all_that_is_wrong_at_once(guest: Person, as_person: AsPerson) -> None:
    phone, url = as_person(guest), reverse("companion:open", args=[GAME])
    rows = {"player-1": "Ana", "player-2": "Ana", "player-3": "Noé", "colour-3": "green"}
    page = phone.get(url, {"step": "2", **rows, "colour-1": "green"})
    assert page.status_code == 422
    told = page.content.decode().partition('role="alert"')[2].partition("</ul>")[0]
    for sentence in ("Two players cannot have one name.", "Two players cannot have one color."):
        assert sentence in told
    assert "A corner is missing" not in told  # its step comes after this one
    assert "A corner is missing" in phone.get(url, {"step": "3", **rows}).content.decode()
    rows |= {"player-2": "Luis", "colour-3": "red", "begin": "1", "chosen": "1", **LAID}
    page = phone.post(url, {**rows, "who-punk": "1"})
    assert page.status_code == 422
    told = page.content.decode().partition('role="alert"')[2].partition("</ul>")[0]
    assert all(f"{name} needs 5 characters." in told for name in ("Ana", "Luis", "Noé"))
    assert not Table.objects.exists()
    assert page.content.decode().count("disabled") == 1  # nobody knows the invasion cards yet
    again = Page(page.content.decode()).filled("set-up")  # nothing that was said is lost
    assert (again["player-2"], again["chosen"], again["who-punk"]) == (["Luis"], ["1"], ["1"])


def test_the_set_up_says_which_building_lies_at_which_number(
    guest: Person, as_person: AsPerson
) -> None:
    phone, url = as_person(guest), reverse("companion:open", args=[GAME])
    form = {f"player-{n}": name for n, name in enumerate(("Ana", "Luis", "Noé"), 1)}
    form |= {"begin": "1", "at-1": "bank", "at-2": "armory"}
    unsaid = phone.post(url, form)
    assert "Corner 3 is missing" in unsaid.content.decode()  # nothing lies where nobody said so
    assert not Table.objects.exists()
    form |= {"at-3": "church", "turned": "5"}  # what is left lies at the fourth corner
    form |= {"at-5": "crossroads", "at-6": "water-tower", "side-bank": "B"}
    assert phone.post(url, form).status_code == 302
    table = Table.objects.get()
    laid = ["bank", "armory", "church", "hospital", "crossroads", "water-tower"]
    assert list(table.any_state.locations) == laid
    assert table.any_state.locations["bank"].side == "B"
    assert table.any_state.turned == 5
    sheet = phone.get(reverse("companion:sheet", args=[table.pk, "location/bank"]))
    assert "1. Bank" in sheet.content.decode()
    again = phone.get(url).content.decode()  # remembered for the next evening
    assert [Page(again).filled("set-up")[f"at-{n}"] for n in range(1, 7)] == [[key] for key in laid]


def test_every_choice_of_the_picture_is_a_link(guest: Person, as_person: AsPerson) -> None:
    """Three buildings are laid by one tap each; the fourth is what is left."""
    phone, url = as_person(guest), reverse("companion:open", args=[GAME])
    address = url + "?step=2&player-1=Ana&player-2=Luis&player-3=Noé"
    for key in ("bank", "church", "hospital"):
        page = phone.get(address).content.decode()
        link = re.search(rf'id="lay-\d-{key}"\s+href="([^"]*)"', page)
        assert link is not None
        address = url + unescape(link[1])
    page = phone.get(address).content.decode()
    assert "what is left" in page
    assert "This is our table" in page
    swapped = unescape(next(link for link in re.findall(r'href="([^"]*at-3=bank[^"]*)"', page)))
    assert "at-1=hospital" in swapped  # they change places
    side = unescape(next(link for link in re.findall(r'href="([^"]*side-hospital=B[^"]*)"', page)))
    assert "B" in phone.get(url + side).content.decode()
    two = phone.get(url + "?step=2&player-1=Ana&player-2=Luis")
    assert two.status_code == 422  # not past what is still to be said
    assert 'name="player-3"' in two.content.decode()


def at_the_hospital(table: Table, **fields: object) -> CityNext:
    """What comes next for Marta, who has somebody at the hospital and may use its effect."""
    state = table.any_state
    own = next(key for key, character in state.characters.items() if character.player == "Marta")
    somebody = replace(state.characters[own], at="hospital")
    calm = replace(state.locations["hospital"], zombies=0)
    table.state = replace(
        state,
        phase="locations",
        at="hospital",
        stage="effect",
        waiting=("Marta",),
        characters={**state.characters, own: somebody},
        locations={**state.locations, "hospital": calm},
        **fields,
    )
    table.save()
    asked = city_next(city_board(Seat.objects.select_related("table").get(table=table)))
    assert asked is not None
    return asked


def test_nothing_is_asked_of_who_cannot_use_an_effect(guest: Person) -> None:
    """One tap takes the table on, whoever could still use it; who cannot is not named."""
    table = begun(guest)
    asked = at_the_hospital(table)
    assert (asked.effect, asked.command) == ("ask/1", STEP_NEXT)
    assert "Marta" in asked.meaning
    seats = table.any_state.seats
    asked = at_the_hospital(table, seats={**seats, "Marta": replace(seats["Marta"], hand=())})
    assert (asked.effect, asked.command) == ("", STEP_NEXT)
    assert "Marta" not in asked.meaning


def test_one_tap_answers_what_one_tap_can_say(guest: Person, as_person: AsPerson) -> None:
    """On a phone of one's own; a shared one is handed over before anything secret."""
    table = begun(guest)
    shared = Page(
        as_person(guest).get(reverse("companion:table", args=[table.pk])).content.decode()
    )
    assert shared.answers == []
    (luis, *_others) = sit(table, *NAMES[1:])
    phone = as_person(luis.person)
    page = Page(phone.get(reverse("companion:table", args=[table.pk])).content.decode())
    assert [msgspec.json.decode(answer) for answer in page.answers] == [
        {"kind": "movement.choose", "player": "Luis B.", "location": key}
        for key in table.any_state.locations
    ]
    assert act(phone, table, turn=3) == 1
    sealed = Table.objects.get(pk=table.pk).any_state.choices
    assert sealed == {"Luis B.": list(table.any_state.locations)[3]}
    page = Page(phone.get(reverse("companion:table", args=[table.pk])).content.decode())
    assert (page.answers, "data-waits" in page.next) == ([], True)


def test_several_things_are_handed_out_one_after_another(
    guest: Person, as_person: AsPerson
) -> None:
    """Nobody is offered a second thing, and nothing is offered that has gone."""
    table, phone = begun(guest), as_person(guest)
    state = table.any_state
    church = replace(state.locations["church"], antidotes=2, cards=(state.deck[0],))
    table.state = replace(
        state,
        phase="locations",
        at="church",
        stage="hand-out",
        chosen="Marta",
        locations={**state.locations, "church": church},
        deck=state.deck[1:],
    )
    table.save()
    url = reverse("companion:sheet", args=[table.pk, "ask/1"])
    first = Page(phone.get(url).content.decode())
    asked = {number: f"{url}?to={number}" for number in range(5)}
    assert set(first.onward) == set(asked.values())  # nobody, or one of four
    for wrong in ("9", "x", "1-1", "1-2-3-4", "0-0-0", "-"):
        again = Page(phone.get(f"{url}?to={wrong}").content.decode())
        assert again.onward == first.onward
    last = Page(phone.get(f"{url}?to=3-1").content.decode())
    assert last.onward == []
    taken = [field.value for field in last.forms["ask-form"] if field.name == "with-gift"]
    given = [msgspec.json.decode(value)["given"] for value in taken]
    assert given == [{state.deck[0]: "Luis B."}, {state.deck[0]: "Noé"}, {}]
    data = last.filled("ask-form", turn=1)
    assert phone.post(reverse("companion:command", args=[table.pk]), data).status_code == 302
    seats = Table.objects.get(pk=table.pk).any_state.seats
    assert [seats[name].antidotes for name in NAMES] == [1, 0, 1, 0]
    assert state.deck[0] in seats["Noé"].hand


def card(zombies: str, **more: int | str) -> Card:
    """Zombies of the four corners, the tower and the crossroads; the straggler goes one on."""
    spots = ("1", "2", "3", "4", "water-tower", "crossroads")
    come = {
        f"content.zombies.{spot}": int(count)
        for spot, count in zip(spots, zombies.split(), strict=True)
    }
    return {**come, "content.steps": 1, **more}


CARDS = (
    card("2 1 2 1 1 1"),
    card("1 2 1 3 2 1", **{"content.antidotes.1": 1, "content.cards.3": 1}),
    card(
        "2 0 2 1 1 2",
        **{"content.antidotes.2": 2, "content.cards.4": 1},
        **{"with-move-1": '{"content":{"moves":[["1","4"]]}}'},
    ),
    card(
        "3 2 1 0 2 1", **{"content.antidotes.1": 2, "content.antidotes.4": 1, "content.cards.4": 1}
    ),
)
"""One for each hour, as heavy as the one that is printed in the book (p. 5), which is the last."""


def waits(seat: Seat, table: Table) -> bool:
    """Whether this phone's page has nothing to tap: as its large button would say."""
    seat.table = table
    coming = city_next(city_board(seat))
    return coming is None or coming.is_wait


def round_taps(
    seats: list[Seat], as_person: AsPerson, *, most: int = 400
) -> dict[int, tuple[int, int]]:
    """The taps of all phones together by round: all of them, and those of the invasion card."""
    taps: dict[int, tuple[int, int]] = {}
    phones = {seat.pk: as_person(seat.person) for seat in seats}
    for turn in range(most):
        table = Table.objects.get(pk=seats[0].table_id)
        state = table.any_state
        if state.round == len(CARDS) or state.result is not None:
            return taps
        ready = next((seat for seat in seats if not waits(seat, table)), None)
        assert ready is not None, "everybody waits"
        done = act(phones[ready.pk], table, turn, CARDS[state.round])
        assert done
        every, typed = taps.get(state.round, (0, 0))
        taps[state.round] = (every + done, typed + done * (state.phase == "invasion"))
    raise AssertionError("the rounds do not end")


def test_a_round_of_four_phones_is_few_taps(guest: Person, as_person: AsPerson) -> None:
    """Everybody plays on a phone of their own; the invasion card is typed in from paper.

    A card the group knows already is two taps, whatever stands on it. The heaviest of these nine
    rounds has six votes, four of them tied.
    """
    rounds = []
    for seed in ("one", "two", "three"):
        wanted = CityWanted(list(zip(NAMES, COLOURS, strict=True)))
        state = open_city(city_pack(GAME), wanted, seed=seed)
        table = table_lay(person=guest, state=state)
        seats = [table.seats.get(), *sit(table, *NAMES[1:])]
        rounds += [taps for number, taps in round_taps(seats, as_person).items() if number]
    assert len(rounds) == 3 * (len(CARDS) - 1)
    every, known = [all_ for all_, _card in rounds], [all_ - card + 2 for all_, card in rounds]
    assert max(every) <= MOST_TAPS
    assert sum(every) / len(every) <= USUAL_TAPS
    assert sum(known) / len(known) <= USUAL_TAPS_OF_A_KNOWN_CARD


def test_characters_may_be_chosen(guest: Person, as_person: AsPerson) -> None:
    people = list(pack_of(open_city_table(guest).any_state).characters)
    form = {f"player-{n}": name for n, name in enumerate(("Ana", "Luis", "Noé"), 1)}
    form |= LAID | {f"who-{key}": str(n % 3 + 1) for n, key in enumerate(people[:15])}
    response = as_person(guest).post(
        reverse("companion:open", args=[GAME]), form | {"begin": "1", "chosen": "1"}
    )
    assert response.status_code == 302
    state = Table.objects.latest("created_at").any_state
    assert state.characters[people[0]].player == "Ana"
    short = as_person(guest).post(
        reverse("companion:open", args=[GAME]),
        form | {"begin": "1", "chosen": "1", f"who-{people[0]}": ""},
    )
    assert short.status_code == 422


# --- whose it is to decide ---


def place(table: Table, player: str) -> CharactersPlace:
    state = table.any_state
    own = [key for key, character in state.characters.items() if character.player == player]
    places = dict(zip(own, state.drawn[player], strict=True))
    return CharactersPlace(id=f"place-{player[:3]}", seen=0, player=player, places=places)


def test_a_phone_decides_for_its_own_player_and_a_keeper_for_those_without(guest: Person) -> None:
    table = open_city_table(guest)
    keeper = table.seats.get()
    (luis,) = sit(table, "Luis B.")
    turn = table.any_state.players[-1]  # the first player places last
    assert turn == "Noé"
    with pytest.raises(IllegalCommand, match=r"seat\.other_player"):
        services.command_submit(table_id=table.pk, seat=luis, command=place(table, turn))
    services.command_submit(table_id=table.pk, seat=keeper, command=place(table, turn))
    table.refresh_from_db()
    services.command_submit(table_id=table.pk, seat=keeper, command=place(table, "Ana María"))
    table.refresh_from_db()
    with pytest.raises(IllegalCommand, match=r"seat\.other_player"):
        services.command_submit(table_id=table.pk, seat=keeper, command=place(table, "Luis B."))
    services.command_submit(table_id=table.pk, seat=luis, command=place(table, "Luis B."))


def begun(keeper: Person, **said: object) -> Table:
    """Everybody stands somewhere, the first card is turned up, a round begins."""
    table = open_city_table(keeper, **said)
    state = table.any_state
    pack = pack_of(state)
    while state.phase == "place":
        table.state = state
        player = next(
            name
            for name in reversed(state.players)
            if any(c.player == name and c.at is None for c in state.characters.values())
        )
        state = apply(state, place(table, player), pack).state
    content = {"zombies": {"1": 3, "2": 4, "crossroads": 1}, "antidotes": {"1": 1}, "cards": {}}
    from rules.systems.city_of_horror.pack import Invasion

    card = InvasionReveal(id="first-000", seen=0, content=msgspec.convert(content, Invasion))
    table.state = apply(state, card, pack).state
    table.save()
    return table


def test_the_question_who_goes_says_who_gets_in_where_no_place_is_free(
    guest: Person, as_person: AsPerson
) -> None:
    """La mamma by her power, all by the service entrance, nobody where it is shut (p. 8-11)."""
    table, phone = begun(guest), as_person(guest)
    state = table.any_state
    people = {key: Character(player="Marta", at="church") for key in ("mama", "punk")}
    people |= {
        key: Character(player="Noé", at="hospital") for key in ("geek", "rocker", "rasta", "thief")
    }
    moving = replace(
        state, phase="move", characters=people, choices=dict.fromkeys(NAMES, "hospital")
    )
    shut = replace(state.locations["hospital"], closed=True)
    told = {
        "It is full: whoever goes ends on the crossroads.": moving,
        "It is full: The mama gets in, anyone else": replace(moving, squeezing=("mama",)),
        "It is full, but whoever goes gets in.": replace(moving, squeezing=("Marta",)),
        "It lets no one in: whoever goes ends on the crossroads.": replace(
            moving,
            squeezing=("Marta",),
            locations={**state.locations, "hospital": shut},
        ),
    }
    for words, laid in told.items():
        table.state = replace(laid, first="Marta")
        table.save()
        asked = phone.get(reverse("companion:sheet", args=[table.pk, "ask/1"])).content.decode()
        assert words in asked
        where = {
            key: apply(
                table.any_state,
                CharacterMove(id="going-0001", seen=0, player="Marta", character=key),
                pack_of(state),
            )
            .state.characters[key]
            .at
            for key in ("mama", "punk")
        }
        ends = words.startswith("It is full: who") or "lets no one" in words
        assert (where["mama"] == "crossroads") is ends
        assert (where["punk"] == "hospital") is ("but whoever" in words)


def test_who_has_no_vote_says_whether_they_are_ready_here_or_for_the_round(
    guest: Person, as_person: AsPerson
) -> None:
    """What the button says is what it does: here, the next place asks them again (p. 6)."""
    table = begun(guest)
    lay_a_death_before_a_vote(table)
    state = table.any_state
    state = replace(state, at="church", stage="vote", chosen=None, unready=("Noé",))
    table.state = replace(state, ballots={"Luis B.": "Luis B."})
    table.save()
    (noe,) = sit(table, "Noé")
    phone, home = as_person(noe.person), reverse("companion:table", args=[table.pk])
    html = phone.get(home).content.decode()
    assert "Ready here" in html
    assert "Ready this round" in html
    answers = [msgspec.json.decode(answer) for answer in Page(html).answers]
    assert answers == [
        {"kind": "vote.ready", "players": ["Noé"], "here": True},
        {"kind": "vote.ready", "players": ["Noé"]},
    ]
    assert act(phone, table) == 1
    said = Table.objects.get(pk=table.pk).any_state
    assert (said.ready, said.stage) == ((), "victim")


# --- what the pages are and cost ---


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_sheet_opens_in_few_queries(
    guest: Person, as_person: AsPerson, language: str
) -> None:
    table = begun(guest)
    phone = as_person(guest)
    phone.cookies["django_language"] = language
    sit(table, "Noé")
    hand = table.any_state.seats["Marta"].hand
    figures = [
        key for key, character in table.any_state.characters.items() if character.player == "Marta"
    ]
    more = {
        "ask": ["ask/1", "ask/2", "ask/3"],
        "card": [f"card/1?card={copy}" for copy in hand],
        "power": [f"power/1?character={key}" for key in figures],
        "hand": ["hand/1", "hand/2"],
        "trade": ["trade/1"],
        "location": [f"location/{key}" for key in table.any_state.locations],
        "correct": ["correct", "correct?who=church", "correct?who=Marta"],
    }
    for name in SHEETS:
        if name in ("moment", "vote"):  # only once there was one, and while hands are up
            continue
        for path in more.get(name, [name]):
            plain, _mark, query = path.partition("?")
            url = reverse("companion:sheet", args=[table.pk, plain])
            with CaptureQueriesContext(
                connection,
            ) as queries:
                response = phone.get(f"{url}?{query}")
            assert response.status_code == 200, path
            assert len(queries) <= MOST_QUERIES, path
    for name in ("table", "board", "screen", "story", "seats"):
        with CaptureQueriesContext(connection) as queries:
            response = phone.get(reverse(f"companion:{name}", args=[table.pk]))
        assert response.status_code == 200, name
        assert len(queries) <= MOST_QUERIES, name


def test_the_hand_of_who_is_out_has_no_empty_list_of_characters(
    guest: Person, as_person: AsPerson
) -> None:
    table, phone = begun(guest), as_person(guest)
    state = table.any_state
    url = reverse("companion:sheet", args=[table.pk, "hand/1"])
    assert ">Characters<" in phone.get(url).content.decode()
    gone = {
        key: replace(character, alive=character.player != "Marta")
        for key, character in state.characters.items()
    }
    table.state = replace(state, characters=gone, first="Noé")
    table.save()
    assert ">Characters<" not in phone.get(url).content.decode()


def test_what_is_somebody_elses_is_not_there(guest: Person, as_person: AsPerson) -> None:
    table = begun(guest)
    (noe,) = sit(table, "Noé")
    marta, other = as_person(guest), as_person(noe.person)
    for path in ("hand/4", "ask/4", "trade/4", "hand/9", "hand/x", "card/4", "power/4", "nothing"):
        assert marta.get(reverse("companion:sheet", args=[table.pk, path])).status_code == 404, path
    for path in ("hand/1", "hand/2", "ask/1"):
        assert other.get(reverse("companion:sheet", args=[table.pk, path])).status_code == 404, path
    assert other.get(reverse("companion:sheet", args=[table.pk, "hand/4"])).status_code == 200


def test_what_the_pages_cannot_do_is_not_there(guest: Person, as_person: AsPerson) -> None:
    table, phone = begun(guest), as_person(guest)
    assert phone.get(reverse("files:export", args=[table.pk])).status_code == 404
    assert phone.get(reverse("companion:mine", args=[table.pk, "priest"])).status_code == 404
    own = phone.get(reverse("companion:own", args=[table.pk]))
    assert own.url == reverse("companion:table", args=[table.pk])
    assert phone.post(reverse("companion:setup-usual", args=[GAME])).status_code == 404
    command = {"with": '{"kind":"phase.next"}', "id": "other-00001", "seen": "0"}
    refused = phone.post(reverse("companion:command", args=[table.pk]), command)
    assert refused.status_code == 422


# --- afterwards ---


def test_rematch_branch_archive_and_bin(guest: Person, as_person: AsPerson) -> None:
    table, phone = begun(guest), as_person(guest)
    sit(table, "Noé")
    story = reverse("companion:story", args=[table.pk])
    assert reverse("companion:branch", args=[table.pk]) not in phone.get(story).content.decode()
    branch = phone.post(reverse("companion:branch", args=[table.pk]), {"seq": "0"})
    assert branch.status_code == 422  # a copy would show what is secret
    seat = table.seats.get(person=guest)
    services.command_submit(
        table_id=table.pk, seat=seat, command=GameAbandon(id="abandon-0", seen=0)
    )
    branch = phone.post(reverse("companion:branch", args=[table.pk]), {"seq": "0"})
    assert branch.status_code == 422  # nor of a game that was only stopped
    assert not Table.objects.filter(origin=table).exists()
    again = phone.post(reverse("companion:rematch", args=[table.pk]))
    new = Table.objects.get(origin=table, origin_seq=None)
    assert again.url == reverse("companion:table", args=[new.pk])
    assert {seat.player for seat in new.seats.all()} == {"Marta", "Noé"}
    assert (new.any_state.phase, new.any_state.players) == ("place", NAMES)
    assert new.any_state.seats["Marta"].hand != table.any_state.seats["Marta"].hand
    assert phone.get(reverse("companion:tables")).status_code == 200
    assert phone.get("/").status_code == 200
    phone.post(reverse("companion:archive", args=[table.pk]), {"archived": "1"})
    phone.post(reverse("companion:bin", args=[table.pk]))
    assert Table.objects.get(pk=table.pk).binned_at is not None


def test_the_question_of_a_sealed_card_says_who_is_ready(guest: Person) -> None:
    table = begun(guest)
    seat = table.seats.get()
    move = MovementChoose(id="choose-01", seen=0, player="Marta", location="bank")
    services.command_submit(table_id=table.pk, seat=seat, command=move)
    board = city_board(Seat.objects.select_related("table").get(pk=seat.pk))
    question = question_for(board, "Marta")
    assert question is not None
    chosen = [option.words for option in question.forms[0].fields[0].options if option.is_chosen]
    assert len(chosen) == 1
    assert "1" in question.notice


def test_strangers_find_nothing_and_readers_only_look(guest: Person, as_person: AsPerson) -> None:
    table = begun(guest)
    stranger = as_person(Person.objects.create_guest(name="Nadie"))
    reader = Person.objects.create_guest(name="Público")
    Seat.objects.create(table=table, person=reader, name="Público", role=Seat.Role.READER)
    looks = as_person(reader)
    for name in ("table", "board", "screen", "story", "seats", "live"):
        url = reverse(f"companion:{name}", args=[table.pk])
        assert (stranger.get(url).status_code, looks.get(url).status_code) == (404, 200), name
    sheets = {"players": 200, "log": 200, "location/bank": 200, "hand/1": 404, "ask/1": 404}
    for path, status in sheets.items():
        url = reverse("companion:sheet", args=[table.pk, path])
        assert (stranger.get(url).status_code, looks.get(url).status_code) == (404, status), path
    tap = {"with": '{"kind":"step.next"}', "id": "stranger-1", "seen": "0"}
    url = reverse("companion:command", args=[table.pk])
    assert (stranger.post(url, tap).status_code, looks.post(url, tap).status_code) == (404, 422)
