from rules.mechanic import Mechanic
from rules.mechanics.supply.play import Group
from rules.play import Play


def come_along(play: Play, group: Group, zombie: str, count: int) -> None:
    """Others come with each of them, as the pack says."""
    for escort, each in play.zombie(zombie).escort.items():
        group.come(escort, each * count, "escort")


ESCORTS = Mechanic(name="escorts", traits=("grabs", "skinner"), placed=come_along)
