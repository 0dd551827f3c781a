from rules.mechanics.companions.state import Accompanied


class SecondEditionState(Accompanied, frozen=True, kw_only=True):
    """A table of the 2nd Edition."""

    light_seen: bool = False
    """Whether the beams of this round have had their extra activations."""
