from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.rooms import Room
from companion.selectors import Board
from rules.systems.rue_morgue.attack import COMPETITIVE
from rules.systems.rue_morgue.state import MorgueState
from rules.systems.rue_morgue.teams.play import team_of

USUAL = ("A", "B", "C")


class TeamMember(NamedTuple):
    key: str
    name: str
    team: str | None

    @property
    def path(self) -> str:
        """Where a correction finds the team."""
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
