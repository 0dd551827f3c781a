"""Order of missions in a campaign: that of its book, or of a group's own pack."""

from collections.abc import Iterable, Sequence

from rules.campaign.book import CampaignBook
from rules.campaign.state import CampaignState, Leg, Played
from rules.errors import IllegalCommand
from rules.state import Result

MOST_LEGS = 60
MOST_LETTERS = 600


def next_missions(state: CampaignState, book: CampaignBook) -> tuple[str, ...]:
    """Return the missions that may be played now.

    A book has one, the first not won yet (a lost one is played again †); a group's own campaign may
    branch; a free campaign without one names its missions itself.
    """
    return missions_after(state.played, book)


def next_mission(state: CampaignState, book: CampaignBook) -> str | None:
    """Return the first mission that may be played now, or None."""
    return next(iter(next_missions(state, book)), None)


def missions_after(played: Sequence[Played], book: CampaignBook) -> tuple[str, ...]:
    if book.road:
        last = _last_on(book.road, played)
        return _following(*last) if last else (book.road[0].mission,)
    won = {run.mission for run in played if run.result == "won"}
    return tuple(mission for mission in book.rules.missions if mission not in won)[:1]


def is_free_to_choose(book: CampaignBook) -> bool:
    """Check if any mission may be played at any time."""
    return book.free and not book.road


def end_of_road(played: Sequence[Played], road: tuple[Leg, ...]) -> Result | None:
    """Return the result of a group's own campaign; None while it goes on."""
    last = _last_on(road, played)
    if last is None or _following(*last):
        return None
    return last[1]


def _last_on(road: tuple[Leg, ...], played: Sequence[Played]) -> tuple[Leg, Result] | None:
    """Return the last played mission of the group's own order and its result, or None."""
    legs = {leg.mission: leg for leg in road}
    for run in reversed(played):
        if run.mission in legs:
            return legs[run.mission], run.result
    return None


def _following(leg: Leg, result: Result) -> tuple[str, ...]:
    if result == "abandoned":
        return (leg.mission,)
    return leg.won if result == "won" else leg.lost


def check_road(road: Iterable[Leg]) -> tuple[Leg, ...]:
    """Return the missions; raise if one is repeated, or is followed by one that is missing."""
    legs = tuple(road)
    missions = {leg.mission for leg in legs}
    if len(missions) < len(legs) or len(legs) > MOST_LEGS:
        raise IllegalCommand("road.unsound")
    if any(len(title) > MOST_LETTERS for leg in legs for title in (leg.mission, leg.es, leg.en)):
        raise IllegalCommand("road.unsound")
    if any(not missions.issuperset((*leg.won, *leg.lost)) for leg in legs):
        raise IllegalCommand("road.unsound")
    return legs
