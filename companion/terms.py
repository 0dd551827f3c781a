"""Words that all games share and that the interface, not a pack, translates."""

from django.utils.translation import pgettext_lazy

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


_WHY = {
    "card": pgettext_lazy("why they activate", "card"),
    "miniatures": pgettext_lazy("why they activate", "no miniatures left"),
    "necromancer": pgettext_lazy("why they activate", "another necromancer"),
    "light": pgettext_lazy("why they activate", "they see a light"),
    "rush": pgettext_lazy("why they activate", "rush"),
    "order": pgettext_lazy("why they activate", "an order of Zeus"),
    "already_there": pgettext_lazy("why they activate", "already on the board"),
}


_FIELD = {
    "round": pgettext_lazy("what is set", "round"),
    "phase": pgettext_lazy("what is set", "phase"),
    "spawned": pgettext_lazy("what is set", "spawn step done"),
    "first_player": pgettext_lazy("what is set", "first player"),
    "hour": pgettext_lazy("what is set", "hour"),
    "result": pgettext_lazy("what is set", "result"),
    "noise": pgettext_lazy("what is set", "noise tokens"),
    "bile": pgettext_lazy("what is set", "bile tokens"),
    "boss": pgettext_lazy("what is set", "abomination of the mission"),
    "time": pgettext_lazy("what is set", "box of the time meter"),
    "time_limit": pgettext_lazy("what is set", "last box of the time meter"),
    "name": pgettext_lazy("what is set", "name"),
    "player": pgettext_lazy("what is set", "player"),
    "team": pgettext_lazy("what is set", "team"),
    "points": pgettext_lazy("what is set", "points"),
    "wounds": pgettext_lazy("what is set", "wounds"),
    "status": pgettext_lazy("what is set", "status"),
    "skills": pgettext_lazy("what is set", "skills"),
    "gifts": pgettext_lazy("what is set", "campaign skills"),
    "light": pgettext_lazy("what is set", "light"),
    "actions_used": pgettext_lazy("what is set", "actions used"),
    "extra_actions": pgettext_lazy("what is set", "extra actions"),
    "extra_actions_used": pgettext_lazy("what is set", "extra actions used"),
    "start": pgettext_lazy("what is set", "starting zone"),
    "colour": pgettext_lazy("what is set", "colour"),
    "active_from": pgettext_lazy("what is set", "active from round"),
    "tokens": pgettext_lazy("what is set", "tokens"),
    "kind": pgettext_lazy("what is set", "kind"),
}
_VALUE = {
    "in_play": pgettext_lazy("status", "in play"),
    "out_of_action": pgettext_lazy("status", "out of action"),
    "dead": pgettext_lazy("status", "dead"),
    "escaped": pgettext_lazy("status", "escaped"),
    "won": pgettext_lazy("result", "won"),
    "lost": pgettext_lazy("result", "lost"),
    "abandoned": pgettext_lazy("result", "abandoned"),
    "normal": pgettext_lazy("kind of zone", "normal"),
    "necromancer": pgettext_lazy("kind of zone", "necromancer"),
    "zeus": pgettext_lazy("kind of zone", "Zeus"),
    **_PHASE,
}


def field_word(name: str) -> str:
    """What a correction sets."""
    return str(_FIELD[name])


def value_word(value: str) -> str:
    """A value of the state, where it has a word of its own."""
    return str(_VALUE.get(value, value))


def why_word(why: str) -> str:
    """Why zombies activate once more."""
    return str(_WHY[why])


def danger_word(level: str) -> str:
    """`orange` as Orange or Naranja."""
    return str(_DANGER[level])


def line_word(level: str) -> str:
    """The colour of a card's line."""
    return str(_LINE[level])


def phase_word(phase: str) -> str:
    return str(_PHASE[phase])


def spaced_code(code: str) -> str:
    """K74Q2M as K74-Q2M, easier to read out."""
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
}
_CARD_KIND = {
    "spawn": pgettext_lazy("kind of card", "Zombies come"),
    "rush": pgettext_lazy("kind of card", "Rush"),
    "extra_activation": pgettext_lazy("kind of card", "Extra activation"),
    "double_spawn": pgettext_lazy("kind of card", "Double spawn"),
    "order": pgettext_lazy("kind of card", "Order"),
    "necromancer": pgettext_lazy("kind of card", "Necromancer"),
    "manhole": pgettext_lazy("kind of card", "Manholes"),
    "bed": pgettext_lazy("kind of card", "Beds"),
}
# Which of our pictures stands for a family of zombies, or for a kind of card.
_FAMILY_ICON = {
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


def slot_word(slot: str) -> str:
    """`backpack-2` as Backpack 2."""
    place, _dash, number = slot.partition("-")
    return f"{_SLOT[place]} {number}"


def card_kind_word(kind: str) -> str:
    return str(_CARD_KIND[kind])


def mode_word(mode: str) -> str:
    return str(_MODE[mode])


def zombie_icon(family: str) -> str:
    return _FAMILY_ICON.get(family, "walker")


def item_icon(card: str, kind: str) -> str:
    """The picture of the card itself if we have drawn one, else of its kind."""
    own = next((part for part in reversed(card.split("-")) if part in _OWN_ICON), None)
    return own or _ITEM_ICON[kind]
