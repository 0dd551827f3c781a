"""Chances are exact fractions and add up."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import rules
from rules import Survivor, Zone, forecast
from rules.odds import break_chance, hit_chances, keep_chance


def test_upkeep_and_breaks_are_five_sixths_to_the_number_of_dice() -> None:
    """Washington Z.C., p. 5 and 6: the bad face is one of six."""
    assert keep_chance(4) == Fraction(625, 1296)
    assert break_chance(1) == Fraction(1, 6)
    assert keep_chance(0) == 1


def test_two_dice_at_four_plus() -> None:
    assert hit_chances(2, 4) == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))


@given(dice=st.integers(0, 20), accuracy=st.integers(1, 7))
def test_all_chances_of_a_roll_add_up_to_one(dice: int, accuracy: int) -> None:
    chances = hit_chances(dice, accuracy)
    assert sum(chances) == 1
    assert len(chances) == dice + 1
    assert all(0 <= one <= 1 for one in chances)


def table(game: str, points: int = 0) -> rules.TableState:
    survivor = Survivor(name="Ann", player="Marta", points=points)
    zones = [Zone(id="a", start=True), Zone(id="b", tokens=2), Zone(id="c", active_from=None)]
    return rules.new_table(
        pack=rules.load_packs()[game], survivors=[("ann", survivor)], zones=zones, seed="odds"
    )


@pytest.mark.parametrize("game", sorted(rules.rulesets))
def test_a_forecast_counts_what_is_left_of_the_deck(game: str) -> None:
    state, pack = table(game), rules.load_packs()[game]
    seen = forecast(state, pack)
    assert seen.draws == 3, "a card for each token of the active zones"
    assert sum(seen.kinds.values()) == 1
    assert seen.left == len(state.decks["zombies"].draw)
    assert not seen.short, "the box is full"


def test_a_forecast_of_one_card_is_that_card() -> None:
    """Black Plague, p. 16: card 01 brings two runners at yellow."""
    state, pack = table("black-plague", points=7), rules.load_packs()["black-plague"]
    deck = replace(state.decks["zombies"], draw=("zombies-01",), discard=("zombies-02",))
    state = replace(state, decks={**state.decks, "zombies": deck}, board={"runner": 13})
    seen = forecast(state, pack)
    assert seen.kinds == {"spawn": 1}
    assert seen.expected == {"runner": 6}
    assert seen.short == {"runner": 1}, "only one runner is left in the box"


def test_the_order_of_the_deck_changes_no_forecast() -> None:
    state, pack = table("black-plague", points=19), rules.load_packs()["black-plague"]
    deck = state.decks["zombies"]
    turned = replace(deck, draw=tuple(reversed(deck.draw)))
    other = replace(state, decks={**state.decks, "zombies": turned})
    assert forecast(state, pack) == forecast(other, pack)


def test_cards_nobody_described_are_counted_apart() -> None:
    state, pack = table("army-of-the-dead"), rules.load_packs()["army-of-the-dead"]
    unknown = [card for card in pack.spawns if card.kind == "unknown"]
    assert forecast(state, pack).unknown == len(unknown) > 0
