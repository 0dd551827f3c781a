from rules.mechanic import Ask, Mechanic
from rules.mechanics.missions import commands, events, offers, play, set_up

MISSIONS = Mechanic(
    name="missions",
    asks=(Ask(commands.TokenTake, play.take_token, offers.tokens),),
    events=(events.TokenTaken,),
    survivor_changed=play.all_are_out,
    mission_rules=(
        *play.POINTS,
        play.POINTS_FOR_ALL,
        play.ZONE_UNTIL,
        set_up.OUT_OF_DECK,
        set_up.INTO_VAULT,
        set_up.INACTIVE,
        set_up.ZONE_IF,
        set_up.COUNTS_AS,
        set_up.NOISE,
        "notes-in-order",
        "card-order",
        "timed-card",
    ),
)
