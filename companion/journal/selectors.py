"""Readers of any book's log."""

from typing import Any

from django.db.models import QuerySet

from companion.journal.models import Book


def state_json_after(book: Book, seq: int) -> str:
    """The book as it stood after that entry, 0 before the first: the next one has it, or it has."""
    later = book.entries.filter(seq=seq + 1).first()
    return later.state_before_json if later else book.state_json


def light_entries(book: Book) -> QuerySet[Any]:
    """The log without the states before each entry, which weigh more than all the rest."""
    entries: QuerySet[Any] = book.entries.defer("state_before_zlib")
    return entries
