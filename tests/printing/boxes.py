"""What a page of paper must never show: words over each other, or over the edge.

Read from the PDF's own boxes of words, so it holds whatever the stylesheet says.
"""

import html
import re
import subprocess
from collections.abc import Iterator
from typing import NamedTuple

POINT = 72 / 25.4
"""To the millimetre."""
EDGE = 3.0
"""Printers leave so many millimetres of the paper white."""
CORE = 0.3
"""A font's box is taller than its letters: so much of it, above and below, may touch."""
_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)
_WORD = re.compile(
    r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>'
)


class Word(NamedTuple):
    """A word and its box, in millimetres from the upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def core(self) -> tuple[float, float]:
        """From where to where it really has ink."""
        inset = (self.bottom - self.top) * CORE
        return self.top + inset, self.bottom - inset


class Page(NamedTuple):
    width: float
    height: float
    words: list[Word]


def pages(pdf: bytes) -> list[Page]:
    command = ["pdftotext", "-bbox", "-", "-"]
    done = subprocess.run(command, input=pdf, capture_output=True, check=True)
    return [
        Page(
            float(width) / POINT,
            float(height) / POINT,
            [
                Word(html.unescape(text), *(float(side) / POINT for side in sides))
                for *sides, text in _WORD.findall(body)
            ],
        )
        for width, height, body in _PAGE.findall(done.stdout.decode())
    ]


def faults(pdf: bytes) -> list[str]:
    """Every word that lies over another one, or nearer to the edge than printers can print."""
    return [
        f"page {number}: {fault}"
        for number, page in enumerate(pages(pdf), 1)
        for fault in (*_outside(page), *_overlapping(page.words))
    ]


def _outside(page: Page) -> Iterator[str]:
    for word in page.words:
        top, bottom = word.core
        if (
            word.left < EDGE
            or word.right > page.width - EDGE
            or top < EDGE
            or bottom > page.height - EDGE
        ):
            yield f"{word.text!r} is over the edge at {word.left:.0f}, {word.top:.0f}"


def _overlapping(words: list[Word]) -> Iterator[str]:
    ordered = sorted(words, key=lambda word: word.core[0])
    for number, word in enumerate(ordered):
        bottom = word.core[1]
        for other in ordered[number + 1 :]:
            if other.core[0] >= bottom:
                break
            if word.left < other.right - 0.2 and other.left < word.right - 0.2:
                yield f"{word.text!r} and {other.text!r} at {word.left:.0f}, {word.top:.0f}"


def crossing(page: Page, columns: list[float], rows: list[float]) -> list[str]:
    """The words of a page that a line to cut or to fold along goes through.

    What stands beside the cards, above the first or below the last row, is cut off with the margin.
    """
    return [
        word.text
        for word in page.words
        if any(word.left < x < word.right for x in columns if rows[0] < word.top < rows[-1])
        or any(word.core[0] < y < word.core[1] for y in rows)
    ]


def letters(pdf: bytes) -> str:
    """All letters in the order they are written, without any space: words may be broken."""
    done = subprocess.run(
        ["pdftotext", "-raw", "-", "-"], input=pdf, capture_output=True, check=True
    )
    return squeezed(done.stdout.decode())


def squeezed(text: str) -> str:
    return "".join(text.split()).replace("-", "").replace("\u00ad", "")
