"""Health, wounds, out of action, rescue, escape, and when the game is lost."""

from collections.abc import Callable
from typing import Literal

from rules.commands import (
    SurvivorEscape,
    SurvivorRescue,
    WoundHeal,
    WoundPlace,
    WoundTake,
    ZombiesAttack,
)
from rules.errors import IllegalCommand
from rules.events import (
    Died,
    Escaped,
    Healed,
    KnockedOut,
    Rescued,
    Wounded,
    WoundsIgnored,
    ZombiesAttacked,
)
from rules.mechanics.armour import save
from rules.mechanics.cards import card_of, effect_of
from rules.mechanics.inventory import drop, drop_everything, holder, settle_wounds
from rules.mechanics.skills import known_skills, number_of
from rules.packs.schema import Pack
from rules.play import Play, zombie_type
from rules.ruleset import Outcome
from rules.state import TableState

LostWhen = Literal["all", "any"]
TOUGH = "tough"


def health_of(pack: Pack, survivor: str) -> int:
    """Wounds a survivor can take: their card's value, else the game's."""
    for one in pack.survivors:
        if one.id == survivor and one.health is not None:
            return one.health
    return pack.health


def wound_taker(lost_when: LostWhen) -> Callable[[TableState, WoundTake, Pack], Outcome]:
    """The handler of `wound.take` for a game that is lost with one survivor, or with all."""

    def take_wound(state: TableState, command: WoundTake, pack: Pack) -> Outcome:
        play = Play(state, pack, dice=command.dice)
        play.in_play(command.survivor)
        count = command.count
        pierces = command.zombie is not None and zombie_type(pack, command.zombie).ignores_armour
        if command.armour and not pierces:
            count -= save(
                play,
                command.survivor,
                count,
                lend_shield=command.lend_shield,
                rerolls=command.rerolls,
            )
        hurt(play, command.survivor, count, command.source, lost_when)
        return play.outcome()

    return take_wound


def zombie_attacker(lost_when: LostWhen) -> Callable[[TableState, ZombiesAttack, Pack], Outcome]:
    """The handler of `zombies.attack`."""

    def attack_survivors(state: TableState, command: ZombiesAttack, pack: Pack) -> Outcome:
        """They never miss; the players share the wounds out as they like (Black Plague, p. 23).

        Wounds may only be lost when everybody named has fallen; in Rue Morgue what one cannot
        take goes to the others (p. 19). Those against which no armour helps are counted first.
        """
        play = Play(state, pack, dice=command.dice)
        kinds = {zombie: zombie_type(pack, zombie) for zombie in command.zombies}
        total = sum(kinds[zombie].wounds * count for zombie, count in command.zombies.items())
        piercing = sum(
            kinds[zombie].wounds * count
            for zombie, count in command.zombies.items()
            if kinds[zombie].ignores_armour
        )
        shared = sum(command.wounds.values())
        room = sum(_health_left(play, key) for key in command.wounds)
        if shared != total and not (shared < total and shared >= room):
            raise IllegalCommand("wounds.shared", total=total, shared=shared)
        left = {key: _health_left(play, key) - count for key, count in command.wounds.items()}
        if pack.wounds_spill and min(left.values()) < 0 < max(left.values()):
            raise IllegalCommand("wounds.spill")
        play.emit(ZombiesAttacked(zombies=command.zombies, wounds=total))
        for key, count in command.wounds.items():
            bare = min(piercing, count)
            piercing -= bare
            armoured = count - bare
            if command.armour and armoured:
                armoured -= save(play, key, armoured)
            hurt(play, key, bare + armoured, "zombies", lost_when)
        return play.outcome()

    return attack_survivors


def _health_left(play: Play, key: str) -> int:
    return health_of(play.pack, key) - play.in_play(key).wounds


def hurt(
    play: Play, key: str, count: int, source: str, lost_when: LostWhen, *, told: bool = True
) -> int:
    """Give wounds after everything that may stop them; those beyond the last health are lost."""
    count -= _ignored(play, key, count, source)
    survivor = play.survivors[key]
    if count <= 0:
        return 0
    taken = min(count, health_of(play.pack, key) - survivor.wounds)
    wounds = survivor.wounds + taken
    play.change_survivor(key, wounds=wounds)
    if told and taken:
        play.emit(Wounded(survivor=key, count=taken, source=source))
    if wounds == health_of(play.pack, key):
        eliminate(play, key, lost_when)
    settle_wounds(play, key)
    return taken


def _ignored(play: Play, key: str, count: int, source: str) -> int:
    """Tough skin against the first wound of a zombies phase; vests against other survivors."""
    survivor, skipped = play.survivors[key], 0
    skills = known_skills(play.before, key, play.pack)
    tough = max((number_of(skill, "ignore_wounds") for skill in skills), default=0)
    in_phase = source == "zombies" and play.before.phase == "zombies"
    if tough and count and in_phase and TOUGH not in survivor.used:
        skipped = min(tough, count)
        play.change_survivor(key, used=(*survivor.used, TOUGH))
        play.emit(WoundsIgnored(survivor=key, count=skipped, why="skill"))
    if source == "friendly_fire":
        skipped += _vest(play, key, count - skipped)
    return skipped


def _vest(play: Play, key: str, count: int) -> int:
    """Two wounds by survivors: turned over at the first, gone at the second (Rue Morgue, p. 39)."""
    stopped = 0
    for copy in tuple(play.survivors[key].inventory.values()):
        effect = effect_of(card_of(play.pack, copy), "ignore-wounds")
        if effect is None or effect.when != "from-survivors":
            continue
        left = (effect.value or 1) - (copy in play.survivors[key].turned)
        spent = min(left, count - stopped)
        if not spent:
            continue
        stopped += spent
        if spent == left:
            drop(play, key, copy)
        else:
            play.change_survivor(key, turned=(*play.survivors[key].turned, copy))
    if stopped:
        play.emit(WoundsIgnored(survivor=key, count=stopped, why="vest"))
    return stopped


def place_wound(state: TableState, command: WoundPlace, pack: Pack) -> Outcome:
    """The named card is discarded and its slot is taken."""
    play = Play(state, pack)
    survivor = holder(play, command.survivor, command.card)
    asked = next(
        (one for one in play.pending if one.what == "wound" and one.survivor == command.survivor),
        None,
    )
    if asked is None:
        raise IllegalCommand("wound.placed", survivor=survivor.name)
    slot = next((slot for slot, one in survivor.inventory.items() if one == command.card), None)
    drop(play, command.survivor, command.card)
    if slot is not None:
        blocked = (*play.survivors[command.survivor].blocked, slot)
        play.change_survivor(command.survivor, blocked=blocked)
    settle_wounds(play, command.survivor)
    return play.outcome()


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
    """Lost when nobody is left to go on; nobody dies of having escaped.

    And with a survivor whose personal objective is in play, met or not (Army of the Dead, p. 8).
    """
    left = [one.status for one in play.survivors.values()]
    fallen = [status in ("dead", "out_of_action") for status in left]
    is_lost = any(status == "dead" for status in left) if lost_when == "any" else all(fallen)
    missed = any(
        one.survivor is not None and play.survivors[one.survivor].status == "dead"
        for one in play.objectives
    )
    if is_lost:
        play.lose("survivors")
    elif missed:
        play.lose("objective")


def heal_wound(state: TableState, command: WoundHeal, pack: Pack) -> Outcome:
    play = Play(state, pack)
    survivor = play.in_play(command.survivor)
    if not survivor.wounds:
        raise IllegalCommand("wound.none", survivor=survivor.name)
    healed = min(command.count, survivor.wounds)
    play.change_survivor(command.survivor, wounds=survivor.wounds - healed)
    settle_wounds(play, command.survivor)
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
    settle_wounds(play, command.survivor)
    play.emit(Escaped(survivor=command.survivor))
    return play.outcome()


def count_down(play: Play) -> None:
    """End phase: whoever fell last round and was not picked up is dead (WZC, p. 7)."""
    for key, survivor in list(play.survivors.items()):
        if survivor.down_since is not None and survivor.down_since < play.before.round:
            play.change_survivor(key, status="dead", down_since=None)
            play.emit(Died(survivor=key, round=play.before.round))
            check_lost(play, "all")
