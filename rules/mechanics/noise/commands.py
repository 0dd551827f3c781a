from typing import Annotated

import msgspec

from rules.commands import BaseCommand, Key


class NoiseMake(BaseCommand, tag="noise.make", frozen=True):
    """Noise tokens by the players' word: a shout, a mission's rule."""

    count: Annotated[int, msgspec.Meta(ge=-20, le=20)] = 1
    survivor: Key | None = None
