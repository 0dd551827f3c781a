"""Every power and every action card has a page that offers it and takes what it offers."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion import services
from companion.models import Seat, Table
from companion.people.models import Person
from rules import apply, pack_of
from rules.systems.city_of_horror import CityPack, CityState
from rules.systems.city_of_horror.actions import ActionPlay, PowerUse
from rules.systems.city_of_horror.state import Aim, Character, Move, Played
from tests.city.kit import NAMES, Page
from tests.city.test_play import begun

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


def situations(state: CityState, people: dict[str, Character]) -> Iterator[CityState]:
    """Before an attack, before one's own move, and while somebody else's card lies there."""
    locations = {key: replace(location, zombies=3) for key, location in state.locations.items()}
    hands = {
        name: replace(seat, hand=seat.hand or (state.deck[0],))
        for name, seat in state.seats.items()
    }
    gone, deck = state.deck[0], state.deck[1:]
    common = replace(
        state,
        first="Noé",
        characters=people,
        locations=locations,
        seats=hands,
        discard=(gone,),
        deck=deck,
    )
    moved = Move(character=next(iter(people)), before="hospital", after="bank")
    before = replace(common, phase="locations", at="church", stage="attack", last_move=moved)
    choices = dict.fromkeys(NAMES, "armory")
    yield before
    yield replace(common, phase="move", choices=choices)
    pack = pack_of(state)
    weapon = next(copy for copy in deck if pack.action(copy).do == "kill")
    played = Played(player="Noé", card=weapon, aim=Aim(location="bank"))
    rest = tuple(copy for copy in deck if copy != weapon)
    yield replace(before, stack=(played,), deck=rest)


def is_taken(client: Client, table: Table, path: str, query: str) -> bool:
    """Open the sheet, choose the first of everything, send it."""
    url = reverse("companion:sheet", args=[table.pk, path])
    sheet = Page(client.get(f"{url}?{query}").content.decode())
    if "act-form" not in sheet.forms:
        return False
    response = client.post(reverse("companion:command", args=[table.pk]), sheet.filled("act-form"))
    assert response.status_code == 302, (query, response.content.decode())
    return True


def lay(table: Table, state: CityState) -> None:
    table.refresh_from_db()
    table.state = state
    table.save()


def test_the_undo_line_names_what_was_played_before_what_it_began_anew(
    guest: Person, as_person: AsPerson
) -> None:
    """Whatever is used in a vote begins it anew; what was stolen or drawn stays unnamed."""
    table, phone = begun(guest), as_person(guest)
    state = table.any_state
    stolen, hidden, loaded = "chainsaw-1", "alarm-1", "gun-1"
    hands = {"Marta": (loaded,), "Noé": (stolen,)}
    people = {"thief": "Marta", "sushi-chef": "Marta", "geek": "Noé", "punk": "Luis B."}
    voting = replace(
        state,
        phase="locations",
        at="church",
        stage="vote",
        deck=(hidden,),
        seats={name: replace(seat, hand=hands.get(name, ())) for name, seat in state.seats.items()},
        characters={key: Character(player=name, at="church") for key, name in people.items()},
        locations={
            key: replace(place, zombies=4 * (key == "church"))
            for key, place in state.locations.items()
        },
    )
    used = {
        "Marta uses The thief": PowerUse(
            id="use-00001", seen=0, player="Marta", character="thief", aim=Aim(target="Noé")
        ),
        "Marta uses The sushi chef": PowerUse(
            id="use-00002", seen=0, player="Marta", character="sushi-chef"
        ),
        "Marta plays Gun": ActionPlay(
            id="use-00003", seen=0, player="Marta", card=loaded, aim=Aim(location="church")
        ),
    }
    for words, command in used.items():
        lay(table, voting)
        seat = Seat.objects.get(table=table, player="Marta")
        services.command_submit(table_id=table.pk, seat=seat, command=command)
        for name in ("table", "screen"):
            page = phone.get(reverse(f"companion:{name}", args=[table.pk])).content.decode()
            text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
            assert (f"Undo: {words}" if name == "table" else words) in text
            for secret in ("Chainsaw", "Alarm"):
                assert secret not in text


@pytest.mark.parametrize("key", ["little-girl", "little-boy"])
def test_who_hides_by_a_power_is_not_asked_for(
    guest: Person, as_person: AsPerson, key: str
) -> None:
    """She hides, or he, and nobody else; a log that names another one still reads as it did."""
    table, phone = begun(guest), as_person(guest)
    state = table.any_state
    people = {
        key: Character(player="Marta", at="bank"),
        "punk": Character(player="Marta", at="bank"),
    }
    people |= {"geek": Character(player="Noé", at="church")}
    laid = next(situations(state, people))
    lay(table, laid)
    sheet = phone.get(reverse("companion:sheet", args=[table.pk, "power/1"]) + f"?character={key}")
    fields = Page(sheet.content.decode()).forms["act-form"]
    assert not any(field.type == "radio" for field in fields)
    assert is_taken(phone, table, "power/1", f"character={key}")
    hidden = Table.objects.get(pk=table.pk).any_state
    assert [name for name, one in hidden.characters.items() if one.hidden] == [key]
    old = PowerUse(id="stored-01", seen=0, player="Marta", character=key, aim=Aim(character="punk"))
    assert apply(laid, old, pack_of(laid)).state == hidden


def test_every_power_can_be_used_by_its_page(guest: Person, as_person: AsPerson) -> None:
    table, phone = begun(guest), as_person(guest)
    state = table.any_state
    pack = pack_of(state)
    assert isinstance(pack, CityPack)
    assert len(pack.characters) == 21
    missed = set(pack.characters)
    for key in pack.characters:
        fillers = [other for other in pack.characters if other != key]
        people = {key: Character(player="Marta", at="bank")}
        people |= {
            other: Character(player=name, at="bank", fit=False)
            for name, other in zip(NAMES, fillers, strict=False)
        }
        for situation in situations(state, people):
            lay(table, situation)
            if is_taken(phone, table, "power/1", f"character={key}"):
                missed.discard(key)
                break
    assert missed == set()


def test_every_action_card_can_be_played_by_its_page(guest: Person, as_person: AsPerson) -> None:
    table, phone = begun(guest), as_person(guest)
    state = table.any_state
    pack = pack_of(state)
    assert isinstance(pack, CityPack)
    assert len(pack.copies) == 40
    people = {
        key: replace(character, fit=False, at="bank") for key, character in state.characters.items()
    }
    missed = {key for key, card in pack.actions.items() if card.do != "keep"}
    for copy in {key: f"{key}-1" for key in missed}.values():
        free = tuple(other for other in pack.copies if other != copy)
        for situation in situations(replace(state, deck=free[4:]), people):
            hands = {"Marta": (copy,), **{name: (free[n],) for n, name in enumerate(NAMES[1:])}}
            seats = {
                name: replace(seat, hand=hands[name]) for name, seat in situation.seats.items()
            }
            lay(table, replace(situation, seats=seats))
            if is_taken(phone, table, "card/1", f"card={copy}"):
                missed.discard(copy.rpartition("-")[0])
                break
    assert missed == set()


@pytest.mark.parametrize("card", ["molotov-cocktail-1", "rescue-flare-1", "makeshift-bomb-1"])
def test_a_card_that_explodes_is_played_when_nothing_is_left_to_explode(
    guest: Person, as_person: AsPerson, card: str
) -> None:
    """Its other effect stays (p. 12)."""
    table, phone = begun(guest), as_person(guest)
    state = next(situations(table.any_state, table.any_state.characters))
    locations = {
        **state.locations,
        "water-tower": replace(state.locations["water-tower"], side="ruined"),
    }
    hands = {name: replace(seat, hand=()) for name, seat in state.seats.items()}
    hands["Marta"] = replace(hands["Marta"], hand=(card,))
    sheet = reverse("companion:sheet", args=[table.pk, "card/1"]) + f"?card={card}"
    lay(table, replace(state, locations=locations, seats=hands))
    assert "Then an explosion: Armory." in phone.get(sheet).content.decode()
    locations["armory"] = replace(locations["armory"], closed=True)
    lay(table, replace(state, locations=locations, seats=hands))
    assert "Then no explosion" in phone.get(sheet).content.decode()
    assert is_taken(phone, table, "card/1", f"card={card}")
