from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Guard, Key


class TableCorrect(BaseCommand, tag="table.correct", frozen=True):
    """Set anything by hand, as `survivors.ann.points` to 7; play goes on from there."""

    guard: ClassVar[Guard] = Guard.EXACT

    path: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    value: int | str | bool | Annotated[tuple[Key, ...], msgspec.Meta(max_length=20)] | None = None


class OptionSet(BaseCommand, tag="option.set", frozen=True):
    """Switch a rule of the house on or off."""

    option: Key
    on: bool
