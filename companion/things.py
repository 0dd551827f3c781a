"""Words for what a mission lays out and asks for: tokens, goals, lines of its checklist."""

from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.words import token_word
from rules import Item, Pack, TableState, goals_of, layout_of, mission_at
from rules.mechanics.missions.goals import GOAL
from rules.mechanics.missions.layout import LAY


class TableInWords(Protocol):
    """A table and the language it is told in."""

    @property
    def state(self) -> TableState: ...
    @property
    def pack(self) -> Pack: ...
    @property
    def language(self) -> str: ...


def item_words(item: str, t: TableInWords) -> str:
    """Return a goal or laid-out thing in words, by its id; the id if the mission has none such."""
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


def thing_words(thing: Item, t: TableInWords) -> str:
    """Return a thing that is laid out, in a few words."""
    if thing.rule is not None:
        return thing.rule.in_language(t.language)
    if thing.kind == "token":
        word = token_word(thing.id.removeprefix(LAY), t.state.game)
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
