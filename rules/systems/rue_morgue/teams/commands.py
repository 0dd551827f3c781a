from rules.commands import BaseCommand, Key


class TeamActionUse(BaseCommand, tag="team_action.use", frozen=True):
    """A team uses one of its two cards."""

    team: Key
    card: Key
