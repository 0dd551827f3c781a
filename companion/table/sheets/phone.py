"""How this phone behaves: kept in the phone, never on the server."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from companion.table.asking import SheetAddress, SheetRequest, Shown

Line = tuple[str, str]
"""A word, and what is to be known about it."""


def sheet(ask: SheetAddress[Any]) -> Shown:
    return Shown("companion/sheets/phone.html", {})


def help_sheet(ask: SheetRequest) -> Shown:
    """Say what a tap, a long press and each key do."""
    return help_with(
        before=(
            (
                _("Tap"),
                _(
                    "A survivor's number: one point more. The rest of the card: everything about"
                    " them."
                ),
            ),
            (
                _("Long press"),
                _("On a survivor's number: one point less. On a kill: how many at once."),
            ),
        ),
        spawn=_("spawn"),
        more_keys=(("1-9", _("a survivor")),),
    )


def help_with(*, before: Sequence[Line], spawn: str, more_keys: Sequence[Line] = ()) -> Shown:
    """Return the help of any game: lines of its own, then what is the same in all.

    `spawn`: what the key S opens.
    """
    lines = (
        *before,
        (_("Undo"), _("Any step, from any phone. Nothing is asked twice.")),
        (
            _("No connection"),
            _("Taps wait and send themselves once. Dice and cards wait for the server."),
        ),
    )
    keys = (
        ("Enter", _("the large button, on a sheet, too")),
        ("U", _("undo")),
        *more_keys,
        ("S", spawn),
        ("L", _("log")),
        ("?", _("this help")),
        ("Esc", _("close")),
    )
    return Shown("companion/sheets/help.html", {"lines": lines, "keys": keys})
