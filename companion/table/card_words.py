"""What an equipment card is and does, in words: read off its values and named effects."""

from collections.abc import Callable

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from companion.table.items import dice_words
from companion.teller import Teller
from companion.terms import mode_word
from rules.packs.schema.cards import Effect, Equipment, Profile

Words = Callable[[Effect, Teller], str]


def card_facts(card: Equipment) -> list[str]:
    """The values printed on the card, one after the other."""
    facts = [_profile(profile) for profile in card.profiles]
    if any(profile.noisy for profile in card.profiles) or card.noisy:
        facts.append(_("noisy"))
    if card.dual:
        facts.append(_("dual"))
    if card.reload:
        facts.append(_("reload"))
    if card.explosive:
        facts.append(_("explosive"))
    if card.all_out:
        facts.append(_("all-out %(dice)d") % {"dice": card.all_out})
    if card.armour:
        facts.append(_("armour %(face)d+") % {"face": card.armour})
    if card.upkeep:
        facts.append(_("upkeep %(dice)d") % {"dice": card.upkeep})
    return facts


def _profile(profile: Profile) -> str:
    """`Ranged 0-1: 2 dice · 4+ · damage 1`."""
    nearest, furthest = profile.range
    reach = str(furthest) if nearest == furthest else f"{nearest}-{furthest}"
    kind = f"{mode_word(profile.mode)} {reach}"
    if profile.dice is None or profile.accuracy is None:
        return kind
    return f"{kind}: {dice_words(profile)}"


def card_effects(card: Equipment, teller: Teller) -> list[str]:
    """What else it does, a sentence each; nothing is said of an effect without words."""
    sentences = [
        EFFECTS[effect.do](effect, teller) for effect in card.effects if effect.do in EFFECTS
    ]
    if card.doors is not None:
        sentences.append(_doors(card))
    if {effect.discard for effect in card.effects} & {"use", "aside"}:
        sentences.append(_("Discard it after use."))
    if "hit" in {effect.discard for effect in card.effects}:
        sentences.append(_("Discard it when it hits."))
    return [words for words in dict.fromkeys(sentences) if words]


def _doors(card: Equipment) -> str:
    assert card.doors is not None
    opens = _("Opens doors.")
    if card.doors.roll is not None:
        opens = _("Opens doors at %(face)d+.") % {"face": card.doors.roll}
    return _("%(opens)s That makes noise.") % {"opens": opens} if card.doors.noisy else opens


# --- a sentence for each effect ---


def _cards(effect: Effect, teller: Teller) -> str:
    return ", ".join(teller.weapon(name) for name in effect.equipment)


def _combine(effect: Effect, teller: Teller) -> str:
    if effect.gives:
        words = _("With %(cards)s it makes %(made)s.")
        return words % {"cards": _cards(effect, teller), "made": teller.weapon(effect.gives)}
    words = _("Put under %(cards)s, it gives %(skill)s.")
    return words % {"cards": _cards(effect, teller), "skill": teller.skill(effect.skill or "")}


def _reroll(effect: Effect, teller: Teller) -> str:
    if effect.equipment:
        words = _("All dice of %(cards)s may be rolled again, once an attack.")
        return words % {"cards": _cards(effect, teller)}
    named = [card for card in teller.pack.equipment if card.ammo and card.ammo == effect.ammo]
    language = get_language() or "en"
    cards = ", ".join(dict.fromkeys(card.name.in_language(language) for card in named))
    return _("All dice of %(cards)s may be rolled again, once an attack.") % {"cards": cards}


def _skill(effect: Effect, teller: Teller) -> str:
    skill = teller.pack.skills.get(effect.skill or "")
    name = teller.skill(effect.skill or "")
    if skill is None:
        return _("Gives %(skill)s.") % {"skill": name}
    text = skill.effect.in_language(get_language() or "en")
    return _("Gives %(skill)s: %(text)s") % {"skill": name, "text": text}


def _ignored(effect: Effect, teller: Teller) -> str:
    count = effect.value or 1
    words = ngettext("Stops %(count)d wound.", "Stops %(count)d wounds.", count)
    if effect.when == "from-survivors":
        words = ngettext(
            "Stops %(count)d wound from survivors.", "Stops %(count)d wounds from survivors.", count
        )
    return words % {"count": count}


def _explode(effect: Effect, teller: Teller) -> str:
    damage = {"damage": effect.damage or 0}
    if effect.when == "hit":
        return _("A shot sets it off: damage %(damage)d to everybody in its zone.") % damage
    if effect.when == "next-actor-enters":
        words = _("The next one who enters sets it off: damage %(damage)d to everybody there.")
        return words % damage
    words = _("It goes off after the next zombie phase: damage %(damage)d to everybody there.")
    return words % damage


def _spawn(effect: Effect, teller: Teller) -> str:
    who = teller.zombies(effect.zombie or "", effect.value or 1)
    return _("Put %(zombies)s in the zone of whoever drew it.") % {"zombies": who}


def _points(effect: Effect, teller: Teller) -> str:
    words = _("Use it: +%(count)d %(unit)s.")
    return words % {"count": effect.value or 1, "unit": teller.points_unit()}


def _per_six(effect: Effect, teller: Teller) -> str:
    return _("Every 6 adds %(count)d damage.") % {"count": effect.value or 1}


def _search(effect: Effect, teller: Teller) -> str:
    words = _("In hand, a search draws %(count)d cards.")
    return words % {"count": effect.value or 1}


def _heal(effect: Effect, teller: Teller) -> str:
    count = effect.value or 1
    words = ngettext(
        "Heals %(count)d wound of somebody in sight, once a turn.",
        "Heals %(count)d wounds of somebody in sight, once a turn.",
        count,
    )
    return words % {"count": count}


def _free(effect: Effect, teller: Teller) -> str:
    words = _("Somebody in sight may move %(count)d zones for free, once a turn.")
    return words % {"count": effect.value or 1}


EFFECTS: dict[str, Words] = {
    "bonus-die-other-weapon": lambda e, t: _("Gives the weapon in the other hand 1 die."),
    "combine": _combine,
    "concentrated-bonus": lambda e, t: (
        _("+%(count)d damage when all hits go to one.") % {"count": e.value or 1}
    ),
    "damage-all": lambda e, t: _("One hit is enough: everybody in the zone takes its damage."),
    "eliminate-all": lambda e, t: _("Kills everybody in the zone, yours too."),
    "entangle": lambda e, t: _("Whoever is hit is held and does not act."),
    "explode": _explode,
    "free-action": _free,
    "gain-points": _points,
    "grant-skill": _skill,
    "grant-specialty": lambda e, t: "",
    "heal": _heal,
    "ignite-bile": lambda e, t: _("Sets fire to dragon bile one zone away or less."),
    "ignore-breaks": lambda e, t: _("Discard it and broken symbols count for nothing, once."),
    "ignore-wounds": _ignored,
    "light": lambda e, t: _("Switched on, it gives light at night."),
    "no-crawlers": lambda e, t: _("Nobody it kills crawls on."),
    "place-bile": lambda e, t: _("Put dragon bile one zone away or less; a torch sets fire to it."),
    "place-here": lambda e, t: _("Put it into your zone for 1 action."),
    "push-zombies": lambda e, t: _("Pushes the zombies of a zone in sight one zone back."),
    "reload": lambda e, t: _("Reloads an empty weapon."),
    "reroll": _reroll,
    "reroll-armour": lambda e, t: _("Armour rolls may be repeated, once."),
    "roll-6-damage": _per_six,
    "roll-6-die": lambda e, t: _("Every 6 adds a die."),
    "search-draw": _search,
    "spawn": _spawn,
}
