"""The mechanics that every game of the family has, in the order in which they join in.

The end of a round follows that order: the fallen die, tokens go, weapons refill, the hour
strikes, the first-player token passes, and everybody has all actions again.
"""

from rules.mechanics.actions.mechanic import ACTIONS
from rules.mechanics.activation.mechanic import ACTIVATION
from rules.mechanics.armour.mechanic import ARMOUR
from rules.mechanics.attacks.mechanic import ATTACKS
from rules.mechanics.blasts.mechanic import BLASTS
from rules.mechanics.clock.mechanic import CLOCK
from rules.mechanics.danger.mechanic import DANGER
from rules.mechanics.decks.mechanic import DECKS
from rules.mechanics.doors.mechanic import DOORS
from rules.mechanics.equipment.mechanic import EQUIPMENT
from rules.mechanics.house.mechanic import HOUSE
from rules.mechanics.kills.mechanic import KILLS
from rules.mechanics.line_up.mechanic import LINE_UP
from rules.mechanics.missions.mechanic import MISSIONS
from rules.mechanics.noise.mechanic import NOISE
from rules.mechanics.questions.mechanic import QUESTIONS
from rules.mechanics.reloading.mechanic import RELOADING
from rules.mechanics.rounds.mechanic import ROUNDS
from rules.mechanics.skills.mechanic import SKILLS
from rules.mechanics.spawn.mechanic import SPAWN
from rules.mechanics.supply.mechanic import SUPPLY
from rules.mechanics.wounds.mechanic import WOUNDS
from rules.mechanics.zones.mechanic import ZONES

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
    DECKS,
    DOORS,
    QUESTIONS,
    LINE_UP,
    HOUSE,
)
