"""Before the first round: first placement, action cards dealt or drafted (p. 4, 7)."""

from rules.errors import IllegalCommand
from rules.systems.city_of_horror import events
from rules.systems.city_of_horror.board import (
    free_places,
    living,
    location_of,
    next_to_place,
    own_character,
    turn_order,
)
from rules.systems.city_of_horror.commands import CharactersPlace, DraftKeep
from rules.systems.city_of_horror.pack import CROSSROADS
from rules.systems.city_of_horror.play import Play
from rules.systems.city_of_horror.rounds import begin_phase, need_phase
from rules.systems.city_of_horror.setup import drawn_to_place

# --- first placement ---


def place_characters(play: Play, command: CharactersPlace) -> None:
    state, pack = play.state, play.pack
    need_phase(state, "place")
    player = play.player(command.player)
    if player != next_to_place(state):
        raise IllegalCommand("turn.other", player=next_to_place(state))
    if set(command.places) != set(living(state, player)):
        raise IllegalCommand("place.everybody", player=player)
    cards = list(command.places.values())
    for key in cards:
        location_of(state, key)
    if len(set(cards)) < len(cards):
        raise IllegalCommand("place.one_each")
    if player in state.drawn and sorted(cards) != sorted(state.drawn[player]):
        raise IllegalCommand("place.other_cards")
    for key, card in command.places.items():
        own_character(play.state, player, key)
        at = CROSSROADS if free_places(play.state, pack, card) == 0 else card
        play.change_character(key, at=at)
        play.emit(events.CharacterPlaced(character=key, card=card, location=at))
    if next_to_place(play.state) is None:
        _begin_dealing(play)
    else:
        play.set(drawn=drawn_to_place(play.state, play.chance))


# --- action cards ---


def _begin_dealing(play: Play) -> None:
    """Deal or draft action cards, once everybody has a place (p. 4).

    A table with real cards deals by itself.
    """
    state, pack = play.state, play.pack
    if state.cards == "table":
        begin_phase(play, "invasion")
        return
    seating = next(row for row in pack.seating if row.players == len(state.players))
    if state.dealing == "drafted":
        play.set(passing={name: play.draw(seating.cards) for name in state.players})
        begin_phase(play, "draft")
        return
    for name, seat in state.seats.items():
        play.to_hand(name, *play.draw(seating.cards - len(seat.hand)))
    play.emit(events.CardsDealt(count=seating.cards))
    begin_phase(play, "invasion")


def keep_card(play: Play, command: DraftKeep) -> None:
    """Seal the card a player keeps; once all have chosen, the rest is passed to the left.

    Until then the choice may be changed.
    """
    state = play.state
    need_phase(state, "draft")
    player = play.player(command.player)
    if command.card not in state.passing[player]:
        raise IllegalCommand("draft.not_there", card=command.card)
    play.set(keeping={**state.keeping, player: command.card})
    play.emit(events.DraftKept(player=player))
    if set(play.state.keeping) == set(turn_order(state)):
        _pass_on(play)


def _pass_on(play: Play) -> None:
    """Pass the rest to the left: players sit clockwise, so the next one sits there.

    The last card is kept.
    """
    state, players = play.state, play.state.players
    for player, card in state.keeping.items():
        play.to_hand(player, card)
    rest = {
        player: tuple(card for card in state.passing[player] if card != state.keeping[player])
        for player in players
    }
    passed = dict(zip((*players[1:], players[0]), rest.values(), strict=True))
    left = len(rest[players[0]])
    play.emit(events.DraftPassed(left=left))
    if left > 1:
        play.set(passing=passed, keeping={})
        return
    for player, cards in passed.items():
        play.to_hand(player, *cards)
    play.set(passing={}, keeping={})
    begin_phase(play, "invasion")
