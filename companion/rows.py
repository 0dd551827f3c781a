"""Many rows, one after the other, without holding all of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


@contextmanager
def each_row(rows: QuerySet[Row], *, at_a_time: int) -> Iterator[Iterator[Row]]:
    """Yield the rows of a query, some at a time.

    PostgreSQL keeps a cursor for them. It is closed here, whatever happens to whoever reads them:
    left to the garbage collector, it would be closed in somebody else's transaction.
    """
    reading = rows.iterator(chunk_size=at_a_time)
    try:
        yield reading
    finally:
        reading.close()  # type: ignore[attr-defined] # a generator
