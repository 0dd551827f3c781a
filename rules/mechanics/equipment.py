"""Equipment: searching, slots, trading, combining, discarding, dealing."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.commands import BaseCommand, Cards, Key
from rules.errors import IllegalCommand, UnknownId
from rules.events import BaseEvent, EventPart
from rules.fields import Choice, Each, Number, Reported
from rules.mechanic import Hook, mechanic
from rules.mechanics.actions import act, did
from rules.mechanics.cards import card_of, deck_of, effect_of, equipment_decks
from rules.mechanics.decks import CardDrawn, discard, draw_quietly, pull
from rules.mechanics.inventory import (
    ItemDiscarded,
    carried,
    drop,
    fits,
    is_ready,
    not_carried,
    put_away,
    slots_of,
    take_from,
    usable_slots,
    when_item_lost,
    when_survivor_changed,
)
from rules.mechanics.known_skills import has, known_skills, number_of
from rules.mechanics.looking import (
    About,
    apart,
    in_play,
    in_reach_of,
    judged,
    others_in_reach,
    out_of_reach,
    survivors,
)
from rules.mechanics.skills import KILLED, SkillUsed
from rules.mechanics.supply import Arrival, place
from rules.offers import Offer, closed, offer, overruled
from rules.packs.schema import Pack
from rules.packs.schema.base import Count, Natural
from rules.packs.schema.cards import Equipment, EquipmentKind
from rules.packs.schema.people import Skill
from rules.play import Play
from rules.state import Survivor, TableState

ways_to_deal = Hook[Callable[[Play, list[str]], None]]()
"""Hook for a way to arm survivors who have nothing yet; it removes those it armed from the list."""
when_dealt = Hook[Callable[[Play], None]]()
"""Hook called when starting equipment has been handed out."""
when_searched = Hook[Callable[[Play, str, int], None]]()
"""Hook called with the survivor who has searched and the number of cards."""


class ItemFound(BaseEvent, tag="item.found", frozen=True, kw_only=True):
    survivor: str
    card: str
    slot: str | None


class ItemMoved(BaseEvent, tag="item.moved", frozen=True, kw_only=True):
    survivor: str
    card: str
    to: str
    slot: str


class Find(EventPart, frozen=True, kw_only=True):
    """A card that was drawn, and its slot."""

    card: str
    slot: str | None = None
    """The slot; None: the card waits until the player decides."""
    ambush: Arrival | None = None
    """Zombies in place of a thing: the card is discarded."""


class CardsDrawn(BaseEvent, tag="cards.drawn", frozen=True, kw_only=True):
    """A search, or another draw from an equipment deck: every card of it in order."""

    survivor: str
    deck: str
    search: bool
    finds: tuple[Find, ...]
    free: str | None = None
    """The skill by which the search cost no action."""

    def facts(self) -> Iterator[BaseEvent]:
        for find in self.finds:
            yield CardDrawn(deck=self.deck, card=find.card, zone=None)
            if find.ambush is None:
                yield ItemFound(survivor=self.survivor, card=find.card, slot=find.slot)
            else:
                yield from find.ambush.facts()


class DeckDraw(BaseCommand, tag="deck.draw", frozen=True):
    """A search, or any other draw from an equipment deck."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    deck: Key
    survivor: Key
    count: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None
    """The number of cards; by default one, or as many as a search gives this survivor."""
    search: bool = False
    """True for a search action: once a turn."""
    overrule: bool = False
    """True if a skill or card allows another search."""
    cards: Cards = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in in_play(look, about):
            for name in equipment_decks(look.pack):
                deck = look.decks[name]
                empty = (
                    None if deck.draw or deck.discard else IllegalCommand("deck.empty", deck=name)
                )
                reported = {"cards": Reported(what="cards")} if deck.source == "table" else {}
                count = Number(least=1, most=MOST_AT_ONCE, optional=True)
                yield offer(
                    cls, empty, survivor=key, deck=name, search=False, count=count, **reported
                )
                closed = empty or out_of_reach(look, key)
                search = offer(
                    cls, closed, survivor=key, deck=name, search=True, count=count, **reported
                )
                if has_searched(look, key) and closed is None:
                    again = IllegalCommand("search.again", survivor=survivor.name)
                    search = overruled(search, again)
                yield search
        yield from _no_equipment(cls, look)

    def play(self, play: Play) -> None:
        """Draw the cards, as far as there are any.

        An ambush ends the search only where its card says so (Black Plague); the other books put
        one zombie into the zone and say no more (Army of the Dead, p. 20; Rue Morgue, p. 5). One
        search a turn: a second is a warning that the players may overrule.
        """
        key, deck = self.survivor, self.deck
        free = None
        if self.search:
            free = act(play, key, _searches_given(play, key))
            play.change_survivor(key, used=(*play.survivors[key].used, SEARCH))
        usual = search_draws(play.before, key, play.pack) if self.search else 1
        finds = []
        for _ in range(self.count or usual):
            finds.append(_find(play, key, deck))
            if self.search:
                finds += _match(play, key, deck, finds[-1])
            is_empty = not play.decks[deck].draw and not play.decks[deck].discard
            ends = effect_of(card_of(play.pack, finds[-1].card), "stop-search") is not None
            if ends or is_empty:
                break
        drawn = tuple(f"{DREW}{find.card}" for find in finds if find.ambush is None)
        play.change_survivor(key, used=(*play.survivors[key].used, *drawn))
        play.emit(
            CardsDrawn(survivor=key, deck=deck, search=self.search, finds=tuple(finds), free=free)
        )
        if self.search:
            play.tell(when_searched, key, self.count or usual)


class DeckRedraw(BaseCommand, tag="deck.redraw", frozen=True):
    """A card just drawn is discarded and another drawn, by a skill."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    survivor: Key
    card: Key
    cards: Cards = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield changing a card drawn this turn for the next one of its deck."""
        for key, survivor in in_play(look, about):
            skill = redrawing(look, key)
            if skill is None:
                none = IllegalCommand("redraw.none", survivor=survivor.name)
                yield closed(cls, none, survivor=key)
                continue
            used = IllegalCommand("skill.used", survivor=survivor.name, skill=skill.id)
            why_not = used if skill.id in survivor.used else None
            for copy in just_drawn(survivor):
                deck = look.decks[deck_of(look.pack, copy)]
                reported = {"cards": Reported(what="cards")} if deck.source == "table" else {}
                yield offer(cls, why_not, survivor=key, card=copy, **reported)
            is_carried = about.get("card") in carried(survivor)
            earlier = IllegalCommand("redraw.not_drawn", survivor=survivor.name)
            other = earlier if is_carried else not_carried(survivor)
            yield closed(cls, why_not or other, survivor=key)

    def play(self, play: Play) -> None:
        """Discard a card just drawn and draw another, once a turn, by Destiny (BP, p. 53)."""
        key, survivor = self.survivor, play.survivors[self.survivor]
        skill = redrawing(play, key)
        assert skill is not None
        deck = deck_of(play.pack, self.card)
        play.change_survivor(key, used=(*survivor.used, skill.id))
        play.emit(SkillUsed(survivor=key, skill=skill.id))
        drop(play, key, self.card)
        find = _find(play, key, deck)
        play.emit(CardsDrawn(survivor=key, deck=deck, search=False, finds=(find,)))


class DeckTake(BaseCommand, tag="deck.take", frozen=True):
    """A card that is handed out by name: starting equipment, a mission's gift, a made molotov."""

    deck: Key
    survivor: Key
    card: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield any card of a deck by name, or any of its copies."""
        for key, _survivor in in_play(look, about):
            for name in equipment_decks(look.pack):
                deck = look.decks[name]
                copies = sorted((*deck.draw, *deck.aside, *deck.discard))
                cards = dict.fromkeys(card_of(look.pack, copy).id for copy in copies)
                values = (*cards, *copies)
                given = offer(cls, survivor=key, deck=name, card=Choice(values=values))
                yield given.otherwise(card=lambda card: IllegalCommand("item.not_left", card=card))
        yield from _no_equipment(cls, look)

    def play(self, play: Play) -> None:
        """Hand over a named card, or any copy of it, wherever in its deck it is."""
        deck = play.decks[self.deck]
        piles = (*deck.draw, *deck.aside, *deck.discard)
        wanted = next(copy for copy in piles if self.card in (copy, card_of(play.pack, copy).id))
        give(play, self.deck, self.survivor, wanted)


class DeckDiscard(BaseCommand, tag="deck.discard", frozen=True):
    """A carried card goes onto its discard pile."""

    survivor: Key
    card: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in survivors(look, about):
            given = offer(cls, survivor=key, card=Choice(values=carried(survivor)))
            yield given.otherwise(card=not_carried(survivor))

    def play(self, play: Play) -> None:
        drop(play, self.survivor, self.card)
        play.tell(when_survivor_changed, self.survivor)


class ItemMove(BaseCommand, tag="item.move", frozen=True):
    """A card goes into another slot or to another survivor; a card there changes places with it."""

    survivor: Key
    card: Key
    slot: Key
    to: Key | None = None

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield moves into any slot without a wound, of the same survivor or of another."""
        slots = {key: usable_slots(look.before, key, look.pack) for key in look.survivors}
        for key, survivor in in_play(look, about):
            things = carried(survivor)
            if look.pack.slots_by_icon:
                yield from _moves_by_icon(look, key, things, slots)
            else:
                for other in (key, *others_in_reach(look, key)):
                    yield _move(look, key, other, Choice(values=things), slots[other])
            sent = judged(cls, about)
            if sent and sent.card not in things:
                yield closed(cls, not_carried(survivor), survivor=key)
            elif sent and (away := apart(look, key, sent.to or key)):
                yield closed(cls, away, survivor=key)

    def play(self, play: Play) -> None:
        """Rearrange or trade. A card in the slot takes the place of the one that comes."""
        giver_key, taker_key = self.survivor, self.to or self.survivor
        giver = play.survivors[giver_key]
        old_slot = next((s for s, card in giver.inventory.items() if card == self.card), None)
        did(play, giver_key, "trade")
        is_turned = self.card in giver.turned
        take_from(play, giver_key, self.card, kept=taker_key == giver_key)
        taker = play.survivors[taker_key]
        displaced = taker.inventory.get(self.slot)
        play.change_survivor(
            taker_key,
            inventory={**taker.inventory, self.slot: self.card},
            turned=(*taker.turned, self.card) if is_turned else taker.turned,
        )
        if displaced is not None:
            if taker_key != giver_key:
                play.tell(when_item_lost, taker_key, displaced)
            _put_back(play, giver_key, displaced, old_slot)
            if displaced in taker.turned and taker_key != giver_key:
                _hand_over_turned(play, displaced, giver=taker_key, taker=giver_key)
        _move_under(play, self.card, giver=giver_key, taker=taker_key)
        play.emit(ItemMoved(survivor=giver_key, card=self.card, to=taker_key, slot=self.slot))
        play.tell(when_survivor_changed, giver_key)


class ItemCombine(BaseCommand, tag="item.combine", frozen=True):
    """Two cards of one survivor become a third: for example, bottle and gasoline a molotov."""

    survivor: Key
    cards: Annotated[tuple[Key, ...], msgspec.Meta(min_length=2, max_length=2)]

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in survivors(look, about):
            for pair in combinations(carried(survivor), 2):
                is_laid = any(lies_under(look.pack, *each) for each in (pair, pair[::-1]))
                for first, second in (pair, pair[::-1]):
                    made = made_of(card_of(look.pack, first), card_of(look.pack, second))
                    if is_laid:
                        yield offer(cls, survivor=key, cards=(first, second))
                    elif made is not None:
                        left = copies_left(look, deck_of(look.pack, first), made)
                        why_not = None if left else IllegalCommand("item.not_left", card=made)
                        yield offer(cls, why_not, survivor=key, cards=(first, second))
            if sent := judged(cls, about):
                yield closed(cls, _makes_nothing(survivor, *sent.cards), survivor=key)

    def play(self, play: Play) -> None:
        """Combine two cards, free at any time, if a copy of the result is left (Rue Morgue).

        Some survivors make two at once, as far as there are any (p. 40).
        """
        first, second = self.cards
        for copy, over in ((first, second), (second, first)):
            if lies_under(play.pack, copy, over):
                _put_under(play, self.survivor, copy, over)
                return
        made = made_of(card_of(play.pack, first), card_of(play.pack, second))
        assert made is not None
        for copy in self.cards:
            drop(play, self.survivor, copy)
        deck = deck_of(play.pack, first)
        skills = known_skills(play.before, self.survivor, play.pack)
        count = max([1, *(number_of(skill, "made") for skill in skills)])
        for copy in copies_left(play, deck, made)[:count]:
            pull(play, deck, copy)
            receive(play, self.survivor, copy)


class EquipmentDeal(BaseCommand, tag="equipment.deal", frozen=True):
    """Starting equipment for everybody with empty hands, as the game deals it."""

    chance: ClassVar[bool] = True

    sets: Annotated[
        dict[Key, Annotated[int, msgspec.Meta(ge=0, le=9)]], msgspec.Meta(max_length=12)
    ] = {}
    """Index of the starting set each survivor takes, if there are several."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        left = unarmed(look)
        sets = {key: starting_sets(look.pack, key) for key in left}
        choices = Each(
            fields={
                key: Number(least=0, most=len(printed) - 1)
                for key, printed in sets.items()
                if printed
            }
        )
        starting = look.decks.get(STARTING)
        is_dealt = any(
            card_of(look.pack, copy).dealt
            for name in equipment_decks(look.pack)
            for copy in look.decks[name].aside
        )
        # At least one card of any set chosen must be left.
        has_set = any(
            bool(printed)
            and all(any(_is_left(look, card) for card in chosen) for chosen in printed)
            for printed in sets.values()
        )
        has_any = has_set or is_dealt
        can_deal = bool(left) and (has_any or (starting is not None and bool(starting.draw)))
        dealt = None if can_deal else IllegalCommand("equipment.dealt")
        yield offer(cls, dealt, sets=choices).otherwise(sets=partial(_no_set, look, sets))

    def play(self, play: Play) -> None:
        """Arm everybody with empty hands: from a set, as the game deals, or from a deck."""
        left = unarmed(play)
        _deal_sets(play, left, self.sets)
        play.tell(ways_to_deal, left)
        _deal_deck(play, left)
        play.tell(when_dealt)


SEARCH = "search"


DREW = "drew-"
"""Prefix of the tag that remembers a drawn card until the turn ends."""


def search_draws(state: TableState, key: str, pack: Pack) -> int:
    """Return the cards a search gives: one, two by a skill or light in hand, or more by another."""
    most = draws_by_skill(state, key, pack)
    more = sum(number_of(skill, "extra_cards") for skill in known_skills(state, key, pack))
    for copy in state.survivors[key].inventory.values():
        effect = effect_of(card_of(pack, copy), "search-draw")
        if effect is not None and is_ready(state, key, copy, pack):
            most = max(most, (effect.value or 1) + more)
    return most


def draws_by_skill(state: TableState, key: str, pack: Pack) -> int:
    """Return the cards a search gives without a light."""
    skills = known_skills(state, key, pack)
    most = max([1, *(number_of(skill, "cards") for skill in skills)])
    return most + sum(number_of(skill, "extra_cards") for skill in skills)


def has_searched(play: Play, key: str) -> bool:
    """Return True if a second search would need a skill or card that allows it."""
    often = any("searches" in skill.gives for skill in known_skills(play.before, key, play.pack))
    return SEARCH in play.survivors[key].used and not often


def _searches_given(play: Play, key: str) -> list[Skill]:
    """Return skills by which a search costs no action; one of them only after a kill."""
    return [
        skill
        for skill in known_skills(play.before, key, play.pack)
        if skill.kind == SEARCH
        or (has([skill], "free_search") and KILLED in play.survivors[key].used)
    ]


def _find(play: Play, key: str, deck: str) -> Find:
    copy = draw_quietly(play, deck)
    ambush = effect_of(card_of(play.pack, copy), "spawn")
    if ambush is None or ambush.zombie is None:  # a group's own card may not say who comes
        return Find(card=copy, slot=put_away(play, key, copy))
    # Missing miniatures matter in spawn steps and buildings only (BP p. 28, RM p. 25, ATD p. 23).
    group = {ambush.zombie: ambush.value or 1}
    arrival = place(play, group, card=copy, why="ambush", stirs=False)
    discard(play, deck, copy)
    return Find(card=copy, ambush=arrival)


def _match(play: Play, key: str, deck: str, find: Find) -> list[Find]:
    """Draw the twin of a dual weapon and shuffle the deck, by Matching set (BP, p. 55)."""
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


def redrawing(play: Play, key: str) -> Skill | None:
    """Return the skill by which a card just drawn may be changed for the next, or None."""
    owned = known_skills(play.before, key, play.pack)
    return next((skill for skill in owned if number_of(skill, "redraws")), None)


def just_drawn(survivor: Survivor) -> tuple[str, ...]:
    """Return cards drawn this turn that are still carried."""
    return tuple(copy for copy in carried(survivor) if f"{DREW}{copy}" in survivor.used)


def _no_equipment(command: type[BaseCommand], look: Play) -> Iterator[Offer]:
    """Yield why nothing comes from the decks without equipment."""
    for name in look.decks.keys() - equipment_decks(look.pack):
        yield closed(command, UnknownId("deck.unknown", deck=name), deck=name)


def _makes_nothing(survivor: Survivor, first: str, second: str) -> IllegalCommand:
    """Return why two cards are not combined."""
    if not {first, second} <= {*carried(survivor)}:
        return not_carried(survivor)
    if first == second:
        return IllegalCommand("item.twice")
    return IllegalCommand("item.no_combination")


def receive(play: Play, key: str, copy: str) -> None:
    """Give a copy to a survivor, and emit it."""
    slot = put_away(play, key, copy)
    play.emit(ItemFound(survivor=key, card=copy, slot=slot))


def may_move(
    survivors: Mapping[str, Survivor], pack: Pack, copy: str, *, giver: str, taker: str, slot: str
) -> bool:
    """Return True if a card fits into that slot, and the card there into the slot left."""
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
    """Carry over that a weapon must be reloaded to its new owner (Black Plague, p. 34)."""
    rest = tuple(card for card in play.survivors[giver].turned if card != copy)
    play.change_survivor(giver, turned=rest)
    play.change_survivor(taker, turned=(*play.survivors[taker].turned, copy))


def _move_under(play: Play, copy: str, *, giver: str, taker: str) -> None:
    """Move the cards under a card along with it."""
    moved = {card: over for card, over in play.survivors[giver].under.items() if over == copy}
    if moved and giver != taker:
        under = play.survivors[giver].under
        play.change_survivor(
            giver, under={card: over for card, over in under.items() if card not in moved}
        )
        play.change_survivor(taker, under={**play.survivors[taker].under, **moved})


def made_of(first: Equipment, second: Equipment) -> str | None:
    """Return the card that two others make, or None."""
    for effect in first.effects:
        if effect.do == "combine" and second.id in effect.equipment:
            return effect.gives
    return None


def lies_under(pack: Pack, copy: str, over: str) -> bool:
    """Return True if a card is laid under another and helps it, for example a scope."""
    effect = effect_of(card_of(pack, copy), "combine")
    return effect is not None and bool(effect.skill) and card_of(pack, over).id in effect.equipment


def copies_left(play: Play, deck: str, card: str) -> list[str]:
    """Return copies of a card that nobody has, those set aside first."""
    piles = play.decks[deck]
    return [copy for copy in (*piles.aside, *piles.draw) if card_of(play.pack, copy).id == card]


def _put_under(play: Play, key: str, copy: str, over: str) -> None:
    """Put a card such as a scope under its rifle, where it takes no slot (Rue Morgue, p. 28)."""
    take_from(play, key, copy)
    play.change_survivor(key, under={**play.survivors[key].under, copy: over})
    slots = {card: slot for slot, card in play.survivors[key].inventory.items()}
    play.emit(ItemMoved(survivor=key, card=copy, to=key, slot=slots.get(over, "")))


STARTING = "starting"


def unarmed(play: Play) -> list[str]:
    """Return survivors in play who have nothing yet."""
    return [
        key
        for key, survivor in play.survivors.items()
        if survivor.status == "in_play" and not survivor.inventory and not survivor.found
    ]


def is_dealt_by_app(state: TableState, pack: Pack) -> bool:
    """Return True if the app draws the deck that starting equipment comes from."""
    decks = [STARTING] if STARTING in state.decks else equipment_decks(pack)
    return all(state.decks[deck].source == "app" for deck in decks)


def starting_sets(pack: Pack, key: str) -> tuple[tuple[str, ...], ...]:
    """Return the sets printed on a card, one of which is chosen (Army of the Dead, p. 6)."""
    return next((survivor.starts_with for survivor in pack.survivors if survivor.id == key), ())


def give(play: Play, deck: str, key: str, copy: str) -> None:
    """Hand over a copy out of a deck."""
    pull(play, deck, copy)
    receive(play, key, copy)


def _deal_sets(play: Play, left: list[str], sets: dict[str, int]) -> None:
    for key in list(left):
        offered = starting_sets(play.pack, key)
        if not offered:
            continue
        for card in offered[sets.get(key, 0)]:
            for deck in equipment_decks(play.pack):
                if copies := copies_left(play, deck, card):
                    give(play, deck, key, copies[0])
                    break
        left.remove(key)


def _deal_deck(play: Play, left: list[str]) -> None:
    """Deal a card each of the starting deck, as far as it goes."""
    if STARTING not in play.decks:
        return
    cards = play.chance.shuffled(sorted(play.decks[STARTING].draw))
    for key, copy in zip(left, cards, strict=False):
        give(play, STARTING, key, copy)


MOST_AT_ONCE = 6


def _moves_by_icon(
    look: Play, key: str, things: tuple[str, ...], slots: Mapping[str, tuple[str, ...]]
) -> Iterator[Offer]:
    """Yield moves of each card where it fits, and a card there fits where it comes from."""
    for copy in things:
        for other in in_reach_of(look, key):
            fitting = tuple(
                slot
                for slot in slots[other]
                if may_move(look.survivors, look.pack, copy, giver=key, taker=other, slot=slot)
            )
            yield _move(look, key, other, copy, fitting)


def _move(look: Play, key: str, other: str, card: str | Choice, slots: tuple[str, ...]) -> Offer:
    """Return moving a card into slots of the same or another survivor."""
    to, slot = None if other == key else other, Choice(values=slots)
    given = offer(ItemMove, survivor=key, card=card, to=to, slot=slot)
    return given.otherwise(
        card=not_carried(look.survivors[key]), slot=partial(_not_into, look, other)
    )


def _not_into(look: Play, taker: str, slot: str) -> IllegalCommand:
    """Return why a card does not go into a slot."""
    if slot not in slots_of(look.before, taker, look.pack):
        return UnknownId("slot.unknown", slot=slot)
    if slot in look.survivors[taker].blocked:
        return IllegalCommand("slot.wound", slot=slot)
    return IllegalCommand("slot.icon", slot=slot)


def _no_set(
    look: Play, sets: Mapping[str, tuple[tuple[str, ...], ...]], chosen: Mapping[str, int]
) -> IllegalCommand | None:
    """Return an error if a survivor has no such starting set, otherwise None."""
    for key, index in chosen.items():
        if sets.get(key) and index >= len(sets[key]):
            return IllegalCommand("equipment.no_set", survivor=look.survivors[key].name)
    return None


def _is_left(look: Play, card: str) -> bool:
    return any(copies_left(look, deck, card) for deck in equipment_decks(look.pack))


EQUIPMENT = mechanic(
    __name__,
    events=(ItemDiscarded,),
    gives={
        "cards": Count,
        "extra_cards": Count,
        "in_hand": tuple[Literal["all", EquipmentKind], ...],
        "made": Count,
        "redraws": Count,
        "searches": Natural,
        "second_copy": bool,
        "slots": Count,
    },
    effects=(
        "combine",
        "grant-specialty",
        "push-zombies",
        "search-draw",
        "spawn",
        "stop-search",
    ),
)
