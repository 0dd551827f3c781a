"""Blasts that reach everybody in a zone: molotovs, dragon fire, explosives."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Annotated

import msgspec
from msgspec.structs import replace

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent, EventPart
from rules.fields import Choice, Counts, Several
from rules.mechanic import Hook, mechanic
from rules.mechanics.actions import act
from rules.mechanics.attacks.attack import InZone, Targets
from rules.mechanics.attacks.rolls import ATTACK
from rules.mechanics.cards import effect_of, named_card
from rules.mechanics.inventory import ItemDiscarded, drop_quietly, is_ready
from rules.mechanics.kills import ZombiesKilled, award, bury, unmask
from rules.mechanics.known_skills import has, known_skills
from rules.mechanics.looking import (
    About,
    in_box,
    is_on_paper,
    judged,
    keys_in_play,
    keys_in_reach,
    out_of_reach,
)
from rules.mechanics.noise import NoiseMade, add_noise
from rules.mechanics.wounds.wound import FRIENDLY, Hurt, eliminated, hurt, settle
from rules.offers import Offer, closed, offer
from rules.packs.schema.cards import Equipment
from rules.packs.schema.people import Skill
from rules.play import Play

when_set_off = Hook[Callable[[Play, list[Equipment]], None]]()
"""Hook called with the cards that go off."""
blast_drawn = Hook[Callable[[Play, Mapping[str, int]], str | None]]()
"""Hook that names the zombie in the zone that takes a fire that kills everybody by itself."""
killing_effects = Hook[str]()
"""Hook of effects of cards that spare no one in the zone."""
blasts_lying = Hook[Callable[[Play], tuple[str, ...]]]()
"""Hook that returns copies on the board that may go off there."""
when_spent = Hook[Callable[[Play, tuple[str, ...]], None]]()
"""Hook called with the copies that have gone off, wherever they were."""
blast_refused = Hook[Callable[[Play, Equipment], RuleError | None]]()
"""Hook that returns the reason why a card cannot go off now, or None."""


class Spent(EventPart, frozen=True, kw_only=True):
    """A card that a survivor carried and that is used up."""

    survivor: str
    card: str


class BlastWentOff(BaseEvent, tag="blast.went_off", frozen=True, kw_only=True):
    """Everybody in a zone dies, or takes the damage. Points come in later events."""

    survivor: str | None
    cards: tuple[str, ...]
    damage: int | None
    """The damage; None if everybody dies."""
    spent: tuple[Spent, ...] = ()
    noise: int | None = None
    killed: dict[str, int] = {}
    hurt: tuple[Hurt, ...] = ()

    def facts(self) -> Iterator[BaseEvent]:
        for spent in self.spent:
            yield ItemDiscarded(survivor=spent.survivor, card=spent.card)
        if self.noise is not None:
            yield NoiseMade(survivor=self.survivor, tokens=self.noise)
        yield BlastWentOff(survivor=self.survivor, cards=self.cards, damage=self.damage)
        for zombie, count in self.killed.items():
            yield ZombiesKilled(survivor=self.survivor, zombie=zombie, count=count)
        for person in self.hurt:
            yield from person.facts()


class BlastResolve(BaseCommand, tag="blast.resolve", frozen=True):
    """Something that reaches everybody in a zone goes off: molotov, dragon fire, explosives.

    Several explosives in one zone go off together and add their damage.
    """

    cards: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=6)]
    targets: Targets
    also: Annotated[tuple[Key, ...], msgspec.Meta(max_length=6)] = ()
    """Explosives in that zone that go off with it."""
    survivor: Key | None = None
    survivors_in_zone: InZone = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield cards that survivors carry, one copy of each, at whatever stands in the zone.

        Where cards are kept on paper, any card of the box. Where explosives can be on the board,
        several of the box may go off together.
        """
        carried: dict[str, dict[str, list[str]]] = {}
        for key, survivor in look.survivors.items():
            for copy in survivor.inventory.values():
                card_id = copy.rpartition("-")[0]
                carried.setdefault(card_id, {}).setdefault(key, []).append(copy)
        anybody = Choice(values=keys_in_reach(look), optional=True)
        printed = []
        for card in look.pack.equipment:
            if not kills_all(card, look) and blast_damage(card) is None:
                continue
            refused = next(
                (why for hook in blast_refused.of(look.rules) if (why := hook(look, card))),
                None,
            )
            if is_on_paper(look):
                printed += [card.id] if refused is None else []
                yield _blast(look, refused, anybody, cards=(card.id,))
            for copy in lying_about(look):
                if named_card(look.pack, copy).id == card.id:
                    yield _blast(look, refused, anybody, cards=(copy,))
            for key, copies in carried.get(card.id, {}).items():
                away = refused or out_of_reach(look, key)
                reasons = {copy: away or _not_ready(look, key, copy) for copy in copies}
                copy = min(copies, key=lambda copy: reasons[copy] is not None)
                thrown = _blast(look, reasons[copy], _thrower(look, key), cards=(copy,))
                yield thrown.otherwise(survivor=partial(_not_theirs, look, key))
        if blasts_lying.of(look.rules) and len(printed) > 1:
            together = Several(values=tuple(printed), least=2, most=MOST_TOGETHER)
            yield _blast(look, None, anybody, cards=together)
        sent = judged(cls, about)
        if sent and (error := _no_blast(look, sent)):
            yield closed(cls, error)

    def play(self, play: Play) -> None:
        """Kill everybody in the zone, or deal the damage of all that goes off together.

        Some zombies draw a fire that kills everybody upon themselves alone.
        """
        blast = replace(self, also=tuple(copy for copy in self.also if copy not in self.cards))
        cards = [named_card(play.pack, name) for name in (*blast.cards, *blast.also)]
        damage = damage_of(cards, play)
        if damage is None and (alone := _drawn_by(play, blast)):
            blast = replace(blast, targets={alone: blast.targets[alone]}, survivors_in_zone=())
        place = len(play.events)
        play.tell(when_set_off, cards)
        spent = _spend(play, blast)
        play.tell(when_spent, (*blast.cards, *blast.also))
        is_loud = _is_noisy(cards) and not _is_silent(play, blast)
        noise = add_noise(play, by=blast.survivor) if is_loud else None
        killed = _kill_zombies(play, blast, cards, damage)
        hurt_ones: list[Hurt] = []
        for key in dict.fromkeys(blast.survivors_in_zone):
            if damage is None:
                hurt_ones.append(eliminated(play, key, FRIENDLY))
            else:
                hurt_ones.append(hurt(play, key, damage, FRIENDLY))
        play.events.insert(
            place,
            BlastWentOff(
                survivor=blast.survivor,
                cards=blast.cards,
                damage=damage,
                spent=tuple(spent),
                noise=noise,
                killed=killed,
                hurt=tuple(hurt_ones),
            ),
        )
        settle(play, hurt_ones)
        _remember(play, blast, cards)


ELIMINATE, EXPLODE, DAMAGE_ALL = "eliminate-all", "explode", "damage-all"


def _remember(play: Play, command: BlastResolve, cards: list[Equipment]) -> None:
    """Spend an action and record an attack of its kind, if the cards are thrown like a weapon."""
    modes = [profile.mode for card in cards for profile in card.profiles]
    if command.survivor is not None and modes:
        owned = known_skills(play.before, command.survivor, play.pack)
        act(play, command.survivor, [skill for skill in owned if _helps(skill, modes[0])])
        used = play.survivors[command.survivor].used
        play.change_survivor(command.survivor, used=(*used, f"{ATTACK}{modes[0]}"))


def _helps(skill: Skill, mode: str) -> bool:
    """Return True if an action that the skill gives may be this one."""
    return skill.kind in ("combat", mode) or "explosive" in skill.attacks


def lying_about(play: Play) -> tuple[str, ...]:
    """Return copies on the board that may go off there."""
    return tuple(copy for hook in blasts_lying.of(play.rules) for copy in hook(play))


def _drawn_by(play: Play, command: BlastResolve) -> str | None:
    drawn = (hook(play, command.targets) for hook in blast_drawn.of(play.rules))
    return next(filter(None, drawn), None)


def kills_all(card: Equipment, play: Play) -> bool:
    """Return True if nobody in the zone survives this card."""
    effects = (ELIMINATE, *killing_effects.of(play.rules))
    return any(effect_of(card, do) for do in effects) or any(
        profile.kills_all for profile in card.profiles
    )


def blast_damage(card: Equipment) -> int | None:
    """Return the damage of an explosive; None for a card that does not go off."""
    exploding = effect_of(card, EXPLODE)
    printed = [profile.damage for profile in card.profiles if profile.damage]
    damage = exploding.damage if exploding else next(iter(printed), None)
    return damage if exploding or effect_of(card, DAMAGE_ALL) else None


def damage_of(cards: list[Equipment], play: Play) -> int | None:
    """Return the sum of all explosives (Army of the Dead, p. 26); None if one kills everything."""
    total, is_deadly = 0, False
    for card in cards:
        if kills_all(card, play):
            is_deadly = True
            continue
        total += blast_damage(card) or 0
    return None if is_deadly else total


def _spend(play: Play, command: BlastResolve) -> list[Spent]:
    """Discard the cards used up from inventories, and return them."""
    spent = []
    for key, survivor in list(play.survivors.items()):
        for copy in command.cards:
            if copy in survivor.inventory.values():
                spent += [Spent(survivor=key, card=card) for card in drop_quietly(play, key, copy)]
    return spent


def _is_noisy(cards: list[Equipment]) -> bool:
    noisy = (profile.noisy for card in cards for profile in card.profiles)
    return any(noisy) or any(card.noisy or effect_of(card, EXPLODE) for card in cards)


def _is_silent(play: Play, command: BlastResolve) -> bool:
    key = command.survivor
    return key is not None and has(known_skills(play.before, key, play.pack), "silent")


def gives_points(cards: Iterable[Equipment]) -> bool:
    """Return True if kills by these give points: those of TNT and traps do not (ATD, p. 26)."""
    return all(effect.points != 0 for card in cards for effect in card.effects)


def _kill_zombies(
    play: Play, command: BlastResolve, cards: list[Equipment], damage: int | None
) -> dict[str, int]:
    """Kill the zombies a blast can kill, give any points to its owner; return the dead by type."""
    is_worth = gives_points(cards)
    killed: dict[str, int] = {}
    for zombie, count in command.targets.items():
        if not count:
            continue
        kind = play.zombie(zombie)
        if kind.becomes is not None and any(card.explosive for card in cards):
            unmask(play, zombie)
        is_tough = kind.toughness is not None and damage is not None and kind.toughness > damage
        is_immune = kind.killed_by == "nothing" or (kind.killed_by == "all" and damage is not None)
        if is_immune or is_tough:
            continue
        killed[zombie] = count
        bury(play, command.survivor, zombie, count, emits=False)
        if command.survivor is not None and is_worth:
            award(play, command.survivor, zombie, count)
    return killed


MOST_TOGETHER = 6


def _thrower(look: Play, key: str) -> Choice:
    """Return a choice of only the owner, who gets the points; empty if they are not in play."""
    throwers = tuple(thrower for thrower in keys_in_play(look) if thrower == key)
    return Choice(values=throwers, optional=not throwers)


def _not_ready(look: Play, key: str, copy: str) -> RuleError | None:
    """Return an error if the card must be thrown from the hand and is not there, or None."""
    if explodes(look, copy) or is_ready(look.before, key, copy, look.pack):
        return None
    return IllegalCommand("item.not_in_hand", card=copy)


def explodes(look: Play, copy: str) -> bool:
    """Return True for explosives, which go off by themselves, wherever they are."""
    return effect_of(named_card(look.pack, copy), EXPLODE) is not None


def _not_theirs(look: Play, key: str, by: str | None) -> RuleError | None:
    """Return an error if a card that `key` carries is thrown by another, or None."""
    if by in (None, key):
        return None
    return IllegalCommand("item.not_there", survivor=look.survivor(by or key).name)


def _no_blast(look: Play, command: BlastResolve) -> RuleError | None:
    """Return why these cards do not go off together, or None."""
    for key in filter(None, (command.survivor, *command.survivors_in_zone)):
        if away := out_of_reach(look, key):
            return away
    if not {*command.also} <= {*lying_about(look)}:
        return IllegalCommand("blast.not_there")
    try:
        cards = {name: named_card(look.pack, name) for name in command.cards}
    except UnknownId as error:
        return error
    for card in cards.values():
        if not kills_all(card, look) and blast_damage(card) is None:
            return IllegalCommand("blast.no_blast", weapon=card.id)
    return _not_thrown(look, command)


def _not_thrown(look: Play, command: BlastResolve) -> RuleError | None:
    """Return why cards that survivors carry are not thrown so, or None."""
    for key, survivor in look.survivors.items():
        for copy in (each for each in command.cards if each in survivor.inventory.values()):
            if command.cards.count(copy) > 1:
                return IllegalCommand("item.twice")
            theirs = None if explodes(look, copy) else _not_theirs(look, key, command.survivor)
            if refused := theirs or _not_ready(look, key, copy):
                return refused
    return None


def _blast(
    look: Play, refused: RuleError | None, who: Choice, *, cards: tuple[str, ...] | Several
) -> Offer:
    lying = lying_about(look)
    also = {"also": Several(values=lying, most=MOST_TOGETHER)} if lying else {}
    given = offer(
        BlastResolve,
        refused,
        cards=cards,
        targets=Counts(most=in_box(look)),
        survivor=who,
        survivors_in_zone=Several(values=keys_in_reach(look)),
        **also,
    )
    return given.otherwise(also=IllegalCommand("blast.not_there"))


BLASTS = mechanic(
    __name__,
    effects=(ELIMINATE, EXPLODE, DAMAGE_ALL),
)
