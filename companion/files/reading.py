"""Saved files, read without trust: their size, that they are ours, their version, their shape."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import msgspec
from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.words import error_message
from rules import IllegalCommand, RuleError
from rules.saved import CAMPAIGN, PACK, TABLE, saved_kind

MOST_BYTES = 8_000_000
LONGEST_TEXT = 5_000
LARGEST_NUMBER = 1_000_000
LONGEST_LIST = 2_000
DEEPEST = 12
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
A_DAY = timedelta(days=1)
"""Clocks of two machines differ."""
# With the form around it; what is larger than MOST_BYTES is still told so by the form.
MOST_SENT = MOST_BYTES + 1_000_000
WANTED = {
    TABLE: gettext_lazy("a table"),
    CAMPAIGN: gettext_lazy("a campaign"),
    PACK: gettext_lazy("a pack"),
}
"""The content of a file of each format."""
Saved = TypeVar("Saved")
PLACE = re.compile(r"^([\w.\[\]-]+)$|`\$\.?([^`]+)`")
"""In what a check says, which is the place alone, or in what the reader of JSON says."""
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class _FileHead(msgspec.Struct):
    """The part of a file that is read first; the rest is not decoded for that."""

    format: str
    version: int


class FileForm(forms.Form):
    """A file from this site or another copy of it."""

    file = forms.FileField(label=gettext_lazy("Saved file"))

    def read(self, read_document: Callable[[bytes], Saved]) -> Saved | None:
        """Return the content of the chosen file; None if it is refused, and the form says why."""
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
    """Return the content of a file of that kind; `IllegalCommand` says what is wrong with it."""
    check_size(len(data))
    found = saved_kind(data)
    if found != kind and found in WANTED:
        raise IllegalCommand("transfer.other", found=str(WANTED[found]), wanted=str(WANTED[kind]))
    try:
        head = msgspec.json.decode(data, type=_FileHead)
    except msgspec.ValidationError as error:
        raise IllegalCommand("transfer.foreign", wanted=str(WANTED[kind])) from error
    except UNREADABLE as error:
        raise unreadable(kind) from error
    saved_version = head.version
    if head.format != kind or saved_version < 1:
        raise IllegalCommand("transfer.foreign", wanted=str(WANTED[kind]))
    if saved_version > version:
        raise IllegalCommand("transfer.newer", version=saved_version)
    try:
        return msgspec.json.decode(data, type=into)
    except UNREADABLE as error:
        raise unsound(error) from error


def unreadable(kind: str) -> RuleError:
    """Return the refusal of what is no JSON: a picture, an archive, or half a file of ours."""
    return IllegalCommand("transfer.unreadable", wanted=str(WANTED[kind]))


def unsound(cause: Exception | str) -> RuleError:
    """Return the refusal of a file that no game could have led to: why, or at which place of it."""
    if isinstance(cause, RuleError) and cause.code.startswith("transfer."):
        return cause
    place = PLACE.search(str(cause))
    if isinstance(cause, RuleError):
        why = error_message(cause)
    elif place:
        why = _("It stands at %(place)s.") % {"place": place[1] or place[2]}
    else:
        why = _("Save it again at its source.")
    return IllegalCommand("transfer.unsound", why=why, detail=str(cause))


def check_moment(moment: datetime, where: str) -> None:
    """A date of this site: not before there was one, and not to come."""
    if moment.tzinfo is None:
        raise unsound(where)
    if not EARLIEST <= moment <= timezone.now() + A_DAY:
        raise unsound(where)


def check_plain(value: Any, where: str, depth: int = 0) -> None:
    """No number, text or list larger than any this site makes."""
    if isinstance(value, str):
        holds = len(value) <= LONGEST_TEXT and "\x00" not in value
    elif isinstance(value, int | float):
        holds = abs(value) <= LARGEST_NUMBER
    elif isinstance(value, dict | list | tuple):
        holds = len(value) <= LONGEST_LIST and depth <= DEEPEST
        inner = (*value.keys(), *value.values()) if isinstance(value, dict) else value
        if holds:
            for part in inner:
                check_plain(part, where, depth + 1)
    else:
        holds = value is None
    if not holds:
        raise unsound(where)


def write_saved(saved: msgspec.Struct) -> bytes:
    """Indented, keys in a fixed order, letters as letters."""
    return msgspec.json.format(msgspec.json.encode(saved), indent=2)
