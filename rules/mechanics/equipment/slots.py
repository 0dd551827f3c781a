"""The places of a survivor's inventory, and what lies where."""

from rules.errors import IllegalCommand
from rules.mechanics.decks.play import discard, set_aside
from rules.mechanics.equipment.cards import card_of, deck_of
from rules.mechanics.equipment.events import ItemDiscarded
from rules.mechanics.equipment.hands import fits
from rules.mechanics.skills.known import known_skills, number_of
from rules.packs.schema import Pack
from rules.play import Play
from rules.state import Survivor, TableState


def slots_of(state: TableState, key: str, pack: Pack) -> tuple[str, ...]:
    """The places of a survivor's inventory, hands first; some skills add to the backpack."""
    more = sum(number_of(skill, "slots") for skill in known_skills(state, key, pack))
    places = (
        ("hand", pack.slots.hand),
        ("body", pack.slots.body),
        ("backpack", pack.slots.backpack + more),
    )
    return tuple(f"{name}-{n}" for name, count in places for n in range(1, count + 1))


def usable_slots(state: TableState, key: str, pack: Pack) -> tuple[str, ...]:
    """Those that no wound has taken."""
    blocked = state.survivors[key].blocked
    return tuple(slot for slot in slots_of(state, key, pack) if slot not in blocked)


def holder(play: Play, key: str, copy: str) -> Survivor:
    """The survivor, who must carry that card."""
    survivor = play.survivor(key)
    if copy not in survivor.found and copy not in survivor.inventory.values():
        raise IllegalCommand("item.not_there", survivor=survivor.name)
    return survivor


def put_away(play: Play, key: str, copy: str) -> str | None:
    """Into the first free slot that fits, which is returned; without one it waits in `found`."""
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
    """Out of its slot; where it goes, the caller says. `kept`: to another of their own slots."""
    if not kept:
        play.join_in("item_lost", key, copy)
    survivor = play.survivors[key]
    play.change_survivor(
        key,
        inventory={slot: card for slot, card in survivor.inventory.items() if card != copy},
        found=tuple(card for card in survivor.found if card != copy),
        turned=tuple(card for card in survivor.turned if card != copy),
        under={card: over for card, over in survivor.under.items() if card != copy},
    )


def drop(play: Play, key: str, copy: str) -> None:
    """Onto its discard pile, and tell of it."""
    for dropped in drop_quietly(play, key, copy):
        play.emit(ItemDiscarded(survivor=key, card=dropped))


def drop_quietly(play: Play, key: str, copy: str) -> list[str]:
    """Onto its discard pile, or out of the game if it is never shuffled into a deck.

    What lies under it goes the same way. Returns all that went.
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
    """Who falls drops what they carry, without upkeep (Washington Z.C., p. 7)."""
    survivor = play.survivors[key]
    carried = (*survivor.inventory.values(), *survivor.found)
    return [dropped for copy in carried for dropped in drop_quietly(play, key, copy)]
