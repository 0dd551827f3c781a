from typing import Annotated, ClassVar, Literal

import msgspec

from rules.commands import BaseCommand, Faces, Group, Key, Number

MOST_GIVEN_UP = 10
Discards = Annotated[tuple[Key, ...], msgspec.Meta(max_length=MOST_GIVEN_UP)]


class WoundTake(BaseCommand, tag="wound.take", frozen=True):
    """Somebody is hurt, after whatever armour and skills stop."""

    in_play_only: ClassVar[bool] = True
    additive: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    survivor: Key
    count: Number = 1
    source: Literal["zombies", "friendly_fire", "other"] = "zombies"
    zombie: Key | None = None
    """Of which type: against some there is no armour."""
    armour: bool = False
    """Whether to roll for armour."""
    lend_shield: bool = False
    """Use the shield's value in place of the armour's; then it gives no reroll."""
    rerolls: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    """How often the whole armour roll is repeated, by shield or luck."""
    discards: Discards = ()
    """Cards given up for a wound each, by a skill."""
    dice: Faces = ()


class WoundHeal(BaseCommand, tag="wound.heal", frozen=True):
    """Wounds are healed, as far as there are any."""

    additive: ClassVar[bool] = True

    survivor: Key
    count: Number = 1


class SurvivorRescue(BaseCommand, tag="survivor.rescue", frozen=True):
    """Somebody picks an out-of-action survivor up."""

    survivor: Key
    by: Key | None = None


class SurvivorEscape(BaseCommand, tag="survivor.escape", frozen=True):
    """Left by the exit: safe, and no longer counted for the danger level."""

    survivor: Key


class ZombiesAttack(BaseCommand, tag="zombies.attack", frozen=True):
    """Zombies attack a zone; the players share the wounds out among the survivors there."""

    in_play_only: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    zombies: Group
    wounds: Annotated[dict[Key, Number], msgspec.Meta(min_length=1, max_length=12)]
    armour: bool = False
    discards: Annotated[dict[Key, Discards], msgspec.Meta(max_length=12)] = {}
    """Cards given up for a wound each, by a skill."""
    dice: Faces = ()
