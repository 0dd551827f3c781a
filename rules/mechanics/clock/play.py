"""The hour of a mission, where it has one."""

from rules.mechanics.clock.commands import ClockSet
from rules.mechanics.clock.events import ClockAdvanced, DayBroke, NightFell
from rules.play import Play
from rules.state import DAWN, DUSK

HOURS = 24


def set_clock(play: Play, command: ClockSet) -> None:
    set_hour(play, command.hour)


def strike(play: Play) -> None:
    """An hour a round (Washington Z.C., p. 7)."""
    if play.before.hour is not None:
        set_hour(play, (play.before.hour + 1) % HOURS)


def set_hour(play: Play, hour: int) -> None:
    """Move the clock; night falls at 19 and day breaks at 7 (Washington Z.C., p. 7-10)."""
    was_night, is_night = play.before.is_night, not DAWN <= hour < DUSK
    play.set(hour=hour)
    play.emit(ClockAdvanced(hour=hour))
    if is_night and (not was_night or play.before.hour is None):
        play.emit(NightFell(hour=hour))
    elif was_night and not is_night:
        play.emit(DayBroke(hour=hour))
