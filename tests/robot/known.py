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


KNOWN: tuple[Known, ...] = ()


class Unsent(NamedTuple):
    """A command that no evening sends from a page, and why."""

    game: str
    kind: str
    reason: str


UNSENT: tuple[Unsent, ...] = (
    Unsent("zombicide-2e", "card.describe", "every card of the box is known"),
    Unsent("black-plague", "card.describe", "every card of the box is known"),
    Unsent("rue-morgue", "card.describe", "every card of the box is known"),
    Unsent("zombicide-2e", "survivor.describe", "every survivor of the box is known"),
    Unsent("black-plague", "survivor.describe", "every survivor of the box is known"),
    Unsent("zombicide-2e", "item.combine", "no two cards of the box make another"),
    Unsent("black-plague", "item.combine", "no two cards of the box make another"),
    Unsent("army-of-the-dead", "item.combine", "no two cards of the box make another"),
    Unsent("zombicide-2e", "token.pass", "no mission of the box has tokens that are carried"),
    Unsent("black-plague", "token.pass", "no mission of the box has tokens that are carried"),
    Unsent("rue-morgue", "token.pass", "no mission of the box has tokens that are carried"),
    Unsent("rue-morgue", "item.use", "no card of the box is used by itself"),
    Unsent("army-of-the-dead", "item.use", "no card of the box is used by itself"),
    Unsent("*", "extra_action.use", "only a campaign gives them; its robot earns and uses them"),
    Unsent("*", "deck.redraw", "its button needs the one skill that allows it"),
    Unsent("*", "spawn.deal", "its button needs the one skill that gives cards out"),
    Unsent("*", "spawn.give", "its button needs the one skill that gives cards out"),
    Unsent("army-of-the-dead", "vault.open", "it takes a straight of five and a locksmith"),
    Unsent("army-of-the-dead", "floor.answer", "asked only where a mission's blue zone is laid"),
)


def unknown(faults: set[Fault], game: str) -> list[str]:
    return sorted(
        str(fault) for fault in faults if not any(known.fits(game, fault) for known in KNOWN)
    )


def unsent(game: str) -> list[Unsent]:
    return [each for each in UNSENT if each.game in (game, "*")]
