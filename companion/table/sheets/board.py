"""What happens on the board beside attacks: what each mechanic of this game brings to it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.offer_forms import OfferForm
from companion.rooms import rooms_of
from companion.table.asking import SheetRequest, Shown
from companion.table.sheets.do import forms


class Section(NamedTuple):
    """The part of one mechanic: a template of its own, or its offers as they come."""

    name: str
    template: str
    context: Mapping[str, Any]
    forms: list[OfferForm]


def sheet(ask: SheetRequest) -> Shown:
    board, sections = ask.board, []
    for mechanic, room in rooms_of(board.state.game):
        offered = [form for kind in room.on_board for form in forms(board, kind)]
        if offered or room.section:
            sections.append(Section(mechanic.name, room.section, room.facts(board), offered))
    return Shown("companion/sheets/board.html", {"sections": sections})
