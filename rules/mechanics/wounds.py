"""Health, wounds, out of action, rescue, escape, and when the game is lost."""

from collections.abc import Callable
from typing import Literal

from rules.commands import SurvivorEscape, SurvivorRescue, WoundHeal, WoundTake
from rules.errors import IllegalCommand
from rules.events import Died, Escaped, Healed, KnockedOut, MissionLost, Rescued, Wounded
from rules.mechanics.inventory import drop_everything
from rules.packs.schema import Pack
from rules.play import Play
from rules.ruleset import Outcome
from rules.state import TableState

LostWhen = Literal["all", "any"]


def health_of(pack: Pack, survivor: str) -> int:
    """Wounds a survivor can take: their card's value, else the game's."""
    for one in pack.survivors:
        if one.id == survivor and one.health is not None:
            return one.health
    return pack.health


def wound_taker(lost_when: LostWhen) -> Callable[[TableState, WoundTake, Pack], Outcome]:
    """The handler of `wound.take` for a game that is lost with one survivor, or with all."""

    def take_wound(state: TableState, command: WoundTake, pack: Pack) -> Outcome:
        """Wounds beyond the last health are lost with the survivor."""
        play = Play(state, pack)
        survivor = play.in_play(command.survivor)
        health = health_of(pack, command.survivor)
        taken = min(command.count, health - survivor.wounds)
        wounds = survivor.wounds + taken
        play.change_survivor(command.survivor, wounds=wounds)
        play.emit(Wounded(survivor=command.survivor, count=taken, source=command.source))
        if wounds == health:
            eliminate(play, command.survivor, lost_when)
        return play.outcome()

    return take_wound


def eliminate(play: Play, key: str, lost_when: LostWhen) -> None:
    """Dead, or in a campaign out of action until the end phase of the next round (WZC, p. 7)."""
    round_ = play.before.round
    drop_everything(play, key)
    if "out-of-action" in play.before.options:
        play.change_survivor(key, status="out_of_action", down_since=round_)
        play.emit(KnockedOut(survivor=key, round=round_))
        check_lost(play, "all")
    else:
        play.change_survivor(key, status="dead")
        play.emit(Died(survivor=key, round=round_))
        check_lost(play, lost_when)


def check_lost(play: Play, lost_when: LostWhen) -> None:
    """Lost when nobody is left to go on; nobody dies of having escaped."""
    left = [one.status for one in play.survivors.values()]
    fallen = [status in ("dead", "out_of_action") for status in left]
    is_lost = any(status == "dead" for status in left) if lost_when == "any" else all(fallen)
    if is_lost and play.before.result is None:
        play.fields["result"] = "lost"
        play.emit(MissionLost(why="survivors"))


def heal_wound(state: TableState, command: WoundHeal, pack: Pack) -> Outcome:
    play = Play(state, pack)
    survivor = play.in_play(command.survivor)
    if not survivor.wounds:
        raise IllegalCommand("wound.none", survivor=survivor.name)
    healed = min(command.count, survivor.wounds)
    play.change_survivor(command.survivor, wounds=survivor.wounds - healed)
    play.emit(Healed(survivor=command.survivor, count=healed))
    return play.outcome()


def rescue_survivor(state: TableState, command: SurvivorRescue, pack: Pack) -> Outcome:
    """Picked up in time: safe, and back in the next mission (Washington Z.C., p. 7)."""
    play = Play(state, pack)
    survivor = play.survivor(command.survivor)
    if survivor.status != "out_of_action" or survivor.down_since is None:
        raise IllegalCommand("survivor.not_down", survivor=survivor.name)
    if command.by is not None:
        play.in_play(command.by)
    play.change_survivor(command.survivor, down_since=None)
    play.emit(Rescued(survivor=command.survivor, by=command.by))
    return play.outcome()


def escape_survivor(state: TableState, command: SurvivorEscape, pack: Pack) -> Outcome:
    play = Play(state, pack)
    play.in_play(command.survivor)
    play.change_survivor(command.survivor, status="escaped")
    play.emit(Escaped(survivor=command.survivor))
    return play.outcome()


def count_down(play: Play) -> None:
    """End phase: whoever fell last round and was not picked up is dead (WZC, p. 7)."""
    for key, survivor in list(play.survivors.items()):
        if survivor.down_since is not None and survivor.down_since < play.before.round:
            play.change_survivor(key, status="dead", down_since=None)
            play.emit(Died(survivor=key, round=play.before.round))
            check_lost(play, "all")
