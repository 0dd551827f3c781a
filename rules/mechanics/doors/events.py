from rules.events import BaseEvent


class DoorTried(BaseEvent, tag="door.tried", frozen=True, kw_only=True):
    survivor: str
    card: str
    faces: tuple[int, ...]
    opened: bool
