from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Faces, Key


class DoorOpen(BaseCommand, tag="door.open", frozen=True):
    """A door is forced with a card; some cards must roll for it."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    survivor: Key
    card: Key
    colour: Key | None = None
    """Of a door that the mission treats in its own way."""
    rerolls: Annotated[tuple[Key, ...], msgspec.Meta(max_length=4)] = ()
    """Skills that let the dice be rolled again, once each; as in an attack, after an undo."""
    dice: Faces = ()
