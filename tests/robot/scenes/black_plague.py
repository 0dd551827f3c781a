"""Black Plague: dragon fire, armour, necromancers."""

from collections.abc import Iterator

from tests.robot.saying import EVERY
from tests.robot.scenes.family import Cast, another_card, family, things
from tests.robot.scenes.scene import NEXT_PHASE, SPAWN_AGAIN, Scene, act, add, standing, table, take

CAST = Cast("ann", "samson", "clovis", "walker", "tough")


def scenes() -> Iterator[Scene]:
    yield from family(CAST)
    yield things(CAST, "hand-crossbow", tool="dagger", food="apples")
    yield another_card(CAST, "hand-crossbow")
    yield Scene(
        "bile.place bile.placed blast.resolve blast.went_off armour.rolled",
        table("ann", "samson", "clovis"),
        (
            act("wound.take", survivor="samson", armour=True, count=1),  # iron hide
            take("ann", "dragon-bile"),
            take("ann", "torch"),
            act("bile.place", survivor="ann"),
            add("walker", 3),
            act(
                "blast.resolve",
                cards="torch",
                survivor="ann",
                targets__walker=2,
                survivors_in_zone="clovis",
            ),
        ),
    )
    yield Scene(
        "building.open spawn.resolve spawn.resolved spawn.nothing spawn.paused activation.extra"
        " spawn.go_on spawn.doubled zombies.placed zombies.short",
        table("ann", "samson", table="zombies"),
        (
            act("building.open", zones=1, cards="01"),
            act("points.award", survivor="ann", amount=7),
            add("walker", 2),
            NEXT_PHASE,
            act("spawn.resolve", cards="37"),
            act("spawn.go_on", cards="47 20 21"),
            SPAWN_AGAIN,
            standing("walker", 34),
            act("spawn.resolve", cards="03 10 39"),
        ),
    )
    yield Scene(
        "token.take necromancer.came",
        table("ann", "samson", mission="black-plague:A1"),
        (act("token.take", colour="blue"),),
    )
    yield Scene(
        "token.take spawn.resolved",
        table("ann", "samson", mission="black-plague:A3"),
        (act("token.take", colour="green"),),
    )
    yield Scene(
        "necromancer.kill spawn_token.removed",
        table("ann", "samson", zone="1.start.t2 2.k-necromancer"),
        (add("necromancer", 1), act("necromancer.kill", remove="1")),
    )
    yield Scene(
        "necromancer.ritual necromancer.kill necromancer.escape necromancer.escaped"
        " board.asked board.answered",
        table("ann", "samson", table="zombies", zone="1.start 2"),
        (
            act("supply.add", zombie="necromancer", count=2),
            NEXT_PHASE,
            act("spawn.resolve", cards="41 42"),
            act("necromancer.ritual", zones=EVERY),
            SPAWN_AGAIN,
            act("spawn.resolve", cards="43 44"),
            act("zombies.kill", zombie="necromancer"),
            act("necromancer.kill"),
            act("necromancer.escape"),
        ),
    )
    yield Scene(
        "mission.tick mission.ticked token.take token.taken",
        table("ann", "samson", mission="black-plague:A0"),
        (act("mission.tick"), act("token.take")),
    )
