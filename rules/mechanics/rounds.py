"""Rounds, phases, clock and the end of a mission."""

from rules.commands import ClockSet, DeckReshuffle, MissionEnd, PhaseNext
from rules.errors import IllegalCommand, UnknownId
from rules.events import (
    ClockAdvanced,
    DayBroke,
    FirstPlayerPassed,
    MissionAbandoned,
    MissionLost,
    MissionWon,
    NightFell,
    PhaseBegan,
    TimeAdvanced,
)
from rules.mechanics.actions import begin_turns
from rules.mechanics.noise import silence
from rules.mechanics.objectives import open_objectives
from rules.mechanics.reloading import refill_weapons
from rules.mechanics.wounds import count_down
from rules.packs.schema import Pack
from rules.play import Play
from rules.ruleset import Outcome
from rules.state import DAWN, DUSK, PHASES, TableState

HOURS = 24
ENDINGS: dict[str, type[MissionWon] | type[MissionLost] | type[MissionAbandoned]] = {
    "won": MissionWon,
    "lost": MissionLost,
    "abandoned": MissionAbandoned,
}


def next_phase(state: TableState, command: PhaseNext, pack: Pack) -> Outcome:
    """Begin the next phase; leaving the end phase does its work in the order of the books."""
    if state.result is not None:
        raise IllegalCommand("mission.over")
    play = Play(state, pack)
    index = PHASES.index(state.phase) + 1
    round_ = state.round
    if index == len(PHASES):
        count_down(play)
        silence(play)
        refill_weapons(play)
        set_hour(play, None if state.hour is None else (state.hour + 1) % HOURS)
        pass_token(play)
        round_, index = round_ + 1, 0
        begin_turns(play)
        play.fields["light_seen"] = False
        play.fields["team_actions_used"] = ()
    elif PHASES[index] == "end":
        advance_time(play)
    play.fields |= {"round": round_, "phase": PHASES[index], "spawned": False}
    play.emit(PhaseBegan(round=round_, phase=PHASES[index]))
    return play.outcome()


def advance_time(play: Play) -> None:
    """The time meter moves when the end phase begins; its last box loses (ATD, p. 29)."""
    box, last = play.before.time, play.before.time_limit
    if box is None or last is None:
        return
    box = min(box + 1, last)
    play.fields["time"] = box
    play.emit(TimeAdvanced(box=box, last=last))
    if box == last:
        play.lose("time")


def pass_token(play: Play) -> None:
    """The first-player token goes to the left."""
    first = (play.before.first_player + 1) % len(play.before.players)
    play.fields["first_player"] = first
    play.emit(FirstPlayerPassed(player=play.before.players[first]))


def set_hour(play: Play, hour: int | None) -> None:
    """Move the clock; night falls at 19 and day breaks at 7 (Washington Z.C., p. 7-10)."""
    if hour is None:
        return
    was_night, is_night = play.before.is_night, not DAWN <= hour < DUSK
    play.fields["hour"] = hour
    play.emit(ClockAdvanced(hour=hour))
    if is_night and (not was_night or play.before.hour is None):
        play.emit(NightFell(hour=hour))
    elif was_night and not is_night:
        play.emit(DayBroke(hour=hour))


def set_clock(state: TableState, command: ClockSet, pack: Pack) -> Outcome:
    play = Play(state, pack)
    set_hour(play, command.hour)
    return play.outcome()


def reshuffle_deck(state: TableState, command: DeckReshuffle, pack: Pack) -> Outcome:
    play = Play(state, pack)
    if command.deck not in play.decks:
        raise UnknownId("deck.unknown", deck=command.deck)
    play.reshuffle(command.deck)
    return play.outcome()


def end_mission(state: TableState, command: MissionEnd, pack: Pack) -> Outcome:
    """How it ended, by the players' word; a wrong one is undone."""
    if state.result is not None:
        raise IllegalCommand("mission.over")
    if command.result == "won" and open_objectives(state) and not command.overrule:
        raise IllegalCommand("objectives.open", count=len(open_objectives(state)))
    play = Play(state, pack)
    play.fields["result"] = command.result
    play.emit(ENDINGS[command.result](why="players"))
    return play.outcome()
