from collections.abc import Iterator

from rules.events import BaseEvent, EventPart
from rules.mechanics.equipment.events import ItemDiscarded
from rules.mechanics.kills.events import ZombiesKilled
from rules.mechanics.noise.events import NoiseMade
from rules.mechanics.wounds.events import Hurt


class Spent(EventPart, frozen=True, kw_only=True):
    """A card that somebody carried and that is used up."""

    survivor: str
    card: str


class BlastWentOff(BaseEvent, tag="blast.went_off", frozen=True, kw_only=True):
    """Everybody in a zone dies, or takes the damage. Points are told after it."""

    survivor: str | None
    cards: tuple[str, ...]
    damage: int | None
    """None: everybody dies."""
    spent: tuple[Spent, ...] = ()
    noise: int | None = None
    killed: dict[str, int] = {}
    hurt: tuple[Hurt, ...] = ()

    def facts(self) -> Iterator[BaseEvent]:
        for spent in self.spent:
            yield ItemDiscarded(survivor=spent.survivor, card=spent.card)
        if self.noise is not None:
            yield NoiseMade(survivor=self.survivor, tokens=self.noise)
        yield BlastWentOff(survivor=self.survivor, cards=self.cards, damage=self.damage)
        for zombie, count in self.killed.items():
            yield ZombiesKilled(survivor=self.survivor, zombie=zombie, count=count)
        for person in self.hurt:
            yield from person.facts()
