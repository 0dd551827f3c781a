"""Sleepers (p. 18-19): tokens that turn into shamblers."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Faces, Key
from rules.errors import IllegalCommand, RuleError
from rules.events import BaseEvent
from rules.fields import Choice, Field, Number, Reported, Several
from rules.mechanic import mechanic
from rules.mechanics.actions import did, spend
from rules.mechanics.activation import Activation, activation_facts
from rules.mechanics.cards import card_of, named_card
from rules.mechanics.danger import gain_points
from rules.mechanics.doors import rerolling
from rules.mechanics.inventory import carried, in_hand
from rules.mechanics.known_skills import known_skills, number_of
from rules.mechanics.looking import About, in_play
from rules.mechanics.noise import make_noise
from rules.mechanics.spawn.step import moving_brings
from rules.mechanics.supply import Arrival, place, reserve
from rules.offers import Offer, offer
from rules.packs.schema.base import Count
from rules.play import Play
from rules.state import Pending
from rules.systems.army_of_the_dead.specialties import STEALTHY, is_surely


class SleepersWoke(BaseEvent, tag="sleepers.woke", frozen=True, kw_only=True):
    count: int
    arrival: Arrival | None = None
    """Shamblers that rose; None where there are too few miniatures."""
    activations: tuple[Activation, ...] = ()
    """Extra activations for lack of miniatures."""

    def facts(self) -> Iterator[BaseEvent]:
        yield SleepersWoke(count=self.count)
        if self.arrival is not None:
            yield from self.arrival.facts()
        yield from activation_facts(self.activations)


class SleepersKilled(BaseEvent, tag="sleepers.killed", frozen=True, kw_only=True):
    survivor: str
    count: int


class SleepersLeft(BaseEvent, tag="sleepers.left", frozen=True, kw_only=True):
    """A survivor has left a zone with sleepers; on a 1 they wake."""

    survivor: str
    face: int
    rerolled: tuple[int, ...] = ()
    """Faces that were given up."""
    woke: bool


OnToken = Annotated[int, msgspec.Meta(ge=1, le=4)]


class SleepersWake(BaseCommand, tag="sleepers.wake", frozen=True):
    """A sleeper token is turned over: its number of shamblers rises."""

    count: OnToken

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        yield offer(cls, count=ON_TOKEN)

    def play(self, play: Play) -> None:
        """Turn tokens into their shamblers; if there are too few, none comes and all activate."""
        for question in play.questions(ASKED)[:1]:
            play.answered(question.id)
        if reserve(play, SHAMBLER) >= self.count:
            arrival = place(play, {SHAMBLER: self.count}, why="sleepers")
            play.emit(SleepersWoke(count=self.count, arrival=arrival))
            return
        is_quiet = play.has_option("no-activation-for-miniatures")
        activations = () if is_quiet else (Activation(zombie=SHAMBLER, why="miniatures"),)
        play.emit(SleepersWoke(count=self.count, activations=activations))


class SleepersKill(BaseCommand, tag="sleepers.kill", frozen=True):
    """A sleeper token is eliminated before it wakes: points equal to its number."""

    survivor: Key
    count: OnToken
    weapon: Key | None = None
    """The melee weapon it is done with; a noisy one is heard."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, _survivor in in_play(look, about):
            held = melee_weapons(look, key)
            weapon = {"weapon": Choice(values=held, optional=True)} if held else {}
            yield offer(cls, survivor=key, count=ON_TOKEN, **weapon).otherwise(
                weapon=partial(_no_weapon, look, key)
            )

    def play(self, play: Play) -> None:
        """Kill them asleep: a point each, for two actions with a melee weapon (p. 19)."""
        key = self.survivor
        weapon = named_card(play.pack, self.weapon) if self.weapon else None
        spend(play, key, ASKED, kill_actions(play, key))
        play.emit(SleepersKilled(survivor=key, count=self.count))
        if weapon is not None and any(profile.noisy for profile in weapon.profiles):
            make_noise(play, key)
        gain_points(play, key, self.count)


class SleepersLeave(BaseCommand, tag="sleepers.leave", frozen=True):
    """A survivor leaves a zone with sleepers and rolls a die: on a 1 they wake."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    survivor: Key
    rerolls: Annotated[tuple[Key, ...], msgspec.Meta(max_length=4)] = ()
    """Skills that let the die be rolled again, once each; as in an attack, after an undo."""
    dice: Faces = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in in_play(look, about):
            fields: dict[str, Field] = {}
            if look.before.dice == "table":
                fields["dice"] = Reported(what="dice")
            if lucky := rerolling(look, key):
                fields["rerolls"] = Several(values=lucky, most=len(lucky))
            is_stealthy = is_surely(look, key, STEALTHY)
            why_not = IllegalCommand("sleepers.stealthy", survivor=survivor.name)
            yield offer(cls, why_not if is_stealthy else None, survivor=key, **fields).otherwise(
                rerolls=IllegalCommand("attack.no_reroll", survivor=survivor.name)
            )

    def play(self, play: Play) -> None:
        """Roll a die unless the survivor is stealthy; on a 1 the sleepers wake (p. 18-19)."""
        key = self.survivor
        faces = [play.chance.roll(1)[0] for _ in range(1 + len(set(self.rerolls)))]
        woke = faces[-1] == 1
        did(play, key, "move")
        event = SleepersLeft(survivor=key, face=faces[-1], rerolled=tuple(faces[:-1]), woke=woke)
        play.emit(event)
        if woke:
            number = len(play.questions(ASKED)) + 1
            play.ask(Pending(id=f"{ASKED}-{play.before.round}-{number}", what=ASKED))


SHAMBLER = "shambler"


ASKED = "sleepers"
"""The question for the number on the token."""


KILL_ACTIONS = 2


def kill_actions(play: Play, key: str) -> int:
    """Return the actions it costs: two, or the fewer that a skill says (p. 30)."""
    skills = known_skills(play.before, key, play.pack)
    fewer = [count for skill in skills if (count := number_of(skill, "sleeper_actions"))]
    return min([KILL_ACTIONS, *fewer])


def melee_weapons(play: Play, key: str) -> tuple[str, ...]:
    """Return the melee weapons in hand."""
    held = in_hand(play.before, key, play.pack)
    return tuple(copy for copy in held if card_of(play.pack, copy).kind == "melee")


def _no_weapon(look: Play, key: str, name: str) -> RuleError | None:
    """Return why it is not done with a card, or None if it is a melee weapon at hand."""
    is_melee = named_card(look.pack, name).kind == "melee"
    is_put_away = name in carried(look.survivors[key]) and name not in melee_weapons(look, key)
    return None if is_melee and not is_put_away else IllegalCommand("sleepers.weapon")


ON_TOKEN = Number(least=1, most=4)


SLEEPERS = mechanic(
    __name__,
    answers={ASKED: SleepersWake},
    gives={"sleeper_actions": Count},
    joins=(moving_brings.by(True),),
)
