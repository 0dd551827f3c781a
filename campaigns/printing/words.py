"""Words of the sheets for what the packs name by key: tokens, difficulties, effects of cards."""

from collections.abc import Callable, Mapping

from django.utils.translation import get_language, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from rules.packs.schema import Effect, Equipment, Profile, Skill

DASH = "\N{EN DASH}"

_DIFFICULTIES = {
    "easy": pgettext_lazy("difficulty", "Easy"),
    "medium": pgettext_lazy("difficulty", "Medium"),
    "hard": pgettext_lazy("difficulty", "Hard"),
    "very-hard": pgettext_lazy("difficulty", "Very hard"),
}


def difficulty_word(difficulty: str) -> str:
    return str(_DIFFICULTIES[difficulty])


def range_of(profile: Profile) -> str:
    low, high = profile.range
    return str(low) if low == high else f"{low}-{high}"


def dice_of(profile: Profile) -> str:
    if profile.automatic or profile.dice is None:
        return DASH
    return f"{profile.dice}+{profile.ammo_dice}" if profile.ammo_dice else str(profile.dice)


def accuracy_of(profile: Profile) -> str:
    if profile.automatic:
        return pgettext("accuracy", "auto")
    return DASH if profile.accuracy is None else f"{profile.accuracy}+"


def damage_of(profile: Profile) -> str:
    if profile.kills_all:
        return pgettext("damage", "all")
    return DASH if profile.damage is None else str(profile.damage)


_EFFECTS: dict[str, Callable[[Effect], str]] = {
    "gain-points": lambda e: _("Eat it: %(n)s points.") % {"n": e.value},
    "reroll": lambda e: _("Once each attack, roll all its normal dice again."),
    "spawn": lambda e: _("A zombie appears where it was drawn."),
    "stop-search": lambda e: _("The search ends."),
    "search-draw": lambda e: _("A search draws %(n)s cards.") % {"n": e.value or 2},
    "light": lambda e: _("Lights your zone and the next one at night."),
    "eliminate-all": lambda e: _("Kills everyone in the target zone."),
    "damage-all": lambda e: _("Hits everyone in the target zone."),
    "heal": lambda e: _("Heals %(n)s wounds.") % {"n": e.value or 1},
    "ignore-wounds": lambda e: _("Ignores %(n)s wounds, then it is gone.") % {"n": e.value or 1},
    "ignite-bile": lambda e: _("Thrown on bile at range 0-1: dragon fire."),
    "place-bile": lambda e: _("Puts a bile token at range 0-1."),
    "place-here": lambda e: _("Is laid down in your zone."),
    "explode": lambda e: _("Goes off when the card says so; all in the zone are hit."),
    "entangle": lambda e: _("The target skips its next activation."),
    "concentrated-bonus": lambda e: _("+%(n)s to concentrated attacks.") % {"n": e.value or 1},
    "reload": lambda e: _("Loads an empty weapon."),
    "roll-6-damage": lambda e: _("Each 6 rolled: +%(n)s damage.") % {"n": e.value or 1},
    "roll-6-die": lambda e: _("Each 6 rolled: one more die."),
    "bonus-die-other-weapon": lambda e: _("+1 die for the weapon in the other hand."),
    "bonus-die": lambda e: _("+1 die."),
    "combine": lambda e: _("Combines with another card into a better one."),
    "no-crawlers": lambda e: _("What it kills leaves no crawlers."),
    "reroll-armour": lambda e: _("Roll armour dice again once."),
    "free-action": lambda e: _("Gives a free action."),
    "push-zombies": lambda e: _("Pushes zombies out of a zone."),
    "ignore-breaks": lambda e: _("Its broken symbols do not count."),
    "grant-specialty": lambda e: _("Gives a specialty to whoever holds it."),
}


def effect_words(card: Equipment, skills: Mapping[str, Skill]) -> list[str]:
    """What a card does besides its numbers, a short sentence each; unknown effects stay silent."""
    language = get_language() or "en"
    told = [_EFFECTS[one.do](one) for one in card.effects if one.do in _EFFECTS]
    for one in card.effects:
        if one.do == "grant-skill" and one.skill:
            skill = skills.get(one.skill)
            name = skill.name.in_language(language) if skill else one.skill
            told.append(_("Gives the skill %(skill)s.") % {"skill": name})
    return told
