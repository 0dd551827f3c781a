from rules.mechanic import Ask, Mechanic
from rules.mechanics.attacks import commands, events, offers, play

ATTACKS = Mechanic(
    name="attacks",
    asks=(Ask(commands.AttackResolve, play.resolve_attack, offers.attacks),),
    events=(
        events.AttackResolved,
        events.AttackRolled,
        events.HitWasted,
        events.WeaponBroken,
        events.WeaponEmpty,
    ),
    effects=(
        "bonus-die-other-weapon",
        "ignore-breaks",
        "no-crawlers",
        "reroll",
        "roll-6-damage",
        "roll-6-die",
    ),
)
