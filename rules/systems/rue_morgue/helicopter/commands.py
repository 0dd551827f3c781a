from typing import Literal

from rules.commands import BaseCommand, Key


class HelicopterBoard(BaseCommand, tag="helicopter.board", frozen=True):
    """A survivor gets in, or changes seats, for an action."""

    survivor: Key
    seat: Literal["pilot", "passenger"]


class HelicopterLeave(BaseCommand, tag="helicopter.leave", frozen=True):
    """A survivor gets out, for an action."""

    survivor: Key


class HelicopterFly(BaseCommand, tag="helicopter.fly", frozen=True):
    """The pilot takes off or lands, for an action."""

    survivor: Key
    up: bool


class HelicopterStore(BaseCommand, tag="helicopter.store", frozen=True):
    """A carried card is laid into the helicopter."""

    survivor: Key
    card: Key


class HelicopterFetch(BaseCommand, tag="helicopter.fetch", frozen=True):
    """A card is taken out of the helicopter."""

    survivor: Key
    card: Key
