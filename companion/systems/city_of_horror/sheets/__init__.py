"""The sheets that slide over the table of City of Horror, by the name in their address."""

from collections.abc import Callable, Mapping

from companion.systems.city_of_horror.selectors import CityAsk
from companion.systems.city_of_horror.sheets import acting, looking, table
from companion.systems.city_of_horror.sheets.acting import ONWARD
from companion.table.asking import Shown
from companion.table.sheets import phone

__all__ = ["ONWARD", "SHEETS", "CityAsk", "Shown"]

SHEETS: Mapping[str, Callable[[CityAsk], Shown]] = {
    "ask": acting.ask,
    "card": acting.card,
    "correct": table.correct,
    "ending": table.ending,
    "hand": acting.hand,
    "hands": acting.hands,
    "help": looking.help_sheet,
    "invasion": table.invasion,
    "location": looking.location,
    "log": looking.log,
    "moment": looking.moment,
    "more": looking.more,
    "phone": phone.sheet,
    "players": looking.players,
    "power": acting.power,
    "settle": table.settle,
    "spawn": table.invasion,
    "trade": acting.trade,
    "vote": table.vote,
}
