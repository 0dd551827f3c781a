"""Words that all games share and that the interface, not a pack, translates."""

from django.utils.translation import get_language, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from rules.packs.schema.missions import MissionRule
from rules.packs.schema.people import Zombie

_DANGER = {
    "blue": pgettext_lazy("danger", "Blue"),
    "yellow": pgettext_lazy("danger", "Yellow"),
    "orange": pgettext_lazy("danger", "Orange"),
    "red": pgettext_lazy("danger", "Red"),
}
# The line of a card is read in the colour of the level: "línea amarilla", not "amarillo".
_LINE = {
    "blue": pgettext_lazy("line of a card", "blue"),
    "yellow": pgettext_lazy("line of a card", "yellow"),
    "orange": pgettext_lazy("line of a card", "orange"),
    "red": pgettext_lazy("line of a card", "red"),
}
_PHASE = {
    "players": pgettext_lazy("phase", "Players"),
    "zombies": pgettext_lazy("phase", "Zombies"),
    "end": pgettext_lazy("phase", "End"),
}


def danger_word(level: str) -> str:
    """Return `orange` as Orange or Naranja."""
    return str(_DANGER[level])


def line_word(level: str) -> str:
    """Return the color of a card's line."""
    return str(_LINE[level])


def phase_word(phase: str) -> str:
    return str(_PHASE[phase])


def called(name: str) -> str:
    """Return a player's name; whoever gave none is called by their part."""
    return name or _("Keeper")


_STATUS = {
    "in_play": pgettext_lazy("survivor", "standing"),
    "out_of_action": pgettext_lazy("survivor", "out of action"),
    "dead": pgettext_lazy("survivor", "dead"),
    "escaped": pgettext_lazy("survivor", "escaped"),
}


def status_word(status: str) -> str:
    """Return the word for a survivor's status."""
    return str(_STATUS[status])


def spaced_code(code: str) -> str:
    """Return K74Q2M as K74-Q2M, easier to read out."""
    return f"{code[:3]}-{code[3:]}"


_SLOT = {
    "hand": pgettext_lazy("slot", "Hand"),
    "body": pgettext_lazy("slot", "Body"),
    "backpack": pgettext_lazy("slot", "Backpack"),
}
_MODE = {
    "melee": pgettext_lazy("attack", "Melee"),
    "ranged": pgettext_lazy("attack", "Ranged"),
    "magic": pgettext_lazy("attack", "Magic"),
    "ram": pgettext_lazy("attack", "Ram"),
}
EQUIPMENT_KINDS = {
    "melee": pgettext_lazy("kind of card", "Melee weapon"),
    "ranged": pgettext_lazy("kind of card", "Ranged weapon"),
    "melee-ranged": pgettext_lazy("kind of card", "Melee and ranged weapon"),
    "spell": pgettext_lazy("kind of card", "Combat spell"),
    "enchantment": pgettext_lazy("kind of card", "Enchantment"),
    "armour": pgettext_lazy("kind of card", "Armor"),
    "shield": pgettext_lazy("kind of card", "Shield"),
    "protection": pgettext_lazy("kind of card", "Protection"),
    "trap": pgettext_lazy("kind of card", "Trap"),
    "item": pgettext_lazy("kind of card", "Item"),
}
# Which of our pictures stands for a family of zombies, or for a kind of card.
FAMILY_ICON = {
    "walker": "walker",
    "fatty": "brute",
    "runner": "runner",
    "abomination": "abom",
    "necromancer": "grave",
    "crawler": "hand",
}
_ITEM_ICON = {
    "melee": "machete",
    "ranged": "pistol",
    "melee-ranged": "axe",
    "spell": "fire",
    "enchantment": "star",
    "armour": "tools",
    "shield": "tools",
    "protection": "tools",
    "trap": "alert",
    "item": "backpack",
}
_OWN_ICON = {
    *("chainsaw", "machete", "katana", "pistol", "shotgun", "bat", "smg", "molotov", "axe"),
    *("knife", "rifle", "crowbar", "flashlight", "water", "food"),
}


SLOTS = tuple(_SLOT)
LEVELS = tuple(_DANGER)


def slot_word(slot: str) -> str:
    """Return `backpack-2` as Backpack 2."""
    place, _dash, number = slot.partition("-")
    return f"{_SLOT[place]} {number}"


def mode_word(mode: str) -> str:
    return str(_MODE[mode])


def zombie_icon(zombie: Zombie | str) -> str:
    """Return the picture of a type, or of its family."""
    if not isinstance(zombie, str):
        return zombie.icon or zombie_icon(zombie.family)
    return FAMILY_ICON.get(zombie, "walker")


def means(zombie: Zombie) -> str | None:
    """Return what a kill must say beside its name, if a blow is not enough for it."""
    return "all" if zombie.killed_by == "all" else None


def damage_needed(zombie: Zombie) -> str:
    """Return the damage that kills a zombie."""
    if zombie.killed_by == "all":
        return pgettext("damage that kills", "only what kills all")
    if zombie.killed_by == "nothing" or zombie.toughness is None:
        return pgettext("damage that kills", "nothing")
    return str(zombie.toughness)


def item_icon(card: str, kind: str) -> str:
    """Return the picture of the card itself if we have drawn one, else of its kind."""
    own = next((part for part in reversed(card.split("-")) if part in _OWN_ICON), None)
    return own or _ITEM_ICON[kind]


def rule_told(rule: MissionRule) -> str:
    """Return a goal or special rule of a mission: "Open every door of the restaurant (3R and 4R)."

    Its tiles are named where its own words do not name them.
    """
    words = rule.in_language(get_language() or "en")
    if not rule.tiles or any(tile in words for tile in rule.tiles):
        return words
    *first, last = rule.tiles
    tiles = _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}
    return f"{words.removesuffix('.')} ({tiles if first else last})."


_ZONE_COLOURS = {
    "blue": pgettext_lazy("zone", "blue"),
    "green": pgettext_lazy("zone", "green"),
    "red": pgettext_lazy("zone", "red"),
    "yellow": pgettext_lazy("zone", "yellow"),
    "violet": pgettext_lazy("zone", "violet"),
    "pink": pgettext_lazy("zone", "pink"),
    "neutral": pgettext_lazy("zone", "neutral"),
}


def zone_colour(colour: str) -> str:
    """Return the color of a spawn zone, by its printed token."""
    return str(_ZONE_COLOURS.get(colour, colour))
