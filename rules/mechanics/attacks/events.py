"""An attack, told whole: its dice, whom they hit, and what it cost."""

from collections.abc import Iterator

from rules.events import BaseEvent
from rules.mechanics.equipment.events import ItemDiscarded
from rules.mechanics.kills.events import ZombiesKilled
from rules.mechanics.noise.events import NoiseMade
from rules.mechanics.supply.events import Arrival
from rules.mechanics.wounds.events import Hurt


class AttackRolled(BaseEvent, tag="attack.rolled", frozen=True, kw_only=True):
    survivor: str
    weapons: tuple[str, ...]
    accuracy: int
    damage: int
    faces: tuple[int, ...]
    all_out: tuple[int, ...]
    ammo: tuple[int, ...]
    hits: int
    rerolled: tuple[tuple[int, ...], ...] = ()
    """Rolls that were given up."""


class HitWasted(BaseEvent, tag="hit.wasted", frozen=True, kw_only=True):
    count: int


class WeaponBroken(BaseEvent, tag="weapon.broken", frozen=True, kw_only=True):
    survivor: str
    weapon: str


class WeaponEmpty(BaseEvent, tag="weapon.empty", frozen=True, kw_only=True):
    survivor: str
    weapon: str


class AttackResolved(BaseEvent, tag="attack.resolved", frozen=True, kw_only=True):
    """One attack. What follows from it, as points and falls, is told after it."""

    survivor: str
    mode: str
    weapons: tuple[str, ...]
    range: int | None = None
    """How far the target was, where that was said."""
    accuracy: int
    damage: int
    faces: tuple[int, ...]
    rerolled: tuple[tuple[int, ...], ...] = ()
    """Rolls that were given up."""
    all_out: tuple[int, ...] = ()
    ammo: tuple[int, ...] = ()
    hits: int
    wasted: int = 0
    killed: dict[str, int] = {}
    left: dict[str, int] = {}
    """What still stands in the zone."""
    points: dict[str, int] = {}
    """Points each survivor gained by it."""
    hurt: tuple[Hurt, ...] = ()
    """Survivors who were hit."""
    arrival: Arrival | None = None
    """Who rose from the dead of this attack."""
    broken: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    """Cards that it used up."""
    noise: int | None = None
    """Noise tokens on the board, if it was noisy."""
    free: str | None = None
    """The skill that gave the action for it."""

    def facts(self) -> Iterator[BaseEvent]:
        yield AttackRolled(
            survivor=self.survivor,
            weapons=self.weapons,
            accuracy=self.accuracy,
            damage=self.damage,
            faces=self.faces,
            all_out=self.all_out,
            ammo=self.ammo,
            hits=self.hits,
            rerolled=self.rerolled,
        )
        if self.wasted:
            yield HitWasted(count=self.wasted)
        for hurt in self.hurt:
            yield from hurt.facts()
        for zombie, count in self.killed.items():
            yield ZombiesKilled(survivor=self.survivor, zombie=zombie, count=count)
        if self.arrival is not None:
            yield from self.arrival.facts()
        for weapon in self.broken:
            yield WeaponBroken(survivor=self.survivor, weapon=weapon)
        for card in self.dropped:
            yield ItemDiscarded(survivor=self.survivor, card=card)
        for weapon in self.empty:
            yield WeaponEmpty(survivor=self.survivor, weapon=weapon)
        if self.noise is not None:
            yield NoiseMade(survivor=self.survivor, tokens=self.noise)
