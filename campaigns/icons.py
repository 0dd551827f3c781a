"""Which drawing stands for a card of equipment; the set is small, so families share one."""

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


EMBLEMS = (
    *("person", "heart", "star", "flag", "radio", "antenna", "siren", "moon", "sun"),
    *("fire", "tools", "eye", "book", "bolt", "map", "steps"),
)
"""Portraits to choose from; a photograph of a child's drawing stays on the fridge."""
