"""Faults that are known and not mended yet, each with its reason. This list only shrinks:
`make soak` fails when one of them no longer occurs.
"""

import re
from typing import NamedTuple

from tests.robot.promises import Fault


class Known(NamedTuple):
    """A fault: `*` is any game; the rest are patterns."""

    game: str
    promise: str
    where: str
    what: str
    reason: str

    def fits(self, game: str, fault: Fault) -> bool:
        return (
            self.game in (game, "*")
            and self.promise == fault.promise
            and re.search(self.where, fault.where) is not None
            and re.search(self.what, fault.what) is not None
        )


KNOWN: tuple[Known, ...] = (
    Known(
        game="*",
        promise="is all words",
        where="/commands/$",
        what=r"zon[ea] \.",
        reason="`cards.missing` names a zone, and a deck drawn for somebody has none",
    ),
    Known(
        game="city-of-horror",
        promise="takes what it offers",
        where="/sheets/correct/$",
        what="^table.correct: correct.not_now",
        reason="the sheet shows its forms while a vote is open, when nothing may be corrected",
    ),
)
