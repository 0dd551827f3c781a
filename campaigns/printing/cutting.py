"""Where cards lie on a page that is cut up: their size, how many, where each begins."""

from typing import NamedTuple

from campaigns.printing.look import Look

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Millimetres."""
LARGE = 1.4


class Cut(NamedTuple):
    """Cards of one size, as many as a page holds."""

    width: float
    height: float
    pad: float
    columns: int
    rows: int

    def on(self, look: Look) -> "CutSheet":
        """On this paper; large type makes larger cards, and fewer of them."""
        scale = LARGE if look.is_large else 1.0
        page_width, page_height = PAPERS[look.paper]
        width, height = self.width * scale, self.height * scale
        columns = min(self.columns, int((page_width - 8) / width))
        rows = min(self.rows, int((page_height - 8) / height))
        return CutSheet(
            page_width,
            page_height,
            [(page_width - columns * width) / 2 + n * width for n in range(columns + 1)],
            [(page_height - rows * height) / 2 + n * height for n in range(rows + 1)],
            self.pad * scale,
        )


class CutSheet(NamedTuple):
    """A page of cards: the lines to cut along, in millimetres from its upper left corner."""

    width: float
    height: float
    columns: list[float]
    rows: list[float]
    pad: float

    @property
    def places(self) -> int:
        return (len(self.columns) - 1) * (len(self.rows) - 1)

    def corner(self, number: int) -> tuple[float, float]:
        """Return the corner where a card's content begins, counted from the first card."""
        across = len(self.columns) - 1
        return self.columns[number % across] + self.pad, self.rows[number // across] + self.pad


SURVIVORS = Cut(width=92, height=88, pad=5, columns=2, rows=3)
WEAPONS = Cut(width=63, height=88, pad=4, columns=3, rows=3)
