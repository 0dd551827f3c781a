"""Companions of the survivors, their standing, and the skills they lend."""

from collections.abc import Mapping
from typing import Literal

from rules.state import Record, TableState

Standing = Literal["here", "alone", "escaped", "gone", "dead"]
"""The state of a companion. `alone`: their leader has fallen. `escaped`: by the exit, with their
leader. `gone`: left on their own, by a card."""


class Companion(Record, frozen=True, kw_only=True):
    """A person without actions or inventory, who never leaves their leader."""

    name: str
    leader: str
    """The survivor who leads them, or who did until that survivor fell."""
    skills: tuple[str, ...] = ()
    """Skills that the leader has while leading (p. 27)."""
    health: int = 1
    wounds: int = 0
    expendable: bool = False
    """True if the mission goes on when they die."""
    exits: bool = False
    """True if the mission is won only once they have left with their leader."""
    gone: bool = False


class Accompanied(TableState, frozen=True, kw_only=True):
    """The table state of a game that has companions."""

    companions: dict[str, Companion] = {}


def companions_of(state: TableState) -> Mapping[str, Companion]:
    """Return every companion this table has had, in the order in which they came."""
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
    """Return the companions who go with this survivor now."""
    return [
        key
        for key, companion in companions_of(state).items()
        if companion.leader == survivor and standing_of(state, companion) == "here"
    ]


def lent_skills(state: TableState, survivor: str) -> tuple[str, ...]:
    """Return the blue skills of the companions a survivor leads; each counts once."""
    companions = companions_of(state)
    skills = [skill for key in led_by(state, survivor) for skill in companions[key].skills]
    return tuple(dict.fromkeys(skills))
