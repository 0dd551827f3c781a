"""A command from what a page posts: one dialect for buttons and forms, tables and campaigns.

A control named `with`, or `with-` and anything, carries a piece of the command as JSON: the whole
of it on a button, a part of it in a choice. Any other control is named after the field it fills,
with a dot for each level below: `targets.walker=2`. A name that stands several times is a list;
what is left empty is not said, and none of a kind is not there.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache, singledispatch
from typing import Any

import msgspec
from django.http import QueryDict
from msgspec import inspect

from rules import Command, IllegalCommand, Offer, RuleError, UnreadableCommand
from rules.fields import (
    BaseField,
    Choice,
    Counts,
    Each,
    Exactly,
    Flag,
    Number,
    OneOf,
    Record,
    Reported,
    Several,
    Shares,
    Text,
)
from rules.offers import check

PIECE = "with"
ENVELOPE = ("id", "seen", "kind", "show", "next", "csrfmiddlewaretoken")
LONGEST_NUMBER = 9
Tree = dict[str, Any]
"""Controls by the parts of their names: lists of text at the leaves."""


class Posted:
    """The fields of a posted form, before anybody knows which command it is."""

    def __init__(self, data: QueryDict) -> None:
        self.id = data.get("id", "")
        self.pieces: Tree = {}
        self.controls: Tree = {}
        for name in data:
            if name == PIECE or name.startswith(f"{PIECE}-"):
                for text in data.getlist(name):
                    lay(self.pieces, _json(text) if text else {})
            elif name not in ENVELOPE:
                texts = [value for value in data.getlist(name) if value != ""]
                if texts:
                    _put(self.controls, name.split("."), texts)
        self.kind = str(self.pieces.pop("kind", "") or data.get("kind", ""))
        seen = whole_number(data.get("seen", ""))
        if seen is None:
            raise UnreadableCommand("command.unreadable", detail="seen is no version")
        self.seen = seen

    def command(self, kind: type[Command], offers: Callable[[Tree], list[Offer]]) -> Command:
        """Return the command that takes up an offer; raise the nearest reason where none fits.

        `offers` gives those that are about what the form says already.
        """
        reasons: list[tuple[int, RuleError]] = []
        about = {**_single(self.controls), **self.pieces}
        for offer in offers(about):
            if not self._is_about(offer):
                continue
            answers: Tree | None = None
            try:
                answers = self._said(offer, kind)
                if answers is None:
                    continue
                check(offer, answers)
            except RuleError as error:
                reasons.append((_distance(offer, answers, error), error))
                continue
            made: Command = self._made(kind, {**_nothing_said(offer, kind), **answers})
            return made
        if not reasons:
            raise IllegalCommand("choice.none")
        raise min(reasons, key=lambda reason: reason[0])[1]

    def typed(self, kind: type[Any]) -> Any:
        """Return the command as its own type reads it, where no offers say more."""
        body = dict(self.pieces)
        lay(body, _shaped(inspect.type_info(kind), self._with_told_apart(kind)))
        return self._made(kind, body, strict=False)

    def _with_told_apart(self, kind: type[Any]) -> Tree:
        """Return the controls, with the cards that stand in one field split up."""
        told = [name for name in getattr(kind, "reported", ()) if name in self.controls]
        return {**self.controls, **{name: _words(name, self.controls[name]) for name in told}}

    def _is_about(self, offer: Offer) -> bool:
        """Check if no piece of the form contradicts the offer."""
        return all(
            name not in self.pieces or self.pieces[name] == _plain(value)
            for name, value in offer.fixed.items()
        )

    def _said(self, offer: Offer, kind: type[Command]) -> Tree | None:
        """Return the form's answers to this offer; None where they speak of something else."""
        answers = dict(self.pieces)
        for name, controls in self.controls.items():
            if name in offer.fields:
                lay(answers, {name: read(offer.fields[name], name, controls)})
            elif name in offer.fixed:
                value = _as(offer.fixed[name], controls)
                if value is None:
                    return None
                answers[name] = value
            elif name == "overrule":
                # Whoever insists where nobody refuses is not refused for it.
                answers |= {name: True} if offer.overrule else {}
            elif controls != _default(kind, name):
                raise IllegalCommand("choice.not_asked", field=name)
        for name, value in offer.fixed.items():
            plain = _plain(value)
            if answers.setdefault(name, plain) != plain:
                return None
        return {name: value for name, value in answers.items() if value not in (None, [], {})}

    def _made(self, kind: type[Any], fields: Tree, *, strict: bool = True) -> Any:
        body = {**fields, "kind": self.kind, "id": self.id, "seen": self.seen}
        try:
            return msgspec.convert(body, kind, strict=strict, str_keys=True)
        except (msgspec.ValidationError, ValueError, RecursionError) as error:
            raise UnreadableCommand("command.unreadable", detail=str(error)) from error


def _shaped(info: inspect.Type, controls: Tree) -> Tree:
    """Return controls as lists and words, as the fields of a type have them."""
    fields = {field.encode_name: field.type for field in getattr(info, "fields", ())}
    return {name: _value(fields.get(name), inner) for name, inner in controls.items()}


def _value(info: inspect.Type | None, controls: Any) -> Any:
    kinds = info.types if isinstance(info, inspect.UnionType) else (info,)
    if isinstance(controls, dict):
        for kind in kinds:
            if isinstance(kind, inspect.DictType):
                values = {key: _value(kind.value_type, inner) for key, inner in controls.items()}
                return {key: value for key, value in values.items() if value != "0"}
            if isinstance(kind, inspect.StructType):
                return _shaped(kind, controls)
        return controls
    word = "true" if controls[-1] == "on" else controls[-1]
    if {inspect.IntType, inspect.StrType} <= {type(kind) for kind in kinds}:
        return _as_it_looks(word)
    for kind in kinds:
        if isinstance(kind, inspect.VarTupleType | inspect.ListType):
            is_dice = isinstance(kind.item_type, inspect.IntType)
            return _split(controls) if is_dice else controls
    return word


def _as_it_looks(word: str) -> Any:
    """Return a word as the number, switch or word that it looks like."""
    number = whole_number(word)
    return {"true": True, "false": False}.get(word, word) if number is None else number


def _plain(fixed: Any) -> Any:
    """Return a fixed value of an offer as JSON has it."""
    plain = msgspec.to_builtins(fixed)
    return list(plain) if isinstance(plain, tuple) else plain


def _distance(offer: Offer, answers: Tree | None, error: RuleError) -> int:
    """Return how far a refused form is from an offer: the nearest has the reason worth telling."""
    if offer.why_not is not None and answers is not None:
        try:
            check(msgspec.structs.replace(offer, why_not=None), answers)
        except RuleError:
            return 1
        return 0
    return 2 if error.code == "choice.not_asked" else 1


def _nothing_said(offer: Offer, kind: type[Command]) -> Tree:
    """Return the required fields that the form leaves empty: none of a kind, an empty list."""
    must = _required(kind)
    return {
        name: [] if isinstance(field, Several | Reported) else {}
        for name, field in offer.fields.items()
        if (name in must and isinstance(field, Several | Reported | Counts | Shares | Each))
        or (isinstance(field, Several) and not field.least and not field.optional)
    }


@cache
def _required(kind: type[Command]) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(kind) if field.required)


def _single(controls: Tree) -> Tree:
    """Return the controls that have a single word: what a form is about."""
    return {
        name: words[0]
        for name, words in controls.items()
        if isinstance(words, list) and len(words) == 1
    }


def _default(kind: type[Command], name: str) -> list[str] | None:
    """Return the words of a control that leave a field at its default."""
    for field in msgspec.structs.fields(kind):
        if field.encode_name == name and field.default is not msgspec.NODEFAULT:
            return [_word(field.default)]
    return None


def _as(fixed: Any, controls: Any) -> Any:
    """Return a fixed value, if that is what the control says."""
    words = controls if isinstance(controls, list) else []
    if isinstance(fixed, tuple):
        return list(fixed) if [str(part) for part in fixed] == words else None
    return fixed if words[-1:] == [_word(fixed)] else None


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# --- pieces and names ---


def _json(text: str) -> Tree:
    """Return a command, or a piece of one, as a button or a choice has it."""
    try:
        piece = json.loads(text, object_pairs_hook=_each_key_once)
    except (ValueError, RecursionError) as error:
        raise UnreadableCommand("command.unreadable", detail=str(error)) from error
    if not isinstance(piece, dict) or {"id", "seen"} & set(piece):
        raise UnreadableCommand("command.unreadable", detail="not a piece of a command")
    return piece


def _each_key_once(pairs: list[tuple[str, Any]]) -> Tree:
    """Return the pairs as a mapping; raise an error if a key stands there twice."""
    piece = dict(pairs)
    if len(piece) < len(pairs):
        raise ValueError("a key stands there twice")
    return piece


def lay(into: Tree, piece: Mapping[str, Any]) -> None:
    """Lay a piece of a command over what is there: mappings grow, lists become longer."""
    for key, value in piece.items():
        there = into.get(key)
        if isinstance(there, dict) and isinstance(value, dict):
            lay(there, value)
        elif isinstance(there, list) and isinstance(value, list):
            into[key] = there + value
        else:
            into[key] = value


def _put(into: Tree, path: list[str], texts: list[str]) -> None:
    head, *rest = path
    if not rest:
        into[head] = texts
        return
    inner = into.setdefault(head, {})
    if not isinstance(inner, dict):
        raise UnreadableCommand("command.unreadable", detail=f"{head} is said twice")
    _put(inner, rest, texts)


def whole_number(digits: str) -> int | None:
    """Return a number an address or a field may hold; None for anything else."""
    is_one = digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER
    return int(digits) if is_one else None


# --- values, read as the field of the offer takes them ---


@singledispatch
def read(field: BaseField, name: str, controls: Any) -> Any:
    """Return the value of a field from what its controls say."""
    raise NotImplementedError


def _words(name: str, controls: Any) -> list[str]:
    """Return the words of several controls with one name, or of one control with several words."""
    if not isinstance(controls, list):
        raise IllegalCommand("choice.not_asked", field=name)
    return _split(controls)


def _split(texts: list[str]) -> list[str]:
    return [word for text in texts for word in text.replace(",", " ").split()]


def _last(name: str, controls: Any) -> str:
    if not isinstance(controls, list):
        raise IllegalCommand("choice.not_asked", field=name)
    return str(controls[-1])


def _number(name: str, word: str, least: int, most: int) -> int:
    digits = word.removeprefix("-")
    value = whole_number(digits)
    if value is None:
        raise IllegalCommand("choice.number", field=name, least=least, most=most)
    return -value if word.startswith("-") else value


def _one_of(name: str, word: str, values: tuple[Any, ...]) -> Any:
    for value in values:
        if _word(value) == word:
            return value
    raise IllegalCommand("choice.not_offered", field=name, value=word)


@read.register
def _(field: Choice, name: str, controls: Any) -> Any:
    return _one_of(name, _last(name, controls), field.values)


@read.register
def _(field: Several, name: str, controls: Any) -> Any:
    by_word = {_word(value): value for value in field.values}
    whole = [text for text in controls if text in by_word] if isinstance(controls, list) else []
    words = whole if whole and len(whole) == len(controls) else _words(name, controls)
    return [_one_of(name, word, field.values) for word in words]


@read.register
def _(field: Number, name: str, controls: Any) -> Any:
    return _number(name, _last(name, controls), field.least, field.most)


@read.register(Counts)
@read.register(Shares)
def _(field: Counts | Shares, name: str, controls: Any) -> Any:
    if not isinstance(controls, dict):
        raise IllegalCommand("choice.not_asked", field=name)
    most = max(field.most.values(), default=0)
    counts = {
        key: _number(f"{name}.{key}", _last(name, words), 0, most)
        for key, words in controls.items()
    }
    return {key: count for key, count in counts.items() if count}


@read.register(OneOf)
@read.register(Text)
def _(field: OneOf | Text, name: str, controls: Any) -> Any:
    return _last(name, controls)


@read.register
def _(field: Flag, name: str, controls: Any) -> Any:
    return _last(name, controls) not in ("false", "off")


@read.register
def _(field: Reported, name: str, controls: Any) -> Any:
    words = _words(name, controls)
    return words if field.what == "cards" else [_number(name, word, 0, 9) for word in words]


@read.register
def _(field: Exactly, name: str, controls: Any) -> Any:
    return [_number(name, word, field.least, field.most) for word in _words(name, controls)]


@read.register(Each)
@read.register(Record)
def _(field: Each | Record, name: str, controls: Any) -> Any:
    if not isinstance(controls, dict):
        raise IllegalCommand("choice.not_asked", field=name)
    values = {}
    for key, inner in controls.items():
        if key not in field.fields:
            raise IllegalCommand("choice.not_offered", field=name, value=key)
        values[key] = read(field.fields[key], f"{name}.{key}", inner)
    return {key: value for key, value in values.items() if value not in ({}, [])}
