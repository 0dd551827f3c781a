"""Which drawing stands for a card of equipment; the set is small, so families share one."""

from django.utils.translation import pgettext_lazy

from rules.packs.schema.cards import Equipment

BY_NAME = {
    "chainsaw": "chainsaw",
    "machete": "machete",
    "katana": "katana",
    "zantetsuken": "katana",
    "kukri": "knife",
    "ka-bar": "knife",
    "sawed-off": "shotgun",
    "shotgun": "shotgun",
    "sub-mg": "smg",
    "mp5": "mp5",
    "rifle": "rifle",
    "m16": "rifle",
    "ak-47": "rifle",
    "bat": "bat",
    "axe": "axe",
    "crowbar": "crowbar",
    "shovel": "crowbar",
    "molotov": "molotov",
    "flashlight": "flashlight",
    "bullets": "ammo",
    "shells": "ammo",
    "kit": "tools",
}
BY_KIND = {"melee": "knife", "ranged": "pistol", "melee-ranged": "rifle"}


def icon_of(card: Equipment) -> str:
    for part, icon in BY_NAME.items():
        if part in card.id:
            return icon
    return BY_KIND.get(card.kind, "backpack")


EMBLEMS = {
    "person": pgettext_lazy("emblem", "a person"),
    "heart": pgettext_lazy("emblem", "a heart"),
    "star": pgettext_lazy("emblem", "a star"),
    "flag": pgettext_lazy("emblem", "a flag"),
    "radio": pgettext_lazy("emblem", "a radio"),
    "antenna": pgettext_lazy("emblem", "an antenna"),
    "siren": pgettext_lazy("emblem", "a siren"),
    "moon": pgettext_lazy("emblem", "the moon"),
    "sun": pgettext_lazy("emblem", "the sun"),
    "fire": pgettext_lazy("emblem", "fire"),
    "tools": pgettext_lazy("emblem", "tools"),
    "eye": pgettext_lazy("emblem", "an eye"),
    "book": pgettext_lazy("emblem", "a book"),
    "bolt": pgettext_lazy("emblem", "lightning"),
    "map": pgettext_lazy("emblem", "a map"),
    "steps": pgettext_lazy("emblem", "footprints"),
}
"""Portraits to choose from; a photograph of a child's drawing stays on the fridge."""
