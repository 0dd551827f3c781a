"""Answers about simulated evenings."""

from collections.abc import Sequence
from typing import Literal

from api.bodies import TableBody
from api.refusals import refuse
from api.set_up import planned, wanted_by
from api.shapes import View
from companion.difficulty.models import Measurement
from companion.difficulty.selectors import setting_for
from companion.people.models import Person
from rules.evenings.policy import ROUNDS
from rules.evenings.setting import Outset, Setting, left_out
from rules.evenings.tally import Tally

UNPLAYED = frozenset({"survivor.name", "player.name", "name.alike", "team.none_here"})
"""Problems of a table that its simulated evenings do not have: nobody is named."""


class SimulatedRoundAnswer(View, frozen=True, kw_only=True):
    """The end of a round: eight of ten evenings have `low` to `high` zombies on the board."""

    round: int
    mean: float
    error: float
    """Standard error of the mean: two means less than two of them apart are as good as equal."""
    low: int
    high: int
    danger: dict[str, float]
    """The share of evenings at each level."""
    short: float
    """The share in which miniatures have been missing by then."""
    overrun: float
    """The share in which there have been 30 zombies or more by then."""


class DifficultyAnswer(View, frozen=True, kw_only=True):
    """Simulated by a simple policy (docs/difficulty.md): it compares set-ups, no more than that."""

    state: Literal["queued", "running", "done", "failed", "stopped"]
    evenings: int
    wanted: int
    left_out: int
    """Cards nobody knows; evenings are played without them."""
    rounds: tuple[SimulatedRoundAnswer, ...]
    """None before the first evenings are played."""


def setting_from(person: Person, body: TableBody) -> Setting:
    """Return the set-up of a new table; refuse it where its evenings could not be played."""
    plan = planned(person, wanted_by(body)._replace(sources={}))  # the app draws
    refuse(problem for problem in plan.problems if problem.error.code not in UNPLAYED)
    setting = setting_for(plan)
    Outset(setting)
    return setting


def difficulty_answer(measurement: Measurement) -> DifficultyAnswer:
    setting, tally = measurement.setting, measurement.tally
    levels = [level.id for level in setting.pack.danger]
    rounds = range(1, ROUNDS + 1) if tally.evenings else ()
    return DifficultyAnswer.of(
        measurement,
        evenings=tally.evenings,
        left_out=left_out(setting),
        rounds=tuple(_round(tally, round_, levels) for round_ in rounds),
    )


def _round(tally: Tally, round_: int, levels: Sequence[str]) -> SimulatedRoundAnswer:
    zombies, danger = tally.zombies(round_), tally.danger(round_)
    return SimulatedRoundAnswer(
        round=round_,
        mean=zombies.mean,
        error=zombies.error,
        low=zombies.band[0],
        high=zombies.band[1],
        danger={
            level: danger.counts.get(place, 0) / max(1, danger.evenings)
            for place, level in enumerate(levels)
        },
        short=tally.short(round_).value,
        overrun=tally.overrun(round_).value,
    )
