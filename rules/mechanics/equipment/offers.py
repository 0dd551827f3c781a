from collections.abc import Iterator, Mapping
from itertools import combinations

from rules.errors import IllegalCommand
from rules.fields import Choice, Each, Number, Reported
from rules.mechanics.equipment.cards import card_of, deck_of, equipment_decks
from rules.mechanics.equipment.commands import (
    DeckDiscard,
    DeckDraw,
    DeckRedraw,
    DeckTake,
    EquipmentDeal,
    ItemCombine,
    ItemMove,
)
from rules.mechanics.equipment.deal import STARTING, starting_sets, unarmed
from rules.mechanics.equipment.play import (
    copies_left,
    has_searched,
    just_drawn,
    lies_under,
    made_of,
    may_move,
    redrawing,
)
from rules.mechanics.equipment.slots import usable_slots
from rules.mechanics.looking import About, in_play, others_in_play, out_of_reach, survivors
from rules.offers import Offer, offer, overruled
from rules.play import Play
from rules.state import Survivor

MOST_AT_ONCE = 6


def carried(survivor: Survivor) -> tuple[str, ...]:
    return (*survivor.inventory.values(), *survivor.found)


def draws(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in in_play(look, about):
        for name in equipment_decks(look.pack):
            deck = look.decks[name]
            empty = None if deck.draw or deck.discard else IllegalCommand("deck.empty", deck=name)
            reported = {"cards": Reported(what="cards")} if deck.source == "table" else {}
            count = Number(least=1, most=MOST_AT_ONCE, optional=True)
            yield offer(
                DeckDraw, empty, survivor=key, deck=name, search=False, count=count, **reported
            )
            closed = empty or out_of_reach(look, key)
            search = offer(
                DeckDraw, closed, survivor=key, deck=name, search=True, count=count, **reported
            )
            if has_searched(look, key) and closed is None:
                again = IllegalCommand("search.again", survivor=survivor.name)
                search = overruled(search, again)
            yield search


def redraws(look: Play, about: About) -> Iterator[Offer]:
    """A card of this turn for the next one of its deck."""
    for key, survivor in in_play(look, about):
        skill = redrawing(look, key)
        for copy in just_drawn(survivor) if skill else ():
            used = skill is not None and skill.id in survivor.used
            params = {"survivor": survivor.name, "skill": skill.id if skill else ""}
            why_not = IllegalCommand("skill.used", **params) if used else None
            deck = look.decks[deck_of(look.pack, copy)]
            reported = {"cards": Reported(what="cards")} if deck.source == "table" else {}
            yield offer(DeckRedraw, why_not, survivor=key, card=copy, **reported)


def gifts(look: Play, about: About) -> Iterator[Offer]:
    """Any card of a deck by name, whichever copy."""
    for key, _survivor in in_play(look, about):
        for name in equipment_decks(look.pack):
            deck = look.decks[name]
            copies = sorted((*deck.draw, *deck.aside, *deck.discard))
            if copies:
                cards = dict.fromkeys(card_of(look.pack, copy).id for copy in copies)
                values = (*cards, *copies)
                yield offer(DeckTake, survivor=key, deck=name, card=Choice(values=values))


def discards(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in survivors(look, about):
        if things := carried(survivor):
            yield offer(DeckDiscard, survivor=key, card=Choice(values=things))


def moves(look: Play, about: About) -> Iterator[Offer]:
    """Into any slot without a wound, of one's own or of somebody else."""
    slots = {key: usable_slots(look.before, key, look.pack) for key in look.survivors}
    for key, survivor in in_play(look, about):
        things = carried(survivor)
        if not things:
            continue
        if look.pack.slots_by_icon:
            yield from _moves_by_icon(look, key, things, slots)
            continue
        card = Choice(values=things)
        if slots[key]:
            yield offer(ItemMove, survivor=key, card=card, to=None, slot=Choice(values=slots[key]))
        for other in others_in_play(look, key):
            if slots[other]:
                there = Choice(values=slots[other])
                yield offer(ItemMove, survivor=key, card=card, to=other, slot=there)


def _moves_by_icon(
    look: Play, key: str, things: tuple[str, ...], slots: Mapping[str, tuple[str, ...]]
) -> Iterator[Offer]:
    """Each card only where it fits, and what lies there where it comes from."""
    for copy in things:
        for other in (key, *others_in_play(look, key)):
            fitting = tuple(
                slot
                for slot in slots[other]
                if may_move(look.survivors, look.pack, copy, giver=key, taker=other, slot=slot)
            )
            if fitting:
                to = None if other == key else other
                yield offer(ItemMove, survivor=key, card=copy, to=to, slot=Choice(values=fitting))


def combinations_of(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in survivors(look, about):
        for pair in combinations(carried(survivor), 2):
            is_laid = any(lies_under(look.pack, *each) for each in (pair, pair[::-1]))
            for first, second in (pair, pair[::-1]):
                made = made_of(card_of(look.pack, first), card_of(look.pack, second))
                if is_laid:
                    yield offer(ItemCombine, survivor=key, cards=(first, second))
                elif made is not None:
                    left = copies_left(look, deck_of(look.pack, first), made)
                    why_not = None if left else IllegalCommand("item.not_left", card=made)
                    yield offer(ItemCombine, why_not, survivor=key, cards=(first, second))


def deals(look: Play, about: About) -> Iterator[Offer]:
    left = unarmed(look)
    sets = {key: starting_sets(look.pack, key) for key in left}
    choices = Each(
        fields={
            key: Number(least=0, most=len(printed) - 1) for key, printed in sets.items() if printed
        }
    )
    starting = look.decks.get(STARTING)
    is_dealt = any(
        card_of(look.pack, copy).dealt
        for name in equipment_decks(look.pack)
        for copy in look.decks[name].aside
    )
    # Whichever set is chosen, something of it must be left.
    has_set = any(
        bool(printed) and all(any(_is_left(look, card) for card in chosen) for chosen in printed)
        for printed in sets.values()
    )
    has_any = has_set or is_dealt
    can_deal = bool(left) and (has_any or (starting is not None and bool(starting.draw)))
    yield offer(
        EquipmentDeal, None if can_deal else IllegalCommand("equipment.dealt"), sets=choices
    )


def _is_left(look: Play, card: str) -> bool:
    return any(copies_left(look, deck, card) for deck in equipment_decks(look.pack))
