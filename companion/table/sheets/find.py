"""What a search brought: each card large, what it does, and where it goes."""

from typing import NamedTuple

from django.http import Http404

from companion.models import LogEntry
from companion.narration import narrate_all
from companion.selectors import Board, telling
from companion.table.asking import SheetRequest, Shown
from companion.table.card_words import card_effects, card_facts
from companion.table.items import CardCopies, CarriedCard, item, kinds
from companion.table.sheets.survivor import instead
from companion.teller import Teller
from companion.terms import slot_word
from rules.mechanics.cards import deck_of
from rules.mechanics.equipment import CardsDrawn, Find, ItemFound, may_move
from rules.mechanics.inventory import usable_slots
from rules.mechanics.supply import Arrival

OF = "of"
"""The entry that tells of the find; without it, the newest."""
MARKERS = ('"cards.drawn"', '"item.found"')


class DrawnCards(NamedTuple):
    """Cards that came to a survivor in one step."""

    finds: tuple[Find, ...]
    is_search: bool = False
    free: str | None = None
    """The skill by which a search cost no action."""


class SlotChoice(NamedTuple):
    """A place of the inventory for the card, and what lies there now."""

    id: str
    word: str
    there: CarriedCard | None
    is_here: bool


class FoundCard(NamedTuple):
    """One card that came, and where it is now."""

    item: CarriedCard
    facts: list[str]
    effects: list[str]
    ambush: str
    """The zombies it brought instead of a thing."""
    slots: list[SlotChoice]
    is_carried: bool
    may_redraw: bool
    redraws: list[CardCopies]
    """Cards that may come instead, where the deck lies on the table."""

    @property
    def place(self) -> str:
        """The slot it lies in; nothing while it has none."""
        return next((slot.word for slot in self.slots if slot.is_here), "")


def sheet(ask: SheetRequest) -> Shown:
    card, board = ask.survivor(), ask.board
    seq, drawn = last_draw(board, card.key, ask.number(OF))
    if drawn is None:
        if OF not in ask.query:
            raise Http404
        return instead(ask)  # it was taken back
    finds = drawn.finds
    deck = deck_of(board.pack, finds[0].card)
    return Shown(
        "companion/sheets/find.html",
        {
            "card": card,
            "sheet": ask.with_number(OF, seq),
            "is_search": drawn.is_search,
            "free": Teller(board.state, board.pack).skill(drawn.free) if drawn.free else "",
            "finds": [_card(board, card.key, find) for find in finds],
            "deck": board.pack.decks[deck].name,
            "left": len(board.state.decks[deck].draw),
        },
    )


def last_draw(board: Board, key: str, seq: int = 0) -> tuple[int, DrawnCards | None]:
    """The newest cards this survivor was dealt, or those of the entry `seq`, as far as they stand;
    what was done with them since does not matter, nor who drew after it."""
    entry = telling(board, *MARKERS, tells=lambda entry: _draw_in(entry, key), seq=seq)
    return (entry.seq if entry else 0), _draw_in(entry, key)


def _draw_in(entry: LogEntry | None, key: str) -> DrawnCards | None:
    """Return the last draw of an entry, or all that was handed out in it, as by an objective."""
    events = entry.events if entry else ()
    draws = [event for event in events if isinstance(event, CardsDrawn) and event.survivor == key]
    if draws:
        return DrawnCards(draws[-1].finds, is_search=draws[-1].search, free=draws[-1].free)
    given = [event for event in events if isinstance(event, ItemFound) and event.survivor == key]
    return DrawnCards(tuple(Find(card=event.card) for event in given)) if given else None


def _card(board: Board, key: str, find: Find) -> FoundCard:
    teller, survivor = Teller(board.state, board.pack), board.state.survivors[key]
    drawn = item(board.pack, find.card)
    is_carried = find.card in (*survivor.inventory.values(), *survivor.found)
    redraw = {"survivor": key, "card": find.card}
    deck = board.state.decks[deck_of(board.pack, find.card)]
    may_redraw = is_carried and any(
        offer.is_open
        for offer in board.offered.of("deck.redraw")
        if all(offer.fixed[name] == value for name, value in redraw.items())
    )
    return FoundCard(
        item=drawn,
        facts=card_facts(drawn.card),
        effects=card_effects(drawn.card, teller),
        ambush=_ambush(find.ambush, board) if find.ambush else "",
        slots=_slots(board, key, find.card) if is_carried else [],
        is_carried=is_carried,
        may_redraw=may_redraw,
        redraws=kinds(board.pack, deck.draw) if may_redraw and deck.source == "table" else [],
    )


def _ambush(arrival: Arrival, board: Board) -> str:
    """Return the zombies that came, or the effect instead if no miniature was left."""
    placed = {each.zombie: each.count for each in arrival.placed}
    if placed:
        return Teller(board.state, board.pack).groups(placed)
    return ", ".join(narrate_all(arrival.facts(), board.state, board.pack))


def _slots(board: Board, key: str, copy: str) -> list[SlotChoice]:
    inventory = board.state.survivors[key].inventory
    places = {"giver": key, "taker": key}
    return [
        SlotChoice(
            slot,
            slot_word(slot),
            item(board.pack, inventory[slot]) if slot in inventory else None,
            inventory.get(slot) == copy,
        )
        for slot in usable_slots(board.state, key, board.pack)
        if inventory.get(slot) == copy
        or may_move(board.state.survivors, board.pack, copy, **places, slot=slot)
    ]
