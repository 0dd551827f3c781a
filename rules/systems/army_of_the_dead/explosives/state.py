from rules.state import Record


class Laid(Record, frozen=True, kw_only=True):
    """An explosive on the board."""

    card: str
    survivor: str
    """Who laid it."""
    round: int | None = None
    """The round whose zombies phase ends with it, where it has a fuse."""
