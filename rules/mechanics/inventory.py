"""Equipment: searching, slots, trading, discarding. Every copy is in exactly one place."""

from rules.commands import DeckDiscard, DeckDraw, DeckTake, ItemCombine, ItemMove
from rules.errors import IllegalCommand, UnknownId
from rules.events import BoardAsked, ItemDiscarded, ItemFound, ItemMoved, LightSwitched
from rules.mechanics.cards import card_of, deck_of, effect_of, equipment_decks, works_in
from rules.mechanics.skills import known_skills, number_of
from rules.mechanics.supply import place
from rules.packs.schema import Pack
from rules.play import Play
from rules.ruleset import Outcome
from rules.state import Pending, Survivor, TableState

SEARCH = "search"


def slots_of(state: TableState, key: str, pack: Pack) -> tuple[str, ...]:
    """The places of a survivor's inventory, hands first; some skills add to the backpack."""
    more = sum(number_of(skill, "slots") for skill in known_skills(state, key, pack))
    places = (
        ("hand", pack.slots.hand),
        ("body", pack.slots.body),
        ("backpack", pack.slots.backpack + more),
    )
    return tuple(f"{name}-{n}" for name, count in places for n in range(1, count + 1))


def search_draws(state: TableState, key: str, pack: Pack) -> int:
    """Cards a search gives: one, two by a skill or a light in the hand, one more by another."""
    skills = known_skills(state, key, pack)
    most = max([1, *(number_of(skill, "cards") for skill in skills)])
    for slot, copy in state.survivors[key].inventory.items():
        card = card_of(pack, copy)
        effect = effect_of(card, "search-draw")
        if effect is not None and works_in(card, slot):
            most = max(most, effect.value or 1)
    return most + sum(number_of(skill, "extra_cards") for skill in skills)


def _equipment_deck(play: Play, deck: str) -> str:
    if deck not in equipment_decks(play.pack):
        raise UnknownId("deck.unknown", deck=deck)
    return deck


def draw_items(state: TableState, command: DeckDraw, pack: Pack) -> Outcome:
    """Draw so many cards; an ambush ends the search and is discarded at once.

    One search a turn: a second is a warning that the players may overrule.
    """
    play = Play(state, pack, cards=command.cards)
    survivor = play.in_play(command.survivor)
    deck = _equipment_deck(play, command.deck)
    if command.search:
        often = any("searches" in one.gives for one in known_skills(state, command.survivor, pack))
        if SEARCH in survivor.used and not often and not command.overrule:
            raise IllegalCommand("search.again", survivor=survivor.name)
        play.change_survivor(command.survivor, used=(*survivor.used, SEARCH))
    usual = search_draws(state, command.survivor, pack) if command.search else 1
    for _ in range(command.count or usual):
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
    taken = {*survivor.inventory, *survivor.blocked}
    slots = slots_of(play.before, key, play.pack)
    free = next((slot for slot in slots if slot not in taken), None)
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


def holder(play: Play, key: str, copy: str) -> Survivor:
    survivor = play.survivor(key)
    if copy not in survivor.found and copy not in survivor.inventory.values():
        raise IllegalCommand("item.not_there", survivor=survivor.name)
    return survivor


def settle_wounds(play: Play, key: str) -> None:
    """Where wounds lie in slots: each has one, or the player is asked for which card it costs.

    Without a card it just takes a slot (Rue Morgue, p. 19).
    """
    if not play.pack.wounds_take_slots:
        return
    survivor = play.survivors[key]
    asked = [one for one in play.pending if one.what == "wound" and one.survivor == key]
    blocked = list(survivor.blocked[: survivor.wounds])
    open_ = survivor.wounds - len(blocked) if survivor.status == "in_play" else 0
    if open_ and not survivor.inventory:
        free = [one for one in slots_of(play.before, key, play.pack) if one not in blocked]
        blocked += free[-open_:]
        open_ = 0
    if tuple(blocked) != survivor.blocked:
        play.change_survivor(key, blocked=tuple(blocked))
    for question in asked[open_:]:
        play.pending.remove(question)
    for number in range(len(asked), open_):
        question = Pending(id=f"wound-{key}-{number + 1}", what="wound", survivor=key)
        if play.ask(question):
            play.emit(BoardAsked(question=question.id, what="wound", card=""))


def without(play: Play, key: str, copy: str) -> None:
    survivor = play.survivors[key]
    if effect_of(card_of(play.pack, copy), "light") and survivor.light:
        play.change_survivor(key, light=False)
        play.emit(LightSwitched(survivor=key, on=False))
    play.change_survivor(
        key,
        inventory={slot: one for slot, one in survivor.inventory.items() if one != copy},
        found=tuple(one for one in survivor.found if one != copy),
        turned=tuple(one for one in survivor.turned if one != copy),
        under={one: over for one, over in survivor.under.items() if one != copy},
    )


def discard_item(state: TableState, command: DeckDiscard, pack: Pack) -> Outcome:
    play = Play(state, pack)
    holder(play, command.survivor, command.card)
    drop(play, command.survivor, command.card)
    settle_wounds(play, command.survivor)
    return play.outcome()


def drop(play: Play, key: str, copy: str) -> None:
    """Onto its discard pile, or out of the game if it is never shuffled into a deck.

    What lies under it goes the same way.
    """
    for below in [one for one, over in play.survivors[key].under.items() if over == copy]:
        drop(play, key, below)
    without(play, key, copy)
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
    giver = holder(play, command.survivor, command.card)
    play.in_play(command.survivor)
    taker_key = command.to or command.survivor
    play.in_play(taker_key)
    if command.slot not in slots_of(state, taker_key, pack):
        raise UnknownId("slot.unknown", slot=command.slot)
    if command.slot in play.survivor(taker_key).blocked:
        raise IllegalCommand("slot.wound", slot=command.slot)
    old_slot = next((s for s, one in giver.inventory.items() if one == command.card), None)
    is_turned = command.card in giver.turned
    without(play, command.survivor, command.card)
    taker = play.survivors[taker_key]
    displaced = taker.inventory.get(command.slot)
    play.change_survivor(
        taker_key,
        inventory={**taker.inventory, command.slot: command.card},
        turned=(*taker.turned, command.card) if is_turned else taker.turned,
    )
    if displaced is not None:
        _put_back(play, command.survivor, displaced, old_slot)
        if displaced in taker.turned and taker_key != command.survivor:
            _hand_over_turned(play, displaced, giver=taker_key, taker=command.survivor)
    _move_under(play, command.card, giver=command.survivor, taker=taker_key)
    play.emit(
        ItemMoved(survivor=command.survivor, card=command.card, to=taker_key, slot=command.slot)
    )
    settle_wounds(play, command.survivor)
    return play.outcome()


def _move_under(play: Play, copy: str, *, giver: str, taker: str) -> None:
    """What lies under a card goes with it."""
    moved = {one: over for one, over in play.survivors[giver].under.items() if over == copy}
    if moved and giver != taker:
        stays = {one: o for one, o in play.survivors[giver].under.items() if one not in moved}
        play.change_survivor(giver, under=stays)
        play.change_survivor(taker, under={**play.survivors[taker].under, **moved})


def combine_items(state: TableState, command: ItemCombine, pack: Pack) -> Outcome:
    """Free, at any time; without a copy of the result left it cannot be made (Rue Morgue)."""
    play = Play(state, pack)
    for copy in command.cards:
        holder(play, command.survivor, copy)
    if len(set(command.cards)) < len(command.cards):
        raise IllegalCommand("item.twice")
    first, second = (card_of(pack, copy) for copy in command.cards)
    for copy, over in (command.cards, command.cards[::-1]):
        effect = effect_of(card_of(pack, copy), "combine")
        if effect is not None and effect.skill and card_of(pack, over).id in effect.equipment:
            _put_under(play, command.survivor, copy, over)
            return play.outcome()
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


def _put_under(play: Play, key: str, copy: str, over: str) -> None:
    """A scope lies under its rifle and takes no slot of its own (Rue Morgue, p. 28)."""
    without(play, key, copy)
    play.change_survivor(key, under={**play.survivors[key].under, copy: over})
    slots = {one: slot for slot, one in play.survivors[key].inventory.items()}
    play.emit(ItemMoved(survivor=key, card=copy, to=key, slot=slots.get(over, "")))


def _hand_over_turned(play: Play, copy: str, *, giver: str, taker: str) -> None:
    """A weapon that must be reloaded still must be in other hands (Black Plague, p. 34)."""
    rest = tuple(one for one in play.survivors[giver].turned if one != copy)
    play.change_survivor(giver, turned=rest)
    play.change_survivor(taker, turned=(*play.survivors[taker].turned, copy))


def _put_back(play: Play, key: str, copy: str, slot: str | None) -> None:
    survivor = play.survivors[key]
    if slot is None:
        play.change_survivor(key, found=(*survivor.found, copy))
    else:
        play.change_survivor(key, inventory={**survivor.inventory, slot: copy})
