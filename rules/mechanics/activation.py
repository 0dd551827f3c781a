"""Extra activations of zombies, from whatever cause."""

from collections.abc import Iterable, Iterator

from rules.events import BaseEvent, EventPart
from rules.mechanic import mechanic


class ActivationExtra(BaseEvent, tag="activation.extra", frozen=True, kw_only=True):
    """Zombies of a type act more often than their phase lets them, each of them `times` times."""

    zombie: str
    why: str
    zone: str | None
    """The zone whose zombies act; None: all of the type, wherever they are."""
    times: int
    count: int | None = None
    """The number of zombies that act, chosen by the players; None: all of them."""


class Activation(EventPart, frozen=True, kw_only=True):
    """An extra activation as part of a step."""

    zombie: str
    why: str
    zone: str | None = None
    times: int = 1
    count: int | None = None


def activation_facts(activations: Iterable[Activation]) -> Iterator[BaseEvent]:
    for activation in activations:
        yield ActivationExtra(
            zombie=activation.zombie,
            why=activation.why,
            zone=activation.zone,
            times=activation.times,
            count=activation.count,
        )


ACTIVATION = mechanic(__name__)
