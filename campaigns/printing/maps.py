"""Drawn maps on paper: the picture of the screens, black on white."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.printing.drawings import HEADS
from campaigns.printing.look import Look
from companion.workshop.maps.drawing import PLACE, RULER, PictureWindow, draw, untold, whole
from companion.workshop.maps.page import LegendRow, legend_of
from companion.workshop.maps.stamps import PictureFrame
from companion.workshop.maps.words import token_words
from rules.maps.board import PlacedMap, Spot, grid_of, lying
from rules.maps.given import tokens_by_place
from rules.maps.kit import kinds_of
from rules.packs.schema import Pack
from rules.packs.schema.maps import DrawnMap

POSTER = {"a4": (281.0, 178.0), "letter": (263.0, 184.0)}
"""Between the margins of a page on its side, without its title; in millimetres."""
LEGEND_WIDTH, LEGEND_LINE, LEGEND_COLUMNS = 56.0, 6.4, 5
SHEET_COLUMNS, SHEET_LINE, SHEET_CROWD = 3, 6.2, 4.2
"""Of the legend on a mission sheet."""
OVERLAP = 20
"""Of two pages to be joined, on either side of the seam; in units of the picture."""
Attributes = dict[str, str]
SMALLEST = 2.85
"""Eight points, in millimetres: what letters on paper have at least."""
LEGEND_PICTURE = 6.0 / 84
"""Millimetres a unit of a picture in the legend."""
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


class TurnedMap(NamedTuple):
    """A map that lies as the paper does."""

    drawn: DrawnMap
    is_turned: bool

    @classmethod
    def of(cls, drawn: DrawnMap) -> "TurnedMap":
        return cls(*lying(drawn))

    @property
    def window(self) -> PictureWindow:
        """With a margin for letters and numbers that can be read, however small a place is."""
        plain = whole(PlacedMap(self.drawn))
        least = SMALLEST * max(plain.width / WIDTH, plain.height / MAP_HEIGHT)
        return whole(PlacedMap(self.drawn), ruler=max(RULER, least))

    def label(self, place: str) -> str:
        """Of a place, by the letters and numbers in the margin."""
        board = PlacedMap(self.drawn)
        spot = board.spots[place]
        return (Spot(board.rows - 1 - spot.row, spot.column) if self.is_turned else spot).label

    @property
    def width(self) -> float:
        """On a mission sheet, in millimetres."""
        return WIDTH if self.drawn.tokens else PLAIN_WIDTH

    @property
    def scale(self) -> float:
        """On a mission sheet, millimetres a unit of the picture."""
        window = self.window
        return min(self.width / window.width, MAP_HEIGHT / window.height)

    @property
    def height(self) -> float:
        return self.window.height * self.scale


def paper_map(map_: TurnedMap, pack: Pack, *, saves_ink: bool) -> SafeString:
    """As a mission sheet has it."""
    return _picture(map_, pack, map_.window, map_.scale, saves_ink=saves_ink)


def _picture(
    map_: TurnedMap, pack: Pack, window: PictureWindow, scale: float, *, saves_ink: bool
) -> SafeString:
    """Return a piece of it, so many millimetres a unit."""
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
        least=SMALLEST / scale,
    )


class Poster(NamedTuple):
    """A page of a poster: a picture, a legend, or both."""

    picture: SafeString | str
    legend: Sequence[LegendRow] = ()
    is_beside: bool = False
    """The legend, of the picture."""
    crowds: "Sequence[CrowdedPlace]" = ()


def posters(map_: TurnedMap, pack: Pack, look: Look) -> list[Poster]:
    """Return the map as large as a page on its side; in large type on four of them, and its legend.

    Four pages part it between places and overlap a little, so that they can be joined.
    """
    wide, high = POSTER[look.paper]
    legend = paper_legend(map_, pack, saves_ink=look.saves_ink)
    window = map_.window
    if not look.is_large:
        more = len(paper_crowds(map_, pack, wide / window.width / 2))
        below = (high - (_rows_below(legend) + more) * LEGEND_LINE) / window.height
        columns = -(-(len(legend) + 2 * more) * LEGEND_LINE // high)
        beside = (wide - columns * LEGEND_WIDTH) / window.width
        scale = max(min(below, wide / window.width), min(beside, high / window.height))
        is_beside = min(below, wide / window.width) < scale
        drawn = _picture(map_, pack, window, scale, saves_ink=look.saves_ink)
        return [Poster(drawn, legend, is_beside, paper_crowds(map_, pack, scale))]
    pieces = _quarters(map_)
    scale = min(
        wide / max(piece.width for piece in pieces), high / max(piece.height for piece in pieces)
    )
    pages = [
        Poster(_picture(map_, pack, piece, scale, saves_ink=look.saves_ink)) for piece in pieces
    ]
    crowds = paper_crowds(map_, pack, scale)
    return [*pages, *([Poster("", legend, crowds=crowds)] if legend or crowds else [])]


def _rows_below(legend: Sequence[LegendRow]) -> int:
    return -(-len(legend) // LEGEND_COLUMNS) + 1


def _quarters(map_: TurnedMap) -> list[PictureWindow]:
    """Parted between two places, with a little of what lies beyond."""
    board, window = PlacedMap(map_.drawn), map_.window
    middle = (board.columns + 1) // 2 * PLACE, (board.rows + 1) // 2 * PLACE
    right, bottom = window.left + window.width, window.top + window.height
    across = ((window.left, middle[0] + OVERLAP), (middle[0] - OVERLAP, right))
    down = ((window.top, middle[1] + OVERLAP), (middle[1] - OVERLAP, bottom))
    return [
        PictureWindow(left, top, right - left, bottom - top)
        for top, bottom in down
        for left, right in across
    ]


def paper_legend(map_: TurnedMap, pack: Pack, *, saves_ink: bool) -> list[LegendRow]:
    return legend_of(
        map_.drawn,
        kinds_of(pack),
        paint=Ink(saves_ink=saves_ink),
        frame=lambda words: PictureFrame(
            'class="shape" width="6mm" height="6mm"', words, SMALLEST / LEGEND_PICTURE
        ),
        names_letters=True,
    )


def height_on_sheet(map_: TurnedMap, pack: Pack) -> float:
    """Of the map on a mission sheet with its legend, in millimetres."""
    if not map_.drawn.tokens:
        return map_.height
    rows = -(-len(paper_legend(map_, pack, saves_ink=False)) // SHEET_COLUMNS)
    crowds = len(paper_crowds(map_, pack, map_.scale))
    return map_.height + rows * SHEET_LINE + crowds * SHEET_CROWD


class CrowdedPlace(NamedTuple):
    """A place with more on it than its picture has room to say."""

    label: str
    words: str


def paper_crowds(map_: TurnedMap, pack: Pack, scale: float) -> list[CrowdedPlace]:
    """In the order of their labels."""
    kinds, tokens = kinds_of(pack), tokens_by_place(map_.drawn)
    crowds = [
        CrowdedPlace(
            map_.label(place),
            "; ".join(
                token_words(kinds.get(kind), token, of=kind)
                for kind, token in tokens[place].items()
            ),
        )
        for place in untold(map_.drawn, kinds, SMALLEST / scale)
    ]
    return sorted(crowds, key=lambda crowd: (crowd.label[0], int(crowd.label[1:])))
