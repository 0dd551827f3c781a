"""Rounds, phases, and the end of a mission."""

from rules.errors import IllegalCommand, RuleError
from rules.mechanics.rounds.commands import MissionEnd, PhaseNext, RoundNext
from rules.mechanics.rounds.events import (
    FirstPlayerPassed,
    MissionAbandoned,
    MissionLost,
    MissionWon,
    PhaseBegan,
)
from rules.play import Play
from rules.state import PHASES, Phase

ENDINGS: dict[str, type[MissionWon] | type[MissionLost] | type[MissionAbandoned]] = {
    "won": MissionWon,
    "lost": MissionLost,
    "abandoned": MissionAbandoned,
}


def next_phase(play: Play, command: PhaseNext) -> None:
    """Begin the next phase; leaving the end phase does its work in the order of the books."""
    if play.before.result is not None:
        raise IllegalCommand("mission.over")
    if not command.overrule and (error := unfinished(play)):
        raise error
    _begin_next(play, play.before.phase)


def next_round(play: Play, command: RoundNext) -> None:
    """Phase by phase to the next players' phase, or to where the mission ends on the way."""
    if error := round_goes_on(play):
        raise error
    phase = play.before.phase
    while play.get("result") is None and phase != PHASES[0]:
        phase = _begin_next(play, phase)


def round_goes_on(play: Play) -> RuleError | None:
    """Why the round cannot end yet."""
    if play.before.result is not None:
        return IllegalCommand("mission.over")
    if play.before.phase == PHASES[0]:
        return IllegalCommand("round.not_yet")
    return unfinished(play)


def _begin_next(play: Play, phase: Phase) -> Phase:
    """Begin the phase after that one; leaving the last ends the round."""
    round_, index = play.before.round, PHASES.index(phase) + 1
    if index == len(PHASES):
        play.join_in("round_ended")
        round_, index = round_ + 1, 0
    play.join_in("phase_began", PHASES[index])
    play.set(round=round_, phase=PHASES[index], spawned=False)
    play.emit(PhaseBegan(round=round_, phase=PHASES[index]))
    return PHASES[index]


def unfinished(play: Play) -> RuleError | None:
    """Why the phase is not over yet."""
    return next((error for hook in play.rules.hooks("unfinished") if (error := hook(play))), None)


def pass_token(play: Play) -> None:
    """The first-player token goes to the left."""
    first = (play.before.first_player + 1) % len(play.before.players)
    play.set(first_player=first)
    play.emit(FirstPlayerPassed(player=play.before.players[first]))


def end_mission(play: Play, command: MissionEnd) -> None:
    """How it ended, by the players' word; a wrong one is undone."""
    if play.before.result is not None:
        raise IllegalCommand("mission.over")
    still_open = open_before_victory(play)
    if command.result == "won" and still_open and not command.overrule:
        raise IllegalCommand("objectives.open", count=still_open)
    play.set(result=command.result)
    play.emit(ENDINGS[command.result](why="players"))


def open_before_victory(play: Play) -> int:
    """What must be met before the mission is won, and is not."""
    return sum(hook(play.before) for hook in play.rules.hooks("open_before_victory"))


def lose(play: Play, why: str) -> None:
    """The mission is lost, unless it is over."""
    if play.get("result") is None:
        play.set(result="lost")
        play.emit(MissionLost(why=why))
