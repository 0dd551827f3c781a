"""The file of a Zombicide table: what it leaves out and must hold, and how its decks come back."""

from django.utils.translation import get_language
from msgspec.structs import replace

from companion import selectors
from companion.models import Seat
from companion.pages import SavedPerson, Saving
from companion.shelf.selectors import story
from companion.table.next_step import next_step
from rules import IllegalCommand, Pack, TableState, UnknownId, names, pack_of, rulesets
from rules.chance import Chance
from rules.errors import raise_first
from rules.mechanics.clock import HOURS
from rules.mechanics.zones import FACES, MAX_ZONES, MOST_TOKENS
from rules.opening import people_problems
from rules.packs.copies import deck_copies
from rules.state import MAX_SURVIVORS


def is_possible(state: TableState) -> bool:
    """Always: nobody at these tables knows what the others may not."""
    return True


def open_state(state: TableState) -> TableState:
    """The table without what nobody may know: the seed, and the order of what the app draws."""
    decks = {
        name: replace(deck, draw=tuple(sorted(deck.draw))) for name, deck in state.decks.items()
    }
    return replace(state, seed="", cursor=0, decks=decks)


def closed_state(state: TableState, seed: str) -> TableState:
    """Return the same table with a new seed, and what the app draws shuffled anew."""
    chance = Chance(seed=seed, cursor=0, entered=None)
    decks = {
        name: replace(deck, draw=chance.shuffled(deck.draw)) if deck.source == "app" else deck
        for name, deck in state.decks.items()
    }
    return replace(state, seed=seed, cursor=chance.cursor, decks=decks)


def check(state: TableState) -> None:
    pack = pack_of(state)
    people = [(survivor.name, survivor.player) for survivor in state.survivors.values()]
    raise_first(people_problems(people, state.players))
    _check_zones(state, pack)
    _check_numbers(state)
    for option in state.options:
        if option not in pack.options:
            raise IllegalCommand("option.not_here", option=option)
    if not 0 <= state.first_player < len(state.players):
        raise ValueError("first_player")
    held = [
        copy
        for survivor in state.survivors.values()
        for copy in (*survivor.inventory.values(), *survivor.found)
    ]
    for name, deck in state.decks.items():
        if name not in pack.decks:
            raise IllegalCommand("deck.unknown", deck=name)
        copies = deck_copies(pack, name)
        piles = (*deck.draw, *deck.discard, *deck.aside, *(copy for copy in held if copy in copies))
        if not set(piles) <= set(copies) or len(set(piles)) < len(piles):
            raise ValueError(f"decks.{name}")


def _check_zones(state: TableState, pack: Pack) -> None:
    """Refuse more zones and tokens than a table takes, and what no zone of its game has."""
    if len(state.zones) > MAX_ZONES or len({zone.id for zone in state.zones}) < len(state.zones):
        raise IllegalCommand("zones.too_many", most=MAX_ZONES)
    most_tokens = MOST_TOKENS + max((crowd.spawn_tokens for crowd in pack.crowd), default=0)
    for zone in state.zones:
        names.checked(zone.id, "transfer.zone")
        if zone.kind not in rulesets[state.game].zone_kinds:
            raise UnknownId("zone.kind", zone_kind=zone.kind)
        if zone.colour is not None and not names.is_name(zone.colour):
            raise ValueError("zones.colour")
        if not 1 <= zone.tokens <= most_tokens:
            raise ValueError("zones.tokens")
        if not set(zone.locators) <= set(FACES):
            raise ValueError("zones.locators")


def _check_numbers(state: TableState) -> None:
    """Refuse players that no survivor has or nobody can be, and numbers that nothing can have."""
    if not 1 <= len(state.players) <= MAX_SURVIVORS:
        raise ValueError("players")
    if not {survivor.player for survivor in state.survivors.values()} <= {"", *state.players}:
        raise ValueError("players")
    if any(count < 0 for count in state.board.values()):
        raise ValueError("board")
    if any(survivor.points < 0 or survivor.wounds < 0 for survivor in state.survivors.values()):
        raise ValueError("survivors")
    if state.hour is not None and not 0 <= state.hour < HOURS:
        raise ValueError("hour")


def read(seat: Seat) -> None:
    board = selectors.board(seat, seen=0)
    next_step(board)
    list(board.meters)
    story(seat.table)


def people(state: TableState) -> list[SavedPerson]:
    points = pack_of(state).points.in_language(get_language() or "en")
    return [
        SavedPerson(survivor.name, survivor.player, f"{survivor.points} {points}")
        for survivor in state.survivors.values()
    ]


SAVING = Saving(
    is_possible=is_possible,
    opened=open_state,
    closed=closed_state,
    check=check,
    read=read,
    people=people,
)
