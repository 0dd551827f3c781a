"""Zombicide Season 3: Rue Morgue: its own mechanics and its ruleset.

Dice choose the spawn zones; there are manholes, beds, teams, tents and a helicopter.
"""

from rules.mechanics.buildings import BUILDINGS
from rules.mechanics.family import FAMILY
from rules.systems.rue_morgue.attack import MorgueAttack
from rules.systems.rue_morgue.escorts import ESCORTS
from rules.systems.rue_morgue.helicopter import HELICOPTER
from rules.systems.rue_morgue.locators import BY_DICE
from rules.systems.rue_morgue.places import PLACES
from rules.systems.rue_morgue.slots import SLOTS
from rules.systems.rue_morgue.state import MorgueState
from rules.systems.rue_morgue.teams import TEAMS
from rules.systems.rue_morgue.tents import TENTS
from rules.zombicide import Zombicide

RULESET = Zombicide(
    game="rue-morgue",
    rank=3,
    state=MorgueState,
    mechanics=(*FAMILY, BUILDINGS, PLACES, SLOTS, TEAMS, TENTS, HELICOPTER, ESCORTS),
    lost_when="all",
    spawn_order=BY_DICE,
    attack=MorgueAttack,
)
