"""Skills that the app does not apply and reminds of when their moment has come."""

from collections.abc import Container
from typing import NamedTuple

from rules.mechanics.actions import DID
from rules.mechanics.attacks.rolls import ATTACK
from rules.mechanics.known_skills import LENT_SKILL, known_skills, lent_by_weapons
from rules.mechanics.noise import LOUD
from rules.mechanics.skills import KILLED
from rules.mechanics.wounds.wound import HURT
from rules.packs.schema import Pack
from rules.packs.schema.people import Moment, Skill
from rules.state import Phase, TableState

MOMENTS: dict[Phase, tuple[Moment, ...]] = {
    "players": (),
    "zombies": ("spawn", "zombies-phase"),
    "end": ("end-phase",),
}
"""Moments that last a whole phase; a turn, a search and an attack have pages of their own."""


NOT_QUIET = (LOUD, f"{DID}pilot")
"""Tags that end a quiet turn, besides attacks."""


LAST, LAST_HERE = "last", "last-here"


class SkillReminder(NamedTuple):
    survivor: str
    skill: Skill


def reminders(
    state: TableState, pack: Pack, *moments: Moment, so: Container[str] = ()
) -> list[SkillReminder]:
    """Return reminders of these moments for survivors in play who have not used their skills up.

    `so` is what the moment itself shows, for example that an attack left nobody standing.
    """
    return [
        SkillReminder(key, skill)
        for key, survivor in state.survivors.items()
        if survivor.status == "in_play"
        for skill in {known.id: known for known in _called_for(state, key, pack)}.values()
        if skill.when in moments and _is_so(state, key, skill, so)
    ]


def _called_for(state: TableState, key: str, pack: Pack) -> list[Skill]:
    return [*known_skills(state, key, pack), *lent_by_weapons(state, key, pack)]


def phase_reminders(state: TableState, pack: Pack) -> list[SkillReminder]:
    return reminders(state, pack, *MOMENTS[state.phase])


def _is_so(state: TableState, key: str, skill: Skill, so: Container[str]) -> bool:
    """Return True if the skill's condition is met."""
    used = state.survivors[key].used
    match skill.only:
        case "quiet":
            return _is_quiet(used, skill)
        case "kill":
            return KILLED in used
        case "used":
            return skill.id in used
        case "hurt":
            return any(HURT in survivor.used for survivor in state.survivors.values())
        case None:
            return True
    return skill.only in so


def _is_quiet(used: tuple[str, ...], skill: Skill) -> bool:
    """Return True if there was no attack or noise this turn (Black Plague, p. 55).

    For a lent skill, only what came after it was lent counts.
    """
    lent = f"{LENT_SKILL}{skill.id}"
    since = len(used) - used[::-1].index(lent) if lent in used else 0
    return not any(tag.startswith(ATTACK) or tag in NOT_QUIET for tag in used[since:])
