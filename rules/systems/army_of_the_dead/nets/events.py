from rules.events import BaseEvent


class ZombiesNetted(BaseEvent, tag="zombies.netted", frozen=True, kw_only=True):
    zombie: str
    count: int


class ZombiesFreed(BaseEvent, tag="zombies.freed", frozen=True, kw_only=True):
    """They stand up again."""

    zombie: str
    count: int
