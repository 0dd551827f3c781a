"""One carried card: another slot, another survivor, together with a second card, or away."""

from typing import NamedTuple

from django.http import Http404
from msgspec.structs import replace

from companion.offer_forms import OfferForm, forms_of
from companion.rooms import rooms_of
from companion.selectors import Board
from companion.table.asking import SheetRequest, Shown
from companion.table.card_words import card_effects, card_facts
from companion.table.items import CarriedCard, carried, combinations, item
from companion.teller import Teller
from companion.words import command_word
from rules.fields import Choice
from rules.mechanics.doors import DoorOpen
from rules.mechanics.equipment import may_move
from rules.mechanics.inventory import slots_of
from rules.mechanics.item_uses import use_of

DOOR = "door.open"


class Destination(NamedTuple):
    """A place for the card, and the card that would come back in exchange."""

    slot: str
    survivor: str
    name: str
    swaps: CarriedCard | None


class Use(NamedTuple):
    """A command about this very card."""

    kind: str
    words: str
    icon: str


def sheet(ask: SheetRequest) -> Shown:
    card = ask.survivor()
    state, pack = ask.board.state, ask.board.pack
    survivor = state.survivors[card.key]
    copy = ask.query.get("card", "")
    mine = next(
        (card_held for card_held in carried(state, card.key, pack) if card_held.copy == copy), None
    )
    if mine is None:
        raise Http404
    own = [
        Destination(
            slot, "", "", item(pack, there) if (there := survivor.inventory.get(slot)) else None
        )
        for slot in slots_of(state, card.key, pack)
        if slot != mine.slot and _may_go(ask, copy, card.key, slot)
    ]
    others = []
    for other in ask.board.survivors:
        if other.key == card.key or not other.is_in_play:
            continue
        taker = state.survivors[other.key]
        fitting = [
            slot for slot in slots_of(state, other.key, pack) if _may_go(ask, copy, other.key, slot)
        ]
        if not fitting:
            continue
        slot = next((slot for slot in fitting if slot not in taker.inventory), fitting[-1])
        swap = item(pack, there) if (there := taker.inventory.get(slot)) else None
        others.append(Destination(slot, other.key, other.name, swap))
    return Shown(
        "companion/sheets/item.html",
        {
            "card": card,
            "item": mine,
            "reloads": _reloads(ask.board, card.key, copy),
            "uses": _uses(ask.board, card.key, copy),
            "doors": _doors(ask.board, card.key, copy) if mine.card.doors else [],
            "is_used": use_of(mine.card) is not None,
            "whom": _whom(ask.board, card.key, copy),
            "facts": card_facts(mine.card),
            "effects": card_effects(mine.card, Teller(state, pack)),
            "own": own,
            "others": others,
            "together": combinations(state, card.key, pack, copy),
        },
    )


def _uses(board: Board, survivor: str, copy: str) -> list[Use]:
    """Return the commands that mechanics of this game offer for this very card now."""
    on_this_card = {"survivor": survivor, "card": copy}
    return [
        Use(kind, command_word(kind, board.state.game), icon)
        for _mechanic, room in rooms_of(board.state.game)
        for kind, icon in room.on_item.items()
        if board.offered.why_not(kind, on_this_card) is None
    ]


def _reloads(board: Board, survivor: str, copy: str) -> list[tuple[str, str]]:
    """Return the magazines that turn the card back, with their names; blank if it takes none.

    Of magazines of one name one stands for all.
    """
    for offer in board.offered.of("weapon.reload"):
        if offer.fixed == {"survivor": survivor, "cards": (copy,)}:
            magazines = offer.fields.get("magazine")
            copies = magazines.values if isinstance(magazines, Choice) else ()
            named = {item(board.pack, str(each)).name: str(each) for each in copies}
            return [(each, name) for name, each in named.items()] or [("", "")]
    return []


def _doors(board: Board, survivor: str, copy: str) -> list[OfferForm]:
    """Return a door with this very card: a tap, or what its colour and the dice ask for."""
    with_it = [
        replace(
            offer,
            fixed={**offer.fixed, "card": copy},
            fields={name: field for name, field in offer.fields.items() if name != "card"},
        )
        for offer in board.offered.of(DOOR)
        if offer.fixed["survivor"] == survivor
        and isinstance(cards := offer.fields["card"], Choice)
        and copy in cards.values
    ]
    return forms_of(DoorOpen, DOOR, with_it, Teller(board.state, board.pack))


def _whom(board: Board, survivor: str, copy: str) -> list[tuple[str, str]]:
    """For whom the card can be used now, where it asks."""
    for offer in board.offered.of("item.use"):
        if offer.fixed == {"survivor": survivor, "card": copy} and offer.is_open:
            on = offer.fields.get("on")
            keys = on.values if isinstance(on, Choice) else ()
            return [(str(key), board.state.survivors[str(key)].name) for key in keys]
    return []


def _may_go(ask: SheetRequest, copy: str, taker: str, slot: str) -> bool:
    giver, board = ask.survivor().key, ask.board
    places = {"giver": giver, "taker": taker, "slot": slot}
    return may_move(board.state.survivors, board.pack, copy, **places)
