"""Correct by hand: any value, logged, and the app goes on from there."""

from companion.table.asking import Ask, Shown
from rules.state import PHASES


def sheet(ask: Ask) -> Shown:
    return Shown("companion/sheets/correct.html", {"phases": PHASES, "hours": range(24)})
