"""City of Horror: set-up, what a seat sees and decides, and its pack."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import rules
from rules import IllegalCommand, UnknownId
from rules.systems.city_of_horror import (
    CityState,
    CityWanted,
    flow_commands,
    moves,
    open_city,
    trade,
    votes,
)
from rules.systems.city_of_horror.pack import FOLDER, Invasion, load_city, read_city
from rules.systems.city_of_horror.seats import players_of, view
from rules.systems.city_of_horror.state import FACE_DOWN, HIDDEN

PACK = load_city()
NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve", "Fay")
SEATED = list(zip(NAMES, PACK.colours, strict=True))
DATA = Path(rules.__file__).parent / "packs" / "data"


def table(count: int = 3, **fields: Any) -> CityState:
    return open_city(PACK, CityWanted(SEATED[:count], **fields), seed="city")


def placed(state: CityState) -> CityState:
    """Everybody stands somewhere and has their action cards."""
    while state.phase == "place":
        state = rules.apply(state, flow_commands(state, PACK)[0], PACK).state
    return state


@pytest.mark.parametrize(
    ("count", "characters", "cards"), [(3, 5, 7), (4, 4, 6), (5, 3, 5), (6, 3, 4)]
)
def test_what_each_player_gets(count: int, characters: int, cards: int) -> None:
    """p. 4"""
    state = table(count)
    for name in state.seats:
        assert (
            sum(character.player == name for character in state.characters.values()) == characters
        )
    assert {len(seat.hand) for seat in placed(state).seats.values()} == {cards}
    assert len(placed(state).deck) == 40 - count * cards
    last = state.players[-1]  # sits right of the first player and places before all others
    assert {name: len(drawn) for name, drawn in state.drawn.items()} == {last: characters}
    assert sorted(state.food) == sorted(PACK.food)


def test_the_straggler_begins_on_the_first_players_colour() -> None:
    assert table(first="Bob").straggler == "violet"
    assert table().first == "Ann"


def test_crossroads_b_shows_three_food_tokens() -> None:
    state = table(sides={"crossroads": "B"})
    assert len(state.food_shown) == 3
    assert sorted((*state.food, *state.food_shown)) == sorted(PACK.food)


def test_characters_may_be_chosen() -> None:
    chosen = dict(zip(NAMES, _groups(5), strict=False))
    state = table(characters={name: chosen[name] for name in NAMES[:3]})
    assert {key for key, character in state.characters.items() if character.player == "Bob"} == set(
        chosen["Bob"]
    )


def _groups(size: int) -> list[tuple[str, ...]]:
    keys = tuple(PACK.characters)
    return [keys[place : place + size] for place in range(0, len(keys), size)]


def test_real_cards_are_dealt_by_the_table() -> None:
    state = table(cards="table")
    assert not any(seat.hand for seat in state.seats.values())
    assert sorted(state.deck) == sorted(PACK.copies)
    assert state.drawn == {}


def test_the_app_draws_one_known_card_of_each_hour() -> None:
    known = {f"0{hour}-2": Invasion(zombies={"1": hour}) for hour in range(5)}
    wanted = CityWanted(SEATED[:3], invasion="app")
    state = open_city(PACK, wanted, described=known, seed="city")
    assert [card[:2] for card in state.coming] == ["00", "01", "02", "03", "04"]
    assert state.coming[3] in ("03-1", "03-2")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"players": SEATED[:2]}, "players.number"),
        ({"players": [*SEATED, ("Gus", "red")]}, "players.number"),
        ({"players": [("Ann", "red"), ("Ann", "blue"), ("Cid", "green")]}, "players.same_name"),
        ({"players": [("Ann", "red"), ("Bob", "red"), ("Cid", "green")]}, "players.same_colour"),
        ({"players": [("Ann", "pink"), ("Bob", "red"), ("Cid", "green")]}, "colour.unknown"),
        ({"players": [("", "red"), ("Bob", "blue"), ("Cid", "green")]}, "player.name"),
        ({"first": "Zoe"}, "player.unknown"),
        ({"sides": {"mall": "A"}}, "location.unknown"),
        ({"order": ["church", "bank"]}, "locations.order"),
        ({"characters": {"Zoe": ["punk"]}}, "player.unknown"),
        ({"characters": {"Ann": ["elvis"]}}, "character.unknown"),
        ({"characters": {"Ann": ["punk", "punk"]}}, "characters.twice"),
        ({"characters": {"Ann": ["punk"]}}, "characters.number"),
        ({"invasion": "app"}, "invasion.no_card"),
    ],
)
def test_a_table_that_cannot_be_set_up(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(IllegalCommand) as caught:
        open_city(PACK, CityWanted(**{"players": SEATED[:3], **fields}))
    assert caught.value.code == code


# --- seats ---


def test_a_seat_sees_its_own_secrets_and_nobody_elses() -> None:
    state = replace(
        placed(table()),
        phase="choose",
        passing={"Ann": ("gun-1",), "Bob": ("gun-2", "gun-3")},
        keeping={"Ann": "gun-1", "Bob": "gun-3"},
        choices={"Ann": "church", "Bob": "bank"},
        ballots={"Ann": "Bob", "Bob": "Ann"},
        coming=("01-1", "02-1"),
        looked=("Bob",),
        stage="vote",
        seed="a-secret-seed",
    )
    seats = {**state.seats, "Bob": replace(state.seats["Bob"], food=(2, 3))}
    state = replace(state, seats=seats)
    ann, bob, nobody = (view(state, name, PACK) for name in ("Ann", "Bob", None))
    assert ann.seats["Ann"].hand == state.seats["Ann"].hand
    assert ann.seats["Bob"].hand == (HIDDEN,) * 7
    assert ann.seats["Bob"].food == (FACE_DOWN,) * 2
    assert ann.choices == {"Ann": "church", "Bob": HIDDEN}
    assert ann.passing == {"Ann": ("gun-1",), "Bob": (HIDDEN, HIDDEN)}
    assert ann.keeping == {"Ann": "gun-1", "Bob": HIDDEN}
    assert ann.ballots == {"Ann": "Bob", "Bob": HIDDEN}
    assert ann.coming == (HIDDEN, HIDDEN)
    assert bob.coming == ("01-1", HIDDEN)
    assert nobody.choices == {"Ann": HIDDEN, "Bob": HIDDEN}
    assert "a-secret-seed" not in rules.encode(ann).decode()


def test_after_the_reveal_only_the_towers_choices_are_sealed() -> None:
    state = replace(table(), phase="late", late=("Bob",), choices={"Ann": "church", "Bob": "bank"})
    assert view(state, "Cid", PACK).choices == {"Ann": "church", "Bob": HIDDEN}
    shown = replace(state, phase="invasion")
    assert view(shown, "Cid", PACK).choices == state.choices


def test_votes_are_open_once_they_are_counted() -> None:
    state = replace(table(), stage="vote", ballots={"Ann": "Bob"})
    assert view(state, "Cid", PACK).ballots == {"Ann": HIDDEN}
    assert view(replace(state, stage="tie"), "Cid", PACK).ballots == {"Ann": "Bob"}


def test_a_command_decides_for_its_player_or_for_the_table() -> None:
    seal = votes.VoteSeal(id="a" * 8, seen=0, player="Ann", choice="Bob")
    assert players_of(seal) == {"Ann"}
    assert players_of(moves.StepNext(id="a" * 8, seen=0)) == frozenset()
    ready = votes.VoteReady(id="a" * 8, seen=0, players=("Bob", "Cid"))
    assert players_of(ready) == {"Bob", "Cid"}
    ruleset = rules.games[PACK.game]
    assert ruleset.acts_for(seal) == {"Ann"}
    assert ruleset.view(table(), None, PACK).seed == ""


@pytest.mark.parametrize(
    ("body", "hidden"),
    [
        ({"kind": "movement.choose", "player": "Ann", "location": "church"}, "church"),
        ({"kind": "vote.seal", "player": "Ann", "choice": "Cid"}, "Cid"),
        ({"kind": "draft.keep", "player": "Ann", "card": "gun-1"}, "gun-1"),
        ({"kind": "trade.give", "player": "Ann", "to": "Cid", "cards": ["gun-1"]}, "gun-1"),
        ({"kind": "effect.use", "player": "Ann", "aim": {"food": 3}}, '"food":3'),
    ],
)
def test_a_command_of_the_log_keeps_its_secret(body: dict[str, Any], hidden: str) -> None:
    command = rules.decode_command(
        "city-of-horror", rules.encode({"id": "a" * 8, "seen": 0, **body})
    )
    show = rules.games[PACK.game].shown
    assert hidden in rules.encode(show(command, "Ann")).decode()
    for reader in ("Bob", None):
        assert hidden not in rules.encode(show(command, reader)).decode()


def test_what_is_said_aloud_is_shown_to_all() -> None:
    command = votes.TieBreak(id="a" * 8, seen=0, player="Ann", choice="Bob")
    assert rules.games[PACK.game].shown(command, None) == command
    gift = trade.TradeGive(id="a" * 8, seen=0, player="Ann", to="Bob", cards=("gun-1",))
    assert rules.games[PACK.game].shown(gift, "Bob") == gift
    assert rules.games["black-plague"].shown(command, None) == command


# --- the seam ---


def test_a_state_of_one_family_is_none_of_the_other() -> None:
    data = rules.encode(table())
    assert rules.decode_any_state(data) == table()
    with pytest.raises(UnknownId) as caught:
        rules.decode_state(data)
    assert caught.value.code == "game.elsewhere"
    with pytest.raises(UnknownId):
        rules.decode_any_state(b'{"game": "chess"}')
    assert rules.pack_of(table()) is PACK


# --- the pack ---


def test_the_pack_is_the_box() -> None:
    """21 characters, 40 action cards of 18 kinds, 20 invasion cards, 12 food tokens (p. 2)."""
    assert (len(PACK.characters), len(PACK.copies), len(PACK.actions)) == (21, 40, 18)
    assert [card.id for card in PACK.invasions.values() if card.content] == ["03-1"]
    assert len(PACK.invasions) == 20
    assert sum(PACK.food) == 18
    assert sum(card.explosion * card.copies for card in PACK.actions.values()) == 8


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("characters.toml", 'id = "geek"', 'id = "punk"', "stands there twice"),
        ("actions.toml", "copies = 4", "copies = 5", "41, the box has 40"),
        ("locations.toml", "places = 4", 'places = "four"', "Expected `int"),
        ("invasions.toml", 'sure = "rulebook"\n', "", "known and unknown at once"),
        ("city.toml", "rounds = 4", "", "city.toml: rounds: is missing"),
    ],
)
def test_an_unsound_pack_says_what_is_wrong(
    tmp_path: Path, file: str, old: str, new: str, problem: str
) -> None:
    shutil.copytree(DATA / FOLDER, tmp_path / FOLDER)
    path = tmp_path / FOLDER / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    _, problems = read_city(tmp_path)
    assert problems
    assert any(problem in said for said in problems), problems


@pytest.mark.parametrize("language", ["es", "en"])
def test_no_two_people_and_no_two_places_have_one_short_name(language: str) -> None:
    for cards in (PACK.characters, PACK.locations):
        names = [card.short.in_language(language).casefold() for card in cards.values()]
        assert len(set(names)) == len(names)
