"""Drawn maps on paper: the picture of the screens, black on white."""

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.printing.drawings import HEADS
from campaigns.printing.look import Look
from companion.workshop.maps.drawing import Window, draw, whole
from companion.workshop.maps.page import LegendRow, legend_of
from rules.maps.board import Board, grid_of, lying
from rules.maps.kit import kinds_of
from rules.packs.schema import Pack
from rules.packs.schema.maps import DrawnMap

POSTER = {"a4": (281.0, 168.0), "letter": (263.0, 174.0)}
"""Between the margins of a page on its side, without its title and a legend below."""
OVERLAP, LEGEND_WIDTH = 10.0, 60.0
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
    """A page of a poster."""

    picture: SafeString
    number: int
    has_room: bool
    """Beside the picture, for the legend."""


def posters(map_: OnPaper, pack: Pack, look: Look) -> list[Poster]:
    """The map as large as a page that lies on its side; in large type on four of them.

    Four pages overlap a little, so that they can be joined.
    """
    wide, high = POSTER[look.paper]
    window, parts = map_.window, 2 if look.is_large else 1
    scale = min(
        (parts * wide - (parts - 1) * OVERLAP) / window.width,
        (parts * high - (parts - 1) * OVERLAP) / window.height,
    )
    across, down = ((side * scale + OVERLAP * (parts - 1)) / parts for side in window[2:])
    pages: list[Poster] = []
    for row in range(parts):
        for column in range(parts):
            piece = Window(
                window.left + column * (across - OVERLAP) / scale,
                window.top + row * (down - OVERLAP) / scale,
                across / scale,
                down / scale,
            )
            drawn = _picture(map_, pack, piece, scale, saves_ink=look.saves_ink)
            pages.append(Poster(drawn, len(pages) + 1, wide - across > LEGEND_WIDTH))
    return pages


def paper_legend(map_: OnPaper, pack: Pack, *, saves_ink: bool) -> list[LegendRow]:
    look = 'class="shape" width="6mm" height="6mm"'
    ink = Ink(saves_ink=saves_ink)
    return legend_of(map_.drawn, kinds_of(pack), paint=ink, size=look)
