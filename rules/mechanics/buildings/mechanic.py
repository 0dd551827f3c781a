"""Buildings: zombies wait behind closed doors."""

from rules.mechanic import Ask, Mechanic
from rules.mechanics.buildings.commands import BuildingOpen
from rules.mechanics.buildings.offers import openings
from rules.mechanics.buildings.play import open_building

BUILDINGS = Mechanic(name="buildings", asks=(Ask(BuildingOpen, open_building, openings),))
