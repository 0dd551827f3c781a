from rules.mechanics.activation.events import Activation
from rules.mechanics.danger.play import gain_points
from rules.mechanics.supply.play import place, reserve
from rules.play import Play
from rules.systems.army_of_the_dead.sleepers.commands import SleepersKill, SleepersWake
from rules.systems.army_of_the_dead.sleepers.events import SleepersKilled, SleepersWoke

SHAMBLER = "shambler"


def wake_sleepers(play: Play, command: SleepersWake) -> None:
    """As many shamblers as the token says. Too few: none at all, and every shambler activates."""
    if reserve(play, SHAMBLER) >= command.count:
        arrival = place(play, {SHAMBLER: command.count}, why="sleepers")
        play.emit(SleepersWoke(count=command.count, arrival=arrival))
        return
    is_quiet = play.has_option("no-activation-for-miniatures")
    activations = () if is_quiet else (Activation(zombie=SHAMBLER, why="miniatures"),)
    play.emit(SleepersWoke(count=command.count, activations=activations))


def kill_sleepers(play: Play, command: SleepersKill) -> None:
    """Eliminated in their sleep: a point for each (p. 19)."""
    play.in_play(command.survivor)
    play.emit(SleepersKilled(survivor=command.survivor, count=command.count))
    gain_points(play, command.survivor, command.count)
