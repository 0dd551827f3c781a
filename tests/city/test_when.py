"""What a card or power says instead of its form is true at that moment, at tables of every kind."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import rules
from companion.systems.city_of_horror.asking import possible_hand, ways
from companion.systems.city_of_horror.when import card_bar, power_bar
from rules.chance import Chance
from rules.systems.city_of_horror import CityState, flow_commands, legal_commands
from rules.systems.city_of_horror.actions import ActionPlay, PowerUse
from rules.systems.city_of_horror.board import living, may_act
from tests.rules.test_city_machine import PACK, SOAK, table

STEPS = 80
Claim = Callable[[CityState, str, str], Any]
"""Is it so at this table, for this player, of this character?"""


def zombies_anywhere(state: CityState, player: str, key: str) -> bool:
    return any(place.zombies for place in state.locations.values())


def zombies_there(state: CityState, player: str, key: str) -> int:
    return state.locations[state.characters[key].at or "bank"].zombies


def may_be_refreshed(state: CityState, player: str, key: str) -> bool:
    return any(
        each.alive and not each.fit and PACK.characters[name].do != "birth"
        for name, each in state.characters.items()
    )


def has_moved(state: CityState, player: str) -> bool:
    return player in state.moved or state.phase == "locations"


WHILE: dict[str, Claim] = {
    "While there are zombies at a location.": zombies_anywhere,
    "While there are zombies where the character is.": zombies_there,
    "While a character is exhausted.": may_be_refreshed,
    "While one of your characters is not hiding.": lambda state, player, key: any(
        not state.characters[name].hidden for name in living(state, player)
    ),
    "While the character is not hiding.": lambda state, _player, key: (
        not state.characters[key].hidden
    ),
    "While there is an invasion card to come.": lambda state, *_: (
        len(state.revealed) <= PACK.rounds
    ),
    "While another player has cards.": lambda state, player, _key: any(
        seat.hand for name, seat in state.seats.items() if name != player
    ),
    "While there are cards in the deck.": lambda state, *_: state.deck,
    "While another player goes first.": lambda state, player, _key: state.first != player,
    "While you have a card and others are discarded.": lambda state, player, _key: (
        state.seats[player].hand and state.discard
    ),
    "While characters move, before your own move.": lambda state, player, _key: (
        state.phase == "move" and player not in state.moved
    ),
    "In a round, until the last move is made.": lambda state, *_: (
        state.phase in ("choose", "late", "invasion", "move")
    ),
    "In a round, before your own move.": lambda state, player, _key: not has_moved(state, player),
    "Right after another action card, before its effect.": lambda state, *_: state.stack,
}
"""When it could be used. Where that is so already, the reason is no reason."""
BECAUSE: dict[str, Claim] = {
    "First settle the card on the table.": lambda state, *_: state.stack,
    "No cards or powers until this vote is settled.": lambda state, *_: not may_act(state),
    "No cards or powers before the first invasion card.": lambda state, *_: (
        state.phase in ("place", "draft")
    ),
    "The pregnant woman stays as she is: no one else is exhausted.": lambda state, *_: (
        not state.characters["pregnant-woman"].fit and not may_be_refreshed(state, "", "")
    ),
    "She has given birth: 2 votes until the end.": lambda state, _player, key: (
        key == "pregnant-woman" and not state.characters[key].fit
    ),
    "Once fit again: by the church or an energy drink.": lambda state, _player, key: (
        not state.characters[key].fit
    ),
    "The game is over.": lambda state, *_: state.result is not None,
}
"""Why it cannot be used: that must be so."""
FREE = (
    "Once all cards are shown, before your own move.",
    "Before a vote in which you have a vote.",
    "After a move, while that character can go back.",
    "It is not played: worth 1 point at the end.",
    "Too late: there are no more moves to come.",
    "You have no one alive: you are out of the game.",
    "The 4 rounds are over: no more cards or powers.",
)
"""What rests on more than one thing is tried one by one elsewhere."""


def begin(luck: int, count: int, sides: str, *, is_gone: bool) -> CityState:
    """A table in its rounds; `is_gone`: tower and armory take no explosion any more."""
    state = table(count, str(luck), sides)
    if not is_gone:
        return state
    locations = {
        **state.locations,
        "water-tower": replace(state.locations["water-tower"], side="ruined"),
        "armory": replace(state.locations["armory"], closed=True),
    }
    return replace(state, locations=locations)


def reasons(state: CityState) -> list[tuple[str, str, str, str]]:
    """Of everything that cannot be used now: who, what, of which character, and why."""
    told = []
    for player in state.players:
        for copy in possible_hand(state, PACK, player):
            if not ways(state, PACK, player, ActionPlay, copy, cards=[copy]):
                told.append((player, copy, "", card_bar(state, PACK, player, copy)))
        for key in living(state, player):
            if not ways(state, PACK, player, PowerUse, key):
                told.append((player, key, key, power_bar(state, PACK, player, key)))
    return told


@settings(max_examples=12 * SOAK)
@given(
    luck=st.integers(0, 10**9),
    count=st.integers(3, 6),
    sides=st.sampled_from("AB"),
    is_gone=st.booleans(),
)
def test_what_is_said_of_a_card_that_cannot_be_played_is_so(
    luck: int, count: int, sides: str, is_gone: bool
) -> None:
    state = begin(luck, count, sides, is_gone=is_gone)
    choice = Chance(seed=f"when:{luck}", cursor=0, entered=None)
    for step in range(STEPS):
        offered = (legal_commands if choice.below(4) == 0 else flow_commands)(state, PACK)
        if not offered:
            break
        said = {**state.choices, **state.ballots, **state.keeping}
        new = [each for each in offered if getattr(each, "player", None) not in said] or offered
        state = rules.apply(state, new[choice.below(len(new))], PACK).state
        if step % 8 == 7 and state.result is None:
            check(state)


def check(state: CityState) -> None:
    with override("en"):
        for player, what, key, why in reasons(state):
            if why in FREE:
                continue
            if why in BECAUSE:
                assert BECAUSE[why](state, player, key), (what, why)
            else:
                assert not WHILE[why](state, player, key), (what, why)
