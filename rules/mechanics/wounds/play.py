"""Who is hurt, who falls, who is picked up, and when the mission is lost with them."""

from typing import Literal

from rules.errors import IllegalCommand
from rules.mechanics.armour.events import ArmourRoll
from rules.mechanics.armour.play import save
from rules.mechanics.equipment.cards import card_of, effect_of
from rules.mechanics.equipment.slots import drop_everything, drop_quietly
from rules.mechanics.rounds.play import lose
from rules.mechanics.skills.known import known_skills, number_of
from rules.mechanics.wounds.commands import (
    SurvivorEscape,
    SurvivorRescue,
    WoundHeal,
    WoundTake,
    ZombiesAttack,
)
from rules.mechanics.wounds.events import (
    Died,
    Escaped,
    Healed,
    Hurt,
    Ignored,
    Rescued,
    WoundsDealt,
)
from rules.packs.schema import Pack
from rules.play import Play

TOUGH = "tough"
FRIENDLY = "friendly_fire"
Fate = Literal["out_of_action", "dead"]


def health_of(pack: Pack, survivor: str) -> int:
    """Wounds a survivor can take: their card's value, else the game's."""
    for printed in pack.survivors:
        if printed.id == survivor and printed.health is not None:
            return printed.health
    return pack.health


def health_left(play: Play, key: str) -> int:
    return health_of(play.pack, key) - play.in_play(key).wounds


# --- hurt ---


def take_wound(play: Play, command: WoundTake) -> None:
    play.in_play(command.survivor)
    armour = None
    pierces = command.zombie is not None and play.zombie(command.zombie).ignores_armour
    if command.armour and not pierces:
        armour = save(
            play,
            command.survivor,
            command.count,
            lend_shield=command.lend_shield,
            rerolls=command.rerolls,
        )
    _deal(play, {command.survivor: (command.count, armour)}, command.source)


def attack_survivors(play: Play, command: ZombiesAttack) -> None:
    """They never miss; the players share the wounds out as they like (Black Plague, p. 23).

    Wounds may only be lost when everybody named has fallen; in Rue Morgue what one cannot
    take goes to the others (p. 19). Those against which no armour helps are counted first.
    """
    total = wounds_of(play, command.zombies)
    piercing = sum(
        play.zombie(zombie).wounds * count
        for zombie, count in command.zombies.items()
        if play.zombie(zombie).ignores_armour
    )
    shared = sum(command.wounds.values())
    room = sum(health_left(play, key) for key in command.wounds)
    if shared != total and not (shared < total and shared >= room):
        raise IllegalCommand("wounds.shared", total=total, shared=shared)
    left = {key: health_left(play, key) - count for key, count in command.wounds.items()}
    if play.pack.wounds_spill and min(left.values()) < 0 < max(left.values()):
        raise IllegalCommand("wounds.spill")
    dealt: dict[str, tuple[int, ArmourRoll | None]] = {}
    for key, count in command.wounds.items():
        bare = min(piercing, count)
        piercing -= bare
        armoured = count - bare
        rolled = save(play, key, armoured) if command.armour and armoured else None
        dealt[key] = (count, rolled)
    _deal(play, dealt, "zombies", zombies=command.zombies, total=total)


def wounds_of(play: Play, zombies: dict[str, int]) -> int:
    """Wounds that these zombies deal."""
    return sum(play.zombie(zombie).wounds * count for zombie, count in zombies.items())


def _deal(
    play: Play,
    dealt: dict[str, tuple[int, ArmourRoll | None]],
    source: str,
    *,
    zombies: dict[str, int] | None = None,
    total: int | None = None,
) -> None:
    """Hurt everybody named, tell of it, and see whether the mission is lost with it."""
    place = len(play.events)
    hurt_ones = [
        hurt(play, key, count - (rolled.saved if rolled else 0), source, armour=rolled)
        for key, (count, rolled) in dealt.items()
    ]
    count = sum(count for count, _rolled in dealt.values())
    told = WoundsDealt(
        zombies=zombies or {}, total=count if total is None else total, hurt=tuple(hurt_ones)
    )
    play.events.insert(place, told)
    settle(play, hurt_ones)


def hurt(
    play: Play,
    key: str,
    count: int,
    source: str,
    *,
    armour: ArmourRoll | None = None,
    hits: int | None = None,
) -> Hurt:
    """Give wounds after everything that may stop them; those beyond the last health are lost.

    The step that deals them tells of it and then calls `settle`.
    """
    ignored = _ignored(play, key, count, source)
    survivor = play.survivors[key]
    left = health_of(play.pack, key) - survivor.wounds
    taken = max(0, min(count - sum(each.count for each in ignored), left))
    play.change_survivor(key, wounds=survivor.wounds + taken)
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
    """Dead, or in a campaign out of action until the end phase of the next round (WZC, p. 7)."""
    dropped = drop_everything(play, key)
    if play.has_option("out-of-action"):
        play.change_survivor(key, status="out_of_action", down_since=play.before.round)
        return "out_of_action", dropped
    play.change_survivor(key, status="dead")
    return "dead", dropped


def eliminated(play: Play, key: str, source: str) -> Hurt:
    """Somebody whom nothing can save."""
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
    """What follows once it is told who was hurt: the mission may be lost, slots taken."""
    for each in hurt_ones:
        if each.fate is not None:
            check_lost(play, one_is_enough=each.fate == "dead" and play.rules.lost_when == "any")
        play.join_in("survivor_changed", each.survivor)


def _ignored(play: Play, key: str, count: int, source: str) -> list[Ignored]:
    """Tough skin against the first wound of a zombies phase; vests against other survivors."""
    survivor, ignored = play.survivors[key], []
    skills = known_skills(play.before, key, play.pack)
    tough = max((number_of(skill, "ignore_wounds") for skill in skills), default=0)
    in_phase = source == "zombies" and play.before.phase == "zombies"
    if tough and count > 0 and in_phase and TOUGH not in survivor.used:
        skipped = min(tough, count)
        play.change_survivor(key, used=(*survivor.used, TOUGH))
        ignored.append(Ignored(count=skipped, why="skill"))
        count -= skipped
    if source == FRIENDLY and (vest := _vest(play, key, count)):
        ignored.append(vest)
    return ignored


def _vest(play: Play, key: str, count: int) -> Ignored | None:
    """Two wounds by survivors: turned over at the first, gone at the second (Rue Morgue, p. 39)."""
    stopped, lost = 0, []
    for copy in tuple(play.survivors[key].inventory.values()):
        effect = effect_of(card_of(play.pack, copy), "ignore-wounds")
        if effect is None or effect.when != "from-survivors":
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


def check_lost(play: Play, *, one_is_enough: bool) -> None:
    """Lost when nobody is left to go on; nobody dies of having escaped."""
    statuses = [survivor.status for survivor in play.survivors.values()]
    nobody_left = all(status in ("dead", "out_of_action") for status in statuses)
    if nobody_left or (one_is_enough and "dead" in statuses):
        lose(play, "survivors")
        return
    for hook in play.rules.hooks("lost_because"):
        if why := hook(play):
            lose(play, why)


# --- better again, up again, out of here ---


def heal_wound(play: Play, command: WoundHeal) -> None:
    survivor = play.in_play(command.survivor)
    if not survivor.wounds:
        raise IllegalCommand("wound.none", survivor=survivor.name)
    healed = min(command.count, survivor.wounds)
    play.change_survivor(command.survivor, wounds=survivor.wounds - healed)
    play.emit(Healed(survivor=command.survivor, count=healed))
    play.join_in("survivor_changed", command.survivor)


def rescue_survivor(play: Play, command: SurvivorRescue) -> None:
    """Picked up in time: safe, and back in the next mission (Washington Z.C., p. 7)."""
    survivor = play.survivor(command.survivor)
    if survivor.status != "out_of_action" or survivor.down_since is None:
        raise IllegalCommand("survivor.not_down", survivor=survivor.name)
    if command.by is not None:
        play.in_play(command.by)
    play.change_survivor(command.survivor, down_since=None)
    play.emit(Rescued(survivor=command.survivor, by=command.by))


def escape_survivor(play: Play, command: SurvivorEscape) -> None:
    play.in_play(command.survivor)
    play.change_survivor(command.survivor, status="escaped")
    play.emit(Escaped(survivor=command.survivor))
    play.join_in("survivor_changed", command.survivor)


def count_down(play: Play) -> None:
    """End phase: whoever fell last round and was not picked up is dead (WZC, p. 7)."""
    for key, survivor in list(play.survivors.items()):
        if survivor.down_since is not None and survivor.down_since < play.before.round:
            play.change_survivor(key, status="dead", down_since=None)
            play.emit(Died(survivor=key, round=play.before.round))
            check_lost(play, one_is_enough=False)
