from typing import ClassVar

from rules.commands import BaseCommand, Cards, Key


class TokenTake(BaseCommand, tag="token.take", frozen=True):
    """A survivor takes an objective of the mission: a token, a card or a crate."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    survivor: Key
    colour: Key
    cards: Cards = ()
    """What it gave, where the table draws that deck."""


class TokenReturn(BaseCommand, tag="token.return", frozen=True):
    """An objective card that a survivor took goes back to its place: it asks for a keyword."""

    survivor: Key


class TokenPass(BaseCommand, tag="token.pass", frozen=True):
    """Somebody else carries an objective from now on."""

    colour: Key
    to: Key


class MissionTick(BaseCommand, tag="mission.tick", frozen=True):
    """A goal is met, or a thing lies ready; or it is not after all."""

    item: Key
    done: bool
