"""Base of all commands: an id, the version the sender saw, and how fresh that must be."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec

if TYPE_CHECKING:
    from rules.offers import Offer

# Not "$", which in Python also matches before a trailing newline.
CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{8,64}(?![\s\S])")]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Cards = Annotated[tuple[Key, ...], msgspec.Meta(max_length=200)]
Faces = Annotated[tuple[int, ...], msgspec.Meta(max_length=200)]
Amount = Annotated[int, msgspec.Meta(ge=-100, le=100)]
Quantity = Annotated[int, msgspec.Meta(ge=1, le=100)]
Group = Annotated[dict[Key, Quantity], msgspec.Meta(min_length=1, max_length=20)]
"""Zombies of a zone, counted by type."""


class Guard(Enum):
    """Freshness that a command requires of the sender's view of the table."""

    EXACT = "exact"  # the same version: undo, corrections
    STEP = "step"  # the same round, phase and step: flow
    NONE = "none"  # additive taps apply to the newest state


class BaseCommand(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"
):
    """Base of all commands.

    `id` makes a resend harmless; `seen` is the version the sender was looking at.
    """

    guard: ClassVar[Guard] = Guard.NONE
    chance: ClassVar[bool] = False
    """True if it draws cards or rolls dice, so that only the server knows the result."""
    additive: ClassVar[bool] = False
    """True if a second tap adds one more; otherwise a second tap is a resend of the first."""
    in_play_only: ClassVar[bool] = False
    """True if it is refused once the mission is over: its values have been counted by then."""
    is_whole: ClassVar[bool] = True
    """True if its offers are exhaustive: pages may send only what they list."""
    reported: ClassVar[tuple[str, ...]] = ()
    """Fields with the cards (`cards`) or dice (`dice`) that the table drew or rolled itself."""

    own_words: ClassVar[tuple[str, ...]] = ()
    """Fields in the sender's own words, which no offer lists: the rules alone judge them."""
    new: ClassVar[tuple[str, ...]] = ()
    """Fields that name what is not on the table yet, for example a zone that is added."""

    id: CommandId
    seen: Version

    @classmethod
    def offers(cls, look: Any, about: Mapping[str, Any]) -> "Iterator[Offer]":
        """Yield the ways this command may be sent now, with choices, or the reason against it.

        `about` holds the fields of the command that the caller knows already.
        """
        raise NotImplementedError(kind_of(cls))

    def play(self, play: Any) -> None:
        """Carry out the command on the working copy of the table, or raise `RuleError`."""
        raise NotImplementedError(kind_of(self))


def kind_of(command: type[msgspec.Struct] | msgspec.Struct) -> str:
    """Return the tag of a command or event type, for example `spawn.resolve`."""
    return str(command.__struct_config__.tag)
