from rules.state import Record


class Objective(Record, frozen=True, kw_only=True):
    """A personal objective that is in play."""

    card: str
    """Its copy in the deck of personal objectives."""
    survivor: str | None = None
    met: bool = False
    spent: bool = False
    """Whether its token has been discarded for what it can do."""
    count: int = 0
    """Miniatures that lie on the card, out of supply, until it is met."""
