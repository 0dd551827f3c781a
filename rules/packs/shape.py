"""Finder of all misfits between a record and its type; msgspec itself stops at the first."""

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from rules.packs.allowed import not_there

Misfit = tuple[str, str]
"""A key, and the problem there."""


def label(record: object, place: int) -> str:
    """Return the label of a record in a key: its id, number or code, else its place."""
    if isinstance(record, dict):
        for name in ("id", "number", "code"):
            if isinstance(record.get(name), str):
                return str(record[name])
    return str(place)


def misfits(raw: object, kind: Any, key: str = "") -> list[Misfit]:
    """Return all misfits of `raw` as a `kind`: those inside it first; if none, those as a whole."""
    inside = list(_inside(raw, kind, key))
    if inside:
        return inside
    try:
        msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        text, _, path = str(error).partition(" - at `$")
        return [(f"{key}{path.rstrip('`')}".lstrip("."), text)]
    return []


def _inside(raw: object, kind: Any, key: str) -> Iterator[Misfit]:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from _inside(raw, parts[0], key)
    elif origin in (Union, UnionType):
        kinds = [part for part in parts if part is not NoneType]
        if len(kinds) == 1:
            yield from _inside(raw, kinds[0], key)
    elif origin is Literal:
        if raw not in parts:
            yield key, not_there(raw, parts)
    elif origin is dict and isinstance(raw, dict):
        for name, value in raw.items():
            where = _joined(key, name)
            yield from misfits(name, parts[0], where)
            yield from misfits(value, parts[1], where)
    elif origin is tuple and isinstance(raw, list):
        kinds = [parts[0]] * len(raw) if parts[-1] is Ellipsis else list(parts)
        for place, (value, part) in enumerate(zip(raw, kinds, strict=False)):
            yield from misfits(value, part, f"{key}[{label(value, place)}]")
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(raw, dict):
        yield from _inside_record(raw, kind, key)


def _inside_record(raw: dict[str, Any], kind: type[msgspec.Struct], key: str) -> Iterator[Misfit]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name in raw:
        if name not in fields:
            yield _joined(key, name), not_there(name, fields)
    for name, field in fields.items():
        if name in raw:
            yield from misfits(raw[name], field.type, _joined(key, name))
        elif field.required:
            yield _joined(key, name), "is missing"


def _joined(key: str, name: object) -> str:
    return f"{key}.{name}" if key else str(name)
