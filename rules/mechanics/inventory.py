"""Equipment: searching, slots, trading, discarding. Every copy is in exactly one place."""

from rules.commands import DeckDiscard, DeckDraw, DeckTake, ItemCombine, ItemMove
from rules.errors import IllegalCommand, UnknownId
from rules.events import ItemDiscarded, ItemFound, ItemMoved
from rules.mechanics.supply import place
from rules.packs.copies import deck_copies
from rules.packs.schema import Pack
from rules.packs.schema.cards import Equipment
from rules.play import Play
from rules.ruleset import Outcome
from rules.state import Survivor, TableState


def slots_of(pack: Pack) -> tuple[str, ...]:
    """The places of an inventory, hands first."""
    places = (
        ("hand", pack.slots.hand),
        ("body", pack.slots.body),
        ("backpack", pack.slots.backpack),
    )
    return tuple(f"{name}-{n}" for name, count in places for n in range(1, count + 1))


def equipment_decks(pack: Pack) -> list[str]:
    return [deck.id for deck in pack.decks.values() if deck.holds == "equipment"]


def deck_of(pack: Pack, copy: str) -> str:
    """The deck a copy belongs to."""
    for deck in equipment_decks(pack):
        if copy in deck_copies(pack, deck):
            return deck
    raise UnknownId("item.unknown", card=copy)


def card_of(pack: Pack, copy: str) -> Equipment:
    card = deck_copies(pack, deck_of(pack, copy))[copy]
    assert isinstance(card, Equipment)
    return card


def _equipment_deck(play: Play, deck: str) -> str:
    if deck not in equipment_decks(play.pack):
        raise UnknownId("deck.unknown", deck=deck)
    return deck


def draw_items(state: TableState, command: DeckDraw, pack: Pack) -> Outcome:
    """Draw so many cards; an ambush ends the search and is discarded at once."""
    play = Play(state, pack, cards=command.cards)
    play.in_play(command.survivor)
    deck = _equipment_deck(play, command.deck)
    for _ in range(command.count):
        copy = play.draw(deck)
        effects = {effect.do: effect for effect in card_of(pack, copy).effects}
        ambush = effects.get("spawn")
        if ambush is None:
            receive(play, command.survivor, copy)
            continue
        assert ambush.zombie is not None
        place(play, {ambush.zombie: ambush.value or 1}, zone=None, card=copy, why="ambush")
        play.discard(deck, copy)
        break
    return play.outcome()


def receive(play: Play, key: str, copy: str) -> None:
    """Into the first free slot; without one it waits in `found` until the player decides."""
    survivor = play.survivors[key]
    free = next((slot for slot in slots_of(play.pack) if slot not in survivor.inventory), None)
    if free is None:
        play.change_survivor(key, found=(*survivor.found, copy))
    else:
        play.change_survivor(key, inventory={**survivor.inventory, free: copy})
    play.emit(ItemFound(survivor=key, card=copy, slot=free))


def take_item(state: TableState, command: DeckTake, pack: Pack) -> Outcome:
    """A named card, or any copy of it, wherever in its deck it lies."""
    play = Play(state, pack)
    play.in_play(command.survivor)
    deck = play.decks[_equipment_deck(play, command.deck)]
    piles = (*deck.draw, *deck.aside, *deck.discard)
    wanted = [copy for copy in piles if command.card in (copy, card_of(pack, copy).id)]
    if not wanted:
        raise IllegalCommand("item.not_left", card=command.card)
    play.pull(command.deck, wanted[0])
    receive(play, command.survivor, wanted[0])
    return play.outcome()


def _holder(play: Play, key: str, copy: str) -> Survivor:
    survivor = play.survivor(key)
    if copy not in survivor.found and copy not in survivor.inventory.values():
        raise IllegalCommand("item.not_there", survivor=survivor.name)
    return survivor


def _without(play: Play, key: str, copy: str) -> None:
    survivor = play.survivors[key]
    play.change_survivor(
        key,
        inventory={slot: one for slot, one in survivor.inventory.items() if one != copy},
        found=tuple(one for one in survivor.found if one != copy),
    )


def discard_item(state: TableState, command: DeckDiscard, pack: Pack) -> Outcome:
    play = Play(state, pack)
    _holder(play, command.survivor, command.card)
    drop(play, command.survivor, command.card)
    return play.outcome()


def drop(play: Play, key: str, copy: str) -> None:
    """Onto its discard pile, or out of the game if it is never shuffled into a deck."""
    _without(play, key, copy)
    deck = deck_of(play.pack, copy)
    if card_of(play.pack, copy).set_aside:
        play.set_aside(deck, copy)
    else:
        play.discard(deck, copy)
    play.emit(ItemDiscarded(survivor=key, card=copy))


def drop_everything(play: Play, key: str) -> None:
    """Who falls drops what they carry, without upkeep (Washington Z.C., p. 7)."""
    survivor = play.survivors[key]
    for copy in (*survivor.inventory.values(), *survivor.found):
        drop(play, key, copy)


def move_item(state: TableState, command: ItemMove, pack: Pack) -> Outcome:
    """Rearrange or trade. A card that lies in the slot takes the place of the one that comes."""
    play = Play(state, pack)
    giver = _holder(play, command.survivor, command.card)
    taker_key = command.to or command.survivor
    play.in_play(taker_key)
    if command.slot not in slots_of(pack):
        raise UnknownId("slot.unknown", slot=command.slot)
    old_slot = next((s for s, one in giver.inventory.items() if one == command.card), None)
    _without(play, command.survivor, command.card)
    displaced = play.survivors[taker_key].inventory.get(command.slot)
    inventory = {**play.survivors[taker_key].inventory, command.slot: command.card}
    play.change_survivor(taker_key, inventory=inventory)
    if displaced is not None:
        _put_back(play, command.survivor, displaced, old_slot)
    play.emit(
        ItemMoved(survivor=command.survivor, card=command.card, to=taker_key, slot=command.slot)
    )
    return play.outcome()


def combine_items(state: TableState, command: ItemCombine, pack: Pack) -> Outcome:
    """Free, at any time; without a copy of the result left it cannot be made (Rue Morgue)."""
    play = Play(state, pack)
    for copy in command.cards:
        _holder(play, command.survivor, copy)
    first, second = (card_of(pack, copy) for copy in command.cards)
    made = next(
        (
            effect.gives
            for effect in first.effects
            if effect.do == "combine" and second.id in effect.equipment
        ),
        None,
    )
    if made is None:
        raise IllegalCommand("item.no_combination")
    for copy in command.cards:
        drop(play, command.survivor, copy)
    deck = deck_of(pack, command.cards[0])
    piles = play.decks[deck]
    left = [copy for copy in (*piles.aside, *piles.draw) if card_of(pack, copy).id == made]
    if not left:
        raise IllegalCommand("item.not_left", card=made)
    play.pull(deck, left[0])
    receive(play, command.survivor, left[0])
    return play.outcome()


def _put_back(play: Play, key: str, copy: str, slot: str | None) -> None:
    survivor = play.survivors[key]
    if slot is None:
        play.change_survivor(key, found=(*survivor.found, copy))
    else:
        play.change_survivor(key, inventory={**survivor.inventory, slot: copy})
