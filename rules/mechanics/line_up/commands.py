from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Key

Player = Annotated[str, msgspec.Meta(max_length=60)]


class SurvivorPass(BaseCommand, tag="survivor.pass", frozen=True):
    """A survivor is played by somebody else from now on."""

    in_play_only: ClassVar[bool] = True

    survivor: Key
    player: Key
    of: Player = ""
    """Who plays them now, as the sender saw it: of two who reach for one, the first has them."""


class SurvivorJoin(BaseCommand, tag="survivor.join", frozen=True):
    """Somebody new comes to the table: a survivor of the box, or one with a name of their own."""

    in_play_only: ClassVar[bool] = True

    player: Key
    survivor: Key | None = None
    name: Key | None = None
    """Of one who is not in the box."""
