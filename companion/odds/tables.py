"""The numbers of a chart as a table: one stands behind every chart."""

from typing import NamedTuple


class Row(NamedTuple):
    head: str
    cells: tuple[str, ...]


class NumbersTable(NamedTuple):
    """Laid out by `parts/_chart_table.html` on a page."""

    name: str
    """Begins its id."""
    title: str
    heads: tuple[str, ...]
    """That of the rows first."""
    rows: list[Row]
