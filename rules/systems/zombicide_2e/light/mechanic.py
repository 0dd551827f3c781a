from rules.mechanic import Ask, Mechanic
from rules.packs.schema.base import Face
from rules.systems.zombicide_2e.light import commands, events, offers, play

LIGHT = Mechanic(
    name="light",
    asks=(
        Ask(commands.LightOn, play.light_on, offers.lights_on),
        Ask(commands.LightOff, play.light_off, offers.lights_off),
        Ask(commands.LightSeen, play.light_seen, offers.beams),
    ),
    events=(events.LightSwitched,),
    effects=(play.LIGHT,),
    gives={"ignores_night": bool, "night_accuracy": Face},
    mission_rules=(play.SPOTLIGHT,),
    corrections={"survivors.*.light": bool},
    round_ended=play.new_round,
    item_lost=play.flashlight_lost,
    searched=play.searched,
)
