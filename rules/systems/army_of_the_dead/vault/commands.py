from typing import Annotated, ClassVar, Literal

import msgspec

from rules.commands import BaseCommand, Faces, Key

Place = Annotated[int, msgspec.Meta(ge=0, le=5)]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]


class VaultAttempt(BaseCommand, tag="vault.attempt", frozen=True):
    """Two actions: the first throw at the traps of the bank vault."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    survivor: Key
    card: Key | None = None
    """The vault card that lies there."""
    extra_die: bool = False
    extra_throw: bool = False
    """What helpers close by add, as the card says."""
    dice: Faces = ()


class VaultThrow(BaseCommand, tag="vault.throw", frozen=True):
    """Keep some dice, throw the others again."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    keep: Annotated[tuple[Place, ...], msgspec.Meta(max_length=6)]
    """By their place in the row, from 0."""
    dice: Faces = ()


class VaultHelp(BaseCommand, tag="vault.help", frozen=True):
    """A helper changes dice as the vault card allows."""

    how: Literal["shift", "shift-two", "set"]
    die: Place
    face: Face
    second_die: Place | None = None
    second_face: Face | None = None
    by: Key | None = None
    """Whoever helps: trained as the card says, or with what it costs."""


class VaultOpen(BaseCommand, tag="vault.open", frozen=True):
    """A locksmith opens the door of the vault, once its traps are beaten."""

    survivor: Key
