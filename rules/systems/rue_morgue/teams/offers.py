from collections.abc import Iterator

from rules.errors import IllegalCommand, RuleError
from rules.fields import Choice
from rules.mechanics.looking import About
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.rue_morgue.teams.commands import TeamActionUse
from rules.systems.rue_morgue.teams.play import (
    DECK,
    cards_for,
    check_team,
    is_used_up,
    teams_of,
)


def actions(look: Play, about: About) -> Iterator[Offer]:
    if DECK not in look.decks:
        return
    for team in teams_of(look.before):
        cards = tuple(cards_for(look, team))
        if not cards:
            continue
        why_not: RuleError | None = None
        if is_used_up(look, team):
            why_not = IllegalCommand("team_action.used")
        try:
            check_team(look, team)
        except RuleError as error:
            why_not = error
        yield offer(TeamActionUse, why_not, team=team, card=Choice(values=cards))
