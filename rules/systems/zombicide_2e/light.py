"""Flashlights at night (Washington Z.C., p. 9-10)."""

from collections.abc import Iterator
from typing import ClassVar

from rules.commands import BaseCommand, Group, Guard, Key
from rules.errors import IllegalCommand, RuleError
from rules.events import BaseEvent
from rules.fields import Counts, Flag
from rules.mechanic import mechanic
from rules.mechanics.actions import spend
from rules.mechanics.activation import ActivationExtra
from rules.mechanics.cards import card_of, effect_of
from rules.mechanics.equipment import draws_by_skill, when_searched
from rules.mechanics.inventory import is_on_paper, is_ready, when_item_lost
from rules.mechanics.looking import About, in_play, on_board
from rules.mechanics.missions.goals import goals_of
from rules.mechanics.rounds import when_round_ends
from rules.missions import mission_at
from rules.offers import Offer, closed, offer
from rules.packs.played import pack_with
from rules.packs.schema.base import Face
from rules.play import Play
from rules.state import Survivor, TableState
from rules.systems.zombicide_2e.state import SecondEditionState, SecondEditionSurvivor


class LightSwitched(BaseEvent, tag="light.switched", frozen=True, kw_only=True):
    survivor: str
    on: bool


class LightOn(BaseCommand, tag="light.on", frozen=True):
    """A survivor switches a flashlight on: an action, but free with a search or a shot."""

    survivor: Key
    free: bool = False

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in in_play(look, about):
            if not is_lit(survivor):
                yield offer(cls, unlightable(look, key), survivor=key, free=Flag())
            else:
                yield closed(cls, unlightable(look, key) or _lit_so(survivor), survivor=key)

    def play(self, play: Play) -> None:
        _switch(play, self.survivor, on=True)
        if not self.free:
            spend(play, self.survivor, EFFECT)


class LightOff(BaseCommand, tag="light.off", frozen=True):
    """A survivor switches a flashlight off, which costs an action."""

    survivor: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in in_play(look, about):
            if is_lit(survivor):
                yield offer(cls, survivor=key)
            else:
                yield closed(cls, _lit_so(survivor), survivor=key)

    def play(self, play: Play) -> None:
        _switch(play, self.survivor, on=False)
        spend(play, self.survivor, EFFECT)


class LightSeen(BaseCommand, tag="light.seen", frozen=True):
    """The players name the zombies that see a beam, just before the zombies phase."""

    guard: ClassVar[Guard] = Guard.STEP

    zombies: Group

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        yield offer(cls, no_beam(look), zombies=Counts(most=on_board(look), least=1))

    def play(self, play: Play) -> None:
        """Activate each zombie that sees a beam once more, at most once a round (p. 10)."""
        for zombie, count in self.zombies.items():
            play.emit(ActivationExtra(zombie=zombie, why="light", zone=None, times=1, count=count))
        play.set(light_seen=True)


SPOTLIGHT = "spotlight"
"""The rule of a mission that has a light of its own on the board."""


SWITCHED_OFF = "switch-off"
"""The goal of a mission that puts its lights out."""


EFFECT = "light"
"""The effect of a card that lights."""


def is_lit(survivor: Survivor) -> bool:
    """Return True if their flashlight is on."""
    return SecondEditionSurvivor.of(survivor).light


def unlightable(play: Play, key: str) -> RuleError | None:
    """Return the reason why a survivor has no light to switch on, or None.

    Without cards in the app nobody can know, so none is given.
    """
    if not play.before.is_night:
        return IllegalCommand("light.day")
    are_told = any(effect_of(card, EFFECT) for card in play.pack.equipment)
    if not are_told or is_on_paper(play.before, play.pack) or has_flashlight(play, key):
        return None
    return IllegalCommand("light.no_flashlight", survivor=play.survivors[key].name)


def _lit_so(survivor: Survivor) -> RuleError:
    return IllegalCommand("light.same", survivor=survivor.name)


def _switch(play: Play, key: str, *, on: bool) -> None:
    play.change_survivor(key, light=on)
    play.emit(LightSwitched(survivor=key, on=on))


def no_beam(play: Play) -> RuleError | None:
    """Return why no beam can be seen now, or None; by day lights do nothing (p. 8)."""
    state = SecondEditionState.of(play.before)
    if not state.is_night:
        return IllegalCommand("light.day")
    if state.phase != "players":
        return IllegalCommand("light.not_now")
    if state.light_seen:
        return IllegalCommand("light.done")
    is_carried = any(
        is_lit(survivor) and survivor.status == "in_play" for survivor in state.survivors.values()
    )
    return None if is_carried or shines(state) else IllegalCommand("light.none")


def shines(state: TableState) -> bool:
    """Return True if a light of the mission is on the board: its beam is seen as well (p. 8)."""
    mission = mission_at(state)
    if mission is None or all(rule.do != SPOTLIGHT for rule in mission.rules):
        return False
    goals = goals_of(state, mission, pack_with(state.game, state.expansions, state.own_box))
    return not any(goal.rule.do == SWITCHED_OFF and goal.is_met for goal in goals)


def has_flashlight(play: Play, key: str) -> bool:
    """Return True if a survivor has a flashlight where it works."""
    state, pack = play.before, play.pack
    return any(
        effect_of(card_of(pack, copy), EFFECT) and is_ready(state, key, copy, pack)
        for copy in state.survivors[key].inventory.values()
    )


def searched(play: Play, key: str, count: int) -> None:
    """Switch the flashlight on for a search at night that draws by it (p. 8)."""
    by_light = count > draws_by_skill(play.before, key, play.pack)
    if by_light and has_flashlight(play, key):
        _light_up(play, key)


def shot_by_light(play: Play, key: str) -> None:
    """Switch on the shooter's flashlight after a near shot that it alone can have lit (p. 8-9)."""
    is_dark = not shines(play.before) and not any(map(is_lit, play.survivors.values()))
    if is_dark and has_flashlight(play, key):
        _light_up(play, key)


def _light_up(play: Play, key: str) -> None:
    survivor = play.survivors[key]
    if play.before.is_night and survivor.status == "in_play" and not is_lit(survivor):
        play.change_survivor(key, light=True)
        play.emit(LightSwitched(survivor=key, on=True))


def new_round(play: Play) -> None:
    play.set(light_seen=False)


def flashlight_lost(play: Play, key: str, copy: str) -> None:
    """Switch the light off when its flashlight is lost."""
    if effect_of(card_of(play.pack, copy), EFFECT) and is_lit(play.survivors[key]):
        play.change_survivor(key, light=False)
        play.emit(LightSwitched(survivor=key, on=False))


LIGHT = mechanic(
    __name__,
    effects=(EFFECT,),
    gives={"ignores_night": bool, "night_accuracy": Face},
    mission_rules=(SPOTLIGHT,),
    corrections={"survivors.*.light": bool},
    joins=(
        when_round_ends.by(new_round),
        when_item_lost.by(flashlight_lost),
        when_searched.by(searched),
    ),
)
