"""Pictograms for drawings: those of the site's icons, and some for maps alone."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from django.contrib.staticfiles import finders

from companion.terms import FAMILY_ICON

_ICON = re.compile(r"^\.i-([a-z0-9-]+)\{--i:url\(\"data:image/svg\+xml,(.+?)\"\)\}", re.MULTILINE)
_SIZE = re.compile(r"viewBox='0 0 (\d+) (\d+)'")
_PATH = re.compile(r"<path\b[^>]*\bd='([^']+)'")
FILLED = "512"
"""Size of icons that are filled; the others are made of strokes."""
UNKNOWN = "question"


class Glyph(NamedTuple):
    """Outlines in a square of that size, filled by that rule."""

    size: float
    outline: str
    rule: str = "nonzero"


# Drawn for Safehouse, in a square of 100.
_OWN = {
    "car": "M8 60V48l14-4 13-17h32l14 17 11 4v12h-7a12 12 0 0 0-24 0H39a12 12 0 0 0-24 0zM40 33l-8 "
    "11h16V33zM54 33v11h17l-8-11zM27 52a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM73 52a9 9 0 1 1 0 18 9 9 0 "
    "0 1 0-18z",
    "manhole": "M50 8a42 42 0 1 1 0 84 42 42 0 0 1 0-84zM50 16a34 34 0 1 0 0 68 34 34 0 0 0 0-68z"
    "M28 32h44v8H28zM22 46h56v8H22zM28 60h44v8H28z",
    "bed": "M8 24h9v30h74v24h-9V68H17v10H8zM24 38h20a6 6 0 0 1 6 6v6H24zM54 40h24a10 10 0 0 1 10 10"
    "H54z",
    "tent": "M50 14l42 70H62L50 58 38 84H8zM50 66l9 18H41z",
    "helipad": "M50 6a44 44 0 1 1 0 88 44 44 0 0 1 0-88zM50 14a36 36 0 1 0 0 72 36 36 0 0 0 0-72z"
    "M32 28h10v17h16V28h10v44H58V54H42v18H32z",
    "helicopter": "M14 22h64v7H50v9c16 0 28 10 30 24H40c-10 0-16-6-18-14L8 46v-7h20l14-1V29H14zM54 "
    "46v9h17c-3-6-9-9-17-9zM34 70h40v7H34z",
    "lift": "M12 10h76v80H12zM20 18v64h60V18zM50 24l18 22H32zM32 54h36L50 76z",
    "bolt": "M58 4L20 56h24l-6 40 42-56H54z",
    "card": "M20 8h60v84H20zM28 16v68h44V16zM38 30h24v8H38zM38 46h24v8H38zM38 62h16v8H38z",
    "question": "M50 6a44 44 0 1 1 0 88 44 44 0 0 1 0-88zM34 40h10c0-8 12-8 12 0 0 7-11 8-11 20h10"
    "c0-9 12-9 12-21 0-18-33-18-33 1zM45 66h10v10H45z",
    "sleep": "M12 16h34v8L26 46h20v9H12v-8l20-22H12zM54 50h32v8L68 78h18v8H54v-8l18-20H54z",
}


@cache
def _icons() -> dict[str, Glyph]:
    style = Path(str(finders.find("css/icons.css"))).read_text(encoding="utf-8")
    glyphs = {}
    for name, quoted in _ICON.findall(style):
        picture = unquote(quoted)
        size, paths = _SIZE.search(picture), _PATH.findall(picture)
        if size and paths and size[1] == size[2] == FILLED:
            glyphs[name] = Glyph(float(size[1]), "".join(paths))
    return glyphs


def glyph(name: str) -> Glyph:
    """Return the glyph of an icon or a family of zombies; a mark for an unknown name."""
    if name in _OWN:
        return Glyph(100.0, _OWN[name], "evenodd")
    icons = _icons()
    return icons.get(name) or icons.get(FAMILY_ICON.get(name, "")) or glyph(UNKNOWN)
