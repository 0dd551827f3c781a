from rules.events import BaseEvent, EventPart


class ArmourRolled(BaseEvent, tag="armour.rolled", frozen=True, kw_only=True):
    survivor: str
    value: int
    faces: tuple[int, ...]
    rerolled: tuple[tuple[int, ...], ...]
    saved: int


class ArmourRoll(EventPart, frozen=True, kw_only=True):
    """The same as a part of a step."""

    value: int
    faces: tuple[int, ...]
    rerolled: tuple[tuple[int, ...], ...] = ()
    """Rolls that were given up."""
    saved: int
