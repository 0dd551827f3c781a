"""How large a name is set: by rule, so that it wraps or shrinks and is never cut.

A name gets the largest size at which none of its words is broken and the whole fits its lines; the
smallest if there is none such. Widths are read from the very font it is printed in.
"""

import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from campaigns.printing.render import ASSETS

NAMES = ASSETS / "fonts" / "sofia-sans-extra-condensed-800-normal.ttf"
TEXT = ASSETS / "fonts" / "fira-sans-condensed-400-normal.ttf"
MM_PER_POINT = 25.4 / 72
WIDE, UNKNOWN = 1.0, 0.7
"""Of letters other fonts have, in their height: those of East Asia and emoji, all others."""


class NameSpace(NamedTuple):
    """The space for a name on a kind of sheet: width in millimetres, sizes in points, lines."""

    width: float
    sizes: tuple[int, ...] = (40, 28, 20, 15)
    lines: tuple[int, ...] = (1, 1, 2, 3)


HEAD = NameSpace(150)
MISSION = NameSpace(118, sizes=(28, 24, 18, 14), lines=(1, 1, 2, 3))
SEAT = NameSpace(81, sizes=(34, 26, 19, 14), lines=(1, 1, 2, 3))
TENT = NameSpace(180, sizes=(60, 40, 28, 20), lines=(1, 1, 2, 2))
CARD = NameSpace(51, sizes=(19, 15, 12, 10), lines=(1, 1, 2, 3))
PERSON = NameSpace(82, sizes=(22, 18, 15, 12), lines=(1, 1, 1, 2))
POSTER = NameSpace(184, sizes=(62, 44, 30, 22), lines=(1, 1, 2, 3))


@cache
def _widths(file: Path) -> dict[int, float]:
    """Of every letter the font has, in its height."""
    from fontTools.ttLib import TTFont

    with TTFont(file) as font:
        units, advances = font["head"].unitsPerEm, font["hmtx"]
        return {code: advances[name][0] / units for code, name in font.getBestCmap().items()}


def width_of(text: str, font: Path = NAMES) -> float:
    """In the height of the type; what joins or stacks is nothing."""
    total, widths = 0.0, _widths(font)
    for letter in text:
        if unicodedata.combining(letter) or letter in "\u200d\ufe0f":
            continue
        is_wide = unicodedata.east_asian_width(letter) in "WF"
        total += widths.get(ord(letter), WIDE if is_wide else UNKNOWN)
    return total


def lines_of(text: str, line: float, font: Path = NAMES) -> tuple[int, bool]:
    """Return the lines a text takes, and whether a word had to be broken; `line` as `width_of`."""
    count, used, is_broken = 1, 0.0, False
    space = width_of(" ", font)
    for word in text.replace("-", "- ").split():
        wide = width_of(word, font)
        if used and used + space + wide > line:
            count, used = count + 1, 0.0
        if wide > line:
            is_broken = True
            more = int(wide / (line * 0.97))
            count, wide = count + more, wide - more * line * 0.97
        used += wide + (space if used else 0)
    return count, is_broken


class ListRoom(NamedTuple):
    """The space for a list of names: width in millimetres, sizes in points, lines of each."""

    width: float
    sizes: tuple[float, ...]
    lines: tuple[int, ...]


SEAT_FRONT = ListRoom(44, sizes=(12, 9.5, 8), lines=(2, 3, 4))
SEAT_BACK = ListRoom(81, sizes=(20, 13, 9), lines=(3, 5, 7))
TENT_LIST = ListRoom(92, sizes=(11.5,), lines=(2,))


def list_class(names: Sequence[str], room: ListRoom) -> str:
    """`w1`, the largest, and so on; nothing where they do not fit at all."""
    for number, (points, most) in enumerate(zip(room.sizes, room.lines, strict=True), 1):
        line = room.width / (MM_PER_POINT * points)
        if sum(lines_of(name, line)[0] for name in names) <= most:
            return f"w{number}"
    return ""


def name_class(name: str, room: NameSpace = HEAD) -> str:
    """`nm1`, the largest, to `nm4`."""
    for number, (points, most) in enumerate(zip(room.sizes, room.lines, strict=True), 1):
        count, is_broken = lines_of(name, room.width / (MM_PER_POINT * points))
        if count <= most and not is_broken:
            return f"nm{number}"
    return f"nm{len(room.sizes)}"
