"""Miniatures: in the box, on the board, and the correction of either."""

from companion.table.asking import SheetRequest, Shown


def sheet(ask: SheetRequest) -> Shown:
    return Shown("companion/sheets/supply.html", {})
