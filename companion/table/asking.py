"""What a sheet is asked with, and what it answers."""

import uuid
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar
from urllib.parse import quote

from django.http import Http404, QueryDict
from django.urls import reverse

from companion.models import Table
from companion.posted import whole_number
from companion.selectors import Board, SurvivorCard


class AnyBoard(Protocol):
    """The board of any game, as far as its sheets are alike."""

    @property
    def table(self) -> Table: ...


BoardKind = TypeVar("BoardKind", bound=AnyBoard)


class SheetAddress(NamedTuple, Generic[BoardKind]):
    """`survivor/ned?item=pan-1`: a sheet of any game, its subject, and the rest of its address."""

    board: BoardKind
    name: str
    key: str
    query: QueryDict
    path: str

    @classmethod
    def read(cls, board: BoardKind, show: str) -> Self:
        return cls(board, *read_address(show))

    @property
    def url(self) -> str:
        return sheet_address(self.board.table.pk, self.path)

    def with_number(self, name: str, number: int) -> Self:
        """Return the same sheet with one more number in its address."""
        query = self.query.copy()
        query[name] = str(number)
        return self.read(self.board, f"{self.name}/{self.key}?{query.urlencode()}")

    def number(self, name: str, default: int = 0) -> int:
        """Return a number of the address, or the default."""
        number = whole_number(self.query.get(name, ""))
        return default if number is None else number


class SheetRequest(SheetAddress[Board]):
    """A sheet of the Zombicide family."""

    def survivor(self) -> SurvivorCard:
        """Return the survivor the address names, or raise 404."""
        card = self.board.survivor(self.key)
        if card is None:
            raise Http404
        return card


Ask = SheetRequest  # its name in games from outside in the old form, for one more release


class Shown(NamedTuple):
    template: str
    context: dict[str, Any]


Asked = TypeVar("Asked", bound="NamedAsk")


class NamedAsk(Protocol):
    """As much of any game's asking as is needed to find the sheet."""

    @property
    def name(self) -> str: ...


def read_address(show: str) -> tuple[str, str, QueryDict, str]:
    """`survivor/ned?item=pan-1`: name, key and query, and the path put together again."""
    path, _mark, query = show.partition("?")
    name, _slash, key = path.strip("/").partition("/")
    asked = QueryDict(query)
    path = "/".join(filter(None, (name, key)))
    return name, key, asked, f"{path}?{asked.urlencode()}" if asked else path


def laid_over(ask: Asked, sheets: Mapping[str, Callable[[Asked], Shown]]) -> dict[str, Any]:
    """Return the template context that shows the sheet asked for; raise 404 if there is none."""
    maker = sheets.get(ask.name)
    if maker is None:
        raise Http404
    shown = maker(ask)
    return {"sheet": ask, "sheet_template": shown.template, **shown.context}


@lru_cache(maxsize=512)
def table_address(table_id: uuid.UUID) -> str:
    """Return the address of a table; cached, for every button and link of its page needs it."""
    return reverse("companion:table", args=[table_id])


def sheet_address(table_id: uuid.UUID, path: str) -> str:
    """Return the address of a sheet, such as `survivor/ned`."""
    plain, _mark, query = path.partition("?")
    address = f"{table_address(table_id)}sheets/{quote(plain)}/"
    return f"{address}?{query}" if query else address


def sheet_url(board: Board, path: str) -> str:
    return sheet_address(board.table.pk, path)
