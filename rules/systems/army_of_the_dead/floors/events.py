from rules.events import BaseEvent


class FloorAnswered(BaseEvent, tag="floor.answered", frozen=True, kw_only=True):
    """`somebody` is on the floor of that zone, or nobody is and it draws nothing."""

    zone: str
    somebody: bool
