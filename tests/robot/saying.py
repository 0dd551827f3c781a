"""How a form says what somebody wants to say: which of several forms, and which of its choices.

What is to be said is a field and a word for it, as `{"card": "torch", "survivor": "ann"}`.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.robot.page import Button, Control

EVERY = "*"
"""All boxes of a field."""
UNFIT = -100


def fit(button: Button, said: Mapping[str, str]) -> int:
    """How much of it a button's form can say; far below nothing where it says the contrary."""
    return sum(_fit(button, name, word) for name, word in said.items())


def _fit(button: Button, name: str, word: str) -> int:
    fits = 0
    for values in _offered(button, name):
        if not any(is_meant(value, word) for value in values):
            return UNFIT
        fits = 1
    for control in button.form.controls:
        if control.name == name and not control.is_disabled:
            if control.type == "number" and int(control.max or 1) < 0 <= int(word):
                return UNFIT  # points taken back are not points given
            fits = 1
    return fits


def _offered(button: Button, name: str) -> Iterator[list[Any]]:
    """What a form may say in a field, where that is one of some words."""
    pieces = [button.value] if button.name == "with" else []
    boxes: list[Any] = []
    for control in button.form.controls:
        if control.name.startswith("with"):
            options = [value for value, _words in control.options] or [control.value]
            said = [piece[name] for piece in map(piece_of, options) if name in piece]
            if said:
                yield said
        elif control.name == name and control.options:
            yield [value for value, _words in control.options]
        elif control.name == name and control.type == "hidden":
            yield [control.value]
        elif control.name == name and control.type in ("radio", "checkbox"):
            boxes.append(control.value)
    if boxes and boxes != ["true"]:
        yield boxes
    for piece in pieces:
        if name in piece_of(piece):
            yield [piece_of(piece)[name]]


def nearest(name: str, options: list[str], said: Mapping[str, str]) -> str:
    """The choice that says most of it, else the first."""
    return max(options, key=lambda each: _matches(name, each, said))


def _matches(name: str, option: str, said: Mapping[str, str]) -> int:
    if not name.startswith("with"):
        return name in said and is_meant(option, said[name])
    piece = piece_of(option)
    return sum(key in piece and is_meant(piece[key], word) for key, word in said.items())


def is_ticked(control: Control, said: Mapping[str, str]) -> bool:
    """Whether a box is one of those to be ticked."""
    if control.name.startswith("with"):
        piece = piece_of(control.value)
        return bool(piece) and all(is_meant(piece[key], said.get(key, "")) for key in piece)
    words = said.get(control.name, "").split()
    return EVERY in words or any(is_meant(control.value, word) for word in words)


def is_meant(value: Any, word: str) -> bool:
    """`sawed-off-2` is a sawed-off; of a list, all of it is meant."""
    if word == EVERY:
        return True
    if isinstance(value, list):
        return bool(value) and all(is_meant(each, word) for each in value)
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text == word or text.rpartition("-")[0] == word


def piece_of(text: str) -> dict[str, Any]:
    """A piece of a command; `with` in the address of a set-up names a box instead."""
    piece: dict[str, Any] = json.loads(text) if text.startswith("{") else {}
    return piece
