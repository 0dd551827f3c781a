"""Drawn maps on paper: the picture of the screens, black on white."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.printing.drawings import HEADS
from campaigns.printing.look import Look
from companion.workshop.maps.drawing import PLACE, Window, draw, whole
from companion.workshop.maps.page import LegendRow, legend_of
from companion.workshop.maps.stamps import Frame
from rules.maps.board import Board, grid_of, lying
from rules.maps.kit import kinds_of
from rules.packs.schema import Pack
from rules.packs.schema.maps import DrawnMap

POSTER = {"a4": (281.0, 178.0), "letter": (263.0, 184.0)}
"""Between the margins of a page on its side, without its title; in millimetres."""
LEGEND_WIDTH, LEGEND_LINE, LEGEND_COLUMNS = 56.0, 6.4, 5
OVERLAP = 20
"""Of two pages to be joined, on either side of the seam; in units of the picture."""
Attributes = dict[str, str]
PLAIN_WIDTH, WIDTH, MAP_HEIGHT = 112.0, 118.0, 118.0
"""Of the map on a mission sheet, with the letters and numbers around it: as wide as it can be where
somebody has drawn it, so that the board alone has its eleven centimetres."""


def _font(size: int, fill: str = "#000", weight: int = 800) -> Attributes:
    return {
        "font-family": HEADS,
        "font-size": str(size),
        "font-weight": str(weight),
        "text-anchor": "middle",
        "fill": fill,
    }


def _line(width: float, stroke: str = "#000", dash: str = "") -> Attributes:
    line = {"fill": "none", "stroke": stroke, "stroke-width": f"{width:g}"}
    return line | {"stroke-dasharray": dash} if dash else line


def _roles(*, saves_ink: bool) -> dict[str, Attributes]:
    ground = "#fff" if saves_ink else "#e4e4e4"
    solid, on_solid = ("#fff", "#000") if saves_ink else ("#111", "#fff")
    coloured = "#fff" if saves_ink else "#d6d6d6"
    return {
        "m-un": {"fill": "#fff"},
        "m-st": {"fill": ground},
        "m-rm": {"fill": "#fff"},
        "m-co": {"fill": "#fff" if saves_ink else "#f3f3f3"},
        "m-fl": _line(1, "#ddd"),
        "m-ln": _line(2.5, "#999", "13 13"),
        "m-zn": _line(2, "#777", "3 7"),
        "m-ed": _line(3),
        "m-wl": _line(8) | {"stroke-linecap": "square"},
        "m-nm": _font(22) | {"text-anchor": "start"},
        "m-nl": _font(64) | {"text-anchor": "start"},
        "m-rl": _font(26),
        "k-ring": {"stroke": "#000", "stroke-width": "3.5"},
        "k-tick": _line(3),
        "k-tick-i": _line(3, on_solid),
        "k-paper": {"fill": solid},
        "k-red": {"fill": "#fff"},
        **{f"k-{colour}": {"fill": coloured} for colour in COLOURS},
        "k-off": _line(5, dash="9 6") | {"fill": "#fff"},
        "k-open": {"fill": "#fff", "stroke": "#000", "stroke-width": "4"},
        "k-t": _font(44, weight=900),
        "k-s": _font(25),
        "k-w": _font(24),
        "k-b": _font(22),
        "k-f": _font(20),
        "k-i": {"fill": on_solid},
        "k-ink": {"fill": "#000"},
        "k-z": {"fill": "#000"},
        "k-c": {"fill": "#fff", "stroke": "#000", "stroke-width": "2.5"},
        "k-cn": _font(27, weight=900),
        "k-bad": {"fill": "#fff", "stroke": "#000", "stroke-width": "3"},
    }


COLOURS = ("blue", "green", "yellow", "violet", "purple", "pink", "black")


class Ink:
    """A paint of attributes: the printer's drawings know no style sheet."""

    def __init__(self, *, saves_ink: bool) -> None:
        self.roles = _roles(saves_ink=saves_ink)

    def __call__(self, *roles: str) -> str:
        merged: dict[str, str] = {}
        for role in roles:
            merged |= self.roles.get(role, {})
        return " ".join(f'{name}="{value}"' for name, value in merged.items())


class OnPaper(NamedTuple):
    """A map that lies as the paper does."""

    drawn: DrawnMap
    is_turned: bool

    @classmethod
    def of(cls, drawn: DrawnMap) -> "OnPaper":
        return cls(*lying(drawn))

    @property
    def window(self) -> Window:
        return whole(Board(self.drawn))

    @property
    def width(self) -> float:
        """On a mission sheet, in millimetres."""
        return WIDTH if self.drawn.tokens else PLAIN_WIDTH

    @property
    def height(self) -> float:
        window = self.window
        return min(window.height * self.width / window.width, MAP_HEIGHT)


def paper_map(map_: OnPaper, pack: Pack, *, saves_ink: bool) -> SafeString:
    """As a mission sheet has it."""
    window = map_.window
    scale = min(map_.width / window.width, MAP_HEIGHT / window.height)
    return _picture(map_, pack, window, scale, saves_ink=saves_ink)


def _picture(
    map_: OnPaper, pack: Pack, window: Window, scale: float, *, saves_ink: bool
) -> SafeString:
    """A piece of it, so many millimetres a unit."""
    rows = " / ".join(" ".join(tile or "-" for tile in row) for row in grid_of(map_.drawn))
    width, height = window.width * scale, window.height * scale
    return draw(
        map_.drawn,
        kinds_of(pack),
        paint=Ink(saves_ink=saves_ink),
        is_turned=map_.is_turned,
        title=_("Board, row by row: %(rows)s") % {"rows": rows},
        size=f'width="{width:.1f}mm" height="{height:.1f}mm"',
        window=window,
    )


class Poster(NamedTuple):
    """A page of a poster: a picture, a legend, or both."""

    picture: SafeString | str
    legend: Sequence[LegendRow] = ()
    is_beside: bool = False
    """The legend, of the picture."""


def posters(map_: OnPaper, pack: Pack, look: Look) -> list[Poster]:
    """The map as large as a page on its side; in large type on four of them, and its legend.

    Four pages part it between places and overlap a little, so that they can be joined.
    """
    wide, high = POSTER[look.paper]
    legend = paper_legend(map_, pack, saves_ink=look.saves_ink)
    window = map_.window
    if not look.is_large:
        below = (high - _rows_below(legend) * LEGEND_LINE) / window.height
        columns = -(-len(legend) * LEGEND_LINE // high)
        beside = (wide - columns * LEGEND_WIDTH) / window.width
        scale = max(min(below, wide / window.width), min(beside, high / window.height))
        is_beside = min(below, wide / window.width) < scale
        drawn = _picture(map_, pack, window, scale, saves_ink=look.saves_ink)
        return [Poster(drawn, legend, is_beside)]
    pieces = _quarters(map_)
    scale = min(
        wide / max(piece.width for piece in pieces), high / max(piece.height for piece in pieces)
    )
    pages = [
        Poster(_picture(map_, pack, piece, scale, saves_ink=look.saves_ink)) for piece in pieces
    ]
    return [*pages, *([Poster("", legend)] if legend else [])]


def _rows_below(legend: Sequence[LegendRow]) -> int:
    return -(-len(legend) // LEGEND_COLUMNS) + 1


def _quarters(map_: OnPaper) -> list[Window]:
    """Parted between two places, with a little of what lies beyond."""
    board, window = Board(map_.drawn), map_.window
    middle = (board.columns + 1) // 2 * PLACE, (board.rows + 1) // 2 * PLACE
    right, bottom = window.left + window.width, window.top + window.height
    across = ((window.left, middle[0] + OVERLAP), (middle[0] - OVERLAP, right))
    down = ((window.top, middle[1] + OVERLAP), (middle[1] - OVERLAP, bottom))
    return [
        Window(left, top, right - left, bottom - top)
        for top, bottom in down
        for left, right in across
    ]


def paper_legend(map_: OnPaper, pack: Pack, *, saves_ink: bool) -> list[LegendRow]:
    return legend_of(
        map_.drawn,
        kinds_of(pack),
        paint=Ink(saves_ink=saves_ink),
        frame=lambda words: Frame('class="shape" width="6mm" height="6mm"', words),
    )
