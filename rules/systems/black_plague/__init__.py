"""Zombicide: Black Plague: necromancers, double spawns, bile and dragon fire."""

from rules.mechanics.attacks.attack import Attack
from rules.mechanics.buildings import BUILDINGS
from rules.mechanics.family import FAMILY
from rules.mechanics.spawn.step import BY_TOKEN
from rules.systems.black_plague.bile import BILE
from rules.systems.black_plague.necromancers import NECROMANCERS
from rules.systems.black_plague.state import PlagueState
from rules.zombicide import Zombicide

RULESET = Zombicide(
    game="black-plague",
    rank=2,
    state=PlagueState,
    mechanics=(*FAMILY, BUILDINGS, NECROMANCERS, BILE),
    lost_when="all",
    spawn_order=BY_TOKEN,
    attack=Attack,
)
