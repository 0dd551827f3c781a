from rules.mechanic import Ask, Mechanic
from rules.systems.rue_morgue.helicopter import commands, events, offers, play

HELICOPTER = Mechanic(
    name="helicopter",
    asks=(
        Ask(commands.HelicopterBoard, play.board, offers.boardings),
        Ask(commands.HelicopterLeave, play.leave, offers.leavings),
        Ask(commands.HelicopterFly, play.fly, offers.flights),
        Ask(commands.HelicopterStore, play.store, offers.storings),
        Ask(commands.HelicopterFetch, play.fetch, offers.fetchings),
    ),
    events=(
        events.HelicopterBoarded,
        events.HelicopterLeft,
        events.HelicopterFlew,
        events.HelicopterLoaded,
    ),
    gives={play.FLYING: bool, play.ROPE: bool},
    mission_rules=play.RULES,
    out_of_reach=play.out_of_reach,
    survivor_changed=play.forget,
)
