from rules.events import BaseEvent


class TeamActionUsed(BaseEvent, tag="team_action.used", frozen=True, kw_only=True):
    team: str
    card: str
