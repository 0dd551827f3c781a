from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Key


class BoardAnswer(BaseCommand, tag="board.answer", frozen=True):
    """On how many places of the board the pending card puts its zombies."""

    chance: ClassVar[bool] = True

    question: Key
    places: Annotated[int, msgspec.Meta(ge=0, le=50)]
