from rules.mechanic import Ask, Mechanic
from rules.mechanics.reloading import commands, events, offers, play
from rules.packs.schema.base import Natural

RELOADING = Mechanic(
    name="reloading",
    asks=(Ask(commands.WeaponReload, play.reload_weapon, offers.reloads),),
    events=(events.WeaponReloaded,),
    effects=(play.RELOAD,),
    gives={"reload_actions": Natural},
    round_ended=play.refill_weapons,
)
