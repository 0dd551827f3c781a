"""Zombies in a net: they do nothing for a zombies phase, and are easier to hit (p. 26)."""

from msgspec.structs import replace

from rules.events import BaseEvent
from rules.mechanic import mechanic
from rules.mechanics.kills import when_killed
from rules.mechanics.rounds import when_phase_begins
from rules.play import Play
from rules.state import Phase
from rules.systems.army_of_the_dead.state import Net


class ZombiesNetted(BaseEvent, tag="zombies.netted", frozen=True, kw_only=True):
    zombie: str
    count: int


class ZombiesFreed(BaseEvent, tag="zombies.freed", frozen=True, kw_only=True):
    """Zombies in a net stand up again."""

    zombie: str
    count: int


NET, EASIER = "entangle", "concentrated-bonus"


def on_board(play: Play) -> tuple[Net, ...]:
    """Return the nets with zombies in the middle of the command."""
    nets: tuple[Net, ...] = play.get("nets")
    return nets


def netted(play: Play, zombie: str) -> int:
    """Return the number of a type in nets."""
    return sum(net.count for net in on_board(play) if net.zombie == zombie)


def bonus(play: Play) -> int:
    """Return the bonus to every die of a concentrated attack on a target in a net."""
    effects = (effect for card in play.pack.equipment for effect in card.effects)
    return max((effect.value or 0 for effect in effects if effect.do == EASIER), default=0)


def throw_net(play: Play, zombie: str, count: int) -> None:
    """Put zombies into a net; they do nothing in the next zombies phase."""
    ends = play.before.round + (play.before.phase != "players")
    play.set(nets=(*on_board(play), Net(zombie=zombie, count=count, round=ends)))
    play.emit(ZombiesNetted(zombie=zombie, count=count))


def stand_up(play: Play, phase: Phase) -> None:
    """Free zombies after the zombies phase for which they were in a net."""
    over = [net for net in on_board(play) if phase == "end" and net.round <= play.before.round]
    if over:
        play.set(nets=tuple(net for net in on_board(play) if net not in over))
        for net in over:
            play.emit(ZombiesFreed(zombie=net.zombie, count=net.count))


def trim(play: Play, killer: str | None, zombie: str, count: int) -> None:
    """Reduce the zombies in nets to those that stand on the board."""
    room, left = play.board.get(zombie, 0), []
    for net in on_board(play):
        if net.zombie != zombie:
            left.append(net)
        elif room > 0:
            left.append(replace(net, count=min(net.count, room)))
            room -= net.count
    if tuple(left) != on_board(play):
        play.set(nets=tuple(left))


NETS = mechanic(
    __name__,
    effects=(NET, EASIER),
    joins=(
        when_phase_begins.by(stand_up),
        when_killed.by(trim),
    ),
)
