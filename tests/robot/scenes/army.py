"""Army of the Dead: ammunition, nets and explosives, sleepers, the vault, Zeus, two missions."""

from collections.abc import Iterator

from tests.robot.scenes.family import THINGS, Cast, companions, family
from tests.robot.scenes.scene import (
    NEXT_PHASE,
    SPAWN_AGAIN,
    Scene,
    act,
    add,
    attack,
    draw,
    standing,
    table,
    take,
)

CAST = Cast("martin", "scott-ward", "kate-ward", "shambler", tough="")
PISTOL = "ranged:semi-automatic-pistol-1"
OWN = "scott-ward"


def scenes() -> Iterator[Scene]:
    yield from family(CAST)
    yield companions(CAST)
    yield Scene(
        f"{THINGS} weapon.empty",
        table("martin", "scott-ward", table="dice equipment"),
        (
            draw("martin", "magazine-2"),
            act("deck.discard", survivor="martin"),
            take("martin", "semi-automatic-pistol"),
            take("martin", "magazine"),
            add("shambler", 5),
            attack("martin", PISTOL, "shambler", 2, dice="6", ammo_dice="0"),
            act("weapon.reload", survivor="martin"),
            attack("martin", PISTOL, "shambler", 1, dice="6", ammo_dice="6"),
            attack("martin", PISTOL, "shambler", 1, dice="1", ammo_dice="1", survivors_in_zone=OWN),
            act(
                "attack.resolve",
                "attack/martin/?typed=1",
                mode="ranged",
                profile__name="Desert Eagle",
                profile__ammo_dice=2,
                targets__shambler=1,
                dice="4",
                ammo_dice="5 0",
            ),
            act("item.move", survivor="martin", card="semi-automatic-pistol", to="scott-ward"),
            act("equipment.deal"),
        ),
    )
    yield Scene(
        "zombies.netted zombies.freed explosive.lay explosive.laid blast.resolve blast.went_off",
        table("martin", "scott-ward", table="dice"),
        (
            take("martin", "cable-launcher"),
            add("shambler", 5),
            attack("martin", "ranged:cable-launcher-1", "shambler", 2, dice="6"),
            take("martin", "tnt"),
            act("explosive.lay", survivor="martin"),
            act("blast.resolve", cards="tnt", targets__shambler=1),
            NEXT_PHASE,
            act("phase.next", overrule=True),
        ),
    )
    yield Scene(
        "card.describe card.described spawn.resolve spawn.resolved spawn.nothing spawn.paused"
        " activation.extra spawn.go_on spawn.doubled zombies.placed zombies.short",
        table("martin", "scott-ward"),
        (
            act(
                "card.describe",
                card="zombies-003",
                does="extra_activation",
                levels__blue__shambler=1,
            ),
            act("card.describe", card="zombies-004", does="double_spawn"),
            add("shambler", 2),
            NEXT_PHASE,
            act("spawn.resolve", cards="003"),
            act("spawn.go_on", cards="018 004"),
            SPAWN_AGAIN,
            standing("shambler", 29),
            act("spawn.resolve", cards="001"),
        ),
    )
    yield Scene(
        "sleepers.wake sleepers.woke sleepers.kill sleepers.killed sleepers.leave sleepers.left"
        " personal.draw personal.drawn personal.meet personal.met zeus.place zeus.came",
        table("martin", "scott-ward", "kate-ward", "maria-cruz", zone="1.start 2.k-zeus"),
        (
            act("sleepers.wake", count=2),
            act("sleepers.kill", survivor="martin", count=1),
            act("sleepers.leave", survivor="martin"),
            act("personal.draw"),
            act("personal.meet"),
            act("zeus.place"),
        ),
    )
    yield Scene(
        "vault.attempt vault.thrown vault.throw vault.help vault.helped vault.beaten vault.open"
        " vault.opened time.advanced",
        table("ludwig-dieter", "martin", table="dice", mission="army-of-the-dead:M2"),
        (
            act("vault.attempt", survivor="ludwig-dieter", dice="1 1 1 1 1"),
            act("vault.throw", dice="1 2 3 4 4"),
            act("vault.help", how="set", die=4, face=5),
            act("vault.open"),  # by the locksmith
            NEXT_PHASE,
            act("phase.next", overrule=True),
        ),
    )
    yield Scene(
        "mission.tick mission.ticked token.take token.taken token.pass token.passed slots.filled"
        " floor.answer floor.answered",
        table("martin", "scott-ward", "maria-cruz", mission="army-of-the-dead:M1"),
        (
            act("mission.tick"),
            act("token.take", survivor="martin", colour="blue"),
            act("token.pass", colour="blue", to="scott-ward"),
            NEXT_PHASE,
            act("floor.answer", somebody=True),
        ),
    )
