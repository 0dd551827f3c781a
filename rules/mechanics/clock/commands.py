from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Guard


class ClockSet(BaseCommand, tag="clock.set", frozen=True):
    """Set the hour by hand."""

    guard: ClassVar[Guard] = Guard.EXACT

    hour: Annotated[int, msgspec.Meta(ge=0, le=23)]
