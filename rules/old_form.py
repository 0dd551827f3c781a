"""Games from outside as they were written before a mechanic was one file: one release longer.

Such a mechanic is a record with its commands, handlers and offers in `asks`, in a package of its
own. What it imports of the shared mechanics by their old names is found at their new places.
"""

import sys
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from msgspec.structs import replace

from rules.mechanic import Mechanic

PARTS = ("commands", "events", "mechanic", "offers", "play")
MOVED = {
    "blasts.helmets": "kills",
    "companions.state": "accompanied",
    "equipment.cards": "cards",
    "equipment.deal": "equipment",
    "equipment.hands": "inventory",
    "equipment.slots": "inventory",
    "equipment.uses": "item_uses",
    "skills.known": "known_skills",
    "skills.reminders": "skill_reminders",
    "spawn.cards": "zombie_cards",
    "spawn.prospects": "spawn",
}
"""Modules that no longer lie in the package of a mechanic."""


def at_home(mechanic: Mechanic) -> Mechanic:
    """Return the mechanic with the package it lives in, which its first command or event tells."""
    kind = mechanic.asks[0].command if mechanic.asks else next(iter(mechanic.events), None)
    if mechanic.home or kind is None:
        return mechanic
    return replace(mechanic, home=kind.__module__.rpartition(".")[0])


class _Moved(ModuleType):
    """A module that is gone: what it had lies in one of those `places`."""

    def __init__(self, name: str, places: list[str]) -> None:
        super().__init__(name)
        self.__dict__["__path__"] = []
        self.places = places

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("__"):
            for place in self.places:
                module = import_module(place)
                if hasattr(module, name):
                    return getattr(module, name)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name)


def know_old_names() -> None:
    """Let the modules of the shared mechanics be imported by their old names, too."""
    mechanics = import_module("rules.mechanics")
    root = mechanics.__name__
    places = {}
    for unit in iter_modules(mechanics.__path__):
        home = f"{root}.{unit.name}"
        below = getattr(import_module(home), "__path__", None)
        inside = [f"{home}.{each.name}" for each in iter_modules(below)] if below else []
        for part in PARTS:
            places[f"{home}.{part}"] = [home, *inside, f"{root}.inventory", f"{root}.item_uses"]
    for old, new in MOVED.items():
        below = getattr(import_module(f"{root}.{new}"), "__path__", None)
        inside = [f"{root}.{new}.{each.name}" for each in iter_modules(below)] if below else []
        places[f"{root}.{old}"] = [f"{root}.{new}", *inside]
    for name, where in places.items():
        sys.modules.setdefault(name, _Moved(name, where))
