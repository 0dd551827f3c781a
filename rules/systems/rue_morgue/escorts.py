"""Zombies that never come alone."""

from collections.abc import Mapping

from rules.mechanic import mechanic
from rules.mechanics.supply import Group, comes_with, when_placed
from rules.play import Play


def escort_of(play: Play, zombie: str) -> Mapping[str, int]:
    """Return the zombies that come with each of a type, as the pack says."""
    return play.zombie(zombie).escort


def come_along(play: Play, group: Group, zombie: str, count: int) -> None:
    for escort, number in escort_of(play, zombie).items():
        group.come(escort, number * count, "escort")


ESCORTS = mechanic(
    __name__,
    traits=("grabs", "skinner"),
    joins=(
        when_placed.by(come_along),
        comes_with.by(escort_of),
    ),
)
