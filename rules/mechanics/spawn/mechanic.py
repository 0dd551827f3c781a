"""The spawn step and the kinds of cards that every game has."""

from typing import Literal

from rules.mechanic import Ask, Mechanic
from rules.mechanics.spawn import commands, distributing, events, offers, play

SPAWN = Mechanic(
    name="spawn",
    asks=(
        Ask(commands.SpawnResolve, distributing.resolve, offers.spawns),
        Ask(commands.SpawnDeal, distributing.lay_out, offers.deals),
        Ask(commands.SpawnGive, distributing.give, offers.gifts),
        Ask(commands.SpawnGoOn, play.go_on, offers.rests),
        Ask(commands.CardDescribe, play.describe_card, offers.descriptions),
    ),
    events=(
        events.SpawnResolved,
        events.NothingSpawned,
        events.SpawnDoubled,
        events.SpawnPaused,
        events.CardsLaidOut,
        events.CardGiven,
        events.SpawnSkipped,
        events.DiceRolled,
        events.CardDescribed,
    ),
    corrections={"spawned": bool},
    cards={
        "spawn": play.bring,
        "rush": play.rush,
        play.EXTRA_ACTIVATION: play.activate_all,
        play.DOUBLE: play.double,
    },
    foresees={
        "spawn": play.foresee_arrival,
        "rush": play.foresee_arrival,
        play.EXTRA_ACTIVATION: play.foresee_activation,
        play.DOUBLE: play.foresee_double,
    },
    bare_cards=(play.DOUBLE,),
    answers={
        **dict.fromkeys(play.PLAIN, commands.SpawnGoOn),
        distributing.DISTRIBUTION: commands.SpawnGive,
    },
    gives={play.EXTRA_TURN: Literal["extra_activation"], play.STRIKES_ARRIVALS: bool},
    unfinished=play.still_to_spawn,
    phase_began=distributing.leave_out,
)
