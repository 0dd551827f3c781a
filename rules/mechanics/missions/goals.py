"""The goals of a mission and their progress, seen on the table or ticked by the players."""

from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

from rules.levels import danger_of
from rules.mechanics.cards import card_of
from rules.mechanics.missions.tokens import CARD, NO_COLOUR, carrier_of, laid_out, objectives_of
from rules.packs.schema import Mission, MissionRule, Pack
from rules.state import TableState

GOAL = "goal-"
ALL_EXIT = ("all-survivors-exit", "all-starting-survivors-exit")
CARRIERS_EXIT = ("carriers-exit", "carrier-exits")
TAKE, TAKE_ALL, TAKE_CARDS = "take", "take-all-objectives", "take-all-objective-cards"
KILL, DANGER, COLLECT = "kill", "reach-danger", "collect"
BY_ITSELF = (*ALL_EXIT, *CARRIERS_EXIT, TAKE, TAKE_ALL)
"""Goals after which nothing is left to be read or looked up at the table."""

Progress = tuple[int, int]
"""The number done and the number needed."""


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """One goal and its progress."""

    id: str
    """The goal's place in the mission: `goal-1`."""
    rule: MissionRule
    done: int
    of: int
    """The number needed; 1 where there is nothing to count."""
    is_seen: bool
    """True if the table itself shows that it is met."""
    is_ticked: bool
    """True if the players ticked it, or an event did."""

    @property
    def is_met(self) -> bool:
        return self.is_seen or self.is_ticked


def goals_of(state: TableState, mission: Mission | None, pack: Pack) -> tuple[Goal, ...]:
    """Return the goals in the order of the page."""
    return tuple(
        _goal(f"{GOAL}{number}", rule, state, mission, pack)
        for number, rule in enumerate(mission.goals if mission else (), 1)
        if mission
    )


def _goal(key: str, rule: MissionRule, state: TableState, mission: Mission, pack: Pack) -> Goal:
    measure = MEASURES.get(rule.do)
    progress = measure(rule, state, mission, pack) if measure else None
    done, of = progress or (0, 1)
    is_ticked = key in state.ticked
    return Goal(
        id=key,
        rule=rule,
        done=max(done, of if is_ticked else 0),
        of=of,
        is_seen=progress is not None and done >= of,
        is_ticked=is_ticked,
    )


def _exit(rule: MissionRule, state: TableState, mission: Mission, pack: Pack) -> Progress | None:
    out = sum(survivor.status == "escaped" for survivor in state.survivors.values())
    return out, len(state.survivors)


def _carriers(
    rule: MissionRule, state: TableState, mission: Mission, pack: Pack
) -> Progress | None:
    carriers = [carrier_of(state.taken, state.takers, colour) for colour in rule.colours]
    out = [key for key in carriers if key and state.survivors[key].status == "escaped"]
    return len(out), len(rule.colours)


def _take(rule: MissionRule, state: TableState, mission: Mission, pack: Pack) -> Progress | None:
    if not rule.colours:
        return None
    return len(set(rule.colours) & set(state.taken)), len(rule.colours)


def _take_all(
    rule: MissionRule, state: TableState, mission: Mission, pack: Pack
) -> Progress | None:
    total = objectives_of(mission)
    if total is None:
        return None
    return sum(colour not in NO_COLOUR for colour in state.taken), total


def _cards(rule: MissionRule, state: TableState, mission: Mission, pack: Pack) -> Progress | None:
    return state.taken.count(CARD), laid_out(mission).get(CARD) or 1


def _danger(rule: MissionRule, state: TableState, mission: Mission, pack: Pack) -> Progress | None:
    there = sum(
        danger_of(survivor.points, pack) in rule.colours for survivor in state.survivors.values()
    )
    return there, rule.count or 1


def _collect(rule: MissionRule, state: TableState, mission: Mission, pack: Pack) -> Progress | None:
    carried = Counter(
        card_of(pack, copy).id
        for survivor in state.survivors.values()
        if survivor.status in ("in_play", "escaped")
        for copy in (*survivor.inventory.values(), *survivor.found)
    )
    have = sum(min(carried[card], count) for card, count in rule.equipment.items())
    return have, sum(rule.equipment.values())


Measure = Callable[[MissionRule, TableState, Mission, Pack], Progress | None]
MEASURES: Mapping[str, Measure] = {
    **dict.fromkeys(ALL_EXIT, _exit),
    **dict.fromkeys(CARRIERS_EXIT, _carriers),
    TAKE: _take,
    TAKE_ALL: _take_all,
    TAKE_CARDS: _cards,
    DANGER: _danger,
    COLLECT: _collect,
}
COUNTED = (*MEASURES, KILL)
"""Goals that the table sees by itself."""
