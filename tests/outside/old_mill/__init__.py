"""The Lost Mill: a made-up game that shows how one is brought to Safehouse from outside.

All games of the family share `FAMILY`; the horde is its own (docs/games-from-outside.md).
"""

from lost_mill.horde.mechanic import HORDE
from lost_mill.state import MillState
from rules.mechanics.attacks.play import Attack
from rules.mechanics.family import FAMILY
from rules.mechanics.spawn.play import BY_TOKEN
from rules.zombicide import Zombicide

RULESET = Zombicide(
    game="lost-mill",
    state=MillState,
    mechanics=(*FAMILY, HORDE),
    lost_when="all",
    spawn_order=BY_TOKEN,
    attack=Attack,
)
