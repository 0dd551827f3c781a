"""Wounds: the armor and skills that stop them, their victims, healing, rescue and escape."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.commands import BaseCommand, Faces, Key, Quantity
from rules.errors import IllegalCommand, RuleError
from rules.events import BaseEvent, EventPart
from rules.fields import Choice, Field, Number, Reported, Several
from rules.mechanic import Hook
from rules.mechanics.actions import spend
from rules.mechanics.armour import ArmourRoll, ArmourRolled, armour_of, save
from rules.mechanics.cards import card_of, effect_of
from rules.mechanics.inventory import (
    ItemDiscarded,
    carried,
    drop_everything,
    drop_quietly,
    not_carried,
    when_survivor_changed,
)
from rules.mechanics.known_skills import has, known_skills, number_of
from rules.mechanics.looking import (
    About,
    apart,
    in_box,
    in_play,
    in_reach_of,
    judged,
    out_of_reach,
    survivors,
)
from rules.mechanics.rounds import MissionLost, lose
from rules.offers import Offer, Reason, closed, offer
from rules.packs.schema import Pack
from rules.packs.schema.people import Skill
from rules.play import Play
from rules.state import TableState

other_health = Hook[Callable[[Play], Mapping[str, int]]]()
"""Hook that returns the health left of people other than survivors whom zombies may wound."""
when_other_wounded = Hook[Callable[[Play, str, int], None]]()
"""Hook called when another person than a survivor takes wounds, with their number."""
lost_because = Hook[Callable[[Play], str | None]]()
"""Hook that returns the reason why a death has lost the mission, or None."""


class Wounded(BaseEvent, tag="wounded", frozen=True, kw_only=True):
    survivor: str
    count: int
    source: str


class Healed(BaseEvent, tag="healed", frozen=True, kw_only=True):
    survivor: str
    count: int


class KnockedOut(BaseEvent, tag="knocked_out", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    survivor: str
    round: int


class Rescued(BaseEvent, tag="rescued", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    survivor: str
    by: str | None


class Died(BaseEvent, tag="died", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    survivor: str
    round: int


class Escaped(BaseEvent, tag="escaped", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    survivor: str


class WoundsIgnored(BaseEvent, tag="wounds.ignored", frozen=True, kw_only=True):
    survivor: str
    count: int
    why: str


class ZombiesAttacked(BaseEvent, tag="zombies.attacked", frozen=True, kw_only=True):
    zombies: dict[str, int]
    wounds: int


class FriendlyFire(BaseEvent, tag="friendly_fire", frozen=True, kw_only=True):
    survivor: str
    hits: int
    wounds: int


class Ignored(EventPart, frozen=True, kw_only=True):
    """Wounds that count for nothing."""

    count: int
    why: str
    lost: tuple[str, ...] = ()
    """Cards that this used up."""


class Hurt(EventPart, frozen=True, kw_only=True):
    """The wounds of one survivor, and what became of them."""

    survivor: str
    source: str
    hits: int | None = None
    """Stray hits, where wounds come from those."""
    armour: ArmourRoll | None = None
    wounds: int
    """Wounds that armor did not stop."""
    ignored: tuple[Ignored, ...] = ()
    taken: int
    left: int
    """Health that is left."""
    fate: Literal["out_of_action", "dead"] | None = None
    round: int
    dropped: tuple[str, ...] = ()

    def facts(self) -> Iterator[BaseEvent]:
        key = self.survivor
        if self.armour is not None:
            yield ArmourRolled(
                survivor=key,
                value=self.armour.value,
                faces=self.armour.faces,
                rerolled=self.armour.rerolled,
                saved=self.armour.saved,
            )
        if self.hits is not None:
            yield FriendlyFire(survivor=key, hits=self.hits, wounds=self.wounds)
        for ignored in self.ignored:
            for card in ignored.lost:
                yield ItemDiscarded(survivor=key, card=card)
            yield WoundsIgnored(survivor=key, count=ignored.count, why=ignored.why)
        if self.taken and self.hits is None:
            yield Wounded(survivor=key, count=self.taken, source=self.source)
        for card in self.dropped:
            yield ItemDiscarded(survivor=key, card=card)
        if self.fate == "dead":
            yield Died(survivor=key, round=self.round)
        elif self.fate is not None:
            yield KnockedOut(survivor=key, round=self.round)


class WoundsDealt(BaseEvent, tag="wounds.dealt", frozen=True, kw_only=True):
    """One survivor is hurt, or a zone with several."""

    zombies: dict[str, int] = {}
    """Zombies that attacked, if the players named them."""
    total: int
    """Wounds before anything stopped them."""
    hurt: tuple[Hurt, ...]

    def facts(self) -> Iterator[BaseEvent]:
        if self.zombies:
            yield ZombiesAttacked(zombies=self.zombies, wounds=self.total)
        for hurt in self.hurt:
            yield from hurt.facts()


def wounds_told(event: BaseEvent) -> tuple[str, int]:
    """Return the survivor a single fact hurts, and the wounds; an empty name and 0 for most."""
    match event:
        case Wounded():
            return event.survivor, event.count
        case FriendlyFire():
            return event.survivor, event.wounds
        case _:
            return "", 0


MOST_GIVEN_UP = 10


Discards = Annotated[tuple[Key, ...], msgspec.Meta(max_length=MOST_GIVEN_UP)]


class WoundTake(BaseCommand, tag="wound.take", frozen=True):
    """A survivor is hurt, less what armor and skills stop."""

    in_play_only: ClassVar[bool] = True
    additive: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    survivor: Key
    count: Quantity = 1
    source: Literal["zombies", "friendly_fire", "other"] = "zombies"
    zombie: Key | None = None
    """The type of zombie: against some there is no armor."""
    armour: bool = False
    """True to roll for armor."""
    lend_shield: bool = False
    """True to use the shield's value in place of the armor's; then it gives no reroll."""
    rerolls: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    """The number of times the whole armor roll is repeated, by shield or luck."""
    discards: Discards = ()
    """Cards given up for a wound each, by a skill."""
    dice: Faces = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield wounds from any source, without a roll, or with one for survivors with armor."""
        by_table, sent = look.before.dice == "table", judged(cls, about)
        for key, survivor in in_play(look, about):
            count = Number(least=1, most=MOST, optional=True)
            if error := out_of_reach(look, key):
                yield offer(cls, error, survivor=key)
                yield offer(cls, survivor=key, armour=False, count=count, source=OTHER)
                continue
            given: dict[str, Field] = {
                "count": count,
                "source": Choice(values=SOURCES, optional=True),
                "zombie": Choice(values=tuple(in_box(look)), optional=True),
            }
            paid = partial(given_up_refused, look, key, sent.count if sent else MOST)
            yield from _paid_for(look, key, paid)
            yield offer(cls, survivor=key, armour=False, **given).otherwise(discards=paid)
            armour = armour_of(look, key)
            if armour is None:
                none = IllegalCommand("armour.none", survivor=survivor.name)
                yield closed(cls, none, survivor=key, armour=True)
                continue
            reported: dict[str, Field] = {"dice": Reported(what="dice")} if by_table else {}
            rolled = {**given, **reported}
            rolls: dict[str, Field] = {}
            if armour.rerolls:
                rolls["rerolls"] = Number(least=0, most=min(armour.rerolls, 2), optional=True)
            rolling = [offer(cls, survivor=key, armour=True, lend_shield=False, **rolled, **rolls)]
            lent = armour_of(look, key, lend_shield=True)
            if lent is not None and lent != armour:
                rolling.append(offer(cls, survivor=key, armour=True, lend_shield=True, **rolled))
            for roll in rolling:
                no_reroll = IllegalCommand("armour.no_reroll", survivor=survivor.name)
                yield roll.otherwise(discards=paid, rerolls=no_reroll)

    def play(self, play: Play) -> None:
        """Hurt the survivor, if the source can reach them, after armor and skills."""
        armour = None
        pierces = self.zombie is not None and play.zombie(self.zombie).ignores_armour
        if self.armour and not pierces:
            armour = save(
                play,
                self.survivor,
                self.count,
                lend_shield=self.lend_shield,
                rerolls=self.rerolls,
            )
        immune = self.count if self.zombie in immune_to(play, self.survivor) else 0
        deal_wounds(
            play,
            {self.survivor: (self.count, armour)},
            self.source,
            immune={self.survivor: immune},
            discards={self.survivor: self.discards},
        )


class WoundHeal(BaseCommand, tag="wound.heal", frozen=True):
    """Wounds are healed, as far as there are any."""

    additive: ClassVar[bool] = True

    survivor: Key
    count: Quantity = 1

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in in_play(look, about):
            most = max(1, min(survivor.wounds, health_of(look.before, key, look.pack)))
            count = Number(least=1, most=most, optional=True)
            yield offer(cls, unhurt(look, key), survivor=key, count=count)

    def play(self, play: Play) -> None:
        heal(play, self.survivor, self.count)


class SurvivorRescue(BaseCommand, tag="survivor.rescue", frozen=True):
    """A survivor picks an out-of-action survivor up."""

    survivor: Key
    by: Key | None = None

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in survivors(look, about):
            if survivor.status == "out_of_action" and survivor.down_since is not None:
                by = Choice(values=in_reach_of(look, key), optional=True)
                yield offer(cls, survivor=key, by=by).otherwise(by=partial(apart, look, key))
            else:
                up = IllegalCommand("survivor.not_down", survivor=survivor.name)
                yield closed(cls, up, survivor=key)

    def play(self, play: Play) -> None:
        """Pick them up in time: safe, and back in the next mission (Washington Z.C., p. 7)."""
        if self.by is not None:
            spend(play, self.by, "rescue")
        play.change_survivor(self.survivor, down_since=None)
        play.emit(Rescued(survivor=self.survivor, by=self.by))


class SurvivorEscape(BaseCommand, tag="survivor.escape", frozen=True):
    """A survivor leaves by the exit: safe, and no longer counted for the danger level."""

    survivor: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, _survivor in in_play(look, about):
            yield offer(cls, out_of_reach(look, key), survivor=key)

    def play(self, play: Play) -> None:
        play.change_survivor(self.survivor, status="escaped")
        play.emit(Escaped(survivor=self.survivor))
        play.tell(when_survivor_changed, self.survivor)


TOUGH = "tough"


FRIENDLY = "friendly_fire"


FROM_SURVIVORS = "from-survivors"


SPECIALTY = "grant-specialty"
"""The effect of a card that gives its holder a specialty, with the health that comes with it."""


HURT = "hurt"
"""The tag of a survivor who was wounded, until the round ends."""


Fate = Literal["out_of_action", "dead"]


def health_of(state: TableState, key: str, pack: Pack) -> int:
    """Return the wounds a survivor can take: their card's value, else the game's.

    Some things in hand add to it: with a crowbar one counts as aggressive, who have one more
    (Army of the Dead, p. 24, 27).
    """
    printed = next((survivor for survivor in pack.survivors if survivor.id == key), None)
    base = printed.health if printed and printed.health is not None else pack.health
    owned = printed.specialties if printed else None
    lent = (
        effect
        for slot, copy in state.survivors[key].inventory.items()
        if slot.startswith("hand")
        for effect in card_of(pack, copy).effects
        if effect.do == SPECIALTY and effect.specialty not in (owned or ())
    )
    return base + sum(effect.value or 0 for effect in lent)


def health_left(play: Play, key: str) -> int:
    """Return the health left, at least one while in play.

    No book says that a survivor dies of putting a card away.
    """
    return max(1, health_of(play.now, key, play.pack) - play.survivors[key].wounds)


def also_wounded(play: Play) -> dict[str, int]:
    """Return the health left of people other than survivors who can be wounded."""
    return {key: left for hook in other_health.of(play.rules) for key, left in hook(play).items()}


def immune_to(play: Play, key: str) -> frozenset[str]:
    """Return types of zombies whose wounds count for nothing on this survivor."""
    skills = known_skills(play.before, key, play.pack)
    return frozenset(zombie for skill in skills if skill.gives.get("immune") for zombie in skill.of)


def deal_wounds(
    play: Play,
    dealt: dict[str, tuple[int, ArmourRoll | None]],
    source: str,
    *,
    zombies: dict[str, int] | None = None,
    total: int | None = None,
    immune: Mapping[str, int] = {},
    discards: Mapping[str, tuple[str, ...]] = {},
) -> None:
    """Hurt everybody named, emit the event, and check if the mission is lost."""
    place = len(play.events)
    hurt_ones = [
        hurt(
            play,
            key,
            count - (rolled.saved if rolled else 0),
            source,
            armour=rolled,
            immune=immune.get(key, 0),
            discards=discards.get(key, ()),
        )
        for key, (count, rolled) in dealt.items()
    ]
    count = sum(count for count, _rolled in dealt.values())
    event = WoundsDealt(
        zombies=zombies or {}, total=count if total is None else total, hurt=tuple(hurt_ones)
    )
    play.events.insert(place, event)
    settle(play, hurt_ones)


def hurt(
    play: Play,
    key: str,
    count: int,
    source: str,
    *,
    armour: ArmourRoll | None = None,
    hits: int | None = None,
    immune: int = 0,
    discards: tuple[str, ...] = (),
) -> Hurt:
    """Deal wounds after everything that may stop them; those beyond the last health are lost.

    The step that deals them emits the event and then calls `settle`.
    """
    ignored = [Ignored(count=immune, why="skill")] if immune else []
    ignored += _ignored(play, key, count - immune, source)
    left = count - sum(spared.count for spared in ignored)
    if given_up := _still_held(play, key, discards)[: max(0, left)]:
        ignored.append(_paid(play, key, given_up))
    survivor = play.survivors[key]
    left = health_left(play, key)
    taken = max(0, min(count - sum(spared.count for spared in ignored), left))
    used = (*survivor.used, HURT) if taken else survivor.used
    play.change_survivor(key, wounds=survivor.wounds + taken, used=used)
    fate: Fate | None = None
    dropped: list[str] = []
    if taken and taken == left:
        fate, dropped = fall(play, key)
    return Hurt(
        survivor=key,
        source=source,
        hits=hits,
        armour=armour,
        wounds=count,
        ignored=tuple(ignored),
        taken=taken,
        left=left - taken,
        fate=fate,
        round=play.before.round,
        dropped=tuple(dropped),
    )


def fall(play: Play, key: str) -> tuple[Fate, list[str]]:
    """Take a survivor out of play: dead, or in a campaign out of action (WZC, p. 7).

    Out of action lasts until the end phase of the next round.
    """
    dropped = drop_everything(play, key)
    if play.has_option("out-of-action"):
        play.change_survivor(key, status="out_of_action", down_since=play.before.round)
        return "out_of_action", dropped
    play.change_survivor(key, status="dead")
    return "dead", dropped


def eliminated(play: Play, key: str, source: str) -> Hurt:
    """Take out a survivor whom nothing can save."""
    fate, dropped = fall(play, key)
    return Hurt(
        survivor=key,
        source=source,
        wounds=0,
        taken=0,
        left=0,
        fate=fate,
        round=play.before.round,
        dropped=tuple(dropped),
    )


def settle(play: Play, hurt_ones: list[Hurt]) -> None:
    """Apply what follows the event: the mission may be lost, and wounds take slots."""
    for hurt_one in hurt_ones:
        if hurt_one.fate is not None:
            check_lost(
                play, one_is_enough=hurt_one.fate == "dead" and play.rules.lost_when == "any"
            )
        play.tell(when_survivor_changed, hurt_one.survivor)


def _ignored(play: Play, key: str, count: int, source: str) -> list[Ignored]:
    """Return what tough skin stops of the first wounds of a zombies phase, then vests and masks.

    Tough skin against friendly fire has a value of its own.
    """
    survivor, ignored = play.survivors[key], []
    skills = known_skills(play.before, key, play.pack)
    tough = max((number_of(skill, "ignore_wounds") for skill in skills), default=0)
    tag, in_phase = TOUGH, source == "zombies" and play.before.phase == "zombies"
    if source == FRIENDLY:
        tough = max((number_of(skill, "ignore_friendly_wounds") for skill in skills), default=0)
        tag, in_phase = f"{TOUGH}-{FRIENDLY}", True
    if tough and count > 0 and in_phase and tag not in survivor.used:
        skipped = min(tough, count)
        play.change_survivor(key, used=(*survivor.used, tag))
        ignored.append(Ignored(count=skipped, why="skill"))
        count -= skipped
    if source == FRIENDLY and (vest := _worn(play, key, count, FROM_SURVIVORS)):
        ignored.append(vest)
        count -= vest.count
    if mask := _worn(play, key, count, None):
        ignored.append(mask)
    return ignored


def given_up_refused(
    look: Play, key: str, count: int, cards: Sequence[str] | None
) -> RuleError | None:
    """Return why these cards are not given up for a wound each (Black Plague, p. 54), or None.

    A wound that something else stops saves its card.
    """
    if not cards:
        return None
    survivor = look.survivor(key)
    if not may_give_up(look, key):
        return IllegalCommand("wounds.no_cards", survivor=survivor.name)
    if len(cards) > count or len(set(cards)) < len(cards):
        return IllegalCommand("wounds.too_many_cards", survivor=survivor.name)
    return None if {*cards} <= {*carried(survivor)} else not_carried(survivor)


def _still_held(play: Play, key: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards that have not just gone by stopping a wound."""
    there = carried(play.survivors[key])
    return tuple(copy for copy in cards if copy in there)


def _paid(play: Play, key: str, cards: tuple[str, ...]) -> Ignored:
    lost = [gone for copy in cards for gone in drop_quietly(play, key, copy)]
    return Ignored(count=len(cards), why="equipment", lost=tuple(lost))


def _worn(play: Play, key: str, count: int, when: str | None) -> Ignored | None:
    """Return wounds that vests or masks stop, wherever they are carried (Rue Morgue, p. 11).

    A vest stops two wounds by survivors: turned over at the first, gone at the second (p. 39).
    """
    stopped, lost = 0, []
    for copy in tuple(play.survivors[key].inventory.values()):
        effect = effect_of(card_of(play.pack, copy), "ignore-wounds")
        if effect is None or effect.when != when:
            continue
        left = (effect.value or 1) - (copy in play.survivors[key].turned)
        spent = min(left, count - stopped)
        if spent <= 0:
            continue
        stopped += spent
        if spent == left:
            lost += drop_quietly(play, key, copy)
        else:
            play.change_survivor(key, turned=(*play.survivors[key].turned, copy))
    return Ignored(count=stopped, why="vest", lost=tuple(lost)) if stopped else None


NOBODY_LEFT = "survivors"
"""The reason of a loss with which every survivor is dead or out of action."""


def check_lost(play: Play, *, one_is_enough: bool) -> None:
    """Lose the mission if nobody is left to go on, or if another rule says so.

    With `one_is_enough` a single death loses it. Survivors who escaped are not lost.
    """
    statuses = [survivor.status for survivor in play.survivors.values()]
    if all(status in ("dead", "out_of_action") for status in statuses):
        lose(play, NOBODY_LEFT)
        return
    if one_is_enough and "dead" in statuses:
        lose(play, "survivor")
        return
    for hook in lost_because.of(play.rules):
        if why := hook(play):
            lose(play, why)


def lost_with(play: Play, *keys: str) -> str | None:
    """Return the reason why the mission would be lost if these people fell now, or None.

    The working copy cannot be used afterward.
    """
    others = also_wounded(play)
    settle(play, [eliminated(play, key, "zombies") for key in keys if key not in others])
    for key in others.keys() & set(keys):
        play.tell(when_other_wounded, key, others[key])
    return next((each.why for each in play.events if isinstance(each, MissionLost)), None)


def heal(play: Play, key: str, count: int) -> None:
    """Heal `count` wounds, as far as there are any."""
    wounds = play.survivors[key].wounds
    healed = min(count, wounds)
    play.change_survivor(key, wounds=wounds - healed)
    play.emit(Healed(survivor=key, count=healed))
    play.tell(when_survivor_changed, key)


def unhurt(look: Play, key: str) -> RuleError | None:
    """Return an error if a survivor in play has no wound to heal, otherwise None."""
    survivor = look.survivor(key)
    is_well = survivor.status == "in_play" and not survivor.wounds
    return IllegalCommand("wound.none", survivor=survivor.name) if is_well else None


def heal_by_skill(play: Play, skill: Skill, key: str) -> None:
    """Heal a survivor by a medic's skill (Rue Morgue, p. 43)."""
    if count := number_of(skill, "heals"):
        heal(play, key, count)


def end_round(play: Play) -> None:
    """Count down the fallen, and heal survivors who regenerate (Black Plague, p. 56)."""
    count_down(play)
    for key, survivor in list(play.survivors.items()):
        heals = has(known_skills(play.before, key, play.pack), "heals_all")
        if heals and survivor.wounds and survivor.status == "in_play":
            heal(play, key, survivor.wounds)


def count_down(play: Play) -> None:
    """Mark survivors as dead who fell last round and were not picked up (WZC, p. 7)."""
    for key, survivor in list(play.survivors.items()):
        if survivor.down_since is not None and survivor.down_since < play.before.round:
            play.change_survivor(key, status="dead", down_since=None)
            play.emit(Died(survivor=key, round=play.before.round))
            check_lost(play, one_is_enough=False)


MOST = 20


ZOMBIES = "zombies"
OTHER = "other"
SOURCES = (ZOMBIES, FRIENDLY, OTHER)


def _paid_for(look: Play, key: str, refused: Reason) -> Iterator[Offer]:
    """Yield wounds paid for with cards, by a skill; other cards are `refused`."""
    if cards := may_give_up(look, key):
        count = Number(least=1, most=MOST, optional=True)
        sources = Choice(values=("zombies", "other"), optional=True)
        discards = Several(values=cards, least=1, most=MOST_GIVEN_UP, field="count")
        yield offer(
            WoundTake, survivor=key, armour=False, count=count, source=sources, discards=discards
        ).otherwise(discards=refused)


def may_give_up(look: Play, key: str) -> tuple[str, ...]:
    """Return cards that may be given up for a wound each."""
    if not has(known_skills(look.before, key, look.pack), "cards_for_wounds"):
        return ()
    return carried(look.survivors[key])
