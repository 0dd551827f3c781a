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
    """Who distributes, without looking: which of the cards, one a die, goes to which, from 0."""


class SpawnDeal(BaseCommand, tag="spawn.deal", frozen=True):
    """Who distributes: the cards of the spawn step are drawn and laid out for all to see."""

    guard: ClassVar[Guard] = Guard.STEP
    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards", "dice")

    cards: Cards = ()
    dice: Faces = ()


class SpawnGive(BaseCommand, tag="spawn.give", frozen=True):
    """Which of the cards laid out the next draw gets; with the last one the step is resolved."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    question: Key
    card: Key
    cards: Cards = ()
    """What the step draws besides, where the table draws it."""


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
