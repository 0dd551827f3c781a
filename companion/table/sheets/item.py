"""One carried card: another slot, another survivor, together with a second card, or away."""

from typing import NamedTuple

from django.http import Http404

from companion.rooms import rooms_of
from companion.selectors import Board
from companion.table.asking import Ask, Shown
from companion.table.items import Item, carried, combinations, free_slot, item
from companion.words import command_word
from rules.mechanics.equipment.slots import slots_of


class Place(NamedTuple):
    """Where the card may go, and what would come back in exchange."""

    slot: str
    survivor: str
    name: str
    swaps: Item | None


class Use(NamedTuple):
    """A command about this very card."""

    kind: str
    words: str
    icon: str


def sheet(ask: Ask) -> Shown:
    card = ask.survivor()
    state, pack = ask.board.state, ask.board.pack
    survivor = state.survivors[card.key]
    copy = ask.query.get("card", "")
    mine = next((one for one in carried(state, card.key, pack) if one.copy == copy), None)
    if mine is None:
        raise Http404
    own = [
        Place(slot, "", "", item(pack, there) if (there := survivor.inventory.get(slot)) else None)
        for slot in slots_of(state, card.key, pack)
        if slot != mine.slot
    ]
    others = []
    for other in ask.board.survivors:
        if other.key == card.key or not other.is_in_play:
            continue
        taker = state.survivors[other.key]
        slot = free_slot(state, other.key, pack) or slots_of(state, other.key, pack)[-1]
        swap = item(pack, there) if (there := taker.inventory.get(slot)) else None
        others.append(Place(slot, other.key, other.name, swap))
    return Shown(
        "companion/sheets/item.html",
        {
            "card": card,
            "item": mine,
            "turned": survivor.turned,
            "uses": _uses(ask.board, card.key, copy),
            "own": own,
            "others": others,
            "together": combinations(state, card.key, pack, copy),
        },
    )


def _uses(board: Board, survivor: str, copy: str) -> list[Use]:
    """What mechanics of this game let somebody do with this very card now."""
    said = {"survivor": survivor, "card": copy}
    return [
        Use(kind, command_word(kind), icon)
        for _mechanic, room in rooms_of(board.state.game)
        for kind, icon in room.on_item.items()
        if board.offered.why_not(kind, said) is None
    ]
