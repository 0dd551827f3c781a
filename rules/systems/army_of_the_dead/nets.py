"""Zombies in a net: they lie still for a zombies phase, and are easier to hit (p. 26)."""

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
    """They stand up again."""

    zombie: str
    count: int


NET, EASIER = "entangle", "concentrated-bonus"


def on_board(play: Play) -> tuple[Net, ...]:
    """Those who lie in nets in the middle of the command."""
    nets: tuple[Net, ...] = play.get("nets")
    return nets


def netted(play: Play, zombie: str) -> int:
    """How many of a type lie in nets."""
    return sum(net.count for net in on_board(play) if net.zombie == zombie)


def bonus(play: Play) -> int:
    """What a concentrated attack on somebody in a net adds to every die."""
    effects = (effect for card in play.pack.equipment for effect in card.effects)
    return max((effect.value or 0 for effect in effects if effect.do == EASIER), default=0)


def throw_net(play: Play, zombie: str, count: int) -> None:
    """They do nothing in the next zombies phase."""
    ends = play.before.round + (play.before.phase != "players")
    play.set(nets=(*on_board(play), Net(zombie=zombie, count=count, round=ends)))
    play.emit(ZombiesNetted(zombie=zombie, count=count))


def stand_up(play: Play, phase: Phase) -> None:
    """After the zombies phase they lay through."""
    over = [net for net in on_board(play) if phase == "end" and net.round <= play.before.round]
    if over:
        play.set(nets=tuple(net for net in on_board(play) if net not in over))
        for net in over:
            play.emit(ZombiesFreed(zombie=net.zombie, count=net.count))


def trim(play: Play, killer: str | None, zombie: str, count: int) -> None:
    """No more in nets than stand on the board."""
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
