"""What all commands share: an id, what the sender saw, how fresh that must be, what it does."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec

if TYPE_CHECKING:
    from rules.offers import Offer

# Not "$", which in Python also matches before a last newline.
CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{8,64}(?![\s\S])")]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Cards = Annotated[tuple[Key, ...], msgspec.Meta(max_length=200)]
Faces = Annotated[tuple[int, ...], msgspec.Meta(max_length=200)]
Amount = Annotated[int, msgspec.Meta(ge=-100, le=100)]
Quantity = Annotated[int, msgspec.Meta(ge=1, le=100)]
Group = Annotated[dict[Key, Quantity], msgspec.Meta(min_length=1, max_length=20)]
"""Zombies of a zone by type."""


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
    chance: ClassVar[bool] = False
    """Draws cards or rolls dice: only the server knows what comes of it."""
    additive: ClassVar[bool] = False
    """A second tap is one more; of any other command it is the same tap again."""
    in_play_only: ClassVar[bool] = False
    """Not once the mission is over: what it would change has been counted."""
    reported: ClassVar[tuple[str, ...]] = ()
    """Fields that tell what the table drew (`cards`) or rolled (`dice`), where it does so."""

    own_words: ClassVar[tuple[str, ...]] = ()
    """Fields in the sender's own words, which no offer lists: the rules alone judge them."""

    id: CommandId
    seen: Version

    @classmethod
    def offers(cls, look: Any, about: Mapping[str, Any]) -> "Iterator[Offer]":
        """Yield how this command may be sent now, with its choices, or why it may not.

        `about` is what the asker knows of it already.
        """
        raise NotImplementedError(kind_of(cls))

    def play(self, play: Any) -> None:
        """Carry it out on the working copy of the table, or raise `RuleError`."""
        raise NotImplementedError(kind_of(self))


def kind_of(command: type[msgspec.Struct] | msgspec.Struct) -> str:
    """The word by which a type of command or event goes, as `spawn.resolve`."""
    return str(command.__struct_config__.tag)
