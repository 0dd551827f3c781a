"""Statements that are made so often that building them anew would be felt.

They are kept, and made again with other values.
"""

from collections.abc import Callable, Iterator
from copy import copy
from functools import cache
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import Field, Model, QuerySet, UUIDField
from django.db.models.query import ModelIterable

Row = TypeVar("Row", bound=Model)
Key = UUID | int
_KEY: "UUIDField[UUID, UUID]" = UUIDField()


class _Statement(NamedTuple):
    """The compiled statement of the queryset for one kind of database."""

    compiler: Any
    sql: str
    values: tuple[Any, ...]
    places: tuple[int, ...]
    """The index of each key among the values."""
    converters: Any
    """The converters of its columns; each is told the connection when it is asked."""


class Prepared(Generic[Row]):
    """A queryset that depends on keys alone: its rows, with the rows each selects besides.

    What the statement says and what its columns become is Django's; both are kept, and asked
    again with other keys. To build the joined query of a seat anew cost a tenth of a tap.
    """

    def __init__(self, rows: Callable[..., QuerySet[Row]], *keys: type[UUID] | type[int]) -> None:
        """Prepare a queryset; `keys` are the types of the keys that `rows` takes."""
        self._rows = rows
        # Numbers that no statement has for another reason, so that they are found again in it.
        self._stand_ins = [
            UUID(int=place) if kind is UUID else place
            for place, kind in enumerate(keys, start=1_900_000_000)
        ]
        self._statements: dict[str, _Statement] = {}

    def first(self, *keys: Key) -> Row | None:
        return next(self.all(*keys), None)

    def all(self, *keys: Key) -> Iterator[Row]:
        statement = self._statement()
        values = list(statement.values)
        for place, key in zip(statement.places, keys, strict=True):
            values[place] = _as_stored(key)
        compiler = copy(statement.compiler)
        compiler.connection = connection
        compiler.as_sql = lambda **_how: (statement.sql, tuple(values))
        compiler.get_converters = lambda _columns: statement.converters
        question = SimpleNamespace(get_compiler=lambda using: compiler)
        rows: Any = SimpleNamespace(db=connection.alias, query=question, _known_related_objects={})
        return iter(ModelIterable(rows))

    def _statement(self) -> _Statement:
        vendor = connection.vendor
        if vendor not in self._statements:
            compiler = self._rows(*self._stand_ins).query.get_compiler(connection.alias)
            sql, values = compiler.as_sql()
            places = tuple(values.index(_as_stored(key)) for key in self._stand_ins)
            converters = compiler.get_converters([column for column, *_rest in compiler.select])
            self._statements[vendor] = _Statement(compiler, sql, values, places, converters)
        return self._statements[vendor]


def _as_stored(key: Key) -> Any:
    return _KEY.get_db_prep_value(key, connection) if isinstance(key, UUID) else key


class _Write(NamedTuple):
    """A statement, and the fields whose values it is given."""

    sql: str
    fields: "tuple[Field[Any, Any], ...]"


def insert(row: Model) -> None:
    """Insert a new row, whose key the database gives; no signal is sent."""
    statement = _inserting(type(row))
    values = [
        field.get_db_prep_save(field.pre_save(row, True), connection) for field in statement.fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, values)
        (row.pk,) = cursor.fetchone()
    row._state.adding, row._state.db = False, connection.alias


def update(row: Model, *names: str) -> None:
    """Write these fields of a row; no signal is sent."""
    statement = _updating(type(row), names)
    values = [
        field.get_db_prep_save(field.value_from_object(row), connection)
        for field in statement.fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, values)


@cache
def _inserting(model: type[Model]) -> _Write:
    key = model._meta.pk
    fields = tuple(field for field in model._meta.concrete_fields if field is not key)
    columns = ", ".join(map(_column, fields))
    places = ", ".join(["%s"] * len(fields))
    return _Write(
        f"INSERT INTO {_table(model)} ({columns}) "  # noqa: S608 - our own names, values apart
        f"VALUES ({places}) RETURNING {_column(key)}",
        fields,
    )


@cache
def _updating(model: type[Model], names: tuple[str, ...]) -> _Write:
    key = model._meta.pk
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    columns = ", ".join(f"{_column(field)} = %s" for field in fields)
    return _Write(
        f"UPDATE {_table(model)} SET {columns} "  # noqa: S608 - our own names, values apart
        f"WHERE {_column(key)} = %s",
        (*fields, key),
    )


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: Any) -> str:
    return connection.ops.quote_name(field.column)
