"""Posted steps of a map as values under keys. Nothing posted is trusted."""

from typing import Any

import msgspec
from django.http import QueryDict

from companion.posted import whole_number
from rules import IllegalCommand, Pack
from rules.maps.given import free_number, is_spawn
from rules.maps.kit import tools_of
from rules.maps.steps import PARTS
from rules.packs.schema.maps import DrawnMap, piece_of

MOST_TEXT = 8_000
NUMBERS, FLAGS, WORDS = (
    ("number", "count", "turn"),
    ("asleep", "start"),
    ("colour", "state", "tile"),
)
SHORTEST_ID, LONGEST_ID = 8, 64
Wanted = dict[str, Any]


def command_id(data: QueryDict) -> str:
    """Return the id of a step; the same id again is the same step."""
    sent = data.get("id", "")
    if not SHORTEST_ID <= len(sent) <= LONGEST_ID or not sent.isprintable():
        raise IllegalCommand("map.unread")
    return sent


def wanted_by_script(data: QueryDict) -> Wanted:
    """Return what a script sends as `wanted`, a JSON object of keys and values."""
    text = data.get("wanted", "")
    try:
        wanted = msgspec.json.decode(text[:MOST_TEXT])
    except (msgspec.DecodeError, RecursionError) as error:
        raise IllegalCommand("map.unread") from error
    if not isinstance(wanted, dict):
        raise IllegalCommand("map.unread")
    return wanted


def wanted_by_form(data: QueryDict, drawn: DrawnMap, pack: Pack) -> Wanted:
    """Return what a button of the page sends: the key of a thing, and a value of one field."""
    key = data.get("key", "")
    part, _slash, name = key.partition("/")
    if part not in PARTS or not name:
        raise IllegalCommand("map.unread")
    if "remove" in data:
        return {key: None}
    if "put" in data:
        return _put(part, name, data, drawn, pack)
    if "value" in data:
        return {key: data.get("value")}
    now = getattr(drawn, part).get(name)
    value = msgspec.to_builtins(now) if now is not None else {}
    return {key: {**value, **_fields(data)}}


def _put(part: str, name: str, data: QueryDict, drawn: DrawnMap, pack: Pack) -> Wanted:
    """Return a tile on a free spot, or one of the things a tool puts."""
    choice = data.get("put", "").strip()
    if part == "tiles":
        tile = choice.upper()
        return {f"tiles/{piece_of(tile)}": {"tile": tile, **_cell(data.get("cell", ""))}}
    kind, _colon, colour = choice.partition(":")
    for tool in tools_of(pack):
        for variant in tool.variants:
            if (variant.kind, variant.token.colour or "") == (kind, colour):
                value = msgspec.to_builtins(variant.token)
                if is_spawn(kind):
                    value["number"] = free_number(drawn)
                return {f"tokens/{name}.{kind}": value}
    raise IllegalCommand("map.unread")


def _fields(data: QueryDict) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, text in data.items():
        value = str(text)
        if name in NUMBERS:
            fields[name] = whole_number(value)
        elif name in FLAGS:
            fields[name] = value == "1"
        elif name in WORDS:
            fields[name] = value
        elif name == "faces":
            fields[name] = [whole_number(face) for face in value.split(",") if face]
        elif name == "cell":
            fields |= _cell(value)
    return fields


def _cell(text: str) -> dict[str, int]:
    row, _dot, column = text.partition(".")
    try:
        return {"row": int(row), "column": int(column)}
    except ValueError as error:
        raise IllegalCommand("map.unread") from error
