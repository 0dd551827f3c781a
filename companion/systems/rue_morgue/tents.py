"""Tents."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from companion.mechanics.spawn import zombies_of
from companion.rooms import Room
from companion.selectors import Board
from companion.table.next_step import table_draws
from companion.teller import Teller
from companion.words import Occasion, Words, colour_word
from rules.mechanics.cards import special_card
from rules.systems.rue_morgue.state import MorgueState
from rules.systems.rue_morgue.tents import TENT, TentOpened


def _opened(e: TentOpened, t: Teller) -> str:
    """Tell the tent's card, with the beds that are printed on it."""
    tent = _("tent %(zone)s: %(card)s") % {"zone": e.zone, "card": t.special(e.card)}
    beds = special_card(t.pack, "tents", e.card).beds
    counts = ", ".join(f"{count} {colour_word(colour)}" for colour, count in beds.items() if count)
    return _("%(tent)s (beds: %(beds)s)") % {"tent": tent, "beds": counts} if counts else tent


WORDS = Words(
    sentences={
        TentOpened: _opened,
    },
    refusals={
        "tent.is_open": gettext_lazy(
            "Tent %(zone)s is open already. Write the name of another one."
        ),
    },
    icons={TentOpened: "crate"},
    rules={"tent": gettext_lazy("A tent's card is turned over, then one card is drawn for it")},
    occasions={
        TENT: Occasion(
            title=gettext_lazy("Tent"),
            places=lambda n: ngettext("%(n)d tent", "%(n)d tents", n) % {"n": n},
            headline=lambda step: _("tent opened: %(zombies)s") % {"zombies": zombies_of(step)},
        ),
    },
    fields={
        "empty": pgettext_lazy("what is asked", "nobody is in it"),
    },
    commands={
        "tent.open": pgettext_lazy("command", "Open a tent"),
    },
)


def _tents(board: Board) -> Mapping[str, Any]:
    """Return how many tents are left, those open, and whether their cards are read out."""
    state = MorgueState.of(board.state)
    deck = state.decks.get("tents")
    by_hand = deck is not None and (deck.source == "table" or table_draws(board))
    left = len(deck.draw) if deck else 0
    return {"left": left, "by_hand": by_hand, "open": state.open_tents}


ROOM = Room(by_zones="mechanics/tents/zones.html", leads_to={"tent.open": "spawn"}, context=_tents)
