"""Wounds, told whole: what was to come, what stopped it, what was taken, and the fate."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from rules.events import BaseEvent, EventPart
from rules.mechanics.armour.events import ArmourRoll, ArmourRolled
from rules.mechanics.equipment.events import ItemDiscarded


class Wounded(BaseEvent, tag="wounded", frozen=True, kw_only=True):
    survivor: str
    count: int
    source: str


class Healed(BaseEvent, tag="healed", frozen=True, kw_only=True):
    survivor: str
    count: int


class KnockedOut(BaseEvent, tag="knocked_out", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    survivor: str
    round: int


class Rescued(BaseEvent, tag="rescued", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    survivor: str
    by: str | None


class Died(BaseEvent, tag="died", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    survivor: str
    round: int


class Escaped(BaseEvent, tag="escaped", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    survivor: str


class WoundsIgnored(BaseEvent, tag="wounds.ignored", frozen=True, kw_only=True):
    survivor: str
    count: int
    why: str


class ZombiesAttacked(BaseEvent, tag="zombies.attacked", frozen=True, kw_only=True):
    zombies: dict[str, int]
    wounds: int


class FriendlyFire(BaseEvent, tag="friendly_fire", frozen=True, kw_only=True):
    survivor: str
    hits: int
    wounds: int


class Ignored(EventPart, frozen=True, kw_only=True):
    """Wounds that count for nothing."""

    count: int
    why: str
    lost: tuple[str, ...] = ()
    """Cards that this used up."""


class Hurt(EventPart, frozen=True, kw_only=True):
    """What happened to one survivor."""

    survivor: str
    source: str
    hits: int | None = None
    """Stray hits, where wounds come from those."""
    armour: ArmourRoll | None = None
    wounds: int
    """Those that armour did not stop."""
    ignored: tuple[Ignored, ...] = ()
    taken: int
    left: int
    """Health that is left."""
    fate: Literal["out_of_action", "dead"] | None = None
    round: int
    dropped: tuple[str, ...] = ()

    def facts(self) -> Iterator[BaseEvent]:
        key = self.survivor
        if self.armour is not None:
            yield ArmourRolled(
                survivor=key,
                value=self.armour.value,
                faces=self.armour.faces,
                rerolled=self.armour.rerolled,
                saved=self.armour.saved,
            )
        if self.hits is not None:
            yield FriendlyFire(survivor=key, hits=self.hits, wounds=self.wounds)
        for ignored in self.ignored:
            for card in ignored.lost:
                yield ItemDiscarded(survivor=key, card=card)
            yield WoundsIgnored(survivor=key, count=ignored.count, why=ignored.why)
        if self.taken and self.hits is None:
            yield Wounded(survivor=key, count=self.taken, source=self.source)
        for card in self.dropped:
            yield ItemDiscarded(survivor=key, card=card)
        if self.fate == "dead":
            yield Died(survivor=key, round=self.round)
        elif self.fate is not None:
            yield KnockedOut(survivor=key, round=self.round)


class WoundsDealt(BaseEvent, tag="wounds.dealt", frozen=True, kw_only=True):
    """One survivor is hurt, or a zone with several."""

    zombies: dict[str, int] = {}
    """Who attacked, where that was told."""
    total: int
    """Wounds before anything stopped them."""
    hurt: tuple[Hurt, ...]

    def facts(self) -> Iterator[BaseEvent]:
        if self.zombies:
            yield ZombiesAttacked(zombies=self.zombies, wounds=self.total)
        for hurt in self.hurt:
            yield from hurt.facts()


def wounds_of(event: BaseEvent) -> tuple[str, int]:
    """Who is hurt by a single fact, whoever did it, and how badly; nobody by most."""
    match event:
        case Wounded():
            return event.survivor, event.count
        case FriendlyFire():
            return event.survivor, event.wounds
        case _:
            return "", 0
