"""The flow of a round: phases, spawning, buildings, the clock, the end."""

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.commands.base import BaseCommand, Cards, Faces, Guard, Key, Number
from rules.packs.schema.base import DangerId
from rules.state import Option, Result


class PhaseNext(BaseCommand, tag="phase.next", frozen=True):
    """On to the next phase; the end phase does the clock, the timers and the first player."""

    guard: ClassVar[Guard] = Guard.STEP


class SpawnResolve(BaseCommand, tag="spawn.resolve", frozen=True):
    """The whole spawn step; `cards` and `dice` are what the table drew and rolled."""

    guard: ClassVar[Guard] = Guard.STEP

    cards: Cards = ()
    dice: Faces = ()
    order: Annotated[tuple[int, ...], msgspec.Meta(max_length=40)] = ()
    """Who distributes: which of the cards, drawn one a die, goes to which, from 0."""


class BuildingOpen(BaseCommand, tag="building.open", frozen=True):
    """A building is opened: one card for each of its zones, in the players' order."""

    zones: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=20)]
    cards: Cards = ()


class BoardAnswer(BaseCommand, tag="board.answer", frozen=True):
    """On how many places of the board the pending card puts its zombies."""

    question: Key
    places: Annotated[int, msgspec.Meta(ge=0, le=50)]


class ClockSet(BaseCommand, tag="clock.set", frozen=True):
    guard: ClassVar[Guard] = Guard.EXACT

    hour: Annotated[int, msgspec.Meta(ge=0, le=23)]


class TableCorrect(BaseCommand, tag="table.correct", frozen=True):
    """Set anything by hand, as `survivors.ann.points` to 7; play goes on from there."""

    guard: ClassVar[Guard] = Guard.EXACT

    path: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    value: int | str | bool | Annotated[tuple[Key, ...], msgspec.Meta(max_length=20)] | None = None


class OptionSet(BaseCommand, tag="option.set", frozen=True):
    """Switch a rule of the house on or off."""

    option: Option
    on: bool


class MissionEnd(BaseCommand, tag="mission.end", frozen=True):
    guard: ClassVar[Guard] = Guard.EXACT

    result: Result
    overrule: bool = False
    """Won although an objective seems open."""


class CardDescribe(BaseCommand, tag="card.describe", frozen=True):
    """Content of a zombie card or an order we do not know, typed from the printed one."""

    card: Key
    does: Literal["spawn", "rush", "extra_activation", "double_spawn", "order"]
    levels: dict[DangerId, dict[Key, Number]] = {}
    brings: dict[Key, Number] = {}
    """What an order brings, the same at every danger level."""
    activates: dict[Key, Number] = {}
