"""Where the list of what to lay out stands on a mission sheet, so that the sheet is not long.

Reckoned in millimetres of A4 in ordinary type, from the widths of the font itself. Whatever comes
out, nothing is cut: a bad guess only costs paper.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from campaigns.printing.names import MM_PER_POINT, TEXT, lines_of, width_of

Place = Literal["beside", "under", "across"]
"""In the column beside the board, in the one under it, or below both over the whole width."""

POINTS, LINE = 10.0, 4.25
EM = POINTS * MM_PER_POINT
COLUMN, BOARD, WHOLE = 70.0, 112.0, 186.0
TICK, BETWEEN = 5.4, 5.0
"""A box to tick before a text, and what is free after it where several share a line."""
HEADING, AFTER = 6.9, 2.4
TILE = " 0000"
"""As wide as the name of a tile in its frame."""


class Paragraph(NamedTuple):
    """A goal, a rule or what an achievement changes: its text, and what stands around it."""

    text: str
    tiles: int = 0
    indent: float = 0.0
    around: float = 1.5

    @property
    def height(self) -> float:
        lines = lines_of(self.text + TILE * self.tiles, (COLUMN - self.indent) / EM, TEXT)[0]
        return lines * LINE + self.around


def column(sections: Sequence[Sequence[Paragraph]]) -> float:
    """Return the height of sections one over the other in the column beside the board."""
    return sum(
        HEADING + AFTER + sum(paragraph.height for paragraph in section)
        for section in sections
        if section
    )


def place_of(lay_out: Sequence[str], *, board: float, column: float) -> Place:
    """Return the place of the list that makes the sheet shortest; the first of equal ones."""
    one_a_line = sum(Paragraph(line, indent=TICK).height for line in lay_out)
    heights: dict[Place, float] = {
        "beside": max(board, column + HEADING + one_a_line),
        "under": max(board + HEADING + _flowing(lay_out, BOARD), column),
        "across": max(board, column) + AFTER + HEADING + _flowing(lay_out, WHOLE),
    }
    return min(heights, key=lambda place: heights[place])


def _flowing(lay_out: Sequence[str], width: float) -> float:
    """Return the height of a list whose items follow each other in lines."""
    height, used = 0.0, 0.0
    for line in lay_out:
        text = width_of(line, TEXT) * EM
        item = TICK + text + BETWEEN
        if not height or used + item > width + BETWEEN:
            height, used = height + LINE + 1.3, 0.0
            height += int(text / (width - TICK)) * LINE
        used += item
    return height
