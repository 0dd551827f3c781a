"""Who is hurt, who falls, who is picked up, and when the mission is lost with them."""

from collections.abc import Mapping
from typing import Literal

from rules.errors import IllegalCommand
from rules.mechanics.actions.play import spend
from rules.mechanics.armour.events import ArmourRoll
from rules.mechanics.armour.play import save
from rules.mechanics.equipment.cards import card_of, effect_of
from rules.mechanics.equipment.slots import drop_everything, drop_quietly, holder
from rules.mechanics.looking import out_of_reach
from rules.mechanics.rounds.events import MissionLost
from rules.mechanics.rounds.play import lose
from rules.mechanics.skills.known import has, known_skills, number_of
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
from rules.packs.schema.people import Skill
from rules.play import Play
from rules.state import TableState

TOUGH = "tough"
FRIENDLY = "friendly_fire"
FROM_SURVIVORS = "from-survivors"
SPECIALTY = "grant-specialty"
"""The effect of a card that makes its holder one of a trade, with the health that comes with it."""
HURT = "hurt"
"""How it is remembered until the round ends that somebody was wounded."""
Fate = Literal["out_of_action", "dead"]


def health_of(state: TableState, key: str, pack: Pack) -> int:
    """Wounds a survivor can take: their card's value, else the game's.

    Some skills name another one, and some things in hand add to it: with a crowbar one counts as
    aggressive, who have one more (Army of the Dead, p. 24, 27).
    """
    printed = next((survivor for survivor in pack.survivors if survivor.id == key), None)
    base = printed.health if printed and printed.health is not None else pack.health
    named = max((number_of(skill, "health") for skill in known_skills(state, key, pack)), default=0)
    owned = printed.specialties if printed else None
    lent = (
        effect
        for slot, copy in state.survivors[key].inventory.items()
        if slot.startswith("hand")
        for effect in card_of(pack, copy).effects
        if effect.do == SPECIALTY and effect.specialty not in (owned or ())
    )
    return (named or base) + sum(effect.value or 0 for effect in lent)


def health_left(play: Play, key: str) -> int:
    """At least one while in play: nobody dies of putting a thing away, which no book says."""
    wounds = play.in_play(key).wounds  # first: it refuses who is not there
    return max(1, health_of(play.now, key, play.pack) - wounds)


# --- hurt ---


def take_wound(play: Play, command: WoundTake) -> None:
    play.in_play(command.survivor)
    _check_given_up(play, command.survivor, command.count, command.discards)
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
    immune = command.count if command.zombie in immune_to(play, command.survivor) else 0
    _deal(
        play,
        {command.survivor: (command.count, armour)},
        command.source,
        immune={command.survivor: immune},
        discards={command.survivor: command.discards},
    )


def attack_survivors(play: Play, command: ZombiesAttack) -> None:
    """They never miss; the players share the wounds out as they like (Black Plague, p. 23).

    Wounds may only be lost when everybody named has fallen; in Rue Morgue what one cannot
    take goes to the others (p. 19). Those against which no armour helps are counted first.
    """
    for key in play.survivors.keys() & command.wounds.keys():
        if error := out_of_reach(play, key):
            raise error
    total = wounds_of(play, command.zombies)
    piercing = sum(
        play.zombie(zombie).wounds * count
        for zombie, count in command.zombies.items()
        if play.zombie(zombie).ignores_armour
    )
    others = also_wounded(play)
    shared = sum(command.wounds.values())
    health = {
        key: others[key] if key in others else health_left(play, key) for key in command.wounds
    }
    if shared != total and not (shared < total and shared >= sum(health.values())):
        raise IllegalCommand("wounds.shared", total=total, shared=shared)
    left = {key: health[key] - count for key, count in command.wounds.items()}
    if play.pack.wounds_spill and min(left.values()) < 0 < max(left.values()):
        raise IllegalCommand("wounds.spill")
    survivors = {key: count for key, count in command.wounds.items() if key not in others}
    for key, cards in command.discards.items():
        _check_given_up(play, key, survivors.get(key, 0), cards)
    immune = _immune_shares(play, command.zombies, survivors)
    dealt: dict[str, tuple[int, ArmourRoll | None]] = {}
    for key, count in survivors.items():
        left_over = count - immune[key]
        bare = min(piercing, left_over)
        piercing -= bare
        armoured = left_over - bare
        rolled = save(play, key, armoured) if command.armour and armoured else None
        dealt[key] = (count, rolled)
    _deal(
        play,
        dealt,
        "zombies",
        zombies=command.zombies,
        total=total,
        immune=immune,
        discards=command.discards,
    )
    for key in command.wounds:
        if key in others:
            play.join_in("other_wounded", key, command.wounds[key])


def also_wounded(play: Play) -> dict[str, int]:
    """Others than survivors who can be wounded, with the health each has left."""
    return {
        key: left for hook in play.rules.hooks("also_wounded") for key, left in hook(play).items()
    }


def immune_to(play: Play, key: str) -> frozenset[str]:
    """Types of zombies whose wounds count for nothing on this survivor."""
    skills = known_skills(play.before, key, play.pack)
    return frozenset(zombie for skill in skills if skill.gives.get("immune") for zombie in skill.of)


def _immune_shares(
    play: Play, zombies: Mapping[str, int], wounds: Mapping[str, int]
) -> dict[str, int]:
    """Wounds of each share that come from zombies who cannot hurt that survivor.

    The players share out as they like, so those go to them first.
    """
    left = {zombie: play.zombie(zombie).wounds * count for zombie, count in zombies.items()}
    shares = {}
    for key, count in wounds.items():
        shares[key] = 0
        for zombie in immune_to(play, key) & left.keys():
            harmless = min(left[zombie], count - shares[key])
            left[zombie] -= harmless
            shares[key] += harmless
    return shares


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
    immune: Mapping[str, int] = {},
    discards: Mapping[str, tuple[str, ...]] = {},
) -> None:
    """Hurt everybody named, tell of it, and see whether the mission is lost with it."""
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
    """Give wounds after everything that may stop them; those beyond the last health are lost.

    The step that deals them tells of it and then calls `settle`.
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
    """What follows once the event is out: the mission may be lost, and wounds take slots."""
    for hurt_one in hurt_ones:
        if hurt_one.fate is not None:
            check_lost(
                play, one_is_enough=hurt_one.fate == "dead" and play.rules.lost_when == "any"
            )
        play.join_in("survivor_changed", hurt_one.survivor)


def _ignored(play: Play, key: str, count: int, source: str) -> list[Ignored]:
    """Tough skin against the first wound of a zombies phase; vests and masks."""
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


def _check_given_up(play: Play, key: str, count: int, cards: tuple[str, ...]) -> None:
    """A card for each wound, by a skill (Black Plague, p. 54); what stops one saves its card."""
    if not cards:
        return
    name = play.survivor(key).name
    if not has(known_skills(play.before, key, play.pack), "cards_for_wounds"):
        raise IllegalCommand("wounds.no_cards", survivor=name)
    if len(cards) > count or len(set(cards)) < len(cards):
        raise IllegalCommand("wounds.too_many_cards", survivor=name)
    for copy in cards:
        holder(play, key, copy)


def _still_held(play: Play, key: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the cards that have not just gone by stopping a wound."""
    survivor = play.survivors[key]
    there = {*survivor.inventory.values(), *survivor.found}
    return tuple(copy for copy in cards if copy in there)


def _paid(play: Play, key: str, cards: tuple[str, ...]) -> Ignored:
    lost = [gone for copy in cards for gone in drop_quietly(play, key, copy)]
    return Ignored(count=len(cards), why="equipment", lost=tuple(lost))


def _worn(play: Play, key: str, count: int, when: str | None) -> Ignored | None:
    """What a vest or a mask stops, wherever it lies (Rue Morgue, p. 11).

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


def check_lost(play: Play, *, one_is_enough: bool) -> None:
    """Lost when nobody is left to go on; nobody dies of having escaped."""
    statuses = [survivor.status for survivor in play.survivors.values()]
    if all(status in ("dead", "out_of_action") for status in statuses):
        lose(play, "survivors")
        return
    if one_is_enough and "dead" in statuses:
        lose(play, "survivor")
        return
    for hook in play.rules.hooks("lost_because"):
        if why := hook(play):
            lose(play, why)


def lost_with(play: Play, key: str) -> str | None:
    """Why the mission would be lost if this survivor fell now; it uses the working copy up."""
    settle(play, [eliminated(play, key, "zombies")])
    return next((each.why for each in play.events if isinstance(each, MissionLost)), None)


# --- better again, up again, out of here ---


def heal_wound(play: Play, command: WoundHeal) -> None:
    heal(play, command.survivor, command.count)


def heal(play: Play, key: str, count: int) -> None:
    """Heal so many wounds, as far as there are any; without one it is refused."""
    survivor = play.in_play(key)
    if not survivor.wounds:
        raise IllegalCommand("wound.none", survivor=survivor.name)
    healed = min(count, survivor.wounds)
    play.change_survivor(key, wounds=survivor.wounds - healed)
    play.emit(Healed(survivor=key, count=healed))
    play.join_in("survivor_changed", key)


def heal_by_skill(play: Play, skill: Skill, key: str) -> None:
    """A medic heals somebody (Rue Morgue, p. 43)."""
    if count := number_of(skill, "heals"):
        heal(play, key, count)


def rescue_survivor(play: Play, command: SurvivorRescue) -> None:
    """Picked up in time: safe, and back in the next mission (Washington Z.C., p. 7)."""
    survivor = play.survivor(command.survivor)
    if survivor.status != "out_of_action" or survivor.down_since is None:
        raise IllegalCommand("survivor.not_down", survivor=survivor.name)
    if command.by is not None:
        play.in_play(command.by)
        spend(play, command.by, "rescue")
    play.change_survivor(command.survivor, down_since=None)
    play.emit(Rescued(survivor=command.survivor, by=command.by))


def escape_survivor(play: Play, command: SurvivorEscape) -> None:
    play.in_play(command.survivor)
    if error := out_of_reach(play, command.survivor):
        raise error
    play.change_survivor(command.survivor, status="escaped")
    play.emit(Escaped(survivor=command.survivor))
    play.join_in("survivor_changed", command.survivor)


def end_round(play: Play) -> None:
    """The fallen are counted down, and who regenerates is whole again (Black Plague, p. 56)."""
    count_down(play)
    for key, survivor in list(play.survivors.items()):
        heals = has(known_skills(play.before, key, play.pack), "heals_all")
        if heals and survivor.wounds and survivor.status == "in_play":
            heal(play, key, survivor.wounds)


def count_down(play: Play) -> None:
    """End phase: whoever fell last round and was not picked up is dead (WZC, p. 7)."""
    for key, survivor in list(play.survivors.items()):
        if survivor.down_since is not None and survivor.down_since < play.before.round:
            play.change_survivor(key, status="dead", down_since=None)
            play.emit(Died(survivor=key, round=play.before.round))
            check_lost(play, one_is_enough=False)
