"""Who goes along with a survivor, and what they lend."""

from collections.abc import Mapping
from typing import Literal

from rules.state import Record, TableState

Standing = Literal["here", "alone", "escaped", "gone", "dead"]
"""`alone`: their leader has fallen. `escaped`: by the exit, with their leader. `gone`: their own
way, by what a card says."""


class Companion(Record, frozen=True, kw_only=True):
    """Somebody without actions and inventory, who never leaves their leader."""

    name: str
    leader: str
    """A survivor; the last one, if they have fallen."""
    skills: tuple[str, ...] = ()
    """The leader has them while they lead (p. 27)."""
    health: int = 1
    wounds: int = 0
    expendable: bool = False
    """The mission goes on if they die."""
    exits: bool = False
    """The mission is won only once they have left with their leader."""
    gone: bool = False


class Accompanied(TableState, frozen=True, kw_only=True):
    """A table of a game that has companions."""

    companions: dict[str, Companion] = {}


def companions_of(state: TableState) -> Mapping[str, Companion]:
    """Everybody who has gone along at this table, in the order in which they came."""
    return state.companions if isinstance(state, Accompanied) else {}


def standing_of(state: TableState, companion: Companion) -> Standing:
    if companion.wounds >= companion.health:
        return "dead"
    if companion.gone:
        return "gone"
    leader = state.survivors.get(companion.leader)
    if leader is not None and leader.status == "escaped":
        return "escaped"
    return "here" if leader is not None and leader.status == "in_play" else "alone"


def led_by(state: TableState, survivor: str) -> list[str]:
    """The companions who go with this survivor now."""
    return [
        key
        for key, companion in companions_of(state).items()
        if companion.leader == survivor and standing_of(state, companion) == "here"
    ]


def lent_skills(state: TableState, survivor: str) -> tuple[str, ...]:
    """Blue skills of those whom a survivor leads; each counts once."""
    companions = companions_of(state)
    skills = [skill for key in led_by(state, survivor) for skill in companions[key].skills]
    return tuple(dict.fromkeys(skills))
