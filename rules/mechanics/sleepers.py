"""Sleepers of Army of the Dead (p. 18-19): tokens that turn into shamblers."""

from rules.commands import SleepersKill, SleepersWake
from rules.events import SleepersKilled, SleepersWoke
from rules.mechanics.danger import gain_points
from rules.mechanics.supply import place
from rules.packs.schema import Pack
from rules.play import Play
from rules.ruleset import Outcome
from rules.state import TableState

SHAMBLER = "shambler"


def wake_sleepers(state: TableState, command: SleepersWake, pack: Pack) -> Outcome:
    """As many shamblers as the token says. Too few: none at all, and every shambler activates."""
    play = Play(state, pack)
    play.emit(SleepersWoke(count=command.count))
    if play.reserve(SHAMBLER) < command.count:
        if "no-activation-for-miniatures" not in state.options:
            play.activate(SHAMBLER, "miniatures")
    else:
        place(play, {SHAMBLER: command.count}, zone=None, card=None, why="sleepers")
    return play.outcome()


def kill_sleepers(state: TableState, command: SleepersKill, pack: Pack) -> Outcome:
    """Eliminated in their sleep: a point for each (p. 19)."""
    play = Play(state, pack)
    play.survivor(command.survivor)
    play.emit(SleepersKilled(survivor=command.survivor, count=command.count))
    gain_points(play, command.survivor, command.count)
    return play.outcome()
