"""A command from what a page sends: a button's JSON, or the fields of a form.

The fields are named after the command's own: `survivor=ned&targets.walker=2&dice=3 5`, or carry a
piece of it: `piece-1={"ballots":{"Ana B.":"Luis"}}`. What the
command does not know is refused there, in one place, as for any other client.
"""

import json
from collections.abc import Iterable
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from django.http import QueryDict

from rules import Command, UnreadableCommand, decode_command


def kind_of(command: Any) -> str:
    """The name a command type goes by."""
    return str(command.__struct_config__.tag)


_KINDS: dict[str, type] = {kind_of(one): one for one in get_args(Command)}
LONGEST_NUMBER = 9
PIECE = "piece-"
"""Begins the name of a choice whose value is a piece of the command: names may hold anything."""
_OWN = {"kind", "id", "seen", "csrfmiddlewaretoken", "show"}


def command_from_post(data: QueryDict) -> Command:
    """The command of a button or a form, with its id and the version seen beside it."""
    body = _from_button(data) if "command" in data else _from_form(data)
    seen = data.get("seen", "")
    if not (seen.isascii() and seen.isdecimal()):
        raise UnreadableCommand("command.unreadable", detail="seen is no version")
    return decode_command(json.dumps({**body, "id": data.get("id", ""), "seen": int(seen)}))


def _from_button(data: QueryDict) -> dict[str, Any]:
    return _json(data.get("command", ""))


def _json(text: str) -> dict[str, Any]:
    """A command, or a piece of one, as a button or a choice has it."""
    try:
        body = json.loads(text, object_pairs_hook=_each_key_once)
    except (ValueError, RecursionError) as error:
        raise UnreadableCommand("command.unreadable", detail=str(error)) from error
    if not isinstance(body, dict) or {"id", "seen"} & set(body):
        raise UnreadableCommand("command.unreadable", detail="not the command of a button")
    return body


def _lay(into: dict[str, Any], piece: dict[str, Any]) -> None:
    """Lay a piece of a command over what is there: mappings grow, lists become longer."""
    for key, value in piece.items():
        there = into.get(key)
        if isinstance(there, dict) and isinstance(value, dict):
            _lay(there, value)
        elif isinstance(there, list) and isinstance(value, list):
            there += value
        elif key != "kind":
            into[key] = value


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Two values for one key could be read either way, so they are not read at all."""
    body = dict(pairs)
    if len(body) < len(pairs):
        raise ValueError("a key stands there twice")
    return body


def _from_form(data: QueryDict) -> dict[str, Any]:
    kind = data.get("kind", "")
    if kind not in _KINDS:
        raise UnreadableCommand("command.unreadable", detail="no such command")
    types = {field.encode_name: field.type for field in msgspec.structs.fields(_KINDS[kind])}
    body: dict[str, Any] = {"kind": kind}
    for name in data:
        if name in _OWN:
            continue
        if name.startswith(PIECE):
            for piece in data.getlist(name):
                _lay(body, _json(piece) if piece else {})
            continue
        head, _dot, tail = name.partition(".")
        values = [value for value in data.getlist(name) if value != ""]
        if not values:
            continue
        if tail and values[-1] == "0" and _is_mapping(types.get(head)):
            continue  # none of that kind: not in the zone, not on the card
        if tail:
            inner = body.setdefault(head, {})
            if isinstance(inner, dict):
                _put(inner, tail, values[-1])
        elif name == "use":
            _weapon(body, values[-1])
        elif _is_list(types.get(name)):
            is_text = _is_text(types[name])
            body[name] = [_plain(word, text=is_text) for word in _words(values)]
        else:
            body[name] = _plain(values[-1], text=_is_text(types.get(name)))
    return body


def _weapon(body: dict[str, Any], use: str) -> None:
    """`ranged:pistol-1+pistol-2`: a way to attack and the cards it is done with."""
    mode, colon, cards = use.partition(":")
    if colon:
        body |= {"mode": mode, "weapons": cards.split("+")}
        body.pop("profile", None)


def _put(into: dict[str, Any], path: str, value: str) -> None:
    """`profile.dice=3` and `levels.blue.walker=2`: one level of a name is one of the command."""
    head, _dot, tail = path.partition(".")
    if tail:
        inner = into.setdefault(head, {})
        if isinstance(inner, dict):
            _put(inner, tail, value)
    else:
        into[head] = value if head == "name" else _plain(value)


def _words(values: Iterable[str]) -> list[str]:
    """Several fields of one name, or one field with several words."""
    return [word for value in values for word in value.replace(",", " ").split()]


def _plain(value: str, *, text: bool = False) -> Any:
    """Numbers and ticks as such; card numbers keep their zeros."""
    if text:
        return value
    if value in ("on", "true"):
        return True
    if value == "false":
        return False
    digits = value.removeprefix("-")
    has_zeros = digits.startswith("0") and digits != "0"
    return value if whole_number(digits) is None or has_zeros else int(value)


def whole_number(digits: str) -> int | None:
    """A number an address or a field may hold; None for anything else."""
    is_one = digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER
    return int(digits) if is_one else None


def _args(kind: Any) -> list[Any]:
    return [one for arg in get_args(kind) for one in (arg, *_args(arg))]


def _is_list(kind: Any) -> bool:
    """A list and nothing else; what may also be a single value is read as one."""
    if get_origin(kind) in (Union, UnionType):
        return False
    return tuple in {get_origin(one) for one in (kind, *_args(kind))}


def _is_mapping(kind: Any) -> bool:
    return dict in {get_origin(one) for one in (kind, *_args(kind))}


def _is_text(kind: Any) -> bool:
    return str in (kind, *_args(kind)) and not {int, bool} & set(_args(kind))
