"""Attacks: the roll, the weapons, the hits on zombies and survivors, and the odds."""

from rules.mechanic import mechanic

ATTACKS = mechanic(
    __name__,
    effects=(
        "bonus-die-other-weapon",
        "ignore-breaks",
        "no-crawlers",
        "reroll",
        "roll-6-damage",
        "roll-6-die",
    ),
)
