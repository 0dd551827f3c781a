"""The inventory of a survivor: cards in hand, slots and the cards that fit them, discarding."""

from collections.abc import Callable

from rules.errors import IllegalCommand
from rules.events import BaseEvent
from rules.mechanic import Hook
from rules.mechanics.cards import card_of, deck_of, effect_of, equipment_decks
from rules.mechanics.decks import discard, set_aside
from rules.mechanics.known_skills import known_skills, number_of
from rules.packs.schema import Pack
from rules.packs.schema.cards import Equipment
from rules.packs.schema.people import Skill
from rules.play import Play
from rules.state import Survivor, TableState

when_survivor_changed = Hook[Callable[[Play, str], None]]()
"""Hook called when the wounds or cards of a survivor have changed."""
when_item_lost = Hook[Callable[[Play, str, str], None]]()
"""Hook called when a survivor no longer has a card: `join(play, survivor, copy)`."""


EVERYTHING = "all"


def body_card(pack: Pack, key: str) -> str | None:
    """Return the card drawn on a survivor's body slot: there it counts as in hand (BP, p. 17)."""
    return next((survivor.body for survivor in pack.survivors if survivor.id == key), None)


def in_hand(state: TableState, key: str, pack: Pack) -> tuple[str, ...]:
    """Return the copies a survivor uses as if in hand; by some skills that is more than two."""
    kinds = kinds_in_hand(known_skills(state, key, pack))
    at_hand = []
    for slot, copy in state.survivors[key].inventory.items():
        card = card_of(pack, copy)
        is_drawn = slot.startswith("body") and card.id == body_card(pack, key)
        if slot.startswith("hand") or is_drawn or kinds & {EVERYTHING, card.kind}:
            at_hand.append(copy)
    return tuple(at_hand)


def kinds_in_hand(skills: list[Skill]) -> set[str]:
    """Return kinds of cards that skills let be used from anywhere."""
    given = (skill.gives.get("in_hand", ()) for skill in skills)
    return {str(kind) for kinds in given if isinstance(kinds, tuple) for kind in kinds}


def is_ready(state: TableState, key: str, copy: str, pack: Pack) -> bool:
    """Return True if a card can be used in its slot; some work from the backpack."""
    return card_of(pack, copy).slot == "backpack" or copy in in_hand(state, key, pack)


def is_on_paper(state: TableState, pack: Pack) -> bool:
    """Return True if the group keeps its equipment as cards on the table, unknown to the app."""
    decks = [state.decks[deck] for deck in equipment_decks(pack) if deck in state.decks]
    is_drawn_there = any(deck.source == "table" for deck in decks)
    return is_drawn_there or not any(each.inventory for each in state.survivors.values())


def fits(pack: Pack, key: str, card: Equipment, slot: str) -> bool:
    """Return True if a card may be in a slot: by its icon where the game has icons (BP, p. 17)."""
    if not pack.slots_by_icon or slot.startswith("backpack"):
        return True
    return slot.startswith(card.slot) or (
        slot.startswith("body") and card.id == body_card(pack, key)
    )


def slots_of(state: TableState, key: str, pack: Pack) -> tuple[str, ...]:
    """Return a survivor's slots, hands first; some skills add to the backpack."""
    more = sum(number_of(skill, "slots") for skill in known_skills(state, key, pack))
    places = (
        ("hand", pack.slots.hand),
        ("body", pack.slots.body),
        ("backpack", pack.slots.backpack + more),
    )
    return tuple(f"{name}-{n}" for name, count in places for n in range(1, count + 1))


def usable_slots(state: TableState, key: str, pack: Pack) -> tuple[str, ...]:
    """Return the slots that no wound has taken."""
    blocked = state.survivors[key].blocked
    return tuple(slot for slot in slots_of(state, key, pack) if slot not in blocked)


def carried(survivor: Survivor) -> tuple[str, ...]:
    """Return the copies a survivor has, in slots or waiting for one."""
    return (*survivor.inventory.values(), *survivor.found)


def not_carried(survivor: Survivor) -> IllegalCommand:
    """Return the error for a card that a survivor does not have."""
    return IllegalCommand("item.not_there", survivor=survivor.name)


def not_usable(
    look: Play, key: str, effect: str, without: IllegalCommand, copy: str
) -> IllegalCommand:
    """Return why a card cannot be used: not carried, `without` the effect, or not in hand."""
    if copy not in carried(look.survivors[key]):
        return not_carried(look.survivors[key])
    if effect_of(card_of(look.pack, copy), effect) is None:
        return without
    return IllegalCommand("item.not_in_hand", card=copy)


def put_away(play: Play, key: str, copy: str) -> str | None:
    """Put a copy into the first free slot that fits; return it, or None if it waits in `found`."""
    survivor, card = play.survivors[key], card_of(play.pack, copy)
    taken = {*survivor.inventory, *survivor.blocked}
    slots = slots_of(play.before, key, play.pack)
    free = next(
        (slot for slot in slots if slot not in taken and fits(play.pack, key, card, slot)), None
    )
    if free is None:
        play.change_survivor(key, found=(*survivor.found, copy))
    else:
        play.change_survivor(key, inventory={**survivor.inventory, free: copy})
    return free


def take_from(play: Play, key: str, copy: str, *, kept: bool = False) -> None:
    """Take a copy out of its slot; the caller places it. `kept`: in another of their own slots."""
    if not kept:
        play.tell(when_item_lost, key, copy)
    survivor = play.survivors[key]
    play.change_survivor(
        key,
        inventory={slot: card for slot, card in survivor.inventory.items() if card != copy},
        found=tuple(card for card in survivor.found if card != copy),
        turned=tuple(card for card in survivor.turned if card != copy),
        under={card: over for card, over in survivor.under.items() if card != copy},
    )


def drop(play: Play, key: str, copy: str) -> None:
    """Discard a copy with the cards under it, and emit each."""
    for dropped in drop_quietly(play, key, copy):
        play.emit(ItemDiscarded(survivor=key, card=dropped))


def drop_quietly(play: Play, key: str, copy: str) -> list[str]:
    """Discard a copy, or take it out of the game if it is never shuffled into a deck.

    The cards under it go the same way. Returns all that went.
    """
    dropped = []
    for below in [card for card, over in play.survivors[key].under.items() if over == copy]:
        dropped += drop_quietly(play, key, below)
    take_from(play, key, copy)
    deck = deck_of(play.pack, copy)
    if card_of(play.pack, copy).set_aside:
        set_aside(play, deck, copy)
    else:
        discard(play, deck, copy)
    return [*dropped, copy]


def drop_everything(play: Play, key: str) -> list[str]:
    """Discard everything a fallen survivor carries, without upkeep (Washington Z.C., p. 7)."""
    copies = carried(play.survivors[key])
    return [dropped for copy in copies for dropped in drop_quietly(play, key, copy)]


class ItemDiscarded(BaseEvent, tag="item.discarded", frozen=True, kw_only=True):
    survivor: str
    card: str
