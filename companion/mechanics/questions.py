"""Open questions: they wait in the state and never block the rest of the table."""

from typing import Any

from django.utils.translation import gettext_lazy, ngettext, pgettext

from companion.words import Words
from rules.mechanics.questions import BoardAnswered, BoardAsked


def _answered(e: BoardAnswered, t: Any) -> str:
    if e.places is None:
        return pgettext("asks the players", "the question is answered")
    places = ngettext("%(places)d place on the board", "%(places)d places on the board", e.places)
    words = places % {"places": e.places}
    return f"{words}: {t.groups(e.arrival.came)}" if e.arrival else words


WORDS = Words(
    sentences={
        BoardAsked: lambda e, t: (
            pgettext("asks the players", "card %(card)s asks: how many?") % {"card": t.card(e.card)}
            if e.card
            else pgettext("asks the players", "a question waits on the table's page")
        ),
        BoardAnswered: _answered,
    },
    rules={"board-places": gettext_lazy("On every such place on a tile with a survivor")},
    because={BoardAsked: lambda e, t: ["board-places"] if e.card else []},
)
