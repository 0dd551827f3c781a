"""An example of anything that is sent, made of its own type: nothing to forget when one is added.

Names of fields give the values their flavour; the type decides where no name does.
"""

import re
from typing import Any

import msgspec
from msgspec import inspect

from rules import rulesets

NAMED: dict[str, Any] = {
    "amount": 1,
    "begun": "2026-01-15T20:00:00Z",
    "by": "ned",
    "card": "zombies-12",
    "code": "K74-Q2M",
    "colour": "blue",
    "count": 2,
    "deck": "equipment",
    "does": "spawn",
    "game": next(iter(rulesets)),
    "hour": 15,
    "id": "north",
    "language": "es",
    "name": "Marta",
    "option": "hide-odds",
    "player": "Marta",
    "players": ["Marta", "Luis"],
    "question": "skill-wanda-orange",
    "remove": "north",
    "skill": "slippery",
    "sheet": "wanda",
    "slot": "hand-1",
    "survivor": "wanda",
    "table": "7d1f0a52-0c5e-4a3d-9a53-6f0f3f8f6a11",
    "to": "ned",
    "zombie": "walker",
    "zone": "north",
}
ENVELOPE = {"id": "tap-0000-0001", "seen": 12}
KEYS = {"targets": "walker", "zombies": "walker", "levels": "blue", "decks": "zombies"}


OF_SOME_GAMES = {"team"}
"""Fields that an example for any game leaves out."""


def example_of(kind: Any, **given: Any) -> Any:
    """Plain JSON that decodes as `kind`: what must be there, and what `given` adds.

    Where nothing must be there, everything is shown.
    """
    return _value(inspect.type_info(kind), "", given)


def command_example(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return a command of that type, as a program would send it."""
    made: dict[str, Any] = _value(inspect.type_info(kind), "", ENVELOPE)
    return {"kind": made.pop("kind"), **ENVELOPE, **made}


def _value(info: inspect.Type, name: str, given: dict[str, Any]) -> Any:
    match info:
        case inspect.StructType():
            return _struct(info, given)
        case inspect.Metadata():
            return _value(info.type, name, given)
        case inspect.UnionType():
            return _value(info.types[0], name, given)
        case inspect.DictType():
            return {KEYS.get(name, "one"): _value(info.value_type, "count", {})}
        case inspect.VarTupleType() | inspect.ListType():
            return NAMED[name] if isinstance(NAMED.get(name), list) else _list(info, name)
        case _:
            return _plain(info, name)


def _list(info: inspect.VarTupleType | inspect.ListType, name: str) -> list[Any]:
    """As few as are allowed, but one at least; the same value twice would name one thing twice."""
    first = _value(info.item_type, name.removesuffix("s"), {})
    count = max(1, info.min_length or 1)
    more = [f"{first}-{number}" if isinstance(first, str) else first for number in range(2, 9)]
    return [first, *more][:count]


def _plain(info: inspect.Type, name: str) -> Any:
    if isinstance(info, inspect.LiteralType):
        return info.values[0]
    if isinstance(info, inspect.IntType):
        wanted = NAMED.get(name, 1)
        least = info.ge if info.ge is not None else wanted
        most = info.le if info.le is not None else wanted
        return int(max(least, min(wanted if isinstance(wanted, int) else 1, most)))
    if isinstance(info, inspect.BoolType):
        return True
    if isinstance(info, inspect.NoneType):
        return None
    value = NAMED.get(name, name or "one")
    pattern = info.pattern if isinstance(info, inspect.StrType) else None
    if pattern and not re.match(pattern, str(value)):
        return ENVELOPE["id"]
    return value if isinstance(value, str) else name


def _struct(info: inspect.StructType, given: dict[str, Any]) -> dict[str, Any]:
    tagged = {info.tag_field: info.tag} if info.tag_field else {}
    needed = [field for field in info.fields if field.required] or [
        field for field in info.fields if field.name not in OF_SOME_GAMES
    ]
    asked = {
        field.name: _value(field.type, field.name, {})
        for field in needed
        if field.name not in given
    }
    return {**tagged, **asked, **given}
