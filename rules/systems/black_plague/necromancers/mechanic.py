from rules.mechanic import Ask, Mechanic
from rules.mechanics.missions.tokens import REVEALS
from rules.systems.black_plague.necromancers import commands, events, offers, play

NECROMANCERS = Mechanic(
    name="necromancers",
    asks=(
        Ask(commands.NecromancerEscape, play.escape, offers.escapes),
        Ask(commands.NecromancerKill, play.kill, offers.kills),
        Ask(commands.NecromancerRitual, play.ritual, offers.rituals),
    ),
    events=(events.NecromancerCame, events.NecromancerEscaped, events.SpawnTokenRemoved),
    options=(play.SPAWNS_AT_ONCE,),
    cards={play.NECROMANCER: play.arrive},
    foresees={play.NECROMANCER: play.foresee_necromancer},
    zone_kinds=(play.NECROMANCER,),
    answers={play.TOKEN: commands.NecromancerKill},
    killed=play.ask_for_tokens,
    mission_rules=(REVEALS,),
    token_taken=play.brought_by_token,
    zones_changed=play.trim_questions,
)
