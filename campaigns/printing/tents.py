"""Where paper is folded so that it stands: the table's tent, and the small ones of the seats."""

from typing import NamedTuple

from campaigns.printing.cutting import PAPERS
from campaigns.printing.look import Look

PANEL, MARGIN = {"a4": 120.0, "letter": 112.0}, 8.0
SEAT_WIDTH, SEAT_HEIGHT = 93.0, {"a4": 136.0, "letter": 128.0}
SEATS_A_PAGE = 4
SEAT_INDENT, SEAT_TOP = 5.0, 4.5


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
        """Where what the flaps say begins, clear of the edges of the paper."""
        return self.folds[0] - 12, self.folds[2] + 9


def tent(look: Look) -> Tent:
    width, height = PAPERS[look.paper]
    panel = PANEL[look.paper]
    flap = (height - 2 * panel) / 2
    return Tent(width, height, [flap, flap + panel, flap + 2 * panel])


class Seats(NamedTuple):
    """Four small tents a page: lines to cut along, and the fold of each row."""

    width: float
    height: float
    columns: list[float]
    rows: list[float]

    @property
    def folds(self) -> list[float]:
        return [(above + below) / 2 for above, below in zip(self.rows, self.rows[1:], strict=False)]

    def back(self, number: int) -> tuple[float, float]:
        """Where the half that is upside down begins."""
        return self.columns[number % 2] + SEAT_INDENT, self.rows[number // 2] + SEAT_TOP

    def front(self, number: int) -> tuple[float, float]:
        return self.columns[number % 2] + SEAT_INDENT, self.folds[number // 2] + SEAT_TOP


def seats(look: Look) -> Seats:
    width, height = PAPERS[look.paper]
    left, high = (width - 2 * SEAT_WIDTH) / 2, SEAT_HEIGHT[look.paper]
    top = (height - 2 * high) / 2
    return Seats(
        width,
        height,
        [left + n * SEAT_WIDTH for n in range(3)],
        [top + n * high for n in range(3)],
    )
