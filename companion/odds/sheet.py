"""The sheet of chances: what may come, and what if."""

from fractions import Fraction
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.charts import ChartRow, NumbersTable
from companion.odds.chart import chart, in_bins
from companion.odds.outlook import (
    ON_SCREEN,
    Span,
    all_chances,
    is_shown,
    likely,
    per_cent,
    span,
)
from companion.selectors import Board
from companion.table.asking import SheetRequest, Shown, sheet_url
from companion.teller import Teller
from companion.terms import danger_word, zombie_icon
from companion.words import card_kind_word
from rules import Forecast, TableState, forecast, look, rulesets, table_danger
from rules.odds.what_if import (
    Rise,
    level_below,
    next_rise,
    one_zone_less,
    one_zone_more,
    survivor_out,
)
from rules.packs.schema.base import DangerId

MOST_ROOMS, MOST_PLACES = 12, 20
BUILDING = "building.open"
NEVER, NOBODY = Fraction(0), (Fraction(1),)
RISE, DOWN, MORE, LESS, OUT = "rise", "down", "more", "less", "out"


class WhatIf(NamedTuple):
    """A table a little different from this one."""

    name: str
    words: str
    meaning: str
    state: TableState
    level: DangerId | None = None
    question: str = ""
    """The same as a title."""


class Column(NamedTuple):
    """One of the tables that are compared."""

    words: str
    told: Forecast

    @property
    def span(self) -> Span:
        return span(self.told)

    @property
    def means(self) -> tuple[float, ...]:
        """One, or the lowest and the highest where cards are unknown."""
        both = (float(self.told.least.mean), float(self.told.most.mean))
        return both if self.told.unknown else both[:1]

    def of_type(self, zombie: str) -> tuple[Span, tuple[float, ...]]:
        least, most = self.told.least, self.told.most
        rows = (least.zombies.get(zombie, NOBODY), most.zombies.get(zombie, NOBODY))
        means = (float(least.expected.get(zombie, 0)), float(most.expected.get(zombie, 0)))
        return likely(*rows), means if self.told.unknown else means[:1]


class OddsLink(NamedTuple):
    """A link to the same sheet, asked otherwise."""

    words: str
    meaning: str
    url: str
    is_on: bool


class Query(NamedTuple):
    """Query of the address; every link of the sheet changes one thing of it."""

    board: Board
    what_if: str
    rooms: int
    """Of a building about to be opened; none: the spawn step."""
    places: int | None
    """On which cards put zombies that ask for places; None: nobody has counted them."""

    @classmethod
    def of(cls, ask: SheetRequest) -> "Query":
        rooms = min(ask.number("rooms"), MOST_ROOMS) if _has_buildings(ask.board) else 0
        places = min(ask.number("places"), MOST_PLACES) if "places" in ask.query else None
        return cls(ask.board, ask.query.get("if", ""), rooms, places)

    @property
    def url(self) -> str:
        asked = {"if": self.what_if or None, "rooms": self.rooms or None, "places": self.places}
        query = urlencode({key: value for key, value in asked.items() if value is not None})
        return sheet_url(self.board, f"odds?{query}" if query else "odds")

    def forecast(self, state: TableState, level: DangerId | None = None) -> Forecast:
        foreseen = forecast(state, self.board.pack, rooms=self.rooms, level=level)
        if self.places is None or not foreseen.asked:
            return foreseen
        places = dict.fromkeys(foreseen.asked, self.places)
        return forecast(state, self.board.pack, rooms=self.rooms, level=level, places=places)

    def choice(self, what_if: WhatIf) -> OddsLink:
        """Chosen if it is not, and the other way round."""
        is_on = what_if.name == self.what_if
        url = self._replace(what_if="" if is_on else what_if.name).url
        return OddsLink(what_if.question or what_if.words, what_if.meaning, url, is_on)


def sheet(ask: SheetRequest) -> Shown:
    """Chances of the next step; 404 where they are not shown."""
    board, query = ask.board, Query.of(ask)
    if not is_shown(board):
        raise Http404
    choices = what_ifs(board)
    chosen = next((choice for choice in choices if choice.name == query.what_if), None)
    columns = [Column(_("now"), query.forecast(board.state))]
    if chosen is not None:
        columns.append(Column(chosen.words, query.forecast(chosen.state, chosen.level)))
    now = columns[0].told
    bins = in_bins([column.told.least.total for column in columns])
    context = {
        "told": now,
        "under": _under(now, query),
        "columns": columns,
        "chart": chart(bins, [column.told.danger for column in columns], _title(columns)),
        "table": NumbersTable(
            "odds",
            _("Chance of each number of zombies"),
            (_("Zombies"), *(column.words for column in columns)),
            [ChartRow(label, tuple(map(per_cent, shares))) for label, shares in bins],
        ),
        "chances": _chances(board, columns),
        "types": _types(board, columns),
        "rises": [query.choice(choice) for choice in choices if choice.name == RISE],
        "others": [query.choice(choice) for choice in choices if choice.name != RISE],
        "is_on_screen": ON_SCREEN in board.state.options,
        "rooms": _rooms(query),
        "places": _places(query),
    }
    return Shown("companion/odds/sheet.html", context)


def _title(columns: list[Column]) -> str:
    """Return what the chart says, for those who do not see it."""
    likely = _("Zombies in all, %(words)s: most likely %(numbers)s")
    return "; ".join(
        likely % {"words": column.words, "numbers": column.span.words} for column in columns
    )


class OddsRow(NamedTuple):
    """One chance in every column."""

    icon: str
    name: str
    whom: tuple[str, ...]
    words: list[tuple[Column, str]]


def _chances(board: Board, columns: list[Column]) -> list[OddsRow]:
    teller = Teller(board.state, board.pack)
    by_column = [
        {chance.name: chance for chance in all_chances(teller, column.told)} for column in columns
    ]
    rows = []
    for name in dict.fromkeys(name for chances in by_column for name in chances):
        known = next(chances[name] for chances in by_column if name in chances)
        words = [
            chances[name].words if name in chances else per_cent(NEVER) for chances in by_column
        ]
        cells = list(zip(columns, words, strict=True))
        rows.append(OddsRow(known.icon, name, known.whom, cells))
    return rows


class OfType(NamedTuple):
    """Zombies of a type, in every column."""

    icon: str
    name: str
    cells: list[tuple[Column, Span, tuple[float, ...]]]
    """The likely numbers; their mean, or the lowest and the highest where cards are unknown."""


def _types(board: Board, columns: list[Column]) -> list[OfType]:
    """Return the types that may come in one of the columns, as the box lists them."""
    teller = Teller(board.state, board.pack)
    coming = {key for column in columns for key, row in column.told.most.zombies.items() if row[1:]}
    return [
        OfType(
            zombie_icon(kind),
            teller.several(kind.id),
            [(column, *column.of_type(kind.id)) for column in columns],
        )
        for kind in board.pack.zombies
        if kind.id in coming
    ]


def _under(foreseen: Forecast, query: Query) -> str:
    rooms, game = query.rooms, query.board.state.game
    draws = (
        ngettext("%(n)d room", "%(n)d rooms", rooms) % {"n": rooms}
        if rooms
        else ngettext("%(n)d card is drawn", "%(n)d cards are drawn", foreseen.draws)
        % {"n": foreseen.draws}
    )
    left = ngettext("%(n)d card left", "%(n)d cards left", foreseen.left) % {"n": foreseen.left}
    if foreseen.unknown:
        sure = ngettext("%(n)d card unknown", "%(n)d cards unknown", foreseen.unknown) % {
            "n": foreseen.unknown
        }
    elif foreseen.asked:
        kinds = ", ".join(card_kind_word(kind, game) for kind in foreseen.asked)
        sure = _("exact, without %(kinds)s") % {"kinds": kinds}
    else:
        sure = _("exact")
    return " · ".join((draws, left, sure))


# --- what if ---


def what_ifs(board: Board) -> list[WhatIf]:
    """Return what may be compared with the table as it is."""
    play = look(board.state, board.pack)
    choices = []
    if rise := next_rise(play):
        choices.append(risen(board, rise))
    if below := level_below(play):
        words = _("at %(level)s") % {"level": danger_word(below)}
        choices.append(WhatIf(DOWN, words, "", board.state, below))
    choices.append(WhatIf(MORE, _("one zone more"), "", one_zone_more(play)))
    if len(board.zones) > 1:
        choices.append(WhatIf(LESS, _("one zone less"), "", one_zone_less(play)))
    danger, highest = table_danger(board.state, board.pack)
    without = survivor_out(play, highest)
    if table_danger(without, board.pack)[0] != danger:
        name = board.state.survivors[highest].name
        choices.append(WhatIf(OUT, _("without %(name)s") % {"name": name}, "", without))
    return choices


def risen(board: Board, rise: Rise) -> WhatIf:
    name = board.state.survivors[rise.survivor].name
    level = danger_word(rise.level)
    missing = ngettext(
        "%(n)d point is missing: %(has)d of %(at)d",
        "%(n)d points are missing: %(has)d of %(at)d",
        rise.missing,
    ) % {"n": rise.missing, "has": rise.at - rise.missing, "at": rise.at}
    who = {"name": name, "level": level}
    return WhatIf(
        RISE,
        _("if %(name)s reaches %(level)s") % who,
        missing,
        board.state,
        rise.level,
        _("What if %(name)s reaches %(level)s?") % who,
    )


def _has_buildings(board: Board) -> bool:
    return BUILDING in rulesets[board.state.game].commands


class Stepper(NamedTuple):
    """A number and the links to one less and one more."""

    number: int
    less: str
    more: str
    kinds: tuple[str, ...] = ()


def _rooms(query: Query) -> Stepper | None:
    if not _has_buildings(query.board):
        return None
    rooms = query.rooms
    return Stepper(
        rooms,
        query._replace(rooms=rooms - 1).url if rooms else "",
        query._replace(rooms=rooms + 1).url if rooms < MOST_ROOMS else "",
    )


def _places(query: Query) -> Stepper | None:
    """Return the stepper of places, while cards are left that ask for them."""
    asked = forecast(query.board.state, query.board.pack, rooms=query.rooms).asked
    if not asked:
        return None
    places = query.places or 0
    return Stepper(
        places,
        query._replace(places=places - 1 or None).url if places else "",
        query._replace(places=places + 1).url if places < MOST_PLACES else "",
        tuple(card_kind_word(kind, query.board.state.game) for kind in asked),
    )
