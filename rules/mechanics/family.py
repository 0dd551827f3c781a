"""The mechanics that every game of the family has, in the order in which they join in.

The end of a round follows that order: the fallen die, tokens go, weapons refill, the hour strikes,
the first-player token passes, and everybody has all actions again.
"""

from rules.mechanics.actions import ACTIONS
from rules.mechanics.activation import ACTIVATION
from rules.mechanics.armour import ARMOUR
from rules.mechanics.attacks import ATTACKS
from rules.mechanics.blasts import BLASTS
from rules.mechanics.clock import CLOCK
from rules.mechanics.danger import DANGER
from rules.mechanics.decks import DECKS
from rules.mechanics.doors import DOORS
from rules.mechanics.equipment import EQUIPMENT
from rules.mechanics.house import HOUSE
from rules.mechanics.item_uses import ITEM_USES
from rules.mechanics.kills import KILLS
from rules.mechanics.line_up import LINE_UP
from rules.mechanics.missions import MISSIONS
from rules.mechanics.noise import NOISE
from rules.mechanics.questions import QUESTIONS
from rules.mechanics.reloading import RELOADING
from rules.mechanics.rounds import ROUNDS
from rules.mechanics.skills import SKILLS
from rules.mechanics.spawn import SPAWN
from rules.mechanics.supply import SUPPLY
from rules.mechanics.wounds import WOUNDS
from rules.mechanics.zones import ZONES

FAMILY = (
    WOUNDS,
    NOISE,
    RELOADING,
    CLOCK,
    ROUNDS,
    MISSIONS,
    SPAWN,
    ZONES,
    ACTIVATION,
    SUPPLY,
    KILLS,
    ATTACKS,
    BLASTS,
    ARMOUR,
    DANGER,
    SKILLS,
    ACTIONS,
    EQUIPMENT,
    ITEM_USES,
    DECKS,
    DOORS,
    QUESTIONS,
    LINE_UP,
    HOUSE,
)
