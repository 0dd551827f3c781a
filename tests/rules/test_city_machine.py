"""Whole tables of City of Horror by legal commands, and what must hold after each of them."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules.chance import Chance
from rules.systems.city_of_horror import (
    CityState,
    CityWanted,
    flow_commands,
    legal_commands,
    open_city,
)
from rules.systems.city_of_horror.board import antidotes_left, weights, zombies_left
from rules.systems.city_of_horror.ending import scores, winners
from rules.systems.city_of_horror.pack import Invasion, load_city
from rules.systems.city_of_horror.seats import view
from rules.systems.city_of_horror.state import FACE_DOWN, HIDDEN
from rules.systems.city_of_horror.votes import VoteCounted

PACK = load_city()
NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve", "Fay")
SOAK = int(os.environ.get("SOAK", "1"))
STEPS = 200
FIRST = Invasion(zombies={"1": 3, "2": 4, "3": 2, "4": 3, "water-tower": 2, "crossroads": 2})
LATER = Invasion(
    moves=(("1", "crossroads"), ("water-tower", "2")),
    zombies={"1": 3, "2": 2, "3": 3, "4": 1, "water-tower": 3, "crossroads": 1},
    antidotes={"1": 2, "3": 1},
    cards={"2": 2, "4": 1},
    steps=2,
)
KNOWN = {
    "00-1": FIRST,
    "01-1": Invasion(zombies=LATER.zombies, antidotes=LATER.antidotes, cards=LATER.cards, steps=1),
    "02-1": LATER,
    "04-2": LATER,
}


def table(
    count: int, seed: str, sides: str = "A", *, app_draws: bool = True, **fields: object
) -> CityState:
    wanted = CityWanted(
        players=list(zip(NAMES, PACK.colours, strict=True))[:count],
        sides=dict.fromkeys(PACK.locations, sides),  # type: ignore[arg-type]
        invasion="app" if app_draws else "table",
        **fields,  # type: ignore[arg-type]
    )
    return open_city(PACK, wanted, described=KNOWN, seed=seed)


def check_invariants(start: CityState, state: CityState) -> None:
    """What must always hold, whatever was played."""
    assert all(0 <= location.zombies <= 8 for location in state.locations.values())
    assert zombies_left(state, PACK) >= 0
    assert antidotes_left(state, PACK) >= 0
    assert {key: character.player for key, character in state.characters.items()} == {
        key: character.player for key, character in start.characters.items()
    }, "characters stay with their players, alive or dead"
    copies = [copy for seat in state.seats.values() for copy in seat.hand]
    copies += [
        copy for location in state.locations.values() for copy in location.cards if copy != HIDDEN
    ]
    copies += [copy for cards in state.passing.values() for copy in cards]
    copies += [*state.deck, *state.discard, *(played.card for played in state.stack)]
    assert sorted(copies) == sorted(PACK.copies), "every action card is in exactly one place"
    tokens = [value for seat in state.seats.values() for value in seat.food]
    assert len(tokens) + len(state.food) + len(state.food_shown) <= len(PACK.food)
    alive = {character.player for character in state.characters.values() if character.alive}
    assert state.result or state.first in alive, "the marker lies with somebody in the game"
    assert not any(
        character.hidden and not character.alive for character in state.characters.values()
    )
    for key, place in state.locations.items():
        if place.closed and place.side == "A":
            assert not any(c.at == key and c.alive for c in state.characters.values())
    if state.stage in ("vote", "share-vote"):
        voters = set(weights(state, PACK, state.at or ""))
        assert set(state.ballots) < voters or (state.unready and set(state.ballots) == voters)
        assert not voters & set(state.unready)
    assert rules.decode_any_state(rules.encode(state)) == state


def check_secrets(state: CityState) -> None:
    """Nobody sees another's hand, food, sealed choice or the cards to come; own ones all."""
    for reader in (*state.players, None):
        seen = view(state, reader, PACK)
        assert (seen.seed, seen.cursor) == ("", 0)
        assert set(seen.deck) <= {HIDDEN}
        assert set(seen.food) <= {FACE_DOWN}
        shown = 1 if reader in state.looked else 0
        assert all(card == HIDDEN for card in seen.coming[shown:])
        for name, seat in seen.seats.items():
            if name == reader:
                assert seat == state.seats[name]
            else:
                assert set(seat.hand) <= {HIDDEN}
                assert len(seat.hand) == len(state.seats[name].hand)
                assert set(seat.food) <= {FACE_DOWN}
        sealed = set(state.choices) if state.phase == "choose" else set()
        sealed |= set(state.late) if state.phase == "late" else set()
        for name, choice in seen.choices.items():
            assert (choice == HIDDEN) is (name in sealed and name != reader)
        for name, choice in seen.ballots.items():
            is_sealed = state.stage in ("vote", "share-vote") and name != reader
            assert (choice == HIDDEN) is is_sealed
        for key, place in seen.locations.items():
            hands_out = (reader, "hand-out", key) == (state.chosen, state.stage, state.at)
            assert hands_out or set(place.cards) <= {HIDDEN}
        for name, drawn in (*seen.drawn.items(), *seen.passing.items()):
            assert name == reader or set(drawn) <= {HIDDEN}
        assert all(name == reader or card == HIDDEN for name, card in seen.keeping.items())


def play(start: CityState, choice: Chance, steps: int) -> tuple[CityState, list[rules.Command]]:
    """Mostly what brings the round on, now and then anything that is legal."""
    state, played = start, []
    for _ in range(steps):
        any_legal = choice.below(6) == 0
        offered = (legal_commands if any_legal else flow_commands)(state, PACK)
        if not offered:
            break
        said = {**state.choices, **state.ballots, **state.keeping}
        new = [offer for offer in offered if getattr(offer, "player", None) not in said]
        pool = new if new and not any_legal else offered
        command = pool[choice.below(len(pool))]
        before = rules.encode(state)
        outcome = rules.apply(state, command, PACK)
        assert rules.encode(state) == before, "a state is never changed in place"
        assert outcome.events, "something happened, so the log says what"
        assert rules.decode_events("city-of-horror", rules.encode(outcome.events)) == outcome.events
        for event in outcome.events:
            if isinstance(event, VoteCounted):
                voted = sum(event.weights[name] for name in event.ballots)
                assert sum(event.counts.values()) == voted, "votes add up"
                assert set(event.ballots) == set(event.weights), "everybody has voted"
        assert isinstance(outcome.state, CityState)
        state = outcome.state
        played.append(command)
        check_invariants(start, state)
        if state.step != rules.decode_any_state(before).step:
            check_secrets(state)
    return state, played


@settings(max_examples=10 * SOAK)
@given(
    # The taps come from a number: a list of them would take minutes to shrink.
    luck=st.integers(0, 10**9),
    count=st.integers(3, 6),
    sides=st.sampled_from("AB"),
    voting=st.sampled_from(["sealed", "hands"]),
    deals=st.sampled_from([("app", "dealt"), ("app", "drafted"), ("table", "dealt")]),
)
def test_every_legal_command_is_accepted_and_replays_to_the_same_state(
    luck: int, count: int, sides: str, voting: str, deals: tuple[str, str]
) -> None:
    cards, dealing = deals
    start = table(count, str(luck), sides, voting=voting, cards=cards, dealing=dealing)
    choice = Chance(seed=f"city:{luck}", cursor=0, entered=None)
    state, played = play(start, choice, STEPS)
    again: rules.State = start
    for command in played:
        again = rules.apply(again, command, PACK).state
    assert again == state
    if state.result == "over":
        points = scores(state, PACK)
        best = max(score.points for score in points.values())
        assert all(points[name].points == best for name in winners(state, PACK))


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_a_whole_game_comes_to_its_end_by_its_flow(count: int) -> None:
    """Nobody ever waits for something that is not offered."""
    state: rules.State = table(count, "flow")
    for number in range(400):
        assert isinstance(state, CityState)
        offered = flow_commands(state, PACK)
        if not offered:
            break
        said = {*state.ballots, *(state.choices if state.phase in ("choose", "late") else ())}
        said |= set(state.keeping)
        new = [offer for offer in offered if getattr(offer, "player", None) not in said] or offered
        state = rules.apply(state, new[number % len(new)], PACK).state
    assert isinstance(state, CityState)
    assert state.result == "over"
    assert state.round == 4 or not any(character.alive for character in state.characters.values())
