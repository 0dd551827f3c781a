"""Zombicide 2nd Edition: without campaign rules one eliminated survivor loses the game."""

from rules.mechanics.buildings import BUILDINGS
from rules.mechanics.companions import COMPANIONS
from rules.mechanics.family import FAMILY
from rules.mechanics.spawn.step import BY_TOKEN
from rules.systems.zombicide_2e.attack import SecondEditionAttack
from rules.systems.zombicide_2e.faces import FACES
from rules.systems.zombicide_2e.light import LIGHT
from rules.systems.zombicide_2e.passages import PASSAGES
from rules.systems.zombicide_2e.state import SecondEditionState
from rules.zombicide import Zombicide

RULESET = Zombicide(
    game="zombicide-2e",
    rank=1,
    state=SecondEditionState,
    mechanics=(*FAMILY, BUILDINGS, LIGHT, FACES, PASSAGES, COMPANIONS),
    lost_when="any",
    spawn_order=BY_TOKEN,
    attack=SecondEditionAttack,
)
