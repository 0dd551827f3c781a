from rules.state import TableState


class MillState(TableState, frozen=True, kw_only=True):
    """A table of The Lost Mill."""

    horde: dict[str, int] = {}
    """Zombies that wait beside the board, by type."""
