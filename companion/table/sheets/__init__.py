"""The sheets that slide over the table, one module a subject, by the name in their address."""

from collections.abc import Callable, Mapping

from companion.odds import sheet as odds
from companion.table.asking import SheetRequest, Shown
from companion.table.sheets import (
    activation,
    attack,
    board,
    correct,
    decks,
    describe,
    do,
    ending,
    find,
    item,
    log,
    mission,
    more,
    phone,
    rolled,
    search,
    spawn,
    starting,
    supply,
    survivor,
    zones,
)

__all__ = ["SHEETS", "SheetRequest", "Shown"]

SHEETS: Mapping[str, Callable[[SheetRequest], Shown]] = {
    "activation": activation.sheet,
    "attack": attack.sheet,
    "board": board.sheet,
    "card": describe.sheet,
    "correct": correct.sheet,
    "deck": decks.one_deck,
    "do": do.sheet,
    "decks": decks.sheet,
    "describe": survivor.describe,
    "ending": ending.sheet,
    "find": find.sheet,
    "house": correct.house,
    "help": phone.help_sheet,
    "item": item.sheet,
    "kills": survivor.many_kills,
    "log": log.sheet,
    "mission": mission.sheet,
    "more": more.sheet,
    "odds": odds.sheet,
    "phone": phone.sheet,
    "points": survivor.many_points,
    "rolled": rolled.sheet,
    "search": search.sheet,
    "spawn": spawn.sheet,
    "starting": starting.sheet,
    "supply": supply.sheet,
    "survivor": survivor.sheet,
    "zones": zones.sheet,
}
