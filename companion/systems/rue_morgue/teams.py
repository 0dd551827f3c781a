"""Teams: their actions (p. 35) and their scores (p. 39)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.rooms import Room
from companion.selectors import Board
from companion.teller import Teller
from companion.words import Meter, Words, value_word
from rules.systems.rue_morgue.attack import COMPETITIVE
from rules.systems.rue_morgue.state import MorgueState
from rules.systems.rue_morgue.teams import EVERYBODY, TeamActionUsed, team_of, team_scores


def _scores(t: Teller) -> Meter | None:
    """Return the points of each team, where there are teams."""
    scores = sorted(team_scores(MorgueState.of(t.state)).items())
    parts = [_("Team %(team)s: %(points)s") % {"team": team, "points": n} for team, n in scores]
    return Meter("team-scores", "users", " · ".join(parts)) if parts else None


WORDS = Words(
    sentences={
        TeamActionUsed: lambda e, t: (
            _("team %(team)s: %(card)s")
            % {"team": value_word(e.team, t.game), "card": t.special(e.card)}
        ),
    },
    refusals={
        "team.too_small": gettext_lazy(
            "A team action needs %(members)s survivors of the team in play."
        ),
        "team.none_here": gettext_lazy("This game has no teams."),
        "team.unknown": gettext_lazy("There is no such team."),
        "team_action.not_now": gettext_lazy("Team actions belong to the player phase."),
        "team_action.two": gettext_lazy("A team has %(most)s cards for the whole game."),
        "team_action.used": gettext_lazy("This team has used its action in this phase."),
    },
    fields={"team": pgettext_lazy("what is set", "team")},
    options={
        "competitive": (
            pgettext_lazy("house rule", "Competitive"),
            pgettext_lazy(
                "house rule", "Teams play against each other; the page shows their scores."
            ),
        ),
    },
    values={EVERYBODY: pgettext_lazy("team", "everybody")},
    meters={"team-scores": _scores},
    commands={
        "team_action.use": pgettext_lazy("command", "Team action"),
    },
)


USUAL = ("A", "B", "C")


class TeamMember(NamedTuple):
    key: str
    name: str
    team: str | None

    @property
    def path(self) -> str:
        """Return the path by which a correction finds the team."""
        return f"survivors.{self.key}.team"


def _teams(board: Board) -> Mapping[str, Any]:
    state = MorgueState.of(board.state)
    members = [
        TeamMember(key, survivor.name, team_of(survivor))
        for key, survivor in state.survivors.items()
    ]
    named = [member.team for member in members if member.team]
    return {
        "members": members,
        "teams": list(dict.fromkeys((*USUAL, *named))),
        "are_missing": COMPETITIVE in state.options and not named,
    }


ROOM = Room(on_board=("team_action.use",), section="mechanics/teams/section.html", context=_teams)
