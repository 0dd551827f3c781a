from rules.events import BaseEvent


class DoorTried(BaseEvent, tag="door.tried", frozen=True, kw_only=True):
    survivor: str
    card: str
    faces: tuple[int, ...]
    rerolled: tuple[tuple[int, ...], ...] = ()
    """Rolls that were given up."""
    opened: bool
