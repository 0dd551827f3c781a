from rules.errors import IllegalCommand
from rules.mechanics.actions.play import did, spend
from rules.mechanics.activation.events import Activation
from rules.mechanics.danger.play import gain_points
from rules.mechanics.doors.play import rerolling
from rules.mechanics.equipment.cards import card_of, named_card
from rules.mechanics.equipment.hands import in_hand
from rules.mechanics.noise.play import make_noise
from rules.mechanics.skills.known import known_skills, number_of
from rules.mechanics.supply.play import place, reserve
from rules.packs.schema.cards import Equipment
from rules.play import Play
from rules.state import Pending
from rules.systems.army_of_the_dead.sleepers.commands import (
    SleepersKill,
    SleepersLeave,
    SleepersWake,
)
from rules.systems.army_of_the_dead.sleepers.events import (
    SleepersKilled,
    SleepersLeft,
    SleepersWoke,
)
from rules.systems.army_of_the_dead.specialties import STEALTHY, is_surely

SHAMBLER = "shambler"
SLEEPERS = "sleepers"
"""The question: how many are on the token?"""
KILL_ACTIONS = 2


def wake_sleepers(play: Play, command: SleepersWake) -> None:
    """As many shamblers as the token says. Too few: none at all, and every shambler activates."""
    for question in play.questions(SLEEPERS)[:1]:
        play.answered(question.id)
    if reserve(play, SHAMBLER) >= command.count:
        arrival = place(play, {SHAMBLER: command.count}, why="sleepers")
        play.emit(SleepersWoke(count=command.count, arrival=arrival))
        return
    is_quiet = play.has_option("no-activation-for-miniatures")
    activations = () if is_quiet else (Activation(zombie=SHAMBLER, why="miniatures"),)
    play.emit(SleepersWoke(count=command.count, activations=activations))


def kill_sleepers(play: Play, command: SleepersKill) -> None:
    """Eliminated in their sleep: a point for each, for two actions with a melee weapon (p. 19)."""
    key = command.survivor
    play.in_play(key)
    weapon = _weapon(play, command)
    spend(play, key, SLEEPERS, kill_actions(play, key))
    play.emit(SleepersKilled(survivor=key, count=command.count))
    if weapon is not None and any(profile.noisy for profile in weapon.profiles):
        make_noise(play, key)
    gain_points(play, key, command.count)


def kill_actions(play: Play, key: str) -> int:
    """Two, or as many as a skill says (p. 30)."""
    skills = known_skills(play.before, key, play.pack)
    fewer = [count for skill in skills if (count := number_of(skill, "sleeper_actions"))]
    return min([KILL_ACTIONS, *fewer])


def melee_weapons(play: Play, key: str) -> tuple[str, ...]:
    """What is in hand to do it with."""
    held = in_hand(play.before, key, play.pack)
    return tuple(copy for copy in held if card_of(play.pack, copy).kind == "melee")


def _weapon(play: Play, command: SleepersKill) -> Equipment | None:
    """The card that is used, carried or kept on paper."""
    if command.weapon is None:
        return None
    card = named_card(play.pack, command.weapon)
    carried = play.survivors[command.survivor].inventory.values()
    is_held = command.weapon in melee_weapons(play, command.survivor)
    if card.kind != "melee" or (command.weapon in carried and not is_held):
        raise IllegalCommand("sleepers.weapon")
    return card


def leave_zone(play: Play, command: SleepersLeave) -> None:
    """Who is not stealthy rolls a die; on a 1 the sleepers wake (p. 18-19)."""
    key, survivor = command.survivor, play.in_play(command.survivor)
    if is_surely(play, key, STEALTHY):
        raise IllegalCommand("sleepers.stealthy", survivor=survivor.name)
    if not set(command.rerolls) <= set(rerolling(play, key)):
        raise IllegalCommand("attack.no_reroll", survivor=survivor.name)
    faces = [play.chance.roll(1)[0] for _ in range(1 + len(set(command.rerolls)))]
    woke = faces[-1] == 1
    did(play, key, "move")
    event = SleepersLeft(survivor=key, face=faces[-1], rerolled=tuple(faces[:-1]), woke=woke)
    play.emit(event)
    if woke:
        number = len(play.questions(SLEEPERS)) + 1
        play.ask(Pending(id=f"{SLEEPERS}-{play.before.round}-{number}", what=SLEEPERS))
