"""Attacks: who is hit, who dies, what breaks, who is hit by mistake."""

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
