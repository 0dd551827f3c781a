from collections.abc import Iterable

from msgspec.structs import replace

from rules.errors import IllegalCommand
from rules.mechanics.actions.play import act
from rules.mechanics.attacks.rolls import ATTACK
from rules.mechanics.blasts.commands import BlastResolve
from rules.mechanics.blasts.events import BlastWentOff, Spent
from rules.mechanics.blasts.helmets import unmask
from rules.mechanics.equipment.cards import effect_of, named_card
from rules.mechanics.equipment.hands import is_ready
from rules.mechanics.equipment.slots import drop_quietly
from rules.mechanics.kills.play import award, bury
from rules.mechanics.noise.play import add_noise
from rules.mechanics.skills.known import has, known_skills
from rules.mechanics.wounds.events import Hurt
from rules.mechanics.wounds.play import FRIENDLY, eliminated, hurt, settle
from rules.packs.schema.cards import Equipment
from rules.packs.schema.people import Skill
from rules.play import Play

ELIMINATE, EXPLODE, DAMAGE_ALL = "eliminate-all", "explode", "damage-all"


def resolve_blast(play: Play, command: BlastResolve) -> None:
    """Everybody in the zone dies, or takes the damage of all that goes off together.

    Some zombies draw a fire that kills everybody upon themselves alone.
    """
    if command.survivor is not None:
        play.in_play(command.survivor)
    if not set(command.also) <= set(lying_about(play)):
        raise IllegalCommand("blast.not_there")
    command = replace(
        command, also=tuple(copy for copy in command.also if copy not in command.cards)
    )
    cards = [named_card(play.pack, name) for name in (*command.cards, *command.also)]
    damage = damage_of(cards, play)
    if damage is None and (alone := _drawn_by(play, command)):
        command = replace(command, targets={alone: command.targets[alone]}, survivors_in_zone=())
    place = len(play.events)
    play.join_in("blast_set_off", cards)
    spent = _spend(play, command)
    play.join_in("blast_spent", (*command.cards, *command.also))
    is_loud = _is_noisy(cards) and not _is_silent(play, command)
    noise = add_noise(play, by=command.survivor) if is_loud else None
    killed = _kill_zombies(play, command, cards, damage)
    hurt_ones: list[Hurt] = []
    for key in dict.fromkeys(command.survivors_in_zone):
        play.in_play(key)
        if damage is None:
            hurt_ones.append(eliminated(play, key, FRIENDLY))
        else:
            hurt_ones.append(hurt(play, key, damage, FRIENDLY))
    play.events.insert(
        place,
        BlastWentOff(
            survivor=command.survivor,
            cards=command.cards,
            damage=damage,
            spent=tuple(spent),
            noise=noise,
            killed=killed,
            hurt=tuple(hurt_ones),
        ),
    )
    settle(play, hurt_ones)
    _remember(play, command, cards)


def _remember(play: Play, command: BlastResolve, cards: list[Equipment]) -> None:
    """What is thrown like a weapon is an attack of its kind."""
    modes = [profile.mode for card in cards for profile in card.profiles]
    if command.survivor is not None and modes:
        owned = known_skills(play.before, command.survivor, play.pack)
        act(play, command.survivor, [skill for skill in owned if _helps(skill, modes[0])])
        used = play.survivors[command.survivor].used
        play.change_survivor(command.survivor, used=(*used, f"{ATTACK}{modes[0]}"))


def _helps(skill: Skill, mode: str) -> bool:
    """Whether an action that the skill gives may be this one."""
    return skill.kind in ("combat", mode) or "explosive" in skill.attacks


def lying_about(play: Play) -> tuple[str, ...]:
    """Copies that lie on the board and may go off there."""
    return tuple(copy for hook in play.rules.hooks("blasts_lying") for copy in hook(play))


def _drawn_by(play: Play, command: BlastResolve) -> str | None:
    drawn = (hook(play, command.targets) for hook in play.rules.hooks("blast_drawn"))
    return next(filter(None, drawn), None)


def kills_all(card: Equipment, play: Play) -> bool:
    """Whether nobody in the zone survives this card."""
    effects = (ELIMINATE, *(effect for named in play.rules.hooks("kills_all") for effect in named))
    return any(effect_of(card, do) for do in effects) or any(
        profile.kills_all for profile in card.profiles
    )


def blast_damage(card: Equipment) -> int | None:
    """The damage of an explosive; None for a card that does not go off."""
    exploding = effect_of(card, EXPLODE)
    printed = [profile.damage for profile in card.profiles if profile.damage]
    damage = exploding.damage if exploding else next(iter(printed), None)
    return damage if exploding or effect_of(card, DAMAGE_ALL) else None


def damage_of(cards: list[Equipment], play: Play) -> int | None:
    """Explosives add up (Army of the Dead, p. 26); None when one of them kills everything."""
    total, is_deadly = 0, False
    for card in cards:
        if kills_all(card, play):
            is_deadly = True
            continue
        damage = blast_damage(card)
        if damage is None:
            raise IllegalCommand("blast.no_blast", weapon=card.id)
        total += damage
    return None if is_deadly else total


def _spend(play: Play, command: BlastResolve) -> list[Spent]:
    """What somebody carries is used up."""
    spent = []
    for key, survivor in list(play.survivors.items()):
        for copy in command.cards:
            if copy not in survivor.inventory.values():
                continue
            if command.cards.count(copy) > 1:
                raise IllegalCommand("item.twice")
            check_thrown(play, key, copy, by=command.survivor)
            spent += [Spent(survivor=key, card=card) for card in drop_quietly(play, key, copy)]
    return spent


def check_thrown(play: Play, key: str, copy: str, *, by: str | None) -> None:
    """Whoever throws it has it in hand; what lies on the board goes off by itself."""
    if effect_of(named_card(play.pack, copy), EXPLODE):
        return
    if by not in (None, key):
        raise IllegalCommand("item.not_there", survivor=play.survivor(by or "").name)
    if not is_ready(play.before, key, copy, play.pack):
        raise IllegalCommand("item.not_in_hand", card=copy)


def _is_noisy(cards: list[Equipment]) -> bool:
    noisy = (profile.noisy for card in cards for profile in card.profiles)
    return any(noisy) or any(card.noisy or effect_of(card, EXPLODE) for card in cards)


def _is_silent(play: Play, command: BlastResolve) -> bool:
    key = command.survivor
    return key is not None and has(known_skills(play.before, key, play.pack), "silent")


def gives_points(cards: Iterable[Equipment]) -> bool:
    """Whether kills by these are worth points: not those of TNT and traps (ATD, p. 26)."""
    return all(effect.points != 0 for card in cards for effect in card.effects)


def _kill_zombies(
    play: Play, command: BlastResolve, cards: list[Equipment], damage: int | None
) -> dict[str, int]:
    """Points go to whoever set it off, where kills by it are worth any."""
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
