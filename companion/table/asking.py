"""What a sheet is asked with, and what it answers."""

import uuid
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar
from urllib.parse import quote

from django.http import Http404, QueryDict
from django.urls import reverse

from companion.posted import whole_number
from companion.selectors import Board, SurvivorCard


class Ask(NamedTuple):
    """`survivor/ned?item=pan-1`: which sheet, of what, and what else its address says."""

    board: Board
    name: str
    key: str
    query: QueryDict
    path: str

    @classmethod
    def read(cls, board: Board, show: str) -> "Ask":
        return cls(board, *read_address(show))

    @property
    def url(self) -> str:
        return sheet_url(self.board, self.path)

    def with_number(self, name: str, number: int) -> "Ask":
        """The same sheet, whose address says more: of which step it tells."""
        query = self.query.copy()
        query[name] = str(number)
        return Ask.read(self.board, f"{self.name}/{self.key}?{query.urlencode()}")

    def survivor(self) -> SurvivorCard:
        """The survivor the address names."""
        card = self.board.survivor(self.key)
        if card is None:
            raise Http404
        return card

    def number(self, name: str, default: int = 0) -> int:
        """A number of the address; what is no number is the default."""
        number = whole_number(self.query.get(name, ""))
        return default if number is None else number


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
    """What the page needs to show the sheet that is asked for; 404 if there is none."""
    maker = sheets.get(ask.name)
    if maker is None:
        raise Http404
    shown = maker(ask)
    return {"sheet": ask, "sheet_template": shown.template, **shown.context}


@lru_cache(maxsize=512)
def table_address(table_id: uuid.UUID) -> str:
    """Where a table is; asked for once for every button and link of its page."""
    return reverse("companion:table", args=[table_id])


def sheet_address(table_id: uuid.UUID, path: str) -> str:
    """The address of a sheet, such as `survivor/ned`."""
    plain, _mark, query = path.partition("?")
    address = f"{table_address(table_id)}sheets/{quote(plain)}/"
    return f"{address}?{query}" if query else address


def sheet_url(board: Board, path: str) -> str:
    return sheet_address(board.table.pk, path)
