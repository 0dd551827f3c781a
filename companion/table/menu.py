"""The rows of the sheet "More": everything that is not on the page itself, for any game."""

import uuid
from collections.abc import Iterable
from typing import NamedTuple

from django.urls import reverse

from companion.hooks import TableLink
from companion.table.asking import Shown, sheet_address
from companion.words import Text


class MenuRow(NamedTuple):
    """A row of the menu: its target, and its words."""

    url: str
    icon: str
    words: Text
    meaning: Text
    is_sheet: bool = False
    """It slides over the table; else it is a page of its own."""


class Menu:
    """The rows of one table, put down in their order."""

    def __init__(self, table_id: uuid.UUID, links: Iterable[TableLink]) -> None:
        self.table_id = table_id
        self.rows = [MenuRow(link.url, link.icon, link.words, link.meaning) for link in links]

    def sheet(self, path: str, icon: str, words: Text, meaning: Text) -> None:
        url = sheet_address(self.table_id, path)
        self.rows.append(MenuRow(url, icon, words, meaning, is_sheet=True))

    def page(self, name: str, icon: str, words: Text, meaning: Text) -> None:
        """By the name of its address, as `companion:seats`."""
        self.rows.append(MenuRow(reverse(name, args=[self.table_id]), icon, words, meaning))

    def shown(self) -> Shown:
        return Shown("companion/sheets/more.html", {"rows": self.rows})
