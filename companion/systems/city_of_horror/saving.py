"""A table of City of Horror as a file: once it is over, when nobody has a secret any more."""

from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from companion.models import Seat
from companion.pages import SavedPerson, Saving, is_secret
from companion.systems.city_of_horror.asking import said
from companion.systems.city_of_horror.moments import moment_of
from companion.systems.city_of_horror.next_step import city_next
from companion.systems.city_of_horror.selectors import city_board
from companion.systems.city_of_horror.story import city_story
from rules import pack_of
from rules.errors import raise_first
from rules.systems.city_of_horror import CityPack, CityState
from rules.systems.city_of_horror.beginning import player_problems
from rules.systems.city_of_horror.board import living
from rules.systems.city_of_horror.ending import scores
from rules.systems.city_of_horror.state import HIDDEN


def is_possible(state: CityState) -> bool:
    """Check if the game may be saved: one only stopped can go on, so its hands stay closed."""
    return not is_secret(state)


def opened(state: CityState) -> CityState:
    """Return the state without the seed: a game that goes on from here draws otherwise."""
    return replace(state, seed="", cursor=0)


def closed(state: CityState, seed: str) -> CityState:
    return replace(state, seed=seed, cursor=0)


def check(state: CityState) -> None:
    """Check that all a table names exists, no card is there twice, and no number is negative."""
    pack = pack_of(state)
    assert isinstance(pack, CityPack)
    seats = [(name, seat.colour) for name, seat in state.seats.items()]
    raise_first(player_problems(pack, seats))
    if state.straggler not in [colour for _name, colour in seats]:
        raise ValueError("seats.colour")
    if set(state.locations) != set(pack.locations):
        raise ValueError("locations")
    _check_named(state, pack)
    _check_cards(state, pack)
    counts = [
        (location.zombies, location.explosions, location.antidotes)
        for location in state.locations.values()
    ]
    held = [(seat.antidotes, seat.larder or 0) for seat in state.seats.values()]
    if min(state.round, state.spent, *(n for numbers in (*counts, *held) for n in numbers)) < 0:
        raise ValueError("counts")
    if state.round > pack.rounds:
        raise ValueError("round")


def _check_named(state: CityState, pack: CityPack) -> None:
    """Check that all players, characters, places and invasion cards named are in the game."""
    at_places = {
        *(character.at for character in state.characters.values()),
        *state.choices.values(),
        *(key for cards in state.drawn.values() for key in cards),
        *(key for _player, key in state.replicas),
        state.at,
    } - {None, HIDDEN}
    by_players = {
        *(character.player for character in state.characters.values()),
        *(*state.choices, *state.drawn, *state.ballots, *state.ballots.values()),
        *(*state.moved, *state.late, *state.looked, *state.waiting, state.first, state.chosen),
        *(played.player for played in state.stack),
    } - {None}
    people = {*state.characters, *state.freed}
    people |= {key for seat in state.seats.values() for key in seat.saved or ()}
    hours = {*state.revealed, *state.coming, *state.described}
    for what, known, named in (
        ("at", set(state.locations), at_places),
        ("players", set(state.players), by_players),
        ("characters", set(pack.characters), people),
        ("invasions", set(pack.invasions), hours),
    ):
        if not named <= known:
            raise ValueError(what)
    if (state.stage is None) != (state.at is None):
        raise ValueError("stage")


def _check_cards(state: CityState, pack: CityPack) -> None:
    cards = Counter(state.deck) + Counter(state.discard)
    cards += Counter(copy for seat in state.seats.values() for copy in seat.hand)
    cards += Counter(copy for place in state.locations.values() for copy in place.cards)
    cards += Counter(played.card for played in state.stack)
    del cards[HIDDEN]
    if not set(cards) <= set(pack.copies) or any(count > 1 for count in cards.values()):
        raise ValueError("cards")


def read(seat: Seat) -> None:
    board = city_board(seat)
    city_next(board)
    moment_of(board)
    city_story(seat.table)


def people(state: CityState) -> list[SavedPerson]:
    """Return everybody with what they have scored."""
    pack = pack_of(state)
    assert isinstance(pack, CityPack)
    saved = []
    for name, score in scores(state, pack).items():
        alive = ", ".join(said(pack.characters[key].short) for key in living(state, name))
        points = ngettext("%(count)d point", "%(count)d points", score.points)
        saved.append(
            SavedPerson(name, alive or _("nobody alive"), points % {"count": score.points})
        )
    return saved


SAVING = Saving(
    is_possible=is_possible,
    opened=opened,
    closed=closed,
    check=check,
    read=read,
    people=people,
)
