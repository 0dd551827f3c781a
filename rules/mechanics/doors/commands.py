from typing import ClassVar

from rules.commands import BaseCommand, Faces, Key


class DoorOpen(BaseCommand, tag="door.open", frozen=True):
    """A door is forced with a card; some cards must roll for it."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    survivor: Key
    card: Key
    colour: Key | None = None
    """Of a door that the mission treats in its own way."""
    dice: Faces = ()
