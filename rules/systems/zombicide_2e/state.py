from rules.state import TableState


class SecondEditionState(TableState, frozen=True, kw_only=True):
    """A table of the 2nd Edition."""

    light_seen: bool = False
    """Whether the beams of this round have had their extra activations."""
