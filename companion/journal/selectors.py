"""Readers of any book's log."""

from typing import Any

from django.db.models import QuerySet

from companion.journal.models import Book


def state_json_after(book: Book, seq: int) -> str:
    """Return the state after that entry; 0 stands for the start.

    It is the state before the next entry or, for the last one, the book's own.
    """
    later = book.entries.filter(seq=seq + 1).first()
    return later.state_before_json if later else book.state_json


def light_entries(book: Book) -> QuerySet[Any]:
    """Return the log without the state before each entry, which is most of the data."""
    entries: QuerySet[Any] = book.entries.defer("state_before_zlib")
    return entries
