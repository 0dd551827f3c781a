from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec

from rules.fields import Choice, Field, Number, Text
from rules.mechanics.house.commands import OptionSet, TableCorrect
from rules.mechanics.house.play import standing
from rules.mechanics.looking import About
from rules.offers import Offer, offer
from rules.play import Play


def switches(look: Play, about: About) -> Iterator[Offer]:
    """The other side of every house rule."""
    for option in look.pack.options:
        yield offer(OptionSet, option=option, on=not look.has_option(option))


def corrections(look: Play, about: About) -> Iterator[Offer]:
    """Every value that can be set by hand, and what it may be."""
    keys = {
        "survivors": list(look.survivors),
        "zones": [zone.id for zone in look.zones],
        "board": [kind.id for kind in look.pack.zombies],
    }
    for pattern, correction in look.rules.corrections.items():
        where = pattern.partition(".")[0]
        for key in keys.get(where, [""]):
            path = pattern.replace("*", key)
            field = correction.field(look, path) if correction.field else field_of(correction.kind)
            now = standing(look, path)
            may_clear = field.optional and now is not None
            other = msgspec.structs.replace(field, now=now, optional=may_clear)
            if may_clear or _has_another(field, now):
                yield offer(TableCorrect, path=path, value=other)


def _has_another(field: Field, now: Any) -> bool:
    """Whether it could be anything else than it is."""
    if isinstance(field, Choice):
        return bool(set(field.values) - {now})
    return not isinstance(field, Number) or {field.least, field.most} != {now}


def field_of(kind: Any) -> Field:
    """A field for a plain type: a number with its limits, a word, a switch or a choice."""
    options = [option for option in get_args(kind) if option is not type(None)]
    is_optional = type(None) in get_args(kind)
    if is_optional and len(options) == 1:
        return msgspec.structs.replace(field_of(options[0]), optional=True)
    if get_origin(kind) is Literal or is_optional:
        values = [value for option in options for value in get_args(option) or (option,)]
        return Choice(values=tuple(values), optional=is_optional)
    if kind is bool:
        return Choice(values=(True, False))
    meta = next(part for part in kind.__metadata__ if isinstance(part, msgspec.Meta))
    if kind.__origin__ is str:
        return Text(most=meta.max_length or 60)
    return Number(least=int(meta.ge or 0), most=int(meta.le or 999))
