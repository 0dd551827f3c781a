"""Miniatures: in the box, on the board, and the correction of either."""

from companion.table.asking import Ask, Shown


def sheet(ask: Ask) -> Shown:
    return Shown("companion/sheets/supply.html", {})
