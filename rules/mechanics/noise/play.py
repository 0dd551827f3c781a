from rules.errors import IllegalCommand
from rules.mechanics.missions.set_up import lasting_noise
from rules.mechanics.noise.commands import NoiseMake
from rules.mechanics.noise.events import NoiseMade
from rules.play import Play

LOUD = "noise"
"""How it is remembered until the turn ends that somebody made noise."""


def make_noise(play: Play, survivor: str | None, count: int = 1) -> None:
    """Put tokens on the board, and tell of it."""
    play.emit(NoiseMade(survivor=survivor, tokens=add_noise(play, count, by=survivor)))


def add_noise(play: Play, count: int = 1, *, by: str | None = None) -> int:
    """Put tokens on the board; returns how many lie there now.

    An action is noisy once, however many dice it rolls (Black Plague, p. 15). Army of the Dead
    has a single token, which moves to the last noisy action (p. 14).
    """
    if by is not None and count > 0 and LOUD not in (used := play.survivors[by].used):
        play.change_survivor(by, used=(*used, LOUD))
    before: int = play.get("noise")
    after = int(count > 0) if play.pack.noise == "one" else before + count
    play.set(noise=after)
    return after


def noise_by_hand(play: Play, command: NoiseMake) -> None:
    if command.survivor is not None:
        play.survivor(command.survivor)
    if command.count == 0 or play.before.noise + command.count < lasting_noise(play.mission):
        raise IllegalCommand("noise.none", there=play.before.noise)
    make_noise(play, command.survivor, command.count)


def silence(play: Play) -> None:
    """End phase: tokens off the board; the single one only moves (Army of the Dead, p. 14).

    Some missions have tokens that stay (Washington Z.C., p. 19).
    """
    stays = lasting_noise(play.mission)
    if play.before.noise != stays and play.pack.noise == "tokens":
        play.set(noise=stays)
