from rules.state import Record


class Vault(Record, frozen=True, kw_only=True):
    """An attempt on the traps of a bank vault."""

    survivor: str
    card: str | None = None
    faces: tuple[int, ...]
    throws: int = 1
    most: int = 3
    beaten: bool = False
    helped: tuple[str, ...] = ()
    """How helpers have changed the dice in this attempt."""
    opened: bool = False

    @property
    def goes_on(self) -> bool:
        """Whether a throw is left to make."""
        return not self.beaten and self.throws < self.most
