"""Rounds, phases, and the end of a mission."""

from collections.abc import Callable, Iterator
from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Guard
from rules.errors import IllegalCommand, RuleError
from rules.events import BaseEvent
from rules.fields import Choice, Number
from rules.mechanic import Correction, Hook, mechanic
from rules.mechanics.looking import About, over
from rules.offers import Offer, offer, overruled
from rules.play import Play
from rules.state import PHASES, Phase, Result, TableState

phase_unfinished = Hook[Callable[[Play], RuleError | None]]()
"""Hook that returns an error if work is left in this phase, or None; players may overrule it."""
when_phase_begins = Hook[Callable[[Play, Phase], None]]()
"""Hook called when a phase of the round begins."""
when_round_ends = Hook[Callable[[Play], None]]()
"""Hook for the work of the end phase, and for what begins anew with a round."""
not_met_yet = Hook[Callable[[TableState], int]]()
"""Hook that returns the number of conditions for victory that are not met yet."""


class PhaseBegan(BaseEvent, tag="phase.began", frozen=True, kw_only=True):
    round: int
    phase: Phase


class FirstPlayerPassed(BaseEvent, tag="first_player.passed", frozen=True, kw_only=True):
    player: str


class MissionWon(BaseEvent, tag="mission.won", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    why: str


class MissionLost(BaseEvent, tag="mission.lost", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    why: str


class MissionAbandoned(BaseEvent, tag="mission.abandoned", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    why: str


class PhaseNext(BaseCommand, tag="phase.next", frozen=True):
    """On to the next phase; the end phase does the clock, the timers and the first player."""

    guard: ClassVar[Guard] = Guard.STEP
    in_play_only: ClassVar[bool] = True

    overrule: bool = False
    """True to go on although the zombies of this round have not spawned."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        error = unfinished(look)
        yield overruled(offer(cls), error) if error else offer(cls)

    def play(self, play: Play) -> None:
        """Begin the next phase; leaving the end phase does its work in the order of the books."""
        _begin_next(play, play.before.phase)


class RoundNext(BaseCommand, tag="round.next", frozen=True):
    """Go on through the end phase to the next round in one step, once the zombies have spawned."""

    guard: ClassVar[Guard] = Guard.STEP
    in_play_only: ClassVar[bool] = True

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        is_early = look.before.phase == PHASES[0]
        yield offer(cls, IllegalCommand("round.not_yet") if is_early else unfinished(look))

    def play(self, play: Play) -> None:
        """Go phase by phase to the next players' phase, or until the mission ends on the way."""
        phase = play.before.phase
        while play.get("result") is None and phase != PHASES[0]:
            phase = _begin_next(play, phase)


class MissionEnd(BaseCommand, tag="mission.end", frozen=True):
    """The mission ends: won, lost or abandoned, as the players say."""

    guard: ClassVar[Guard] = Guard.EXACT

    result: Result
    overrule: bool = False
    """True for a victory although an objective seems open."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        still_open = open_before_victory(look)
        if over(look) or not still_open:
            yield offer(cls, over(look), result=Choice(values=tuple(ENDINGS)))
            return
        yield offer(cls, result=Choice(values=("lost", "abandoned")))
        error = IllegalCommand("objectives.open", count=still_open)
        yield overruled(offer(cls, result="won"), error)

    def play(self, play: Play) -> None:
        """End the mission with the result the players give; they can undo a wrong one."""
        play.set(result=self.result)
        play.emit(ENDINGS[self.result](why="players"))


ENDINGS: dict[str, type[MissionWon] | type[MissionLost] | type[MissionAbandoned]] = {
    "won": MissionWon,
    "lost": MissionLost,
    "abandoned": MissionAbandoned,
}


def _begin_next(play: Play, phase: Phase) -> Phase:
    """Begin the phase after that one; leaving the last ends the round."""
    round_, index = play.before.round, PHASES.index(phase) + 1
    if index == len(PHASES):
        play.tell(when_round_ends)
        round_, index = round_ + 1, 0
    play.tell(when_phase_begins, PHASES[index])
    play.set(round=round_, phase=PHASES[index], spawned=False)
    play.emit(PhaseBegan(round=round_, phase=PHASES[index]))
    return PHASES[index]


def unfinished(play: Play) -> RuleError | None:
    """Return the reason why the phase is not over yet, or None."""
    return next((error for hook in phase_unfinished.of(play.rules) if (error := hook(play))), None)


def pass_token(play: Play) -> None:
    """Pass the first-player token to the left."""
    first = (play.before.first_player + 1) % len(play.before.players)
    play.set(first_player=first)
    play.emit(FirstPlayerPassed(player=play.before.players[first]))


def open_before_victory(play: Play) -> int:
    """Return the number of conditions for victory that are not met yet."""
    return sum(hook(play.before) for hook in not_met_yet.of(play.rules))


def lose(play: Play, why: str) -> None:
    """Lose the mission, unless it is over."""
    if play.get("result") is None:
        play.set(result="lost")
        play.emit(MissionLost(why=why))


ROUNDS = mechanic(
    __name__,
    corrections={
        "round": Annotated[int, msgspec.Meta(ge=1, le=999)],
        "phase": Phase,
        "first_player": Correction(
            Annotated[int, msgspec.Meta(ge=0, le=999)],
            lambda look, _path: Number(least=0, most=len(look.before.players) - 1),
        ),
        "result": Result | None,
    },
    joins=(when_round_ends.by(pass_token),),
)
