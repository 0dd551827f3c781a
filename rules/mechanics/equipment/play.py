"""Searching, trading, combining. Every copy is in exactly one place."""

from collections.abc import Mapping

from rules.errors import IllegalCommand, UnknownId
from rules.mechanics.actions.play import act, did
from rules.mechanics.decks.play import discard, draw_quietly, pull
from rules.mechanics.equipment.cards import card_of, deck_of, effect_of, equipment_decks
from rules.mechanics.equipment.commands import (
    DeckDiscard,
    DeckDraw,
    DeckRedraw,
    DeckTake,
    ItemCombine,
    ItemMove,
)
from rules.mechanics.equipment.events import CardsDrawn, Find, ItemFound, ItemMoved
from rules.mechanics.equipment.hands import fits, is_ready
from rules.mechanics.equipment.slots import drop, holder, put_away, slots_of, take_from
from rules.mechanics.looking import out_of_reach
from rules.mechanics.skills.events import SkillUsed
from rules.mechanics.skills.known import has, known_skills, number_of
from rules.mechanics.skills.play import KILLED
from rules.mechanics.supply.play import place
from rules.packs.schema import Pack
from rules.packs.schema.cards import Equipment
from rules.packs.schema.people import Skill
from rules.play import Play
from rules.state import Survivor, TableState

SEARCH = "search"
DREW = "drew-"
"""How a drawn card is remembered until the turn ends."""


# --- searching ---


def search_draws(state: TableState, key: str, pack: Pack) -> int:
    """Cards a search gives: one, two by a skill or a light in the hand, one more by another."""
    most = draws_by_skill(state, key, pack)
    more = sum(number_of(skill, "extra_cards") for skill in known_skills(state, key, pack))
    for copy in state.survivors[key].inventory.values():
        effect = effect_of(card_of(pack, copy), "search-draw")
        if effect is not None and is_ready(state, key, copy, pack):
            most = max(most, (effect.value or 1) + more)
    return most


def draws_by_skill(state: TableState, key: str, pack: Pack) -> int:
    """The same without a light."""
    skills = known_skills(state, key, pack)
    most = max([1, *(number_of(skill, "cards") for skill in skills)])
    return most + sum(number_of(skill, "extra_cards") for skill in skills)


def has_searched(play: Play, key: str) -> bool:
    """Whether a second search would need a skill or card that allows it."""
    often = any("searches" in skill.gives for skill in known_skills(play.before, key, play.pack))
    return SEARCH in play.survivors[key].used and not often


def draw_items(play: Play, command: DeckDraw) -> None:
    """Draw so many cards, as far as there are any.

    An ambush ends the search only where its card says so (Black Plague); the other books put one
    zombie into the zone and say no more (Army of the Dead, p. 20; Rue Morgue, p. 5).

    One search a turn: a second is a warning that the players may overrule.
    """
    key, survivor = command.survivor, play.in_play(command.survivor)
    deck = _equipment_deck(play, command.deck)
    free = None
    if command.search:
        if error := out_of_reach(play, key):
            raise error
        if has_searched(play, key) and not command.overrule:
            raise IllegalCommand("search.again", survivor=survivor.name)
        free = act(play, key, _searches_given(play, key))
        play.change_survivor(key, used=(*play.survivors[key].used, SEARCH))
    usual = search_draws(play.before, key, play.pack) if command.search else 1
    finds = []
    for _ in range(command.count or usual):
        finds.append(_find(play, key, deck))
        if command.search:
            finds += _match(play, key, deck, finds[-1])
        is_empty = not play.decks[deck].draw and not play.decks[deck].discard
        ends = effect_of(card_of(play.pack, finds[-1].card), "stop-search") is not None
        if ends or is_empty:
            break
    drawn = tuple(f"{DREW}{find.card}" for find in finds if find.ambush is None)
    play.change_survivor(key, used=(*play.survivors[key].used, *drawn))
    play.emit(
        CardsDrawn(survivor=key, deck=deck, search=command.search, finds=tuple(finds), free=free)
    )
    if command.search:
        play.join_in("searched", key, command.count or usual)


def _searches_given(play: Play, key: str) -> list[Skill]:
    """Skills by which a search costs no action; one of them only after a kill."""
    return [
        skill
        for skill in known_skills(play.before, key, play.pack)
        if skill.kind == SEARCH
        or (has([skill], "free_search") and KILLED in play.survivors[key].used)
    ]


def _find(play: Play, key: str, deck: str) -> Find:
    copy = draw_quietly(play, deck)
    ambush = effect_of(card_of(play.pack, copy), "spawn")
    if ambush is None:
        return Find(card=copy, slot=put_away(play, key, copy))
    assert ambush.zombie is not None
    # Too few miniatures matter in spawn steps and buildings only (BP p. 28, RM p. 25, ATD p. 23).
    group = {ambush.zombie: ambush.value or 1}
    arrival = place(play, group, card=copy, why="ambush", stirs=False)
    discard(play, deck, copy)
    return Find(card=copy, ambush=arrival)


def _match(play: Play, key: str, deck: str, find: Find) -> list[Find]:
    """Matching set: a dual weapon brings its twin from the deck, which is shuffled (BP, p. 55)."""
    card = card_of(play.pack, find.card)
    is_weapon = card.dual and card.kind in ("melee", "ranged", "melee-ranged")
    has_skill = has(known_skills(play.before, key, play.pack), "second_copy")
    if find.ambush is not None or not is_weapon or not has_skill:
        return []
    draw = play.decks[deck].draw
    twins = sorted(copy for copy in draw if card_of(play.pack, copy).id == card.id)
    if not twins:
        return []
    pull(play, deck, twins[0])
    if play.decks[deck].source == "app":
        play.change_deck(deck, draw=tuple(play.chance.shuffled(play.decks[deck].draw)))
    return [Find(card=twins[0], slot=put_away(play, key, twins[0]))]


def redraw_item(play: Play, command: DeckRedraw) -> None:
    """Destiny: a card just drawn is discarded and another drawn, once a turn (BP, p. 53)."""
    key, survivor = command.survivor, play.in_play(command.survivor)
    skill = redrawing(play, key)
    if skill is None:
        raise IllegalCommand("redraw.none", survivor=survivor.name)
    if skill.id in survivor.used:
        raise IllegalCommand("skill.used", survivor=survivor.name, skill=skill.id)
    holder(play, key, command.card)
    if f"{DREW}{command.card}" not in survivor.used:
        raise IllegalCommand("redraw.not_drawn", survivor=survivor.name)
    deck = deck_of(play.pack, command.card)
    play.change_survivor(key, used=(*survivor.used, skill.id))
    play.emit(SkillUsed(survivor=key, skill=skill.id))
    drop(play, key, command.card)
    find = _find(play, key, deck)
    play.emit(CardsDrawn(survivor=key, deck=deck, search=False, finds=(find,)))


def redrawing(play: Play, key: str) -> Skill | None:
    """The skill by which a card just drawn may be changed for the next."""
    owned = known_skills(play.before, key, play.pack)
    return next((skill for skill in owned if number_of(skill, "redraws")), None)


def just_drawn(survivor: Survivor) -> tuple[str, ...]:
    """Cards of this turn that are still carried."""
    carried = (*survivor.inventory.values(), *survivor.found)
    return tuple(copy for copy in carried if f"{DREW}{copy}" in survivor.used)


def _equipment_deck(play: Play, deck: str) -> str:
    if deck not in equipment_decks(play.pack):
        raise UnknownId("deck.unknown", deck=deck)
    return deck


# --- handing out, discarding, trading ---


def receive(play: Play, key: str, copy: str) -> None:
    """Into somebody's hands, and tell of it."""
    slot = put_away(play, key, copy)
    play.emit(ItemFound(survivor=key, card=copy, slot=slot))


def take_item(play: Play, command: DeckTake) -> None:
    """A named card, or any copy of it, wherever in its deck it lies."""
    play.in_play(command.survivor)
    deck = play.decks[_equipment_deck(play, command.deck)]
    piles = (*deck.draw, *deck.aside, *deck.discard)
    wanted = [copy for copy in piles if command.card in (copy, card_of(play.pack, copy).id)]
    if not wanted:
        raise IllegalCommand("item.not_left", card=command.card)
    pull(play, command.deck, wanted[0])
    receive(play, command.survivor, wanted[0])


def discard_item(play: Play, command: DeckDiscard) -> None:
    holder(play, command.survivor, command.card)
    drop(play, command.survivor, command.card)
    play.join_in("survivor_changed", command.survivor)


def move_item(play: Play, command: ItemMove) -> None:
    """Rearrange or trade. A card that lies in the slot takes the place of the one that comes."""
    giver_key, taker_key = command.survivor, command.to or command.survivor
    giver = holder(play, giver_key, command.card)
    play.in_play(giver_key)
    play.in_play(taker_key)
    if command.slot not in slots_of(play.before, taker_key, play.pack):
        raise UnknownId("slot.unknown", slot=command.slot)
    if command.slot in play.survivor(taker_key).blocked:
        raise IllegalCommand("slot.wound", slot=command.slot)
    old_slot = next((s for s, card in giver.inventory.items() if card == command.card), None)
    places = {"giver": giver_key, "taker": taker_key, "slot": command.slot}
    if not may_move(play.survivors, play.pack, command.card, **places):
        raise IllegalCommand("slot.icon", slot=command.slot)
    did(play, giver_key, "trade")
    is_turned = command.card in giver.turned
    take_from(play, giver_key, command.card, kept=taker_key == giver_key)
    taker = play.survivors[taker_key]
    displaced = taker.inventory.get(command.slot)
    play.change_survivor(
        taker_key,
        inventory={**taker.inventory, command.slot: command.card},
        turned=(*taker.turned, command.card) if is_turned else taker.turned,
    )
    if displaced is not None:
        if taker_key != giver_key:
            play.join_in("item_lost", taker_key, displaced)
        _put_back(play, giver_key, displaced, old_slot)
        if displaced in taker.turned and taker_key != giver_key:
            _hand_over_turned(play, displaced, giver=taker_key, taker=giver_key)
    _move_under(play, command.card, giver=giver_key, taker=taker_key)
    play.emit(ItemMoved(survivor=giver_key, card=command.card, to=taker_key, slot=command.slot))
    play.join_in("survivor_changed", giver_key)


def may_move(
    survivors: Mapping[str, Survivor], pack: Pack, copy: str, *, giver: str, taker: str, slot: str
) -> bool:
    """Whether a card fits into that slot, and what lies there into the slot that is left."""
    if slot in survivors[taker].blocked or not fits(pack, taker, card_of(pack, copy), slot):
        return False
    old = next((s for s, card in survivors[giver].inventory.items() if card == copy), None)
    displaced = survivors[taker].inventory.get(slot)
    if old is None or displaced in (None, copy):
        return True
    return fits(pack, giver, card_of(pack, displaced or ""), old)


def _put_back(play: Play, key: str, copy: str, slot: str | None) -> None:
    survivor = play.survivors[key]
    if slot is None:
        play.change_survivor(key, found=(*survivor.found, copy))
    else:
        play.change_survivor(key, inventory={**survivor.inventory, slot: copy})


def _hand_over_turned(play: Play, copy: str, *, giver: str, taker: str) -> None:
    """A weapon that must be reloaded still must be in other hands (Black Plague, p. 34)."""
    rest = tuple(card for card in play.survivors[giver].turned if card != copy)
    play.change_survivor(giver, turned=rest)
    play.change_survivor(taker, turned=(*play.survivors[taker].turned, copy))


def _move_under(play: Play, copy: str, *, giver: str, taker: str) -> None:
    """What lies under a card goes with it."""
    moved = {card: over for card, over in play.survivors[giver].under.items() if over == copy}
    if moved and giver != taker:
        under = play.survivors[giver].under
        play.change_survivor(
            giver, under={card: over for card, over in under.items() if card not in moved}
        )
        play.change_survivor(taker, under={**play.survivors[taker].under, **moved})


# --- combining ---


def combine_items(play: Play, command: ItemCombine) -> None:
    """Free, at any time; without a copy of the result left it cannot be made (Rue Morgue).

    Some make two at once, as far as there are any (p. 40).
    """
    for copy in command.cards:
        holder(play, command.survivor, copy)
    if len(set(command.cards)) < len(command.cards):
        raise IllegalCommand("item.twice")
    first, second = command.cards
    for copy, over in ((first, second), (second, first)):
        if lies_under(play.pack, copy, over):
            _put_under(play, command.survivor, copy, over)
            return
    made = made_of(card_of(play.pack, first), card_of(play.pack, second))
    if made is None:
        raise IllegalCommand("item.no_combination")
    for copy in command.cards:
        drop(play, command.survivor, copy)
    deck = deck_of(play.pack, first)
    left = copies_left(play, deck, made)
    if not left:
        raise IllegalCommand("item.not_left", card=made)
    skills = known_skills(play.before, command.survivor, play.pack)
    for copy in left[: max([1, *(number_of(skill, "made") for skill in skills)])]:
        pull(play, deck, copy)
        receive(play, command.survivor, copy)


def made_of(first: Equipment, second: Equipment) -> str | None:
    """The card that two others make."""
    for effect in first.effects:
        if effect.do == "combine" and second.id in effect.equipment:
            return effect.gives
    return None


def lies_under(pack: Pack, copy: str, over: str) -> bool:
    """Whether a card is laid under another and helps it, as a scope its rifle."""
    effect = effect_of(card_of(pack, copy), "combine")
    return effect is not None and bool(effect.skill) and card_of(pack, over).id in effect.equipment


def copies_left(play: Play, deck: str, card: str) -> list[str]:
    """Copies of a card that nobody has, those that lie aside first."""
    piles = play.decks[deck]
    return [copy for copy in (*piles.aside, *piles.draw) if card_of(play.pack, copy).id == card]


def _put_under(play: Play, key: str, copy: str, over: str) -> None:
    """A scope lies under its rifle and takes no slot of its own (Rue Morgue, p. 28)."""
    take_from(play, key, copy)
    play.change_survivor(key, under={**play.survivors[key].under, copy: over})
    slots = {card: slot for slot, card in play.survivors[key].inventory.items()}
    play.emit(ItemMoved(survivor=key, card=copy, to=key, slot=slots.get(over, "")))
