from rules.state import TableState


class PlagueState(TableState, frozen=True, kw_only=True):
    """A table of Black Plague."""

    bile: int = 0
    """Bile tokens on the board."""
