"""Rue Morgue: the helicopter, dice that choose zones, beds and manholes, tents and teams."""

from collections.abc import Iterator

from tests.robot.scenes.family import Cast, another_card, family, things
from tests.robot.scenes.scene import NEXT_PHASE, Scene, act, add, table, take

CAST = Cast("dan", "terry", "laurie", "skinner-walker", "tough")


def scenes() -> Iterator[Scene]:
    yield from family(CAST)
    yield things(CAST, "sawed-off", tool="crowbar", stray="6 6")
    yield another_card(CAST, "sawed-off")
    yield Scene(
        "helicopter.board helicopter.boarded helicopter.fly helicopter.flew helicopter.leave"
        " helicopter.left helicopter.store helicopter.fetch helicopter.loaded",
        table("terry", "dan"),  # a pilot, and one with a rope
        (
            act("helicopter.board", survivor="terry", seat="pilot"),
            act("helicopter.board", survivor="dan", seat="passenger"),
            take("dan", "crowbar"),
            act("helicopter.store", survivor="dan"),
            act("helicopter.fetch", survivor="dan"),
            act("helicopter.fly", survivor="terry"),
            act("helicopter.leave", survivor="dan"),
        ),
    )
    yield Scene(
        "item.combine blast.resolve blast.went_off team_action.use team_action.used wound.place",
        table("terry", "dan"),
        (
            act("team_action.use"),
            take("dan", "glass-bottles"),
            take("dan", "gasoline"),
            act("item.combine", survivor="dan"),
            add("skinner-walker", 2),
            act("item.move", survivor="dan", card="molotov"),
            act("blast.resolve", cards="molotov", survivor="dan", **{"targets__skinner-walker": 1}),
            *(take("dan", card) for card in ("crowbar", "knife", "pistol", "saber", "sword")),
            act("wound.take", survivor="dan", count=1),
            act("wound.place", survivor="dan"),
        ),
    )
    yield Scene(
        "spawn.deal spawn.dealt spawn.give spawn.given",
        table("terry", "dan"),
        (
            act("points.award", survivor="terry", amount=19),
            act("skill.choose", survivor="terry", skill="distributor"),
            NEXT_PHASE,
            act("spawn.deal"),
            act("spawn.give"),
        ),
    )
    yield Scene(
        "building.open tent.open tent.opened spawn.resolve spawn.resolved dice.rolled spawn.nothing"
        " spawn.paused activation.extra spawn.go_on board.asked board.answer board.answered"
        " zombies.placed zombies.short",
        table("terry", "dan", table="zombies"),
        (
            act("building.open", zones=1, cards="182"),
            act("tent.open", zone="A"),
            act("points.award", survivor="terry", amount=7),
            add("skinner-walker", 2),
            NEXT_PHASE,
            act("spawn.resolve", cards="181"),
            act("spawn.go_on", cards="185"),
            act("board.answer", places=50),
        ),
    )
    yield Scene(
        "mission.tick mission.ticked token.take token.taken",
        table("terry", "dan", mission="rue-morgue:M00-2"),
        (act("mission.tick"), act("token.take")),
    )
