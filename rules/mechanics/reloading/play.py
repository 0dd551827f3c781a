from rules.errors import IllegalCommand
from rules.mechanics.equipment.cards import card_of, effect_of
from rules.mechanics.equipment.slots import drop, holder
from rules.mechanics.reloading.commands import WeaponReload
from rules.mechanics.reloading.events import WeaponReloaded
from rules.mechanics.skills.known import known_skills
from rules.packs.schema.cards import Equipment
from rules.packs.schema.people import Skill
from rules.play import Play

RELOAD = "reload"
"""How the action is remembered until the turn ends; also the effect of a magazine."""


def needs_magazine(card: Equipment) -> bool:
    """Weapons with ammo dice are loaded with a magazine card (Army of the Dead, p. 25)."""
    return any(profile.ammo_dice for profile in card.profiles)


def reload_weapon(play: Play, command: WeaponReload) -> None:
    """One action reloads a weapon, or both of two (Black Plague, p. 34)."""
    survivor = play.in_play(command.survivor)
    for copy in command.cards:
        holder(play, command.survivor, copy)
        if copy not in survivor.turned:
            raise IllegalCommand("reload.loaded", survivor=survivor.name)
    cards = [card_of(play.pack, copy) for copy in command.cards]
    by_magazine = any(needs_magazine(card) for card in cards)
    if not by_magazine and not all(card.reload for card in cards):
        raise IllegalCommand("reload.never")
    if len({card.id for card in cards}) > 1 or (by_magazine and len(cards) > 1):
        raise IllegalCommand("reload.one")
    if by_magazine:
        _spend_magazine(play, command)
    left = tuple(copy for copy in survivor.turned if copy not in command.cards)
    is_free = any("reload_actions" in skill.gives for skill in _skills(play, command.survivor))
    used = survivor.used if is_free else (*survivor.used, RELOAD)
    play.change_survivor(command.survivor, turned=left, used=used)
    play.emit(WeaponReloaded(survivor=command.survivor, weapons=command.cards))


def _skills(play: Play, key: str) -> list[Skill]:
    return known_skills(play.before, key, play.pack)


def is_magazine(play: Play, copy: str) -> bool:
    return effect_of(card_of(play.pack, copy), RELOAD) is not None


def _spend_magazine(play: Play, command: WeaponReload) -> None:
    if command.magazine is None:
        raise IllegalCommand("reload.magazine")
    holder(play, command.survivor, command.magazine)
    if not is_magazine(play, command.magazine):
        raise IllegalCommand("reload.magazine")
    drop(play, command.survivor, command.magazine)


def refill_weapons(play: Play) -> None:
    """End phase: weapons that are reloaded by an action refill for free; vests stay turned."""
    for key, survivor in play.survivors.items():
        still = tuple(copy for copy in survivor.turned if not card_of(play.pack, copy).reload)
        if still != survivor.turned:
            play.change_survivor(key, turned=still)
