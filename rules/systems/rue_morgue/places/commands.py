from typing import Annotated

import msgspec

from rules.commands import BaseCommand, Key


class BoardAnswer(BaseCommand, tag="board.answer", frozen=True):
    """On how many places of the board the pending card puts its zombies."""

    question: Key
    places: Annotated[int, msgspec.Meta(ge=0, le=50)]
