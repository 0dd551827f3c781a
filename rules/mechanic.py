"""A mechanic: one thing a game can do, with all that belongs to it, and where it joins in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, TypeVar

import msgspec
from msgspec.structs import replace

from rules.commands import BaseCommand
from rules.errors import RuleError
from rules.events import BaseEvent
from rules.fields import Field
from rules.offers import Offer
from rules.packs.vocabulary import Giving
from rules.state import Phase, TableState

if TYPE_CHECKING:
    from rules.mechanics.spawn.drawing import Drawing, OwnDeck, Prospect
    from rules.mechanics.supply import Group
    from rules.packs.schema import Equipment, Mission
    from rules.packs.schema.people import Skill
    from rules.play import Play
    from rules.state import SpawnPoint as Point

Handler = Callable[[Any, Any], None]
"""Changes the working copy of a command, or raises `RuleError`; the command's own type is known
to the one it is registered for, hence `Any`."""
OfferMaker = Callable[[Any, Mapping[str, Any]], Iterator[Offer]]
"""Offers of one command, given the table and what the asker knows of the command already."""


class Ask(msgspec.Struct, frozen=True):
    """A command: who carries it out, and when it is offered with which choices."""

    command: type[BaseCommand]
    handler: Handler
    offers: OfferMaker
    is_whole: bool = True
    """Nothing else than what is offered would be accepted from a page."""


class Correction(msgspec.Struct, frozen=True):
    """A value that can be set by hand: of which type, and what it may be at this table."""

    kind: Any
    field: Callable[[Any, str], Field] | None = None
    """`field(look, path)`; without it, whatever the type allows."""
    check: Callable[[Any, str, Any], None] | None = None
    """`check(play, path, value)` raises a refusal that says more than that it cannot be."""
    kept: Callable[[Any, str, Any], Any] | None = None
    """`kept(play, path, value)` is the value as the table keeps it, where that may differ."""


class Mechanic(msgspec.Struct, frozen=True, kw_only=True):
    """What can be asked, what is told, and at which points of other mechanics it joins in.

    A game is a list of these; at each point they join in in the order of that list.
    """

    name: str = ""
    home: str = ""
    """The module or package it lives in; its words and pages lie at the same place elsewhere."""
    asks: tuple[Ask, ...] = ()
    events: tuple[type[BaseEvent], ...] = ()
    options: tuple[str, ...] = ()
    """Rules that a table may switch on; the pack says which of them its game has."""
    corrections: Mapping[str, Any] = {}
    """What can be set by hand, as `noise` or `survivors.*.light`: its type, or a `Correction`."""

    cards: Mapping[str, Callable[[Play, Drawing], None]] = {}
    """Kinds of zombie cards it resolves."""
    foresees: Mapping[str, Callable[[Play, Mapping[str, int]], Prospect]] = {}
    """The same kinds, told beforehand: `foresees[kind](play, line)`; chances rest on it."""
    bare_cards: tuple[str, ...] = ()
    """Those of them that name nobody, at no danger level."""
    effects: tuple[str, ...] = ()
    """Effects of cards that it carries out, or leaves to the players, by the name in the pack."""
    gives: Giving = {}
    """What it reads of the `gives` of a skill, and of which type that is."""
    traits: tuple[str, ...] = ()
    """What it knows of zombies beside their numbers, by the name in the pack."""
    zones: Mapping[str, Callable[[Play, Point], Drawing]] = {}
    """Kinds of spawn zones that draw from a deck of their own."""
    foresees_zones: Mapping[str, Callable[[Play], OwnDeck]] = {}
    """The cards of those decks, told beforehand."""
    zone_kinds: tuple[str, ...] = ()
    """Tokens of its own that may lie in a spawn zone."""
    described: Mapping[str, str] = {}
    """Kinds of cards beside those of the zombie deck that a group may describe, and their deck."""
    mission_rules: tuple[str, ...] = ()
    """Rules of missions that it carries out, by the name in the pack."""
    token_taken: Callable[[Play, str], None] | None = None
    """An objective token of that colour has been taken."""
    token_slots: Callable[[Play], Mapping[str, int]] | None = None
    """Objective tokens that are carried about like things: how many slots each colour takes."""
    deals_equipment: Callable[[Play, list[str]], None] | None = None
    """A way of its own to arm those who have nothing yet; it takes off the list whom it armed."""
    equipment_dealt: Callable[[Play], None] | None = None
    """Starting equipment has been handed out."""
    kill_points: Callable[[Play, str, str], int | None] | None = None
    """What one zombie is worth to its killer, where that is not what its card prints."""
    outset: Callable[[Mission], Mapping[str, object]] | None = None
    """What a mission sets in the state of a new table."""
    earned: Callable[[tuple[str, ...]], Mapping[str, object]] | None = None
    """What the achievements of a campaign's group set in the state of a new table."""
    door_colours: Callable[[Play], tuple[str, ...]] | None = None
    """Colours of doors that it has a say in."""
    door_refused: Callable[[Play, str], RuleError | None] | None = None
    """Why a door of that colour does not open."""

    answers: Mapping[str, type[BaseCommand]] = {}
    """What it asks the players, and the command that answers it."""
    spawn_refused: Callable[[Play], RuleError | None] | None = None
    """What must be answered before anything spawns."""
    unfinished: Callable[[Play], RuleError | None] | None = None
    """What the phase still has to do; the players may go on without it."""
    phase_began: Callable[[Play, Phase], None] | None = None
    round_ended: Callable[[Play], None] | None = None
    """The work of the end phase, and what begins anew with a round."""
    placed: Callable[[Play, Group, str, int], None] | None = None
    """Zombies of a type have come with a group: `placed(play, group, zombie, count)`."""
    company: Callable[[Play, str], Mapping[str, int]] | None = None
    """Who comes with each zombie of a type."""
    moving_brings: Literal[True] | None = None
    """Zombies that move may bring others onto the board."""
    killed: Callable[[Play, str | None, str, int], None] | None = None
    """`killed(play, killer, zombie, count)`."""
    zones_changed: Callable[[Play], None] | None = None
    """Spawn zones are other ones than before."""
    kills_all: tuple[str, ...] = ()
    """Effects of cards of which nobody in the zone is spared."""
    blast_set_off: Callable[[Play, list[Equipment]], None] | None = None
    """Something goes off; raises where it cannot."""
    blast_drawn: Callable[[Play, Mapping[str, int]], str | None] | None = None
    """Of these zombies in the zone, the one that alone takes a fire that kills everybody."""
    blasts_lying: Callable[[Play], tuple[str, ...]] | None = None
    """Copies that lie on the board and may go off there."""
    blast_spent: Callable[[Play, tuple[str, ...]], None] | None = None
    """These have gone off, wherever they were."""
    blast_refused: Callable[[Play, Equipment], RuleError | None] | None = None
    """Why a card cannot go off now."""
    survivor_changed: Callable[[Play, str], None] | None = None
    """The wounds or things of a survivor are other ones than before."""
    item_lost: Callable[[Play, str, str], None] | None = None
    """A survivor no longer has a card: `item_lost(play, survivor, copy)`."""
    searched: Callable[[Play, str, int], None] | None = None
    """Somebody has searched for so many cards."""
    out_of_reach: Callable[[Play, str], RuleError | None] | None = None
    """Why a survivor reaches nothing on the board now, nor is reached: no door, no exit, no zombie
    that could attack."""
    skill_used_on: Callable[[Play, Skill, str], None] | None = None
    """A skill was used for somebody: `skill_used_on(play, skill, survivor)`."""
    also_wounded: Callable[[Play], Mapping[str, int]] | None = None
    """Others than survivors among whom zombies share out wounds: the health each has left."""
    other_wounded: Callable[[Play, str, int], None] | None = None
    """One of those takes so many wounds."""
    lost_because: Callable[[Play], str | None] | None = None
    """Why the mission is lost now that somebody has died; None if it is not."""
    out_of_supply: Callable[[Play], Mapping[str, int]] | None = None
    """Miniatures that are neither on the board nor in the reserve."""
    open_before_victory: Callable[[TableState], int] | None = None
    """How many things must be met before the mission is won, and are not."""


P = ParamSpec("P")
Kind = TypeVar("Kind")


def _collecting(make: Callable[P, Mechanic]) -> Callable[Concatenate[str, P], Mechanic]:
    def mechanic(home: str, /, *args: P.args, **joins: P.kwargs) -> Mechanic:
        """Return the mechanic whose commands and events the module or package `home` defines.

        It goes by the last part of that name; `joins` says the rest. Named last in its module, as
        only what stands above it is found.
        """
        made = make(*args, **joins)
        commands = _defined(home, BaseCommand)
        return replace(
            made,
            name=home.rpartition(".")[2],
            home=home,
            asks=(*(_asked(command) for command in commands), *made.asks),
            events=(*_defined(home, BaseEvent), *made.events),
        )

    return mechanic


mechanic = _collecting(Mechanic)


def _asked(command: type[BaseCommand]) -> Ask:
    return Ask(command, lambda play, sent: sent.play(play), command.offers)


def _defined(home: str, base: type[Kind]) -> Iterator[type[Kind]]:
    """Yield the commands or events that a module, or every module of a package, defines."""
    modules = [import_module(home)]
    if path := getattr(modules[0], "__path__", None):
        modules += [import_module(f"{home}.{each.name}") for each in iter_modules(path)]
    for module in modules:
        for each in vars(module).values():
            if isinstance(each, type) and issubclass(each, base) and _is_own(each, module):
                yield each


def _is_own(kind: type, module: ModuleType) -> bool:
    """Return whether the module itself defines it, rather than imports it."""
    return kind.__module__ == module.__name__
