"""Scenes that every game of the Zombicide family plays, with the people and things of its box."""

from collections.abc import Iterator
from typing import NamedTuple

from tests.robot.leads import Lead
from tests.robot.saying import EVERY
from tests.robot.scenes.scene import NEXT_PHASE, Scene, act, add, attack, draw, gift, table, take


class Cast(NamedTuple):
    """Who and what of a box plays in them."""

    who: str
    other: str
    third: str
    walker: str
    tough: str
    """A skill that stops a wound, if the box has one."""


def family(cast: Cast) -> Iterator[Scene]:
    yield by_hand(cast)
    yield wounds(cast)
    yield turn(cast)
    yield Scene(
        "survivor.describe survivor.described survivor.join survivor.joined survivor.pass"
        " survivor.passed mission.end mission.abandoned",
        "own=Abuela%20Conchi",  # a survivor whom no box has
        (
            act("survivor.describe"),
            act("survivor.join", player="Lola", survivor=cast.who),
            act("survivor.pass", survivor=cast.who, player="Iker"),
            act("mission.end", result="abandoned"),
        ),
    )


def by_hand(cast: Cast) -> Scene:
    """What is set right by hand: zones, hours, decks, what stands on the board."""
    cellar = "Sótano"
    return Scene(
        "zone.add zone.added zone.order zones.ordered zone.deactivate zone.deactivated"
        " zone.activate zone.activated zone.remove zone.removed zone.start zone.started"
        " clock.set clock.advanced night.fell day.broke"
        " deck.reshuffle deck.reshuffled deck.set_aside card.set_aside deck.source source.switched"
        " option.set option.switched noise.make noise.made supply.add supply.changed"
        " zombies.add zombies.corrected zombies.split zombies.kill zombies.killed zombies.remove"
        " mission.end mission.won",
        "",
        (
            act("zone.add", zone=cellar),
            act("zone.order", zones=EVERY),
            act("zone.deactivate", zone=cellar),
            act("zone.activate", zone=cellar),
            act("zone.remove", zone="1"),
            act("zone.start", zone=cellar),
            act("zone.remove", zone=cellar),
            act("clock.set", hour=21),
            act("clock.set", hour=22),
            act("clock.set", hour=7),
            act("deck.reshuffle", deck="zombies"),
            act("deck.set_aside", deck="equipment", back=False),
            act("deck.source", deck="dice"),
            act("option.set", option="out-of-action"),
            act("noise.make"),
            act("supply.add", zombie=cast.walker, count=2),
            add(cast.walker, 5),
            act("zombies.split", routes=2, **{f"zombies__{cast.walker}": 3}),
            act("zombies.kill", zombie=cast.walker, count=1),
            act("zombies.remove", zombie=cast.walker, count=1),
            act("mission.end", result="won"),
        ),
    )


def wounds(cast: Cast) -> Scene:
    """Hurt, healed, tough, knocked out, picked up, safe, dead."""
    who, walker = cast.who, cast.walker
    return Scene(
        "wound.take wound.heal wounded wounds.dealt healed zombies.attack zombies.attacked"
        " survivor.rescue knocked_out rescued survivor.escape escaped died"
        + (" wounds.ignored" if cast.tough else ""),
        table(who, cast.other, cast.third, option="out-of-action"),
        (
            act("wound.take", survivor=who, count=1),
            act("wound.heal", survivor=who),
            *([gift(who, cast.tough)] if cast.tough else ()),
            add(walker, 3),
            NEXT_PHASE,
            act("zombies.attack", **{f"zombies__{walker}": 1, f"wounds__{who}": 1}),
            act("wound.take", survivor=who, count=9),
            act("survivor.rescue", survivor=who),
            act("survivor.escape", survivor=cast.other),
            act("option.set", option="out-of-action"),
            act("wound.take", survivor=cast.third, count=9),
        ),
    )


def turn(cast: Cast) -> Scene:
    """A survivor's turn to red, and a round in which nobody lets zombies appear."""
    who = cast.who
    return Scene(
        "action.spend actions.spent points.award points.gained danger.raised choice.due"
        " skill.choose skill.gained skill.use skill.used extra_action.use extra_action.used"
        " table.correct table.corrected phase.next phase.began spawn.skipped round.next"
        " first_player.passed mission.end mission.lost",
        table(who, cast.other, players="Ana,Luis"),
        (
            act("action.spend", survivor=who),
            act("points.award", survivor=who, amount=43),
            act("skill.choose", survivor=who),
            act("skill.use", survivor=who),
            act(
                "table.correct",
                f"correct/?who={who}",
                path=f"survivors.{who}.extra_actions",
                value=1,
            ),
            act("extra_action.use", survivor=who),
            NEXT_PHASE,
            act("phase.next", overrule=True),
            act("round.next"),
            act("mission.end", result="lost"),
        ),
    )


THINGS = (
    "deck.draw card.drawn cards.drawn deck.discard item.discarded deck.take item.found"
    " attack.resolve attack.resolved attack.rolled hit.wasted weapon.reload weapon.reloaded"
    " item.move item.moved equipment.deal friendly_fire"
)
"""What scenes with things in hand show."""


def things(cast: Cast, loaded: str, *, tool: str, food: str = "", stray: str = "1 1") -> Scene:
    """A weapon with two dice that is loaded again, and its stray shots; the dice are the table's.

    `stray` are dice that hit one's own.
    """
    who, weapon = cast.who, f"ranged:{loaded}-1"
    eaten: tuple[Lead, ...] = ()
    if food:
        eaten = (take(who, food), act("item.use", survivor=who, card=food))
    return Scene(
        f"{THINGS} door.open door.tried" + (" item.use item.used" if food else ""),
        table(who, cast.other, table="dice equipment"),
        (
            draw(who, f"{loaded}-2"),
            act("deck.discard", survivor=who),
            *eaten,
            take(who, tool),
            act("door.open", survivor=who, card=tool),
            act("deck.discard", survivor=who),
            take(who, loaded),
            add(cast.walker, 5),
            attack(who, weapon, cast.walker, 1, dice="6 6"),
            act("weapon.reload", survivor=who),
            act("item.move", survivor=who, card=loaded, slot="hand-2"),
            act("equipment.deal"),
            attack(who, weapon, cast.walker, 1, dice=stray, survivors_in_zone=cast.other),
        ),
    )


def another_card(cast: Cast, loaded: str) -> Scene:
    """The skill that lets a card just drawn be another one."""
    return Scene(
        "deck.redraw",
        table(cast.who, cast.other, table="equipment"),
        (
            gift(cast.who, "destiny"),
            draw(cast.who, f"{loaded}-1"),
            act("deck.redraw", survivor=cast.who, cards=f"{loaded}-2"),
        ),
    )


def companions(cast: Cast) -> Scene:
    return Scene(
        "companion.join companion.joined companion.follow companion.followed companion.hurt"
        " companion.wounded companion.died companion.leave companion.went",
        table(cast.who, cast.other),
        (
            act("companion.join", name="Iker", health=2),
            act("companion.follow"),
            act("companion.leave"),
            act("companion.join", name="Lola", health=2),
            act("companion.hurt", count=1),
            act("companion.hurt", count=1),
        ),
    )
