"""Saved files, read without trust: their size, that they are ours, their version, their shape."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from django import forms
from django.utils.translation import gettext_lazy

from companion.words import error_message
from rules import IllegalCommand, RuleError

MOST_BYTES = 8_000_000
# With the form around it; what is larger than MOST_BYTES is still told so by the form.
MOST_SENT = MOST_BYTES + 1_000_000
Saved = TypeVar("Saved")
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class FileForm(forms.Form):
    """A file from this site or another copy of it."""

    file = forms.FileField(label=gettext_lazy("Saved file"))

    def read(self, read_document: Callable[[bytes], Saved]) -> Saved | None:
        """What the chosen file holds; None when it cannot be taken, and the form says why."""
        upload = self.cleaned_data["file"]
        try:
            check_size(upload.size)
            return read_document(upload.read())
        except RuleError as error:
            self.add_error("file", error_message(error))
            return None


def check_size(size: int) -> None:
    if size > MOST_BYTES:
        raise IllegalCommand("transfer.too_large", most=MOST_BYTES // 1_000_000)


def read_saved(data: bytes, into: type[Saved], *, kind: str, version: int) -> Saved:
    """The content of a file of that kind; `IllegalCommand` says what is wrong with it."""
    check_size(len(data))
    try:
        head: Any = msgspec.json.decode(data)
    except UNREADABLE as error:
        raise IllegalCommand("transfer.unreadable") from error
    if not isinstance(head, dict) or head.get("format") != kind:
        raise IllegalCommand("transfer.foreign")
    said = head.get("version")
    if not isinstance(said, int) or isinstance(said, bool) or said < 1:
        raise IllegalCommand("transfer.foreign")
    if said > version:
        raise IllegalCommand("transfer.newer", version=said)
    try:
        return msgspec.json.decode(data, type=into)
    except UNREADABLE as error:
        raise IllegalCommand("transfer.unsound", detail=str(error)) from error


def write_saved(saved: msgspec.Struct) -> bytes:
    """Indented, keys in a fixed order, letters as letters."""
    return msgspec.json.format(msgspec.json.encode(saved), indent=2)
