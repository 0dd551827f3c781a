from collections.abc import Iterable, Iterator

from rules.events import BaseEvent, EventPart


class ActivationExtra(BaseEvent, tag="activation.extra", frozen=True, kw_only=True):
    """Zombies act once more than their phase lets them: all of a type, or those of a zone."""

    zombie: str
    why: str
    zone: str | None
    times: int
    count: int | None = None
    """How many of them, where not all of the type; each acts `times` times."""


class Activation(EventPart, frozen=True, kw_only=True):
    """The same as a part of a step."""

    zombie: str
    why: str
    zone: str | None = None
    times: int = 1


def activation_facts(activations: Iterable[Activation]) -> Iterator[BaseEvent]:
    for each in activations:
        yield ActivationExtra(zombie=each.zombie, why=each.why, zone=each.zone, times=each.times)
