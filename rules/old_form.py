"""Support, for one more release, of outside games written before a mechanic was one file.

Such a mechanic is a record with its commands, handlers and offers in `asks`, in a package of its
own. Imports of shared mechanics by their old names are found at their new places.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from msgspec.structs import replace

from rules import mechanic
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
"""Modules that have moved out of the package of their mechanic."""


HOOKS = {
    "also_wounded": ("rules.mechanics.wounds.wound", "other_health"),
    "blast_drawn": ("rules.mechanics.blasts", "blast_drawn"),
    "blast_refused": ("rules.mechanics.blasts", "blast_refused"),
    "blast_set_off": ("rules.mechanics.blasts", "when_set_off"),
    "blast_spent": ("rules.mechanics.blasts", "when_spent"),
    "blasts_lying": ("rules.mechanics.blasts", "blasts_lying"),
    "company": ("rules.mechanics.supply", "comes_with"),
    "deals_equipment": ("rules.mechanics.equipment", "ways_to_deal"),
    "door_colours": ("rules.mechanics.doors", "door_colours"),
    "door_refused": ("rules.mechanics.doors", "door_refused"),
    "earned": ("rules.missions", "set_by_achievements"),
    "equipment_dealt": ("rules.mechanics.equipment", "when_dealt"),
    "item_lost": ("rules.mechanics.inventory", "when_item_lost"),
    "kill_points": ("rules.mechanics.kills", "own_kill_points"),
    "killed": ("rules.mechanics.kills", "when_killed"),
    "lost_because": ("rules.mechanics.wounds.wound", "lost_because"),
    "moving_brings": ("rules.mechanics.spawn.step", "moving_brings"),
    "open_before_victory": ("rules.mechanics.rounds", "not_met_yet"),
    "other_wounded": ("rules.mechanics.wounds.zombies_attack", "when_other_wounded"),
    "out_of_reach": ("rules.mechanics.looking", "unreachable"),
    "out_of_supply": ("rules.mechanics.supply", "out_of_supply"),
    "outset": ("rules.missions", "set_by_mission"),
    "phase_began": ("rules.mechanics.rounds", "when_phase_begins"),
    "placed": ("rules.mechanics.supply", "when_placed"),
    "round_ended": ("rules.mechanics.rounds", "when_round_ends"),
    "searched": ("rules.mechanics.equipment", "when_searched"),
    "skill_used_on": ("rules.mechanics.skills", "when_skill_used_on"),
    "spawn_refused": ("rules.mechanics.spawn.step", "spawn_refused"),
    "survivor_changed": ("rules.mechanics.inventory", "when_survivor_changed"),
    "token_slots": ("rules.mechanics.missions.mission", "slots_of_tokens"),
    "token_taken": ("rules.mechanics.missions.mission", "when_token_taken"),
    "unfinished": ("rules.mechanics.rounds", "phase_unfinished"),
    "zones_changed": ("rules.mechanics.zones", "when_zones_changed"),
}
"""Hooks by the field of the old record that joined them."""


def at_home(record: Mechanic) -> Mechanic:
    """Return the mechanic with its package, which its first command or event tells."""
    kind = record.asks[0].command if record.asks else next(iter(record.events), None)
    if record.home or kind is None:
        return record
    return replace(record, home=kind.__module__.rpartition(".")[0])


class _Moved(ModuleType):
    """A stand-in for a module that is gone; it looks up names in its `places`."""

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


class _Record(ModuleType):
    """`rules.mechanic` for a game in the old form: its record has one field per hook."""

    def __getattr__(self, name: str) -> Any:
        return _record if name == "Mechanic" else getattr(mechanic, name)


def _record(**fields: Any) -> Mechanic:
    joins = [
        getattr(import_module(module), hook).by(fields.pop(field))
        for field, (module, hook) in HOOKS.items()
        if field in fields
    ]
    return Mechanic(**fields, joins=tuple(joins))


@contextmanager
def old_names() -> Iterator[None]:
    """Provide the old module names of the rules while a game is imported."""
    _know_modules()
    sys.modules[mechanic.__name__] = _Record(mechanic.__name__)
    try:
        yield
    finally:
        sys.modules[mechanic.__name__] = mechanic


def _know_modules() -> None:
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
