"""Noise: a token for each noisy action, or one token that moves."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from companion.offer_forms import Control, OfferForm, Option
from companion.rooms import Room
from companion.selectors import Board
from companion.table.sheets.do import forms
from companion.words import Words
from rules.mechanics.noise import NoiseMade

WORDS = Words(
    sentences={
        NoiseMade: lambda e, t: (
            ngettext(
                "noise: %(tokens)d token on the board",
                "noise: %(tokens)d tokens on the board",
                e.tokens,
            )
            % {"tokens": e.tokens}
        ),
    },
    refusals={
        "noise.none": ngettext_lazy(
            "There is %(there)s noise token on the board.",
            "There are %(there)s noise tokens on the board.",
            "there",
        ),
    },
    fields={
        "noise": pgettext_lazy("what is set", "noise tokens"),
    },
    commands={
        "noise.make": pgettext_lazy("command", "Noise"),
    },
    phase_lines={
        "players.noise": gettext_lazy("Noise: 1 for each survivor, 1 for each noisy action."),
        "end.noise": gettext_lazy("Take all noise off the board."),
    },
)


def _noise(board: Board) -> Mapping[str, Any]:
    made = [_away(form) if _takes_off(form) else form for form in forms(board, "noise.make")]
    return {"tokens": board.state.noise, "forms": made}


def _takes_off(form: OfferForm) -> bool:
    return any(control.name == "count" and control.least < 0 for control in form.controls)


def _away(form: OfferForm) -> OfferForm:
    """Return the form with the tokens that go counted up, as they are at the table."""
    kept = [_counted_up(control) for control in form.controls if control.name == "count"]
    return form._replace(title=_("Take noise off"), controls=kept)


def _counted_up(count: Control) -> Control:
    options = [Option(str(-number), str(number)) for number in range(1, 1 - count.least)]
    return count._replace(template="choice", options=options)


ROOM = Room(section="mechanics/noise/section.html", context=_noise)
