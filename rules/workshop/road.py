"""A campaign made of a pack's missions: in order, or with own followers of a win and a loss."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from rules.campaign.state import Leg
from rules.workshop.draft import DraftRecord, Key, Keys
from rules.workshop.pieces.missions import DraftMission

Code = Literal["unreached", "endless"]


class RoadStep(DraftRecord, frozen=True, kw_only=True):
    """A mission of the campaign, by its id.

    By default the next mission follows a win, the last one ends the campaign, and a lost one is
    played again.
    """

    id: Key
    won: Keys = ()
    """Missions to choose from after a win."""
    won_ends: bool = False
    lost: Keys = ()
    lost_ends: bool = False


class RoadProblem(NamedTuple):
    """A problem of a campaign, and the mission it is about."""

    code: Code
    mission: str = ""


def on_the_road(steps: Sequence[RoadStep], missions: Iterable[DraftMission]) -> list[RoadStep]:
    """Return the steps whose missions exist, each once."""
    there = {mission.id for mission in missions}
    return list({step.id: step for step in steps if step.id in there}.values())


def legs_of(steps: Sequence[RoadStep], missions: Sequence[DraftMission]) -> tuple[Leg, ...]:
    """Return the steps as a campaign stores them, without missions that no longer exist."""
    drafts = {mission.id: mission for mission in missions}
    road = on_the_road(steps, missions)
    order = [step.id for step in road]
    return tuple(
        Leg(
            mission=step.id,
            es=drafts[step.id].title.es,
            en=drafts[step.id].title.en,
            won=_after(step.won, order, order[number : number + 1], ends=step.won_ends),
            lost=_after(step.lost, order, [step.id], ends=step.lost_ends),
        )
        for number, step in enumerate(road, 1)
    )


def _after(
    wanted: Iterable[str], order: list[str], usual: list[str], *, ends: bool
) -> tuple[str, ...]:
    if ends:
        return ()
    return tuple(key for key in order if key in set(wanted)) or tuple(usual)


def road_problems(legs: Sequence[Leg]) -> Iterator[RoadProblem]:
    """Yield problems: missions that cannot be reached, or a campaign without an end."""
    if not legs:
        return
    by_id = {leg.mission: leg for leg in legs}
    reached, open_ends = set[str](), [legs[0].mission]
    while open_ends:
        leg = by_id[open_ends.pop()]
        if leg.mission not in reached:
            reached.add(leg.mission)
            open_ends += [*leg.won, *leg.lost]
    for leg in legs:
        if leg.mission not in reached:
            yield RoadProblem("unreached", leg.mission)
    if all(leg.won for leg in legs if leg.mission in reached):
        yield RoadProblem("endless")
