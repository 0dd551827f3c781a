from typing import Annotated

import msgspec

from rules.commands import BaseCommand, Key
from rules.mechanics.attacks.commands import InZone, Targets


class BlastResolve(BaseCommand, tag="blast.resolve", frozen=True):
    """Something that reaches everybody in a zone goes off: molotov, dragon fire, explosives.

    Several explosives in one zone go off together and add their damage.
    """

    cards: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=6)]
    targets: Targets
    also: Annotated[tuple[Key, ...], msgspec.Meta(max_length=6)] = ()
    """Explosives that lie in that zone and go off with it."""
    survivor: Key | None = None
    survivors_in_zone: InZone = ()
