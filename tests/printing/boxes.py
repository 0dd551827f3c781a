"""What a page of paper must never show: words over each other, over a line, or over the edge.

Read from the PDF itself, where every letter has the box of its ink and every line is there, so it
holds whatever the stylesheet says.
"""

import ctypes
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from pypdfium2 import PdfDocument, raw

MM = 25.4 / 72
"""Millimetres to the point."""
EDGE = 3.0
"""Printers leave so many millimetres of the paper white."""
TOUCH = 0.15
"""Millimetres that the boxes of two words may share: round letters do not fill theirs."""
INTO = 0.3
"""How far a line or a picture may reach into the box of a word."""
LONG = 2.0
"""A shorter stroke is part of a drawing, no line."""


class Box(NamedTuple):
    """In millimetres from the upper left corner of the page."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box", by: float) -> bool:
        """Whether both have more than that much in common."""
        return (
            self.left < other.right - by
            and other.left < self.right - by
            and self.top < other.bottom - by
            and other.top < self.bottom - by
        )

    def within(self, other: "Box") -> "Box":
        """What both have in common."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


EVERYWHERE = Box(-1e6, -1e6, 1e6, 1e6)


class Word(NamedTuple):
    """Letters without a space between them, the box of their ink, and their size in points."""

    text: str
    box: Box
    size: float
    letters: tuple[Box, ...] = ()

    def lies_over(self, other: "Word") -> bool:
        """Letter by letter, where the boxes of the words meet."""
        return self.box.meets(other.box, TOUCH) and any(
            mine.meets(its, TOUCH) for mine in self.letters for its in other.letters
        )


class Page(NamedTuple):
    width: float
    height: float
    words: list[Word]
    lines: list[Box]
    """Straight edges of all that is drawn and not clipped: rules, frames, fields of colour."""
    pictures: list[Box]
    covers: dict[Box, list[Box]]
    """For lines that fields of colour drawn later lie over, those fields."""


@lru_cache(maxsize=4)  # one print is asked several things
def pages(pdf: bytes) -> list[Page]:
    with PdfDocument(pdf) as document:
        return [_page(page) for page in document]


def _page(page: Any) -> Page:
    height = page.get_height()
    drawn = _Drawn(height)
    for number in range(raw.FPDFPage_CountObjects(page.raw)):
        drawn.visit(raw.FPDFPage_GetObject(page.raw, number), (1, 0, 0, 1, 0, 0))
    words = list(_words(_letters(page.get_textpage(), height)))
    width = page.get_width() * MM
    return Page(width, height * MM, words, drawn.lines, drawn.pictures, drawn.covers)


def _letters(text: Any, height: float) -> Iterator[Word]:
    matrix = raw.FS_MATRIX()
    for number in range(text.count_chars()):
        letter = chr(raw.FPDFText_GetUnicode(text.raw, number))
        left, bottom, right, top = text.get_charbox(number)
        raw.FPDFText_GetMatrix(text.raw, number, ctypes.byref(matrix))
        size = raw.FPDFText_GetFontSize(text.raw, number) * abs(complex(matrix.a, matrix.b))
        box = Box(left * MM, (height - top) * MM, right * MM, (height - bottom) * MM)
        yield Word(letter, box, round(size, 2))


def _words(letters: Iterator[Word]) -> Iterator[Word]:
    word: list[Word] = []
    for letter in letters:
        is_space = letter.text.isspace() or letter.box.left == letter.box.right
        if word and (is_space or not _follows(word[-1], letter)):
            yield _joined(word)
            word = []
        if not is_space:
            word.append(letter)
    if word:
        yield _joined(word)


def _follows(before: Word, letter: Word) -> bool:
    """In the same line and next to it, also in text that is upside down."""
    em = letter.size * MM
    gap = max(letter.box.left - before.box.right, before.box.left - letter.box.right)
    fall = abs(sum(letter.box[1::2]) - sum(before.box[1::2])) / 2
    return gap < em / 3 and fall < em * 0.6


def _joined(word: list[Word]) -> Word:
    boxes = tuple(letter.box for letter in word)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    around = Box(min(lefts), min(tops), max(rights), max(bottoms))
    text = "".join(letter.text for letter in word)
    return Word(text, around, min(letter.size for letter in word), boxes)


Matrix = tuple[float, float, float, float, float, float]


class _Drawn:
    """Lines and pictures, those in nested drawings as well."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.lines: list[Box] = []
        self.pictures: list[Box] = []
        self.covers: dict[Box, list[Box]] = {}

    def visit(self, thing: Any, outer: Matrix) -> None:
        kind = raw.FPDFPageObj_GetType(thing)
        matrix = _within(_matrix(thing), outer)
        if kind == raw.FPDF_PAGEOBJ_FORM:
            for number in range(raw.FPDFFormObj_CountObjects(thing)):
                self.visit(raw.FPDFFormObj_GetObject(thing, number), matrix)
        elif kind == raw.FPDF_PAGEOBJ_IMAGE:
            corners = [self._at(matrix, x, y) for x in (0, 1) for y in (0, 1)]
            self.pictures.append(_around(corners))
        elif kind == raw.FPDF_PAGEOBJ_PATH and _is_seen(thing):
            strokes = [_around(stroke) for stroke in self._strokes(thing, matrix)]
            if strokes and _is_filled(thing):
                self._cover(_joining(strokes))
            clip = self._clip(thing, outer)
            for box in strokes:
                seen = box.within(clip)
                width, height = seen.right - seen.left, seen.bottom - seen.top
                if 0 <= min(width, height) < TOUCH / 2 and max(width, height) > LONG:
                    self.lines.append(seen)

    def _cover(self, field: Box) -> None:
        for line in self.lines:
            if line.meets(field, 0):
                self.covers.setdefault(line, []).append(field)

    def _clip(self, thing: Any, outer: Matrix) -> Box:
        """What of a drawing is seen: a window may show a piece of it."""
        clip = raw.FPDFPageObj_GetClipPath(thing)
        x, y = ctypes.c_float(), ctypes.c_float()
        seen = EVERYWHERE
        for number in range(max(0, raw.FPDFClipPath_CountPaths(clip))):
            points = []
            for each in range(raw.FPDFClipPath_CountPathSegments(clip, number)):
                segment = raw.FPDFClipPath_GetPathSegment(clip, number, each)
                raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
                points.append(self._at(outer, x.value, y.value))
            if points:
                seen = seen.within(_around(points))
        return seen

    def _strokes(self, path: Any, matrix: Matrix) -> Iterator[Sequence[tuple[float, float]]]:
        x, y = ctypes.c_float(), ctypes.c_float()
        run: list[tuple[float, float]] = []
        for number in range(raw.FPDFPath_CountSegments(path)):
            segment = raw.FPDFPath_GetPathSegment(path, number)
            raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
            kind = raw.FPDFPathSegment_GetType(segment)
            if kind == raw.FPDF_SEGMENT_MOVETO:
                yield from pairwise(run)
                run = []
            run.append(self._at(matrix, x.value, y.value))
            if raw.FPDFPathSegment_GetClose(segment):
                run.append(run[0])
        yield from pairwise(run)

    def _at(self, matrix: Matrix, x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = matrix
        return (a * x + c * y + e) * MM, (self.height - (b * x + d * y + f)) * MM


def _is_seen(path: Any) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, ctypes.byref(fill), ctypes.byref(stroke))
    return bool(fill.value or stroke.value)


def _is_filled(path: Any) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, ctypes.byref(fill), ctypes.byref(stroke))
    return bool(fill.value)


def _matrix(thing: Any) -> Matrix:
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(thing, ctypes.byref(matrix))
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _within(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _around(points: Sequence[tuple[float, float]]) -> Box:
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def _joining(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def faults(pdf: bytes) -> list[str]:
    """Every word over another one, over a line or a code, or too near to the edge of the paper."""
    return [
        f"page {number}: {fault}"
        for number, page in enumerate(pages(pdf), 1)
        for fault in dict.fromkeys((*_outside(page), *_overlapping(page), *_struck(page)))
    ]


def _outside(page: Page) -> Iterator[str]:
    paper = Box(EDGE, EDGE, page.width - EDGE, page.height - EDGE)
    for word in page.words:
        left, top, right, bottom = word.box
        if left < paper.left or right > paper.right or top < paper.top or bottom > paper.bottom:
            yield f"{word.text!r} is over the edge at {left:.0f}, {top:.0f}"


def _overlapping(page: Page) -> Iterator[str]:
    ordered = sorted(page.words, key=lambda word: word.box.top)
    for number, word in enumerate(ordered):
        for other in ordered[number + 1 :]:
            if other.box.top >= word.box.bottom:
                break
            if word.lies_over(other):
                yield f"{word.text!r} and {other.text!r} at {word.box.left:.0f}, {word.box.top:.0f}"


def _struck(page: Page) -> Iterator[str]:
    lines = sorted({*page.lines, *page.pictures}, key=lambda line: line.top)
    for word in page.words:
        inside = Box(
            *(side + by for side, by in zip(word.box, (INTO, INTO, -INTO, -INTO), strict=True))
        )
        for line in lines:
            if line.top >= inside.bottom:
                break
            if (
                line.bottom <= inside.top
                or not line.left < inside.right
                or not line.right > inside.left
            ):
                continue
            there = line.within(inside)
            if not any(there.within(field) == there for field in page.covers.get(line, ())):
                yield f"{word.text!r} is over a line at {word.box.left:.0f}, {word.box.top:.0f}"


def crossing(page: Page, columns: list[float], rows: list[float]) -> list[str]:
    """The words of a page that a line to cut or to fold along goes through.

    What stands beside the cards, above the first or below the last row, is cut off with the margin.
    """
    return [
        word.text
        for word in page.words
        if any(
            word.box.left < x < word.box.right for x in columns if rows[0] < word.box.top < rows[-1]
        )
        or any(word.box.top < y < word.box.bottom for y in rows)
    ]


def smallest(pdf: bytes) -> float:
    """The size of the smallest letter, in points."""
    return min(word.size for page in pages(pdf) for word in page.words)


def letters(pdf: bytes) -> str:
    """All letters in the order they are written, without any space: words may be broken."""
    text = "".join(word.text for page in pages(pdf) for word in page.words)
    return squeezed(text.encode("utf-16", "surrogatepass").decode("utf-16"))


def squeezed(text: str) -> str:
    """Without spaces and hyphens; pdfium tells one at the end of a line by a sign of its own."""
    return "".join(text.split()).translate(dict.fromkeys(map(ord, "-\u00ad\x02\ufffe")))
