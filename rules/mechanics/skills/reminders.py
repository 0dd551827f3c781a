"""Skills that the app does not apply and reminds of when their moment has come."""

from typing import NamedTuple

from rules.mechanics.skills.known import known_skills, lent_by_weapons
from rules.packs.schema import Pack
from rules.packs.schema.people import Moment, Skill
from rules.state import Phase, TableState

MOMENTS: dict[Phase, tuple[Moment, ...]] = {
    "players": (),
    "zombies": ("spawn", "zombies-phase"),
    "end": ("end-phase",),
}
"""What a whole phase is the moment for; a turn, a search and an attack have sheets of their own."""


class Reminder(NamedTuple):
    survivor: str
    skill: Skill


def reminders(state: TableState, pack: Pack, *moments: Moment) -> list[Reminder]:
    """Of everybody who is in play and not done with it: what these moments call for."""
    return [
        Reminder(key, skill)
        for key, survivor in state.survivors.items()
        if survivor.status == "in_play"
        for skill in {each.id: each for each in _called_for(state, key, pack)}.values()
        if skill.when in moments
    ]


def _called_for(state: TableState, key: str, pack: Pack) -> list[Skill]:
    return [*known_skills(state, key, pack), *lent_by_weapons(state, key, pack)]


def phase_reminders(state: TableState, pack: Pack) -> list[Reminder]:
    return reminders(state, pack, *MOMENTS[state.phase])
