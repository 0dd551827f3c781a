"""After a quiet step every page, told its numbers, is the page that would be fetched.

A page is drawn of the state before and of the one after. Where a number stands (`data-count`) both
may differ, by what the message says; everywhere else they are the same.
"""

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from django.template.loader import render_to_string

from companion.models import Seat
from companion.quiet import quiet_step
from companion.screens.selectors import own_page, own_survivors
from companion.selectors import board_of
from companion.table.next_step import next_step
from companion.table.views import OWN_PIECES, PIECES
from rules import State

WRITTEN = ("aria-label", "data-number", "data-label", "data-text", "width")
SHAPES = {"i-heart", "i-wound", "used"}
VOID = {"br", "hr", "img", "input", "rect", "path"}


class Plain(HTMLParser):
    """A page without the numbers that a script writes, and these numbers beside it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.numbers: list[tuple[str, str]] = []
        self.open: list[str] = []
        """For each element around this place: the name of its number, or nothing."""
        self.feed(html)

    @property
    def within(self) -> str:
        return next((name for name in reversed(self.open) if name), "")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        name = said.get("data-count") or ("undo" if "data-undo" in said else "")
        if tag not in VOID:
            self.open.append(name)
        if "data-number" in said:
            self.numbers.append((name, said["data-number"]))
        if self.within or name:
            said = {key: value for key, value in said.items() if key not in WRITTEN}
            said["class"] = " ".join(sorted(set(said.get("class", "").split()) - SHAPES))
        self.parts.append(f"<{tag} {sorted(said.items())}>")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self.open.pop()
        self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not data.strip():
            return
        if self.within == "undo":
            return
        if self.within and data.strip().isdecimal():
            self.numbers.append((self.within, data.strip()))
        elif not self.within:
            self.parts.append(" ".join(data.split()))


def pages(seat: Seat, state: Any) -> Iterator[tuple[str, str]]:
    """Yield every kind of page of a table as it would be drawn of a state, by name."""
    board = board_of(seat, state)
    shown: dict[str, Any] = {
        "board": board,
        "seat": seat,
        "table": seat.table,
        "table_url": "/tables/x/",
        "do_url": "/tables/x/commands/",
        "next": next_step(board),
        "language": "en",
        "beside": {},
    }
    yield "table", _drawn("companion/_fragments.html", shown, **PIECES)
    for key, _name in own_survivors(seat):
        mine = own_page(board, key)
        yield (
            f"own page of {key}",
            _drawn("companion/_fragments.html", shown, **OWN_PIECES, mine=mine),
        )
    yield "screen", _drawn("screens/_screen.html", shown)


def _drawn(template: str, shown: dict[str, Any], **more: Any) -> str:
    # Undo is the same button before and after: a quiet step is never the first one.
    return render_to_string(template, {**shown, **more})


def faults(seat: Seat, before: State, after: State) -> Iterator[str]:
    """Yield how a page that was told of the step just written would be wrong."""
    message = quiet_step(seat, before, after)
    if message is None:
        return
    numbers = json.loads(message)["numbers"]
    old, new = dict(pages(seat, before)), dict(pages(seat, after))
    for page, html in new.items():
        was, now = Plain(old[page]), Plain(html)
        if was.parts != now.parts:
            yield f"{page}: {list(_differing(was.parts, now.parts))[:2]}"
        told = [(name, str(numbers.get(name, value))) for name, value in was.numbers]
        if told != now.numbers:
            yield f"{page}: told and fetched {list(_differing(told, now.numbers))}"


def _differing(told: list[Any], fetched: list[Any]) -> Iterator[tuple[Any, Any]]:
    return (pair for pair in zip(told, fetched, strict=False) if pair[0] != pair[1])
