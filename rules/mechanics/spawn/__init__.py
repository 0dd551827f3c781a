"""The spawn step and the kinds of cards that every game has."""

from typing import Literal

from rules.mechanic import mechanic
from rules.mechanics.rounds import phase_unfinished, when_phase_begins
from rules.mechanics.spawn.distributing import DISTRIBUTION, SpawnGive, leave_out
from rules.mechanics.spawn.step import (
    DOUBLE,
    EXTRA_ACTIVATION,
    EXTRA_TURN,
    PLAIN,
    STRIKES_ARRIVALS,
    SpawnGoOn,
    activate_all,
    bring,
    double,
    foresee_activation,
    foresee_arrival,
    foresee_double,
    rush,
    still_to_spawn,
)
from rules.mechanics.zombie_cards import bare_kinds

SPAWN = mechanic(
    __name__,
    corrections={"spawned": bool},
    cards={
        "spawn": bring,
        "rush": rush,
        EXTRA_ACTIVATION: activate_all,
        DOUBLE: double,
    },
    foresees={
        "spawn": foresee_arrival,
        "rush": foresee_arrival,
        EXTRA_ACTIVATION: foresee_activation,
        DOUBLE: foresee_double,
    },
    answers={
        **dict.fromkeys(PLAIN, SpawnGoOn),
        DISTRIBUTION: SpawnGive,
    },
    gives={EXTRA_TURN: Literal["extra_activation"], STRIKES_ARRIVALS: bool},
    joins=(
        bare_kinds.by(DOUBLE),
        phase_unfinished.by(still_to_spawn),
        when_phase_begins.by(leave_out),
    ),
)
