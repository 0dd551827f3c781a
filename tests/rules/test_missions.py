"""The ten missions of Infected State: when night falls on them follows from their start hours."""

import pytest

import rules
from rules import Survivor
from rules.mechanics.rounds import PhaseNext

# Derived in the digest (Washington Z.C., p. 7 and 18-30): rounds of night, of the first twelve.
NIGHT = {
    "M1": {8, 9, 10, 11, 12},
    "M2": {8, 9, 10, 11, 12},
    "M3": {9, 10, 11, 12},
    "M4": {1, 2, 3, 4, 5, 6, 7},
    "M5": {5, 6, 7, 8, 9, 10, 11, 12},
    "M6": {5, 6, 7, 8, 9, 10, 11, 12},
    "M7": {1, 2, 3},
    "M8": {10, 11, 12},
    "M9": {5, 6, 7, 8, 9, 10, 11, 12},
    "M10": {1, 2, 3, 4, 5, 6, 7, 8, 9},
}


@pytest.mark.parametrize("code", NIGHT)
def test_night_falls_by_the_clock(code: str) -> None:
    pack = rules.played_pack("zombicide-2e", ("washington-zc",))
    missions = pack.expansions["washington-zc"].missions
    mission = next(printed for printed in missions if printed.code == code)
    state = rules.new_table(
        pack=pack,
        expansions=("washington-zc",),
        survivors=[("wanda", Survivor(name="Wanda", player="Marta"))],
        hour=mission.start_hour,
    )
    dark = set()
    while state.round <= 12:
        if state.is_night:
            dark.add(state.round)
        state = rules.apply(state, PhaseNext(id="a" * 8, seen=0), pack).state
    assert dark == NIGHT[code]
