"""The sheets that slide over the table, one module a subject, by the name in their address."""

from collections.abc import Callable, Mapping

from companion.odds import sheet as odds
from companion.table.asking import Ask, Shown
from companion.table.sheets import (
    attack,
    board,
    correct,
    decks,
    do,
    ending,
    item,
    log,
    more,
    phone,
    search,
    spawn,
    supply,
    survivor,
    zones,
)

__all__ = ["SHEETS", "Ask", "Shown"]

SHEETS: Mapping[str, Callable[[Ask], Shown]] = {
    "attack": attack.sheet,
    "board": board.sheet,
    "card": decks.describe,
    "correct": correct.sheet,
    "deck": decks.one,
    "do": do.sheet,
    "decks": decks.sheet,
    "describe": survivor.describe,
    "ending": ending.sheet,
    "house": correct.house,
    "help": phone.help_sheet,
    "item": item.sheet,
    "kills": survivor.many_kills,
    "log": log.sheet,
    "more": more.sheet,
    "odds": odds.sheet,
    "phone": phone.sheet,
    "search": search.sheet,
    "spawn": spawn.sheet,
    "supply": supply.sheet,
    "survivor": survivor.sheet,
    "zones": zones.sheet,
}
