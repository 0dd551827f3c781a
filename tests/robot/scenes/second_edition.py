"""Zombicide, 2nd Edition, with Washington Z.C.: night and lights, all-out dice, companions."""

from collections.abc import Iterator

from tests.robot.scenes.family import Cast, another_card, companions, family, things
from tests.robot.scenes.scene import (
    NEXT_PHASE,
    Scene,
    act,
    add,
    attack,
    gift,
    standing,
    table,
    take,
)

CAST = Cast("ned", "wanda", "amy", "walker", "tough")


def scenes() -> Iterator[Scene]:
    yield from family(CAST)
    yield things(CAST, "sawed-off", tool="crowbar", food="canned-food")
    yield another_card(CAST, "sawed-off")
    yield companions(CAST)
    yield Scene(
        "blast.resolve blast.went_off light.on light.off light.seen light.switched",
        table("ned", "wanda"),
        (
            take("ned", "molotov"),
            add("walker", 3),
            act("blast.resolve", cards="molotov", survivor="ned", targets__walker=1),
            act("clock.set", hour=23),
            act("light.on", survivor="ned"),
            act("light.seen", zombies__walker=1),
            act("light.off", survivor="ned"),
        ),
    )
    yield Scene(
        "spawn.deal spawn.dealt spawn.give spawn.given",
        table("ned", "wanda"),
        (gift("ned", "distributor"), NEXT_PHASE, act("spawn.deal"), act("spawn.give")),
    )
    yield Scene(
        "building.open spawn.resolve spawn.resolved spawn.nothing spawn.paused activation.extra"
        " spawn.go_on zombies.placed zombies.short",
        table("ned", "wanda", table="zombies"),
        (
            act("building.open", zones=1, cards="011"),
            act("points.award", survivor="ned", amount=7),
            add("walker", 2),
            NEXT_PHASE,
            act("spawn.resolve", cards="037"),
            standing("walker", 39),
            act("spawn.go_on", cards="005"),
        ),
    )
    yield Scene(
        "weapon.broken mission.tick mission.ticked token.take token.taken"
        " token.return token.returned",
        table("ned", "wanda", mission="washington-zc:M6", table="dice"),
        (
            act("mission.tick"),
            act("token.take", colour="card"),
            act("token.return"),
            take("ned", "baseball-bat"),
            add("walker", 2),
            attack("ned", "melee:baseball-bat-1", "walker", 2, dice="6 6 1", all_out=True),
        ),
    )
