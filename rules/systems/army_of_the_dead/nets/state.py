from rules.state import Record


class Net(Record, frozen=True, kw_only=True):
    """So many of a type who lie in a net."""

    zombie: str
    count: int
    round: int
    """The round whose zombies phase they lie through."""
