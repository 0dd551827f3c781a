"""Support, for one more release, of outside games written before a mechanic was one file.

Such a mechanic is a record with its commands, handlers and offers in `asks`, in a package of its
own. What it imports by an old name is found at its new place. Each old name is noted as a change
that the game has to make, in the sentence with which the next release will refuse it.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pkgutil import iter_modules
from types import FunctionType, ModuleType
from typing import Any

from msgspec.structs import replace

from rules import mechanic
from rules.errors import GameError
from rules.mechanic import Hook, Join, Mechanic

PARTS = ("commands", "events", "mechanic", "offers", "play")
MECHANICS = "rules.mechanics"
MOVED = {
    "blasts.helmets": "rules.mechanics.kills",
    "companions.state": "rules.mechanics.accompanied",
    "equipment.cards": "rules.mechanics.cards",
    "equipment.deal": "rules.mechanics.equipment",
    "equipment.hands": "rules.mechanics.inventory",
    "equipment.slots": "rules.mechanics.inventory",
    "equipment.uses": "rules.mechanics.item_uses",
    "missions.set_up": "rules.missions",
    "skills.known": "rules.mechanics.known_skills",
    "skills.reminders": "rules.mechanics.skill_reminders",
    "spawn.cards": "rules.mechanics.zombie_cards",
    "spawn.prospects": "rules.mechanics.spawn",
}
"""Modules that have moved out of the package of their mechanic."""
RENAMED = {"actions.play.ACTIONS": "ACTIONS_AT_BLUE", "wounds.events.wounds_of": "wounds_told"}
"""Names that stand for something else now."""
OF_EQUIPMENT = (f"{MECHANICS}.inventory", f"{MECHANICS}.item_uses")
COMMANDS = {
    ("actions", "ActionSpend"): ("spend_actions", "spendings"),
    ("actions", "ExtraActionUse"): ("use_extra_action", "extra_actions"),
    ("attacks", "AttackResolve"): ("resolve_attack", "attacks"),
    ("blasts", "BlastResolve"): ("resolve_blast", "blasts"),
    ("buildings", "BuildingOpen"): ("open_building", "openings"),
    ("clock", "ClockSet"): ("set_clock", "hours"),
    ("companions", "CompanionJoin"): ("join", "joins"),
    ("companions", "CompanionFollow"): ("follow", "follows"),
    ("companions", "CompanionHurt"): ("hurt", "wounds"),
    ("companions", "CompanionLeave"): ("leave", "leavings"),
    ("danger", "PointsAward"): ("award_points", "awards"),
    ("danger", "SkillChoose"): ("choose_skill", "choices"),
    ("decks", "DeckReshuffle"): ("reshuffle_deck", "reshuffles"),
    ("decks", "DeckSource"): ("set_source", "sources"),
    ("decks", "DeckSetAside"): ("set_card_aside", "cards_aside"),
    ("doors", "DoorOpen"): ("open_door", "forced"),
    ("equipment", "DeckDraw"): ("draw_items", "draws"),
    ("equipment", "DeckRedraw"): ("redraw_item", "redraws"),
    ("equipment", "DeckTake"): ("take_item", "gifts"),
    ("equipment", "DeckDiscard"): ("discard_item", "discards"),
    ("equipment", "ItemUse"): ("use_item", "uses"),
    ("equipment", "ItemMove"): ("move_item", "moves"),
    ("equipment", "ItemCombine"): ("combine_items", "combinations_of"),
    ("equipment", "EquipmentDeal"): ("deal_equipment", "deals"),
    ("house", "TableCorrect"): ("correct_table", "corrections"),
    ("house", "OptionSet"): ("set_option", "switches"),
    ("kills", "ZombiesKill"): ("kill_zombies", "kills"),
    ("kills", "ZombiesSplit"): ("split_group", "splits"),
    ("line_up", "SurvivorPass"): ("pass_survivor", "passes"),
    ("line_up", "SurvivorJoin"): ("join_survivor", "joins"),
    ("missions", "TokenTake"): ("take_token", "tokens"),
    ("missions", "TokenPass"): ("pass_token", "passes"),
    ("missions", "MissionTick"): ("tick", "ticks"),
    ("noise", "NoiseMake"): ("noise_by_hand", "noises"),
    ("reloading", "WeaponReload"): ("reload_weapon", "reloads"),
    ("rounds", "PhaseNext"): ("next_phase", "phases"),
    ("rounds", "RoundNext"): ("next_round", "rounds"),
    ("rounds", "MissionEnd"): ("end_mission", "endings"),
    ("skills", "SkillUse"): ("use_skill", "uses"),
    ("skills", "SurvivorDescribe"): ("describe_survivor", "descriptions"),
    ("spawn", "SpawnResolve"): ("resolve", "spawns"),
    ("spawn", "SpawnDeal"): ("lay_out", "deals"),
    ("spawn", "SpawnGive"): ("give", "gifts"),
    ("spawn", "SpawnGoOn"): ("go_on", "rests"),
    ("spawn", "CardDescribe"): ("describe_card", "descriptions"),
    ("supply", "ZombiesAdd"): ("add_zombies", "additions"),
    ("supply", "ZombiesRemove"): ("remove_zombies", "removals"),
    ("supply", "SupplyAdd"): ("add_supply", "other_boxes"),
    ("wounds", "WoundTake"): ("take_wound", "wounds"),
    ("wounds", "ZombiesAttack"): ("attack_survivors", "attacks"),
    ("wounds", "WoundHeal"): ("heal_wound", "healings"),
    ("wounds", "SurvivorRescue"): ("rescue_survivor", "rescues"),
    ("wounds", "SurvivorEscape"): ("escape_survivor", "escapes"),
    ("zones", "ZoneAdd"): ("add_zone", "new_zones"),
    ("zones", "ZoneOrder"): ("order_zones", "orders"),
    ("zones", "ZoneRemove"): ("remove_zone", "removals"),
    ("zones", "ZoneActivate"): ("activate_zone", "activations"),
    ("zones", "ZoneDeactivate"): ("deactivate_zone", "deactivations"),
}
"""Handlers and offers of shared commands, by mechanic and command; they are its methods now."""
HOOKS = {
    "also_wounded": ("rules.mechanics.wounds.wound", "other_health"),
    "attack_refused": ("rules.mechanics.looking", "unreachable"),
    "bare_cards": ("rules.mechanics.zombie_cards", "bare_kinds"),
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
    "kills_all": ("rules.mechanics.blasts", "killing_effects"),
    "lost_because": ("rules.mechanics.wounds.wound", "lost_because"),
    "moving_brings": ("rules.mechanics.spawn.step", "moving_brings"),
    "open_before_victory": ("rules.mechanics.rounds", "not_met_yet"),
    "other_wounded": ("rules.mechanics.wounds.wound", "when_other_wounded"),
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
    "zone_kinds": ("rules.mechanics.zones", "token_kinds"),
    "zones_changed": ("rules.mechanics.zones", "when_zones_changed"),
}
"""Hooks by the field of the old record that joined them."""
SEVERAL = ("bare_cards", "kills_all", "zone_kinds")
"""Fields with several values; each joins by itself."""
METHODS = {
    (name, old): (command, method)
    for (name, command), names in COMMANDS.items()
    for old, method in zip(names, ("play", "offers"), strict=True)
}
FORGIVEN = re.compile(r"(.*(?:icon|\.gives)): there is no ('.*'); allowed: (.*)")
"""Problems of a pack that were none before: undrawn icons, gifts of skills that nothing reads."""

_listening: list[dict[str, None]] = []


def refusal(changes: Iterable[str]) -> str:
    """Return the sentence with which the next release refuses a game that has to change."""
    return f"old form: {'; '.join(changes)}"


@contextmanager
def old_names() -> Iterator[dict[str, None]]:
    """Provide the old names of the rules while a game is read; yield the changes it has to make."""
    _know_modules()
    changes: dict[str, None] = {}
    before = sys.modules[mechanic.__name__]
    sys.modules[mechanic.__name__] = _Record(mechanic.__name__)
    _listening.append(changes)
    try:
        yield changes
    finally:
        _listening.pop()
        sys.modules[mechanic.__name__] = before


def still_wrong(problems: Iterable[str]) -> list[str]:
    """Return the problems of a pack that were some before, too; note the others as changes."""
    left = []
    for problem in problems:
        if known := FORGIVEN.fullmatch(problem):
            key, value, allowed = known.groups()
            _note(f"{key} {value}", allowed)
        else:
            left.append(problem)
    return left


def _note(old: str, new: str) -> None:
    for changes in _listening:
        changes[f"{old} -> {new}"] = None


class _Moved(ModuleType):
    """A stand-in for a module that is gone; it looks its names up in `places`."""

    def __init__(self, old: str, places: list[str]) -> None:
        super().__init__(f"{MECHANICS}.{old}")
        self.__dict__["__path__"] = []
        self.old, self.places = old, places

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise self._missing(name)
        asked = f"{self.__name__}.{name}"
        if method := METHODS.get((self.old.partition(".")[0], name)):
            command, how = method
            kind, place = self._found(command)
            _note(asked, f"{place}.{command}.{how}")
            return kind.offers if how == "offers" else _play
        new = RENAMED.get(f"{self.old}.{name}", name)
        found, place = self._found(new)
        _note(asked, f"{place}.{new}")
        return found

    def _found(self, name: str) -> tuple[Any, str]:
        """Return what has that name now, and the module that defines it."""
        for place in self.places:
            module = import_module(place)
            if hasattr(module, name):
                found = getattr(module, name)
                is_defined = isinstance(found, type | FunctionType)
                return found, found.__module__ if is_defined else place
        raise self._missing(name)

    def _missing(self, name: str) -> AttributeError:
        return AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name)


def _play(play: Any, command: Any) -> None:
    command.play(play)


class _Record(ModuleType):
    """`rules.mechanic` for a game in the old form: its record has one field per hook."""

    def __getattr__(self, name: str) -> Any:
        if name == "Ask":
            _note(f"{mechanic.__name__}.Ask", f"{mechanic.__name__}.Playable")
            return mechanic.Playable
        return _record if name == "Mechanic" else getattr(mechanic, name)


def _record(home: str = "", joins: tuple[Join, ...] = (), **fields: Any) -> Mechanic:
    joined = [*joins, *_own_decks(fields)]
    fields["effects"] = (*fields.get("effects", ()), *fields.get("kills_all", ()))
    for field in [name for name in fields if name in HOOKS]:
        how = fields.pop(field)
        if how:
            _note(f"Mechanic({field}=...)", f"joins=({'.'.join(HOOKS[field])}.by(...),)")
            joined += [_hook(field).by(each) for each in (how if field in SEVERAL else [how])]
    made = Mechanic(home=home, joins=tuple(joined), **fields)
    kind = made.asks[0].command if made.asks else next(iter(made.events), None)
    if home or kind is None:
        return made
    _note(f"Mechanic(name={made.name!r})", "mechanic(__name__)")
    return replace(made, home=kind.__module__.rpartition(".")[0])


def _own_decks(fields: dict[str, Any]) -> Iterator[Join]:
    """Take what the old record says of zones with a deck of their own, as one hook each."""
    zones, described = fields.pop("zones", {}), fields.pop("described", {})
    foresees = fields.pop("foresees_zones", {})
    drawing = import_module(f"{MECHANICS}.spawn.drawing")
    if zones or described:
        change = "Mechanic(zones=...)", f"joins=({drawing.__name__}.own_decks.by(...),)"
        _note(*change)
        if zones.keys() != foresees.keys() or len(zones) != len(described):
            raise GameError(refusal([" -> ".join(change)]))
    fields["zone_kinds"] = [kind for kind in fields.get("zone_kinds", ()) if kind not in zones]
    for (kind, draw), (card, deck) in zip(zones.items(), described.items(), strict=True):
        yield drawing.own_decks.by(drawing.ZoneDeck(kind, deck, card, draw, foresees[kind]))


def _hook(field: str) -> Hook[Any]:
    module, name = HOOKS[field]
    hook: Hook[Any] = getattr(import_module(module), name)
    return hook


def _join_in(play: Any, field: str, *arguments: object) -> None:
    """Let others join in as `Play.join_in` did, by the field of the old record."""
    for how in _hook(field).of(play.rules):
        how(play, *arguments)


def _know_modules() -> None:
    import_module("rules.play").Play.join_in = _join_in
    places = {}
    for unit in iter_modules(import_module(MECHANICS).__path__):
        home = f"{MECHANICS}.{unit.name}"
        for part in PARTS:
            places[f"{unit.name}.{part}"] = [*_with_inside(home), *OF_EQUIPMENT]
    for old, new in MOVED.items():
        places[old] = _with_inside(new)
    for old, where in places.items():
        sys.modules.setdefault(f"{MECHANICS}.{old}", _Moved(old, where))


def _with_inside(home: str) -> list[str]:
    """Return the module and, of a package, those in it."""
    below = getattr(import_module(home), "__path__", None)
    return [home, *(f"{home}.{each.name}" for each in iter_modules(below))] if below else [home]
