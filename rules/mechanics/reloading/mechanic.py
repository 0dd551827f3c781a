from rules.mechanic import Ask, Mechanic
from rules.mechanics.reloading import commands, events, offers, play

RELOADING = Mechanic(
    name="reloading",
    asks=(Ask(commands.WeaponReload, play.reload_weapon, offers.reloads),),
    events=(events.WeaponReloaded,),
    effects=(play.RELOAD,),
    round_ended=play.refill_weapons,
)
