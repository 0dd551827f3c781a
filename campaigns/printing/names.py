"""How large a name is set: by rule, so that it wraps or shrinks and is never cut.

A name gets the largest size at which its longest word fits a line and the whole fits its lines.
"""

import unicodedata
from typing import NamedTuple

WIDE = 2.45
MM_PER_POINT = 0.145
"""An average letter of the condensed face is so many millimetres wide for each point."""


class Room(NamedTuple):
    """What a kind of sheet has for its name: width in millimetres, sizes in points, lines."""

    width: float
    sizes: tuple[int, ...] = (40, 28, 20, 15)
    lines: tuple[int, ...] = (1, 1, 2, 2)


HEAD = Room(150)
MISSION = Room(118)
SEAT = Room(80, sizes=(34, 26, 19, 14))
ROW = Room(40, sizes=(12, 12, 10, 8), lines=(1, 2, 3, 3))
"""A row of a mission sheet; its two larger sizes are a wider face at three quarters."""
CARD = Room(52, sizes=(24, 19, 15, 12))


def units(text: str) -> float:
    """Width in letters: a wide character or emoji is 2.45, what joins or stacks is nothing."""
    total = 0.0
    for letter in text:
        if unicodedata.combining(letter) or letter in "\u200d\ufe0f":
            continue
        total += WIDE if unicodedata.east_asian_width(letter) in "WF" else 1
    return total


def name_class(name: str, room: Room = HEAD) -> str:
    """`nm1`, the largest, to `nm4`."""
    longest = max((units(word) for word in name.replace("-", "- ").split()), default=0)
    for number, (points, lines) in enumerate(zip(room.sizes, room.lines, strict=True), 1):
        line = room.width / (MM_PER_POINT * points)
        most = line if lines == 1 else lines * line * 0.9
        if longest <= line and units(name) <= most:
            return f"nm{number}"
    return f"nm{len(room.sizes)}"
