"""Equipment: searching, slots, trading, combining, discarding, dealing."""

from collections.abc import Callable, Mapping

from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from companion.rooms import Room
from companion.teller import Teller
from companion.words import Words
from rules.mechanics.equipment import ItemFound, ItemMoved
from rules.mechanics.inventory import ItemDiscarded
from rules.packs.schema.cards import Effect


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


def _spawn(effect: Effect, teller: Teller) -> str:
    if effect.zombie is None:
        return ""
    who = teller.zombies(effect.zombie, effect.value or 1)
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


EFFECTS: Mapping[str, Callable[[Effect, Teller], str]] = {
    "bonus-die-other-weapon": lambda e, t: _("Gives the weapon in the other hand 1 die."),
    "combine": _combine,
    "concentrated-bonus": lambda e, t: (
        _("+%(count)d damage when all hits go to one.") % {"count": e.value or 1}
    ),
    "damage-all": lambda e, t: _("One hit is enough: everybody in the zone takes its damage."),
    "eliminate-all": lambda e, t: _("Kills everybody in the zone, yours too."),
    "free-action": _free,
    "gain-points": _points,
    "grant-skill": _skill,
    "grant-specialty": lambda e, t: "",
    "heal": _heal,
    "ignore-breaks": lambda e, t: _("Discard it and broken symbols count for nothing, once."),
    "ignore-wounds": _ignored,
    "no-crawlers": lambda e, t: _("Nobody it kills crawls on."),
    "place-here": lambda e, t: _("Put it into your zone for 1 action."),
    "push-zombies": lambda e, t: _("Pushes the zombies of a zone in sight one zone back."),
    "reload": lambda e, t: _("Reloads an empty weapon."),
    "reroll": _reroll,
    "reroll-armour": lambda e, t: _("Armor rolls may be repeated, once."),
    "roll-6-damage": _per_six,
    "roll-6-die": lambda e, t: _("Every 6 adds a die."),
    "search-draw": _search,
    "spawn": _spawn,
}


WORDS = Words(
    sentences={
        ItemFound: lambda e, t: (
            _("%(survivor)s finds %(item)s")
            % {"survivor": t.survivor(e.survivor), "item": t.weapon(e.card)}
        ),
        ItemDiscarded: lambda e, t: (
            _("%(survivor)s discards %(item)s")
            % {"survivor": t.survivor(e.survivor), "item": t.weapon(e.card)}
        ),
        ItemMoved: lambda e, t: (
            _("%(item)s to %(survivor)s") % {"survivor": t.survivor(e.to), "item": t.weapon(e.card)}
        ),
    },
    icons={
        ItemFound: "search",
        ItemDiscarded: "del",
        ItemMoved: "swap",
    },
    refusals={
        "equipment.dealt": gettext_lazy(
            "There is nothing left to deal. Whoever has nothing yet gets their cards by name."
        ),
        "equipment.no_set": gettext_lazy("%(survivor)s has no such starting set."),
        "item.no_combination": gettext_lazy("Those two cards make nothing together."),
        "item.not_left": gettext_lazy("No copy of that card is left."),
        "item.not_there": gettext_lazy("%(survivor)s does not carry that card."),
        "item.twice": gettext_lazy("The same card is named twice."),
        "item.unknown": gettext_lazy("This game has no such card."),
        "search.again": gettext_lazy(
            "%(survivor)s has searched this turn. "
            "Go on only if a skill or card allows another search."
        ),
        "redraw.none": gettext_lazy("%(survivor)s has no skill that changes a drawn card."),
        "redraw.not_drawn": gettext_lazy("Only a card drawn this turn is changed for another."),
        "slot.icon": gettext_lazy(
            "That card does not go there, or what lies there does not go back."
        ),
        "slot.unknown": gettext_lazy("There is no such place in the inventory."),
        "slot.wound": gettext_lazy("Something else takes up that slot."),
        "weapon.unknown": gettext_lazy("This game has no such weapon."),
    },
    commands={
        "deck.draw": pgettext_lazy("command", "Draw equipment"),
        "deck.redraw": pgettext_lazy("command", "Change a drawn card for the next"),
        "deck.take": pgettext_lazy("command", "Take a card by name"),
        "deck.discard": pgettext_lazy("command", "Discard"),
        "item.move": pgettext_lazy("command", "Move or trade"),
        "item.combine": pgettext_lazy("command", "Combine"),
        "equipment.deal": pgettext_lazy("command", "Deal starting equipment"),
    },
    fields={
        "slot": pgettext_lazy("what is asked", "slot"),
        "to": pgettext_lazy("what is asked", "to whom"),
        "search": pgettext_lazy("what is asked", "as a search"),
        "sets": pgettext_lazy("what is asked", "starting set"),
    },
    effects=EFFECTS,
)


ROOM = Room(on_board=("equipment.deal",))
