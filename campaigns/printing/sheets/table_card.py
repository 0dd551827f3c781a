"""A card for the middle of the table: how to join, and who goes out tonight."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.printing.render import Piece
from companion.models import Seat
from companion.pages import pages_of
from companion.terms import spaced_code
from rules import cover_of

MOST_ROWS = 12


def content(seat: Seat, join_url: str) -> dict[str, Any]:
    """What a table card shows; the same content is the same print."""
    state, names = seat.table.any_state, pages_of(seat.table.game).names
    return {
        "join_url": join_url,
        "code": seat.table.code,
        "game": state.game,
        "survivors": _rows({player: names(state, player) for player in state.players}),
    }


def _rows(played: dict[str, list[str]]) -> list[dict[str, str]]:
    """A line for each of them; for each player where that would be more than the card holds."""
    if sum(len(names) for names in played.values()) > MOST_ROWS:
        played = {player: [", ".join(names)] for player, names in played.items()}
    return [{"name": name, "player": player} for player, names in played.items() for name in names]


def title(content: dict[str, Any]) -> str:
    return _("Table card %(code)s") % {"code": spaced_code(content["code"])}


def pieces(content: dict[str, Any]) -> list[Piece]:
    name = title(content)
    pack = cover_of(content["game"])
    context = {"content": content, "pack": pack, "foot": "Safehouse", "mark": name}
    return [Piece(name, "print/table_card.html", context)]
