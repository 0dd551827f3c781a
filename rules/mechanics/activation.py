"""Extra activations, whatever causes them."""

from collections.abc import Iterable, Iterator

from rules.events import BaseEvent, EventPart
from rules.mechanic import mechanic


class ActivationExtra(BaseEvent, tag="activation.extra", frozen=True, kw_only=True):
    """Zombies of a type act more often than their phase lets them, each of them `times` times."""

    zombie: str
    why: str
    zone: str | None
    """Only those of this zone; None: all of them, wherever they are."""
    times: int
    count: int | None = None
    """Only so many of them, whom the players see; None: all of them."""


class Activation(EventPart, frozen=True, kw_only=True):
    """The same as a part of a step."""

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
