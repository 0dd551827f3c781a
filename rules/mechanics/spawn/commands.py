"""The spawn step, and what a card says that we do not know."""

from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Cards, Faces, Guard, Key, Number
from rules.packs.schema.base import DangerId


class SpawnResolve(BaseCommand, tag="spawn.resolve", frozen=True):
    """The whole spawn step; `cards` and `dice` are what the table drew and rolled."""

    guard: ClassVar[Guard] = Guard.STEP
    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards", "dice")

    cards: Cards = ()
    dice: Faces = ()
    order: Annotated[tuple[int, ...], msgspec.Meta(max_length=40)] = ()
    """Who distributes: which of the cards, drawn one a die, goes to which, from 0."""


class SpawnGoOn(BaseCommand, tag="spawn.go_on", frozen=True):
    """What a spawn step waits for is done; the rest of it follows."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    question: Key
    cards: Cards = ()


class CardDescribe(BaseCommand, tag="card.describe", frozen=True):
    """Content of a zombie card or an order we do not know, typed from the printed one."""

    card: Key
    does: Key
    """Its kind, as `spawn` or `rush`."""
    levels: dict[DangerId, dict[Key, Number]] = {}
    brings: dict[Key, Number] = {}
    """What it brings where that is the same at every danger level."""
    activates: dict[Key, Number] = {}
