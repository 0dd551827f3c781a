"""Packs as TOML files that people can read, compare and merge. Reading trusts nothing."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rules.errors import IllegalCommand
from rules.packs.schema.base import Strict
from rules.saved import CAMPAIGN, PACK, TABLE, saved_kind
from rules.workshop.content import PackContent
from rules.workshop.draft import Key, Name, plain_text
from rules.workshop.pieces import PIECES
from rules.workshop.road import on_the_road

VERSION = 3
"""Version of the format: 2 added survivors and cards, 3 the missions' campaign."""
PARTS = tuple(PIECES)
ROAD = "road"
MOST_BYTES = 400_000
NOTHING: tuple[Any, ...] = (None, [])
_LINE = re.compile(r"at line (\d+)")
_LACKS = re.compile(r"missing required field `(\w+)`(?: - at `\$\.?(.*)`)?$")


class PackHead(Strict, frozen=True, kw_only=True):
    """The head of a pack file: game, name, author, version and languages."""

    game: Key
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    author: Name = ""
    version: Annotated[int, Meta(ge=1, le=100_000)] = 1
    languages: Annotated[tuple[Literal["es", "en"], ...], Meta(min_length=1, max_length=2)]


class PackFile(PackContent, frozen=True, kw_only=True):
    """A pack file: a head, and the content as it is stored."""

    format: Literal["safehouse.pack"]
    version: int
    pack: PackHead

    @property
    def content(self) -> PackContent:
        return PackContent(**{name: getattr(self, name) for name in PackContent.__struct_fields__})


def read_file(data: bytes) -> PackFile:
    """Return the pack of a file; raise `IllegalCommand` saying what is wrong with it."""
    kind = saved_kind(data)
    if kind == TABLE:
        raise IllegalCommand("workshop.file_table")
    if kind == CAMPAIGN:
        raise IllegalCommand("workshop.file_campaign")
    if len(data) > MOST_BYTES:
        raise IllegalCommand("workshop.file_large", most=MOST_BYTES // 1000)
    try:
        raw = tomllib.loads(data.decode("utf-8"))
    except tomllib.TOMLDecodeError as error:
        named = _LINE.search(str(error))
        line = named[1] if named else str(data.count(b"\n") + 1)  # where it ends too early
        raise IllegalCommand("workshop.file_line", line=line) from error
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError) and PACK.encode() not in data:
            raise IllegalCommand("workshop.file_foreign") from error  # a picture, an archive
        raise IllegalCommand("workshop.file_text") from error
    if raw.get("format") != PACK:
        raise IllegalCommand("workshop.file_foreign")
    if isinstance(version := raw.get("version"), int) and version > VERSION:
        raise IllegalCommand("workshop.file_newer")
    try:
        file = msgspec.convert(raw, PackFile)
    except (msgspec.ValidationError, RecursionError) as error:
        raise _misfit(str(error)) from error
    for part in (*PARTS, ROAD):
        keys = [piece.id for piece in getattr(file, part)]
        if len(set(keys)) < len(keys):
            raise IllegalCommand("workshop.file_value", where=f"{part}[...].id")
    check_texts(raw)
    return file


def _misfit(said: str) -> IllegalCommand:
    """Return what of a file does not fit, from msgspec's own words."""
    if lacks := _LACKS.search(said):
        where = ".".join(part for part in (lacks[2], lacks[1]) if part)
        return IllegalCommand("workshop.file_lacks", where=where)
    _words, at, path = said.rpartition("`$.")
    return IllegalCommand("workshop.file_value", where=path.rstrip("`") if at else "pack")


def check_texts(value: Any) -> None:
    """Raise if a text is not as a form would store it: invisible characters, outer blanks."""
    if any(plain_text(text) != text for text in _texts(value)):
        raise IllegalCommand("workshop.file_text")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def write_file(head: PackHead, content: PackContent) -> bytes:
    """Return the file of a pack; the same pack always gives the same bytes."""
    lines = [f"format = {_value(PACK)}", f"version = {VERSION}", "", "[pack]"]
    lines += _pairs(msgspec.to_builtins(head))
    lines += _tables("", {"floors": content.floors, "walls": content.walls})
    for step in on_the_road(content.road, content.shown()):
        lines += ["", f"[[{ROAD}]]", *_pairs(msgspec.to_builtins(step))]
    for part in PARTS:
        for piece in content.pieces(part):
            fields = msgspec.to_builtins(piece)
            drawn = fields.pop("map", None) or {}
            lines += ["", f"[[{part}]]", *_pairs(fields), *_tables(f"{part}.map.", drawn)]
    return ("\n".join(lines) + "\n").encode()


def _tables(path: str, tables: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return a line for each thing on a map, so that two people's maps can be merged by hand."""
    lines = []
    for name, record in tables.items():
        lines += ["", f"[{path}{name}]", *_pairs(record)] if record else []
    return lines


def _pairs(record: Mapping[str, Any]) -> list[str]:
    """Return the lines of a record, without empty values."""
    return [
        f"{_key(name)} = {_value(value)}" for name, value in record.items() if value not in NOTHING
    ]


def _key(name: str) -> str:
    return f'"{name}"' if "." in name else name


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON escapes the same characters as TOML, except for the last control character.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_pairs(value))} }}" if value else "{}"
    if isinstance(value, Sequence):
        if any(isinstance(inner, Mapping) for inner in value):
            return "".join(["[\n", *(f"  {_value(inner)},\n" for inner in value), "]"])
        return f"[{', '.join(_value(inner) for inner in value)}]"
    return str(value)
