"""Won, lost or left: asked once, because it leaves the table."""

from companion.table.asking import Ask, Shown


def sheet(ask: Ask) -> Shown:
    return Shown("companion/sheets/ending.html", {})
