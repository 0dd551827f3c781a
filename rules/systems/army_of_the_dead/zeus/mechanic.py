from rules.fields import Choice
from rules.mechanic import Ask, Correction, Mechanic
from rules.systems.army_of_the_dead.zeus import commands, events, offers, play

ZEUS = Mechanic(
    name="zeus",
    asks=(Ask(commands.ZeusPlace, play.place_zeus, offers.arrivals),),
    events=(events.ZeusCame,),
    corrections={
        "boss": Correction(
            str | None,
            lambda look, _path: Choice(
                values=tuple(kind.id for kind in look.pack.zombies), optional=True
            ),
        )
    },
    zones={play.ZEUS: play.draw_order},
    foresees_zones={play.ZEUS: play.foresee_orders},
    zone_kinds=(play.ZEUS,),
    effects=("activate", "spawn"),
    traits=(play.CALLS,),
    described={play.ORDER: play.ORDERS},
    outset=play.boss_of,
    killed=play.called_by_death,
    mission_rules=(play.APPEARS,),
    token_taken=play.called_by_token,
)
