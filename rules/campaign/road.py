"""What comes next in a campaign: by the order of its book, or by the road of a house pack."""

from collections.abc import Iterable, Sequence

from rules.campaign.book import Book
from rules.campaign.state import CampaignState, Leg, Played
from rules.errors import IllegalCommand
from rules.state import Result

MOST_LEGS = 60
MOST_LETTERS = 600


def next_missions(state: CampaignState, book: Book) -> tuple[str, ...]:
    """What may be played now. A book has one mission, the first that is not won yet (a lost one is
    played again †); a road may part; a free campaign without one names its missions itself."""
    return missions_after(state.played, book)


def next_mission(state: CampaignState, book: Book) -> str | None:
    """The first of them."""
    return next(iter(next_missions(state, book)), None)


def missions_after(played: Sequence[Played], book: Book) -> tuple[str, ...]:
    if book.road:
        last = _last_on(book.road, played)
        return _following(*last) if last else (book.road[0].mission,)
    won = {run.mission for run in played if run.result == "won"}
    return tuple(mission for mission in book.rules.missions if mission not in won)[:1]


def is_free_to_choose(book: Book) -> bool:
    """Whether any mission may be played at any time."""
    return book.free and not book.road


def end_of_road(played: Sequence[Played], road: tuple[Leg, ...]) -> Result | None:
    """How a campaign on a road has ended; None while it goes on."""
    last = _last_on(road, played)
    if last is None or _following(*last):
        return None
    return last[1]


def _last_on(road: tuple[Leg, ...], played: Sequence[Played]) -> tuple[Leg, Result] | None:
    """The last mission of the road that was played; others in between change nothing."""
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
    """Every mission once, and nothing follows that is not on the road."""
    legs = tuple(road)
    missions = {leg.mission for leg in legs}
    if len(missions) < len(legs) or len(legs) > MOST_LEGS:
        raise IllegalCommand("road.unsound")
    if any(len(title) > MOST_LETTERS for leg in legs for title in (leg.mission, leg.es, leg.en)):
        raise IllegalCommand("road.unsound")
    if any(not missions.issuperset((*leg.won, *leg.lost)) for leg in legs):
        raise IllegalCommand("road.unsound")
    return legs
