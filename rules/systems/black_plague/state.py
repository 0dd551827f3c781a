from rules.state import TableState


class PlagueState(TableState, frozen=True, kw_only=True):
    """The table state of Black Plague."""

    bile: int = 0
    """Bile tokens on the board."""
