"""A mission at the table: its tokens are taken, its cards come, its goals are ticked, it ends."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from rules.commands import BaseCommand, Cards, Key
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.fields import Choice, Reported
from rules.mechanic import Hook
from rules.mechanics.actions import act, did
from rules.mechanics.cards import equipment_decks
from rules.mechanics.danger import gain_points
from rules.mechanics.decks import draw_quietly, pull
from rules.mechanics.equipment import copies_left, receive
from rules.mechanics.inventory import put_away, slots_of
from rules.mechanics.looking import (
    About,
    apart,
    in_play,
    judged,
    others_in_reach,
    out_of_reach,
)
from rules.mechanics.missions.goals import ALL_EXIT, BY_ITSELF, GOAL, KILL, goals_of
from rules.mechanics.missions.layout import layout_of
from rules.mechanics.missions.tokens import (
    CARD,
    CRATE,
    CRATE_GIVES,
    carrier_of,
    laid_out,
    left_of,
    place_of_objective,
    taken_of,
)
from rules.mechanics.rounds import MissionWon, not_met_yet
from rules.mechanics.spawn.step import SpawnPlay, table_draws
from rules.mechanics.zones import ZoneActivated, next_spawn
from rules.missions import ASLEEP_UNTIL
from rules.offers import Offer, closed, offer
from rules.packs.schema.missions import MissionRule
from rules.play import Play
from rules.state import SpawnPoint, TableState, Taker

when_token_taken = Hook[Callable[[Play, str], None]]()
"""Hook called when an objective token of that color has been taken."""
slots_of_tokens = Hook[Callable[[Play], Mapping[str, int]]]()
"""Hook that returns objective tokens carried like equipment: the slots each color takes."""


class TokenTaken(BaseEvent, tag="token.taken", frozen=True, kw_only=True):
    survivor: str
    colour: str


class TokenReturned(BaseEvent, tag="token.returned", frozen=True, kw_only=True):
    """An objective card is in its place again."""

    survivor: str


class TokenPassed(BaseEvent, tag="token.passed", frozen=True, kw_only=True):
    survivor: str
    to: str
    colour: str


class MissionTicked(BaseEvent, tag="mission.ticked", frozen=True, kw_only=True):
    """A goal or a thing of the set-up is ticked or unticked; `item` is for example `goal-1`."""

    item: str
    done: bool


class SlotsFilled(BaseEvent, tag="slots.filled", frozen=True, kw_only=True):
    """An objective takes up slots of the inventory."""

    survivor: str
    colour: str
    slots: tuple[str, ...]


class TokenTake(BaseCommand, tag="token.take", frozen=True):
    """A survivor takes an objective of the mission: a token, a card or a crate."""

    in_play_only: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    survivor: Key
    colour: Key
    cards: Cards = ()
    """Cards it gave, where the table draws that deck."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield each color that may still be there, for every survivor who may have it."""
        by_table = _drawn_by_table(look)
        for key, _survivor in in_play(look, about):
            refused = out_of_reach(look, key)
            there = tuple(colour for colour in still_there(look) if may_carry(look, colour, key))
            waits = _waiting(look)
            plain = tuple(colour for colour in there if colour not in {*by_table, *waits})
            given = offer(cls, refused, survivor=key, colour=Choice(values=plain))
            yield given.otherwise(colour=partial(_not_taken, look, key))
            for colour in there:
                if colour in by_table or colour in waits:
                    cards = {"cards": Reported(what="cards")} if colour in by_table else {}
                    why_not = refused or waits.get(colour)
                    yield offer(cls, why_not, survivor=key, colour=colour, **cards)

    def play(self, play: Play) -> None:
        """Take the objective for one action (Black Plague, p. 22).

        Its taker gets the points, and the other effects of its color follow.
        """
        key, colour = self.survivor, self.colour
        did(play, key, "objective")
        # A card's action is counted where its place is known: in a zone or on a door.
        if colour != CARD:
            act(play, key, helping=())
        taker = Taker(survivor=key, round=play.before.round)
        play.set(taken=(*play.before.taken, colour), takers=(*play.before.takers, taker))
        play.emit(TokenTaken(survivor=key, colour=colour))
        if colour == CRATE:
            _give(play, key, colour)
            return
        _award(play, key, colour)
        _give(play, key, colour)
        _fill(play, key, colour)
        for rule in play.mission_rules(ASLEEP_UNTIL):
            if colour in rule.colours:
                _activate(play, colour)
        play.tell(when_token_taken, colour)
        if spawns_there(play, colour):
            SpawnPlay(play, why=OBJECTIVE, points=[SpawnPoint(place_of_objective(colour))]).run()
        check_won(play)


class TokenReturn(BaseCommand, tag="token.return", frozen=True):
    """An objective card that a survivor took goes back to its place: it asks for a keyword."""

    in_play_only: ClassVar[bool] = True

    survivor: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield returning a card for each survivor; refused for those who took none."""
        takers = {
            objective.taker.survivor
            for objective in taken_of(look.before)
            if objective.colour == CARD and objective.taker
        }
        none = IllegalCommand("token.none", colour=CARD)
        for key in look.survivors if CARD in laid_out(look.mission) else ():
            yield offer(cls, None if key in takers else none, survivor=key)
        yield closed(cls, none)

    def play(self, play: Play) -> None:
        """Return the card: it counts no longer, its action stays spent (Washington Z.C., p. 18)."""
        taken, takers = play.before.taken, play.before.takers
        first = len(taken) - len(takers)
        place = next(
            place
            for place in reversed(range(len(takers)))
            if (taken[first + place], takers[place].survivor) == (CARD, self.survivor)
        )
        play.set(
            taken=taken[: first + place] + taken[first + place + 1 :],
            takers=takers[:place] + takers[place + 1 :],
        )
        play.emit(TokenReturned(survivor=self.survivor))


class TokenPass(BaseCommand, tag="token.pass", frozen=True):
    """Another survivor carries an objective from now on."""

    in_play_only: ClassVar[bool] = True

    colour: Key
    to: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield each carried objective with its possible takers; refused if its carrier escaped."""
        taken, takers = look.before.taken, look.before.takers
        givers = {colour: carrier_of(taken, takers, colour) for colour in carried_colours(look)}
        for colour, giver in givers.items():
            if giver is None:
                continue
            others = tuple(
                key for key in others_in_reach(look, giver) if may_carry(look, colour, key)
            )
            given = offer(cls, _gone_with(look, giver), colour=colour, to=Choice(values=others))
            yield given.otherwise(to=partial(_not_passed, look, colour, giver))
        sent = judged(cls, about)
        if sent and givers.get(sent.colour) is None:
            yield closed(cls, IllegalCommand("token.none", colour=sent.colour))

    def play(self, play: Play) -> None:
        """Trade it like equipment, or pick it up from a survivor who has fallen."""
        giver = carrier_of(play.before.taken, play.before.takers, self.colour)
        assert giver is not None
        _unfill(play, giver, self.colour)
        play.set(takers=_handed_over(play, self.colour, self.to))
        play.emit(TokenPassed(survivor=giver, to=self.to, colour=self.colour))
        _fill(play, self.to, self.colour)


class MissionTick(BaseCommand, tag="mission.tick", frozen=True):
    """A goal or a thing of the set-up is ticked or unticked."""

    item: Key
    done: bool

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield ticking every item not ticked, and unticking the others."""
        ticked = look.before.ticked
        known = items(look)
        for done in (True, False):
            values = tuple(item for item in known if (item in ticked) is not done)
            yield offer(cls, item=Choice(values=values), done=done).otherwise(
                item=partial(_not_ticked, known)
            )

    def play(self, play: Play) -> None:
        """Tick or untick an item of the table's one list, which all phones share."""
        left = tuple(item for item in play.before.ticked if item != self.item)
        play.set(ticked=(*left, self.item) if self.done else left)
        play.emit(MissionTicked(item=self.item, done=self.done))


POINTS = ("objective-gain-xp", "objective-gain-ap")


POINTS_FOR_ALL = "objective-gain-ap-all-survivors"


GIVES = "objective-gives"


SPAWNS_THERE = "objective-spawns-in-its-zone"


OBJECTIVE = "objective"
"""The reason why a zombie card is drawn."""


TAKES_SLOTS = "objective-inventory-slots"


FILLS_BACKPACK = "objective-fills-backpack"


APART = "different-carriers"


CARRIED = (TAKES_SLOTS, FILLS_BACKPACK, APART)


BACKPACK = "backpack-"


def still_there(play: Play) -> tuple[str, ...]:
    """Return the colors of objectives that may still be on the board."""
    return tuple(left_of(play.mission, play.get("taken")))


def _award(play: Play, key: str, colour: str) -> None:
    for rule in play.mission_rules(*POINTS):
        if not rule.colours or colour in rule.colours:
            gain_points(play, key, rule.points or 0)
    for rule in play.mission_rules(POINTS_FOR_ALL):
        if colour in rule.colours:
            for winner, survivor in list(play.survivors.items()):
                if survivor.status == "in_play":
                    gain_points(play, winner, rule.points or 0)


def spawns_there(play: Play, colour: str) -> bool:
    """Return True if a card is drawn for its zone once it is taken."""
    return any(colour in rule.colours for rule in play.mission_rules(SPAWNS_THERE))


def _give(play: Play, key: str, colour: str) -> None:
    """Give named cards from any pile, or the next of a deck; as far as there are any."""
    for rule in _gifts(play, colour):
        for card in rule.equipment:
            if (found := _copy_of(play, card)) is not None:
                pull(play, *found)
                receive(play, key, found[1])
        if _draws(play, rule):
            assert rule.deck is not None
            receive(play, key, draw_quietly(play, rule.deck))


def gives_card(play: Play, colour: str) -> bool:
    """Return True if a survivor who takes an objective of that color now gets a card for it."""
    return any(
        _draws(play, rule) or any(_copy_of(play, card) for card in rule.equipment)
        for rule in _gifts(play, colour)
    )


def _gifts(play: Play, colour: str) -> list[MissionRule]:
    if colour == CRATE:
        return play.mission_rules(CRATE_GIVES)
    return [r for r in play.mission_rules(GIVES) if not r.colours or colour in r.colours]


def _copy_of(play: Play, card: str) -> tuple[str, str] | None:
    """Return the deck and a copy of the card that nobody has, or None."""
    for deck in equipment_decks(play.pack):
        if copies := copies_left(play, deck, card):
            return deck, copies[0]
    return None


def _draws(play: Play, rule: MissionRule) -> bool:
    """Return True if the rule gives the next card of a deck, and there is one."""
    if rule.deck not in play.decks or rule.equipment:
        return False
    pile = play.decks[rule.deck]
    return bool(pile.draw or pile.discard)


def carried_colours(play: Play) -> tuple[str, ...]:
    """Return the objectives taken that survivors carry about."""
    named = {colour for rule in play.mission_rules(*CARRIED) for colour in rule.colours}
    named |= _slots_by_colour(play).keys()
    return tuple(dict.fromkeys(colour for colour in play.get("taken") if colour in named))


def may_carry(play: Play, colour: str, key: str) -> bool:
    """Return True if a survivor may carry an objective of that color.

    Some must be with different survivors (Army of the Dead, p. 6).
    """
    taken, takers = play.get("taken"), play.get("takers")
    for rule in play.mission_rules(APART):
        others = [other for other in rule.colours if other != colour]
        if colour in rule.colours and any(
            carrier_of(taken, takers, other) == key for other in others
        ):
            return False
    return True


def _not_ticked(known: tuple[str, ...], item: str) -> RuleError:
    if item in known:
        return IllegalCommand("mission.same")
    return UnknownId("mission.no_item")


def _not_taken(look: Play, key: str, colour: str) -> RuleError | None:
    """Return why a survivor does not take an objective, or None."""
    if colour not in still_there(look):
        return IllegalCommand("token.none", colour=colour)
    return _not_beside(look, key, colour)


def _not_passed(look: Play, colour: str, giver: str, to: str) -> RuleError | None:
    """Return why an objective is not handed over to a survivor, or None."""
    if to == giver:
        return IllegalCommand("token.none", colour=colour)
    return apart(look, giver, to) or _not_beside(look, to, colour)


def _not_beside(look: Play, key: str, colour: str) -> RuleError | None:
    """Return an error if a survivor has an objective beside which this one may not be, or None."""
    name = look.survivor(key).name
    return None if may_carry(look, colour, key) else IllegalCommand("token.apart", survivor=name)


def _gone_with(play: Play, giver: str) -> RuleError | None:
    """Return an error if its carrier has left the board with it, otherwise None."""
    survivor = play.survivors[giver]
    is_gone = survivor.status == "escaped"
    return IllegalCommand("token.gone", survivor=survivor.name) if is_gone else None


def _handed_over(play: Play, colour: str, to: str) -> tuple[Taker, ...]:
    takers = list(play.before.takers)
    first = len(play.before.taken) - len(takers)
    for place in range(len(takers) - 1, -1, -1):
        if play.before.taken[first + place] == colour:
            takers[place] = replace(takers[place], survivor=to)
            break
    return tuple(takers)


def _slots_by_colour(play: Play) -> dict[str, int]:
    """Return the number of slots that an objective of each color takes."""
    slots: dict[str, int] = {}
    for hook in slots_of_tokens.of(play.rules):
        slots |= hook(play)
    for rule in play.mission_rules(TAKES_SLOTS):
        slots |= dict.fromkeys(rule.colours, rule.count or 1)
    return slots


def _slots_for(play: Play, key: str, colour: str) -> tuple[str, ...]:
    """Return the slots an objective takes: the last free ones, or the whole backpack."""
    slots = slots_of(play.before, key, play.pack)
    survivor = play.survivors[key]
    for rule in play.mission_rules(FILLS_BACKPACK):
        if colour in rule.colours:
            return tuple(slot for slot in slots if slot.startswith(BACKPACK))
    count = _slots_by_colour(play).get(colour, 0)
    usable = [slot for slot in slots if slot not in survivor.blocked]
    by_use = sorted(usable, key=lambda slot: slot not in survivor.inventory)
    return tuple(by_use[-count:]) if count else ()


def _fill(play: Play, key: str, colour: str) -> None:
    """Block the slots of an objective; cards there go where there is room, or wait in `found`."""
    slots = _slots_for(play, key, colour)
    if not slots:
        return
    survivor = play.survivors[key]
    out = [survivor.inventory[slot] for slot in slots if slot in survivor.inventory]
    play.change_survivor(
        key,
        blocked=(*survivor.blocked, *slots),
        inventory={slot: copy for slot, copy in survivor.inventory.items() if slot not in slots},
    )
    for copy in out:
        put_away(play, key, copy)
    play.emit(SlotsFilled(survivor=key, colour=colour, slots=slots))


def _unfill(play: Play, key: str, colour: str) -> None:
    survivor = play.survivors[key]
    freed = len(_slots_for(play, key, colour))
    if freed:
        play.change_survivor(key, blocked=survivor.blocked[:-freed])


def items(play: Play) -> tuple[str, ...]:
    """Return all items of this mission that the players may tick."""
    state = as_it_stands(play)
    goals = goals_of(state, play.mission, play.pack)
    return (
        *(goal.id for goal in goals if not goal.is_seen),
        *(item.id for item in layout_of(state, play.mission, play.pack)),
    )


def count_kill(play: Play, killer: str | None, zombie: str, count: int) -> None:
    """Tick the goals to kill this zombie or one of its family."""
    family = play.zombie(zombie).family
    for number, rule in enumerate(play.mission.goals if play.mission else (), 1):
        key, ticked = f"{GOAL}{number}", play.get("ticked")
        if rule.do == KILL and rule.zombie in (zombie, family) and key not in ticked:
            play.set(ticked=(*ticked, key))
            play.emit(MissionTicked(item=key, done=True))


def survivor_changed(play: Play, key: str) -> None:
    check_won(play)


def check_won(play: Play) -> None:
    """Win the mission when the table shows by itself that every goal is met."""
    mission = play.mission
    if mission is None or mission.detail != "full" or play.get("result") is not None:
        return
    if not mission.goals or any(goal.do not in BY_ITSELF for goal in mission.goals):
        return
    state = as_it_stands(play)
    is_open = any(hook(state) for hook in not_met_yet.of(play.rules))
    if is_open or not all(goal.is_seen for goal in goals_of(state, mission, play.pack)):
        return
    play.set(result="won")
    is_exit = mission.goals[-1].do in ALL_EXIT
    play.emit(MissionWon(why="exit" if is_exit else "goals"))


def as_it_stands(play: Play) -> TableState:
    """Return the state in the middle of a command, as far as goals need it."""
    return replace(
        play.before,
        survivors=play.survivors,
        zones=tuple(play.zones),
        taken=play.get("taken"),
        takers=play.get("takers"),
        ticked=play.get("ticked"),
    )


def _activate(play: Play, colour: str) -> None:
    """Activate the color's spawn zones from the next zombies phase on."""
    for zone in list(play.zones):
        if zone.colour == colour and zone.active_from is None:
            play.change_zone(zone.id, active_from=next_spawn(play.before))
            play.emit(ZoneActivated(zone=zone.id, round=next_spawn(play.before)))


def _waiting(look: Play) -> dict[str, RuleError]:
    """Return colors that bring zombies, refused while a spawn step waits for its answer."""
    if look.before.spawning is None:
        return {}
    waits = IllegalCommand("spawn.waits")
    return {colour: waits for colour in still_there(look) if spawns_there(look, colour)}


def _drawn_by_table(look: Play) -> set[str]:
    """Return colors that give a card which the table draws."""
    colours = set()
    for rule in look.mission_rules(CRATE_GIVES, GIVES):
        deck = look.decks.get(rule.deck or "")
        if deck is not None and deck.source == "table" and (deck.draw or deck.discard):
            is_crate = rule.do == CRATE_GIVES
            colours |= {CRATE} if is_crate else set(rule.colours or still_there(look))
    if table_draws(look):
        colours |= {colour for colour in still_there(look) if spawns_there(look, colour)}
    return colours
