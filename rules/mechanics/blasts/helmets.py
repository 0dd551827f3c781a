"""What an explosive makes of some zombies."""

from rules.mechanics.supply.events import ZombiesCorrected
from rules.play import Play


def unmask(play: Play, zombie: str) -> None:
    """An explosive takes a helmet off; from then on it is another zombie (ATD, p. 18)."""
    there = play.board.get(zombie, 0)
    becomes = play.zombie(zombie).becomes
    if there and becomes is not None:
        play.board[zombie] = 0
        play.emit(ZombiesCorrected(zombie=zombie, before=there, after=0))
        play.board[becomes] = play.board.get(becomes, 0) + there
        play.emit(ZombiesCorrected(zombie=becomes, before=0, after=there))
