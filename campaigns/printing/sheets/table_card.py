"""A card for the middle of the table: how to join, and who goes out tonight."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.printing.render import Piece
from companion.models import Seat
from companion.terms import spaced_code
from rules import load_packs


def content(seat: Seat, join_url: str) -> dict[str, Any]:
    """What a table card shows; the same content is the same print."""
    state = seat.table.state
    return {
        "join_url": join_url,
        "code": seat.table.code,
        "game": state.game,
        "survivors": [
            {"name": survivor.name, "player": survivor.player}
            for survivor in state.survivors.values()
        ],
    }


def title(content: dict[str, Any]) -> str:
    return _("Table card %(code)s") % {"code": spaced_code(content["code"])}


def pieces(content: dict[str, Any]) -> list[Piece]:
    name = title(content)
    pack = load_packs()[content["game"]]
    context = {"content": content, "pack": pack, "foot": "Safehouse", "mark": name}
    return [Piece(name, "print/table_card.html", context)]
