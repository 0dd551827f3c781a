"""How this phone behaves: kept in the phone, never on the server."""

from companion.table.asking import Ask, Shown


def sheet(ask: Ask) -> Shown:
    return Shown("companion/sheets/phone.html", {})


def help_sheet(ask: Ask) -> Shown:
    """The keys, and what a tap and a long press do."""
    return Shown("companion/sheets/help.html", {})
