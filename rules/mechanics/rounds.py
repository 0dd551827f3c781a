"""Rounds and phases: players, zombies, end, and the first-player token passes on."""

from msgspec.structs import replace

from rules.commands import PhaseNext
from rules.events import FirstPlayerPassed, PhaseBegan
from rules.packs.schema import Pack
from rules.ruleset import Outcome
from rules.state import PHASES, TableState


def next_phase(state: TableState, command: PhaseNext, pack: Pack) -> Outcome:
    """Begin the next phase; after the end phase a new round with the next first player."""
    index = PHASES.index(state.phase) + 1
    if index < len(PHASES):
        after = replace(state, phase=PHASES[index])
        return Outcome(after, (PhaseBegan(round=after.round, phase=after.phase),))
    first = (state.first_player + 1) % len(state.players)
    after = replace(state, phase=PHASES[0], round=state.round + 1, first_player=first)
    return Outcome(
        after,
        (
            FirstPlayerPassed(player=state.players[first]),
            PhaseBegan(round=after.round, phase=after.phase),
        ),
    )
