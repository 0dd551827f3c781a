"""Room for a pen, measured on the boxes that WeasyPrint lays out."""

from collections.abc import Iterator
from typing import Any

from weasyprint.formatting_structure.boxes import InlineBox, LineBox, TextBox

MM = 25.4 / 96
"""Millimetres to the pixel of a stylesheet."""
FILLED, BLANK = 6.0, 8.0
SLACK = 0.06
"""Of rounding."""


def too_low(document: Any) -> list[str]:
    """Rows and lines for the pen that are too low for it."""
    return [
        f"{name}: {height:.2f} mm"
        for page in document.pages
        for name, height, least in _rooms(page._page_box)
        if height < least - SLACK
    ]


def _rooms(page: Any) -> Iterator[tuple[str, float, float]]:
    """What it is, how high it stands, how high it must."""
    for box in page.descendants():
        element = box.element
        if element is None or isinstance(box, LineBox | InlineBox | TextBox):
            continue
        if element.tag == "tr" and _is_for_pen(element):
            yield f"row {_text(element)[:30]!r}", box.height * MM, _least(element)
        for child in _children(box, ("pen", "lines")):
            if child.element.tag != "div" or "hd" not in _classes(child.element):
                yield (
                    f"line {_text(child.element)[:30]!r}",
                    child.border_height() * MM,
                    _least(child.element),
                )
        if "ln" in _classes(element) or ("pick" in _classes(element) and not _text(element)):
            yield f"{element.get('class')}", box.border_height() * MM, BLANK


def _children(box: Any, classes: tuple[str, ...]) -> list[Any]:
    if not set(classes) & set(_classes(box.element)):
        return []
    return [child for child in box.children if child.element is not None]


def _is_for_pen(row: Any) -> bool:
    """It has a box to tick, or a cell with nothing in it; heads have neither."""
    cells = list(row)
    is_head = all(cell.tag == "th" for cell in cells)
    has_box = any("bx" in _classes(part) for part in row.iter())
    return not is_head and (has_box or any(not _text(cell) and not list(cell) for cell in cells))


def _least(element: Any) -> float:
    return FILLED if _text(element) else BLANK


def _classes(element: Any) -> list[str]:
    return (element.get("class") or "").split()


def _text(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())
