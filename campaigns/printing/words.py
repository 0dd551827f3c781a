"""Words of the sheets for what the packs name by key: tokens, difficulties, effects of cards."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from django.utils.translation import get_language, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from rules.packs.schema import Effect, Equipment, Profile, Skill
from rules.packs.schema.missions import Mission

DASH = "\N{EN DASH}"
TIMES = "\N{MULTIPLICATION SIGN}"

_DIFFICULTIES = {
    "easy": pgettext_lazy("difficulty", "Easy"),
    "medium": pgettext_lazy("difficulty", "Medium"),
    "hard": pgettext_lazy("difficulty", "Hard"),
    "very-hard": pgettext_lazy("difficulty", "Very hard"),
}


_LENGTHS = {
    "short": pgettext_lazy("length of a mission", "short, under an hour"),
    "long": pgettext_lazy("length of a mission", "long, over an hour"),
    "variable": pgettext_lazy("length of a mission", "varies"),
}


def duration_words(mission: Mission) -> str:
    """Return the duration of a mission, as far as its book says."""
    if mission.minutes:
        return _("%(n)s min") % {"n": mission.minutes}
    return str(_LENGTHS[mission.length]) if mission.length else ""


_OBJECTIVE_COLOURS = {
    "red": pgettext_lazy("colour of an objective", "red"),
    "blue": pgettext_lazy("colour of an objective", "blue"),
    "green": pgettext_lazy("colour of an objective", "green"),
    "yellow": pgettext_lazy("colour of an objective", "yellow"),
    "purple": pgettext_lazy("colour of an objective", "purple"),
    "violet": pgettext_lazy("colour of an objective", "violet"),
    "white": pgettext_lazy("colour of an objective", "white"),
    "black": pgettext_lazy("colour of an objective", "black"),
    "pink": pgettext_lazy("colour of an objective", "pink"),
}


def objective_colour_word(colour: str) -> str:
    return str(_OBJECTIVE_COLOURS.get(colour, colour))


def difficulty_word(difficulty: str) -> str:
    return str(_DIFFICULTIES[difficulty])


def per_cent(chance: Fraction | float) -> str:
    """Rounded, and never a certainty that is none."""
    number = round(float(chance) * 100)
    number = min(number, 99) if chance < 1 else number
    spaced = (get_language() or "en").startswith("es")
    return f"{number}\u202f%" if spaced else f"{number}%"


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


def in_brief(card: Equipment) -> str:
    """The numbers of a weapon in one breath: range, dice by accuracy, damage, all-out dice."""

    def by_profile(of: Callable[[Profile], str]) -> str:
        return "/".join(dict.fromkeys(of(profile) for profile in card.profiles))

    if not card.profiles:
        return ""
    dice = f"{by_profile(dice_of)} {TIMES} {by_profile(accuracy_of)}"
    numbers = f"{by_profile(range_of)}, {dice}, D{by_profile(damage_of)}"
    return f"{numbers}, +{card.all_out}" if card.all_out else numbers


_EFFECTS: dict[str, Callable[[Effect], str]] = {
    "gain-points": lambda e: (
        ngettext("Eat it: %(n)s point.", "Eat it: %(n)s points.", e.value or 1) % {"n": e.value}
    ),
    "reroll": lambda e: _("Once each attack, roll all its normal dice again."),
    "spawn": lambda e: _("A zombie appears where it was drawn."),
    "stop-search": lambda e: _("The search ends."),
    "search-draw": lambda e: _("A search draws %(n)s cards.") % {"n": e.value or 2},
    "light": lambda e: _("Lights your zone and the next one at night."),
    "eliminate-all": lambda e: _("Kills everyone in the target zone."),
    "damage-all": lambda e: _("Hits everyone in the target zone."),
    "heal": lambda e: (
        ngettext("Heals %(n)s wound.", "Heals %(n)s wounds.", e.value or 1) % {"n": e.value or 1}
    ),
    "ignore-wounds": lambda e: (
        ngettext(
            "Ignores %(n)s wound, then it is gone.",
            "Ignores %(n)s wounds, then it is gone.",
            e.value or 1,
        )
        % {"n": e.value or 1}
    ),
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
    "reroll-armour": lambda e: _("Roll armor dice again once."),
    "free-action": lambda e: _("Gives a free action."),
    "push-zombies": lambda e: _("Pushes zombies out of a zone."),
    "ignore-breaks": lambda e: _("Its broken symbols do not count."),
    "grant-specialty": lambda e: _("Gives a specialty to whoever holds it."),
}


def effect_words(card: Equipment, skills: Mapping[str, Skill]) -> list[str]:
    """Return a short sentence for each effect of a card; unknown effects have none."""
    language = get_language() or "en"
    effects = [_EFFECTS[effect.do](effect) for effect in card.effects if effect.do in _EFFECTS]
    for effect in card.effects:
        if effect.do == "grant-skill" and effect.skill:
            skill = skills.get(effect.skill)
            name = skill.name.in_language(language) if skill else effect.skill
            effects.append(_("Gives the skill %(skill)s.") % {"skill": name})
    return effects
