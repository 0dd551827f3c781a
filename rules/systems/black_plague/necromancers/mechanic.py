from rules.mechanic import Ask, Mechanic
from rules.systems.black_plague.necromancers import commands, events, offers, play

NECROMANCERS = Mechanic(
    name="necromancers",
    asks=(
        Ask(commands.NecromancerEscape, play.escape, offers.escapes),
        Ask(commands.NecromancerKill, play.kill, offers.kills),
        Ask(commands.NecromancerRitual, play.ritual, offers.rituals),
    ),
    events=(events.NecromancerEscaped,),
    options=(play.SPAWNS_AT_ONCE,),
    cards={play.NECROMANCER: play.arrive},
    foresees={play.NECROMANCER: play.foresee_necromancer},
    zone_kinds=(play.NECROMANCER,),
    answers={play.TOKEN: commands.NecromancerKill},
    killed=play.ask_for_tokens,
    zones_changed=play.trim_questions,
)
