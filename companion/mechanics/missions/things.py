"""Words for what a mission lays out and asks for: tokens, goals, lines of its checklist."""

from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from rules import Item, Pack, TableState, goals_of, layout_of, mission_at
from rules.mechanics.missions.goals import GOAL
from rules.mechanics.missions.layout import LAY


class Told(Protocol):
    """A table and the language it is told in."""

    @property
    def state(self) -> TableState: ...
    @property
    def pack(self) -> Pack: ...
    @property
    def language(self) -> str: ...


TOKENS = {
    "pimp-crate": pgettext_lazy("token", "Pimp weapon crate"),
    "objective-red": pgettext_lazy("token", "Red objective"),
    "objective-blue": pgettext_lazy("token", "Blue objective"),
    "objective-green": pgettext_lazy("token", "Green objective"),
    "objective-yellow": pgettext_lazy("token", "Yellow objective"),
    "objective-violet": pgettext_lazy("token", "Violet objective"),
    "objective-pink": pgettext_lazy("token", "Pink objective"),
    "objectives": pgettext_lazy("token", "Objectives"),
    "sleepers": pgettext_lazy("token", "Sleepers"),
    "spawn": pgettext_lazy("token", "Spawn zone"),
    "spawn-zone": pgettext_lazy("token", "Spawn zone"),
    "spawn-zeus": pgettext_lazy("token", "Zeus spawn zone"),
    "spawn-outside-hellhole": pgettext_lazy("token", "Spawn zone outside the hellhole"),
    "spawn-locators": pgettext_lazy("token", "Spawn locators"),
    "trapdoor": pgettext_lazy("token", "Trapdoor"),
    "trapdoor-violet": pgettext_lazy("token", "Violet trapdoor"),
    "trapdoor-yellow": pgettext_lazy("token", "Yellow trapdoor"),
    "exit": pgettext_lazy("token", "Exit"),
    "elevator": pgettext_lazy("token", "Lift"),
    "necromancer-mark": pgettext_lazy("token", "Necromancer mark"),
    "sealed-door": pgettext_lazy("token", "Sealed door"),
    "closed-doors": pgettext_lazy("token", "Closed doors"),
    "open-door": pgettext_lazy("token", "Open door"),
    "door": pgettext_lazy("token", "Door"),
    "doors": pgettext_lazy("token", "Doors"),
    "stairs": pgettext_lazy("token", "Stairs"),
    "humvee": pgettext_lazy("token", "Humvee"),
    "permanent-noise": pgettext_lazy("token", "Permanent noise"),
    "black-book": pgettext_lazy("token", "Black book"),
    "event-trigger": pgettext_lazy("token", "Event trigger"),
    "light-beam": pgettext_lazy("token", "Light beam"),
    "lit-zone": pgettext_lazy("token", "Lit zone"),
}


def token_word(token: str) -> str:
    """What lies on the map; a token without a word is shown by its key."""
    return str(TOKENS.get(token, token.replace("-", " ")))


def item_words(item: str, t: Told) -> str:
    """A goal or a thing that is laid out, by its id; the id where the mission has no such."""
    if not item.startswith((GOAL, LAY)):
        return item
    mission = mission_at(t.state)
    for goal in goals_of(t.state, mission, t.pack):
        if goal.id == item:
            return goal.rule.in_language(t.language)
    for thing in layout_of(t.state, mission, t.pack):
        if thing.id == item:
            return thing_words(thing, t)
    return item


def thing_words(thing: Item, t: Told) -> str:
    """What is laid out, in a few words."""
    if thing.rule is not None:
        return thing.rule.in_language(t.language)
    if thing.kind == "token":
        word = token_word(thing.id.removeprefix(LAY))
        return f"{word}: {thing.count}" if thing.count else word
    return _things(thing.count or 0)[thing.kind]


def _things(count: int) -> dict[str, str]:
    n = {"n": count}
    return {
        "tiles": ngettext("%(n)d tile", "%(n)d tiles", count) % n if count else _("Tiles"),
        "objectives": _("Objectives"),
        "cards": ngettext("%(n)s objective card", "%(n)s objective cards", count) % n,
        "zones": ngettext("%(n)d spawn token", "%(n)d spawn tokens", count) % n
        if count
        else _("Spawn tokens"),
        "zombies": ngettext("%(n)d zombie", "%(n)d zombies", count) % n,
        "noise": ngettext("%(n)d noise token", "%(n)d noise tokens", count) % n,
        "time": _("Time meter"),
        "decks": _("Decks"),
        "clock": _("Clock"),
        "survivors": ngettext("%(n)s survivor", "%(n)s survivors", count) % n,
    }
