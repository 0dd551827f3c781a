"""Who else must know that a table has changed. Rooms above register; this room knows no names."""

import uuid
from collections.abc import Callable
from typing import Literal, NamedTuple

from companion.models import Seat, Table
from rules import State, TableState
from rules.packs.schema.maps import DrawnMap

TableListener = Callable[[Table, State, State, Seat], None]


class TableLink(NamedTuple):
    """A way from the table's page to a page of another room."""

    url: str
    words: str
    meaning: str
    icon: str
    is_due: bool = False
    """Somebody has to do it now."""
    key: str = ""
    """The place on a sheet that shows this link: `objectives`."""


class Beside(NamedTuple):
    """The knowledge of another room about a table, shown on the table's page."""

    lines: list[TableLink]
    bands: dict[str, TableLink]
    """By survivor: something to choose, on their card."""
    notes: dict[str, str]
    """By survivor: a few words beside the player's name."""
    version: int = 0
    """Rises with whatever that room knows; a phone that has it need not ask."""


class Fact(NamedTuple):
    """One line of a notice."""

    icon: str
    title: str
    text: str


class NoticeChoice(NamedTuple):
    """A choice a notice offers one phone: a form of the room that tells it, an option a button."""

    title: str
    meaning: str
    action: str
    fields: dict[str, str]
    """The other fields of the form."""
    name: str
    """The field that an option fills in."""
    options: list[tuple[str, str]]
    elsewhere: TableLink
    """The page that has all of them."""
    later: str
    """It may wait until then."""


class Notice(NamedTuple):
    """Something that everybody is shown alone on their screen: who, what, and what follows."""

    icon: str
    name: str
    what: str
    why: str
    facts: list[Fact]
    stays: bool = False
    """Until it is touched; others go by themselves."""
    is_last: bool = False
    """The last step made it so: undo takes it back."""
    choice: NoticeChoice | None = None


class AfterStep(NamedTuple):
    """A step on the way from a table's end to its booking."""

    number: int
    word: str
    status: Literal["done", "now", "open"]


class AfterRow(NamedTuple):
    """One line of the step that is being done."""

    name: str
    text: str
    value: str
    mood: Literal["good", "bad", "open", ""] = ""


class Aftermath(NamedTuple):
    """The aftermath of a table in another room, for those who only look."""

    gains: dict[str, str]
    """By survivor, instead of their points at the table: `+2 CEP`."""
    now: str
    """The current step, and the phone it is done on."""
    left: str = ""
    """The rest of it that is still to be done."""
    way: list[AfterStep] = []
    rows: list[AfterRow] = []
    """The rows of the step, in place of the survivors."""
    more: int = 0
    """The number of rows left out."""


Noticer = Callable[[Seat, TableState, TableState], list[Notice]]

NOTHING = Beside([], {}, {})


_listeners: dict[str, TableListener] = {}
_linkers: dict[str, Callable[[Table, Seat | None], list[TableLink]]] = {}
_onward: dict[str, Callable[[Seat], TableLink | None]] = {}
_besides: dict[str, Callable[[Seat], Beside]] = {}
_versions: dict[str, Callable[[Table], int]] = {}
_closers: dict[str, Callable[[Table], None]] = {}
_noticers: dict[str, Noticer] = {}
_aftermaths: dict[str, Callable[[Table], Aftermath | None]] = {}
_followers: dict[str, Callable[[Seat], uuid.UUID | None]] = {}
_drawers: dict[str, Callable[[Table], DrawnMap | None]] = {}
_wholes: dict[str, Callable[[Table], str]] = {}


def listen(room: str, listener: TableListener) -> None:
    """Have `listener(table, before, after, seat)` run in the transaction of every change."""
    _listeners[room] = listener


def link(room: str, linker: Callable[[Table, Seat | None], list[TableLink]]) -> None:
    """Register `linker(table, seat)`: the room's pages for a table, or those this seat may open."""
    _linkers[room] = linker


def lead_on(room: str, leader: Callable[[Seat], TableLink | None]) -> None:
    """Register `leader(seat)`: the page on which an ended table goes on for this seat, or None."""
    _onward[room] = leader


def stand_beside(
    room: str, teller: Callable[[Seat], Beside], version: Callable[[Table], int]
) -> None:
    """Register `teller(seat)`: the room's part of a mission's page; `version(table)` of it."""
    _besides[room] = teller
    _versions[room] = version


def close(room: str, closer: Callable[[Table], None]) -> None:
    """Register `closer(table)`: it raises an error for a table that stays closed."""
    _closers[room] = closer


def notice(room: str, noticer: Noticer) -> None:
    """Register `noticer(seat, before, after)`: the room's notices for everybody at the table."""
    _noticers[room] = noticer


def conclude(room: str, teller: Callable[[Table], Aftermath | None]) -> None:
    """Register `teller(table)`: the room's aftermath of a table that is over."""
    _aftermaths[room] = teller


def go_on_at(room: str, follower: Callable[[Seat], uuid.UUID | None]) -> None:
    """Register `follower(seat)`: the other table at which the room lets this seat go on."""
    _followers[room] = follower


def draw(room: str, drawer: Callable[[Table], DrawnMap | None]) -> None:
    """Register `drawer(table)`: the room's map of the mission the table plays."""
    _drawers[room] = drawer


def name_whole(room: str, namer: Callable[[Table], str]) -> None:
    """Register `namer(table)`: the name of what the table is part of there; empty if of nothing."""
    _wholes[room] = namer


def tell_listeners(table: Table, before: State, after: State, seat: Seat) -> None:
    for listener in _listeners.values():
        listener(table, before, after, seat)


def links_of(table: Table, seat: Seat | None = None) -> list[TableLink]:
    """Return the links of other rooms that belong to the table; with a seat, those it may open."""
    return [table_link for linker in _linkers.values() for table_link in linker(table, seat)]


def onward_from(seat: Seat) -> TableLink | None:
    return next((table_link for leader in _onward.values() if (table_link := leader(seat))), None)


def beside(seat: Seat) -> Beside:
    """Return what another room knows of the table; in free play `NOTHING`, without asking."""
    answers = (teller(seat) for teller in _besides.values()) if seat.table.mission else ()
    return next((answer for answer in answers if answer != NOTHING), NOTHING)


def beside_version(table: Table) -> int:
    """Return the version that `beside` would give, for less work."""
    versions = _versions.values() if table.mission else ()
    return sum(version(table) for version in versions)


def noticed(seat: Seat, before: TableState, after: TableState) -> list[Notice]:
    """Return the notices of a change; in free play none, without asking."""
    noticers = _noticers.values() if seat.table.mission else ()
    return [news for noticer in noticers for news in noticer(seat, before, after)]


def aftermath_of(table: Table) -> Aftermath | None:
    tellers = _aftermaths.values() if table.mission else ()
    return next((aftermath for teller in tellers if (aftermath := teller(table))), None)


def table_after(seat: Seat) -> uuid.UUID | None:
    followers = _followers.values() if seat.table.mission else ()
    return next((table for follower in followers if (table := follower(seat))), None)


def check_not_closed(table: Table) -> None:
    for closer in _closers.values():
        closer(table)


def drawn_map(table: Table) -> DrawnMap | None:
    """Return the drawn map of the mission; in free play None, without asking."""
    drawers = _drawers.values() if table.mission else ()
    return next((drawn for drawer in drawers if (drawn := drawer(table))), None)


def whole_of(table: Table) -> str:
    """Return the name of what the table is part of, such as its campaign; empty if of nothing."""
    return next(filter(None, (namer(table) for namer in _wholes.values())), "")
