from rules.state import TableState


class MorgueState(TableState, frozen=True, kw_only=True):
    """A table of Rue Morgue."""

    team_actions: dict[str, tuple[str, ...]] = {}
    """Cards of each team for the whole game."""
    team_actions_used: tuple[str, ...] = ()
    """Copies used in this players phase."""
