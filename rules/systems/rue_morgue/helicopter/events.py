from typing import ClassVar

from rules.events import BaseEvent


class HelicopterBoarded(BaseEvent, tag="helicopter.boarded", frozen=True, kw_only=True):
    survivor: str
    seat: str


class HelicopterLeft(BaseEvent, tag="helicopter.left", frozen=True, kw_only=True):
    survivor: str


class HelicopterFlew(BaseEvent, tag="helicopter.flew", frozen=True, kw_only=True):
    """It takes off, or it lands."""

    memorable: ClassVar[bool] = True

    survivor: str
    up: bool


class HelicopterLoaded(BaseEvent, tag="helicopter.loaded", frozen=True, kw_only=True):
    """A card is stored in it, or taken out."""

    survivor: str
    card: str
    stored: bool
