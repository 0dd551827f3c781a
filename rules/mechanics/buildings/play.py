"""Buildings that are opened."""

from rules.mechanics.buildings.commands import BuildingOpen
from rules.mechanics.spawn.drawing import Point
from rules.mechanics.spawn.play import BUILDING, Step, check_nothing_waits
from rules.play import Play


def open_building(play: Play, command: BuildingOpen) -> None:
    """A card for each zone of the building, special cards included (Black Plague, p. 27)."""
    check_nothing_waits(play)
    Step(play, why=BUILDING, points=[Point(zone) for zone in command.zones]).run()
