from rules.events import BaseEvent


class TokenTaken(BaseEvent, tag="token.taken", frozen=True, kw_only=True):
    survivor: str
    colour: str
