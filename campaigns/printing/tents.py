"""Where paper is folded so that it stands: the table's tent, and the small ones of the seats."""

from typing import NamedTuple

from campaigns.printing.cutting import LARGE, PAPERS
from campaigns.printing.look import Look

PANEL, MARGIN = {"a4": 120.0, "letter": 112.0}, 8.0
SEAT_WIDTH, SEAT_HEIGHT = 93.0, {"a4": 136.0, "letter": 128.0}
SEATS_A_PAGE = 4
SEAT_INDENT, SEAT_TOP = 5.0, 4.5
SEAT_INSIDE = {"a4": (83.0, 59.0), "letter": (83.0, 55.0)}
"""Width and height of the printed part of each half, by paper."""


class Tent(NamedTuple):
    """Flap, back, front, flap: three folds, and where the two panels begin."""

    width: float
    height: float
    folds: list[float]

    @property
    def back(self) -> float:
        return self.folds[0] + MARGIN

    @property
    def front(self) -> float:
        return self.folds[1] + MARGIN

    @property
    def flaps(self) -> tuple[float, float]:
        """The two heights where the text of the flaps begins, clear of the edges of the paper."""
        return self.folds[0] - 12, self.folds[2] + 9


def tent(look: Look) -> Tent:
    width, height = PAPERS[look.paper]
    panel = PANEL[look.paper]
    flap = (height - 2 * panel) / 2
    return Tent(width, height, [flap, flap + panel, flap + 2 * panel])


class TentSheet(NamedTuple):
    """Small tents, four a page: lines to cut along, and the fold of each row.

    Large type makes larger ones, two on a page that lies on its side.
    """

    width: float
    height: float
    columns: list[float]
    rows: list[float]
    inside: tuple[float, float]
    scale: float

    @property
    def places(self) -> int:
        return (len(self.columns) - 1) * (len(self.rows) - 1)

    @property
    def folds(self) -> list[float]:
        return [(above + below) / 2 for above, below in zip(self.rows, self.rows[1:], strict=False)]

    def back(self, number: int) -> tuple[float, float]:
        """Return the corner where the upside-down half begins."""
        return self._corner(number, self.rows)

    def front(self, number: int) -> tuple[float, float]:
        return self._corner(number, self.folds)

    def _corner(self, number: int, tops: list[float]) -> tuple[float, float]:
        left = self.columns[number % 2] + SEAT_INDENT * self.scale
        return left, tops[number // 2] + SEAT_TOP * self.scale


def seats(look: Look) -> TentSheet:
    width, height = PAPERS[look.paper]
    rows, scale = 2, 1.0
    if look.is_large:
        width, height, rows, scale = height, width, 1, LARGE
    wide, high = SEAT_WIDTH * scale, SEAT_HEIGHT[look.paper] * scale
    left, top = (width - 2 * wide) / 2, (height - rows * high) / 2
    return TentSheet(
        width,
        height,
        [left + n * wide for n in range(3)],
        [top + n * high for n in range(rows + 1)],
        SEAT_INSIDE[look.paper],
        scale,
    )
