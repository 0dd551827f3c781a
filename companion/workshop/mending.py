"""Problems of a mission that only one change can solve: a button makes it."""

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy
from msgspec.structs import replace

from rules.packs.schema.missions import MissionZone
from rules.workshop import DraftMission, PackContent, Problem
from rules.workshop.pieces.missions import OBJECTIVE

USUAL_ZONES = 3


def can_be_mended(problem: Problem) -> bool:
    return problem.code in _CURES


def mended(draft: DraftMission, problem: Problem, content: PackContent) -> DraftMission:
    """Return the draft without this problem, or unchanged if no button solves it."""
    cure = _CURES.get(problem.code)
    return cure(draft, problem, content) if cure else draft


def mend_words(problem: Problem) -> str:
    """Return the words of the button that solves a problem."""
    return str(_WORDS[problem.code])


def _code(draft: DraftMission, problem: Problem, content: PackContent) -> DraftMission:
    """Set as its code the first M and number that no other mission of the pack has."""
    taken = {mission.code for mission in content.missions}
    return replace(draft, code=next(f"M{n}" for n in range(1, 99) if f"M{n}" not in taken))


def _rows(draft: DraftMission, problem: Problem, content: PackContent) -> DraftMission:
    """Add gaps at the end of the shorter rows."""
    longest = max(map(len, draft.grid))
    return replace(draft, grid=tuple((*row, *("",) * (longest - len(row))) for row in draft.grid))


def _objective(draft: DraftMission, problem: Problem, content: PackContent) -> DraftMission:
    return replace(draft, tokens={**draft.tokens, f"{OBJECTIVE}{problem.params['colour']}": 1})


def _zones(draft: DraftMission, problem: Problem, content: PackContent) -> DraftMission:
    zones = (MissionZone(id=str(n), start=n == 1) for n in range(1, USUAL_ZONES + 1))
    return replace(draft, zones=tuple(zones))


def _one_start(draft: DraftMission, problem: Problem, content: PackContent) -> DraftMission:
    """Leave only the first starting zone."""
    first = next(zone.id for zone in draft.zones if zone.start)
    zones = (replace(zone, start=zone.id == first) for zone in draft.zones)
    return replace(draft, zones=tuple(zones))


def _without_deck(draft: DraftMission, problem: Problem, content: PackContent) -> DraftMission:
    gone = problem.params["deck"]
    return replace(draft, decks=tuple(deck for deck in draft.decks if deck != gone))


_CURES: dict[str, Callable[[DraftMission, Problem, PackContent], DraftMission]] = {
    "code.none": _code,
    "deck.gone": _without_deck,
    "rule.colour": _objective,
    "tiles.rows": _rows,
    "zones.none": _zones,
    "zones.starts": _one_start,
}
_WORDS: dict[str, Promise] = {
    "code.none": pgettext_lazy("mends a problem", "Give it one"),
    "deck.gone": pgettext_lazy("mends a problem", "Play without"),
    "rule.colour": pgettext_lazy("mends a problem", "Lay one"),
    "tiles.rows": pgettext_lazy("mends a problem", "Fill up"),
    "zones.none": pgettext_lazy("mends a problem", "Lay three"),
    "zones.starts": pgettext_lazy("mends a problem", "Keep the first"),
}
