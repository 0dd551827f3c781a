"""Seat cards: one for each seat, with a code to scan and who plays whom; cut along the dashes."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaigns.printing.render import Piece
from companion.models import Seat
from companion.pages import pages_of
from companion.terms import spaced_code

A_PAGE = 6


def content(seat: Seat, join_url: str) -> dict[str, Any]:
    """A card for every player of the table."""
    state, names = seat.table.any_state, pages_of(seat.table.game).names
    by_player = {player: names(state, player) for player in state.players}
    return {
        "code": seat.table.code,
        "game": state.game,
        "join_url": join_url,
        "seats": [
            {"player": player, "survivors": survivors} for player, survivors in by_player.items()
        ],
    }


def title(content: dict[str, Any]) -> str:
    return _("Seat cards %(code)s") % {"code": spaced_code(content["code"])}


def pieces(content: dict[str, Any]) -> list[Piece]:
    seats: Sequence[dict[str, Any]] = content["seats"]
    return [
        Piece(
            title(content),
            "print/seat_cards.html",
            {
                "content": content,
                "seats": seats[first : first + A_PAGE],
                "foot": "",
                "mark": title(content),
            },
        )
        for first in range(0, len(seats), A_PAGE)
    ]
