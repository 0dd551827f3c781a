from rules.mechanic import Ask, Mechanic
from rules.mechanics.missions import commands, events, goals, locks, offers, play, set_up, tokens

MISSIONS = Mechanic(
    name="missions",
    asks=(
        Ask(commands.TokenTake, play.take_token, offers.tokens),
        Ask(commands.TokenReturn, play.return_card, offers.returns),
        Ask(commands.TokenPass, play.pass_token, offers.passes),
        Ask(commands.MissionTick, play.tick, offers.ticks),
    ),
    events=(
        events.TokenTaken,
        events.TokenReturned,
        events.TokenPassed,
        events.MissionTicked,
        events.SlotsFilled,
    ),
    survivor_changed=play.survivor_changed,
    killed=play.count_kill,
    mission_rules=(
        *play.POINTS,
        play.POINTS_FOR_ALL,
        set_up.ASLEEP_UNTIL,
        play.GIVES,
        play.SPAWNS_THERE,
        *play.CARRIED,
        *goals.COUNTED,
        *locks.LOCKS,
        tokens.CRATE_GIVES,
        *set_up.SET_UP,
    ),
)
