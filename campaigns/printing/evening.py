"""What a table plays tonight, for the cards that stand on it."""

from typing import NamedTuple

from django.utils.translation import get_language
from msgspec import UNSET, UnsetType

from campaigns.models import MissionRun
from campaigns.printing.kind import Content
from campaigns.printing.subjects import TableSubject
from campaigns.printing.words import difficulty_word, duration_words
from rules import TableState, mission_of, played_pack
from rules.packs.schema import Mission


class Evening(Content, frozen=True, kw_only=True):
    """The campaign, where there is one, and the mission."""

    name: str = ""
    mission: str = ""
    """`box:code`; of prints made before tables kept it so, the code alone."""
    own_mission: Mission | UnsetType = UNSET
    """The mission, if it is one of the group's own."""
    expansions: tuple[str, ...] = ()


class MissionLine(NamedTuple):
    code: str
    title: str
    facts: str
    """Difficulty and duration, as far as they are known."""


def evening_of(subject: TableSubject) -> Evening:
    table = subject.seat.table
    run = MissionRun.objects.select_related("campaign").filter(table=table).first()
    state = table.any_state
    name = run.campaign.name if run else ""
    if not isinstance(state, TableState):
        return Evening(name=name)
    return Evening(
        name=name,
        mission=state.mission or "",
        own_mission=state.own_mission or UNSET,
        expansions=state.expansions,
    )


def mission_line(game: str, evening: Evening | UnsetType) -> MissionLine | None:
    """Return the mission in the active language; None where there is none."""
    if not evening or not evening.mission:
        return None
    mission = evening.own_mission or mission_of(game, evening.mission)
    if mission is None:
        pack = played_pack(game, evening.expansions)
        mission = {mission.code: mission for mission in pack.missions}.get(evening.mission)
    if mission is None:
        return MissionLine("", evening.mission, "")
    facts = [
        difficulty_word(mission.difficulty) if mission.difficulty else "",
        duration_words(mission),
    ]
    return MissionLine(
        mission.code,
        mission.title.in_language(get_language() or "en"),
        " · ".join(fact for fact in facts if fact),
    )
