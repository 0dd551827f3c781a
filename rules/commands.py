"""What may be asked of a table. `kind` names are permanent once used."""

from enum import Enum
from typing import Annotated, ClassVar

import msgspec

CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class Guard(Enum):
    """How fresh the sender's view of the table must be."""

    EXACT = "exact"  # the very version: undo, corrections
    STEP = "step"  # the same round, phase and step: flow
    NONE = "none"  # additive taps apply to the newest state


class BaseCommand(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"
):
    """`id` makes a resend harmless; `seen` is the version the sender was looking at."""

    guard: ClassVar[Guard] = Guard.NONE

    id: CommandId
    seen: Version


class PhaseNext(BaseCommand, tag="phase.next", frozen=True):
    """On to the next phase; the end phase passes the first-player token."""

    guard: ClassVar[Guard] = Guard.STEP


class PointsAward(BaseCommand, tag="points.award", frozen=True):
    """Adrenaline or experience points for one survivor; a negative amount takes back."""

    survivor: str
    amount: Annotated[int, msgspec.Meta(ge=-100, le=100)]


Command = PhaseNext | PointsAward
