from rules.events import BaseEvent


class ZoneAdded(BaseEvent, tag="zone.added", frozen=True, kw_only=True):
    zone: str
    why: str


class ZoneStarted(BaseEvent, tag="zone.started", frozen=True, kw_only=True):
    """It is the starting zone now."""

    zone: str


class ZonesOrdered(BaseEvent, tag="zones.ordered", frozen=True, kw_only=True):
    zones: tuple[str, ...]


class ZoneRemoved(BaseEvent, tag="zone.removed", frozen=True, kw_only=True):
    zone: str


class ZoneActivated(BaseEvent, tag="zone.activated", frozen=True, kw_only=True):
    zone: str
    round: int


class ZoneDeactivated(BaseEvent, tag="zone.deactivated", frozen=True, kw_only=True):
    zone: str
