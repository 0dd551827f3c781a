from rules.events import BaseEvent


class PersonalDrawn(BaseEvent, tag="personal.drawn", frozen=True, kw_only=True):
    card: str
    survivor: str | None


class PersonalMet(BaseEvent, tag="personal.met", frozen=True, kw_only=True):
    card: str
    met: bool
