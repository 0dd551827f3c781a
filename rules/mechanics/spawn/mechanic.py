"""The spawn step and the kinds of cards that every game has."""

from rules.mechanic import Ask, Mechanic
from rules.mechanics.spawn import commands, events, offers, play

SPAWN = Mechanic(
    name="spawn",
    asks=(
        Ask(commands.SpawnResolve, play.resolve_spawn, offers.spawns),
        Ask(commands.SpawnGoOn, play.go_on, offers.rests),
        Ask(commands.CardDescribe, play.describe_card, offers.descriptions),
    ),
    events=(
        events.SpawnResolved,
        events.NothingSpawned,
        events.SpawnDoubled,
        events.SpawnPaused,
        events.SpawnSkipped,
        events.DiceRolled,
        events.CardDescribed,
    ),
    corrections={"spawned": bool},
    cards={
        "spawn": play.bring,
        "rush": play.rush,
        "extra_activation": play.activate_all,
        play.DOUBLE: play.double,
    },
    foresees={
        "spawn": play.foresee_arrival,
        "rush": play.foresee_arrival,
        "extra_activation": play.foresee_activation,
        play.DOUBLE: play.foresee_double,
    },
    bare_cards=(play.DOUBLE,),
    unfinished=play.still_to_spawn,
    phase_began=play.skip,
)
