"""Fields of an offer: the choices for one field of a command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from rules import names
from rules.chance import Chance
from rules.errors import IllegalCommand

Answers = Mapping[str, Any]
"""Values of the other fields of the same command, as plain values."""
TRIES = 50


class BaseField(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="takes", forbid_unknown_fields=True
):
    """A field that the sender fills in."""

    optional: bool = False
    """True if the field may be left out."""
    now: Any = UNSET
    """Current value, which must change; unset where there is none."""

    @property
    def may_be_empty(self) -> bool:
        return self.optional

    @property
    def can_be_filled(self) -> bool:
        """Check if some value would be accepted, or the field may be left out."""
        return True

    def stands(self, value: Any) -> bool:
        """Check if the value is the current one, which must change."""
        now = list(self.now) if isinstance(self.now, tuple) else self.now
        return self.now is not UNSET and value == now

    def check(self, name: str, value: Any, answers: Answers) -> None:
        """Raise if a value is not allowed."""
        if self.stands(value):
            raise IllegalCommand("choice.same", field=name)
        self.check_other(name, value, answers)

    def check_other(self, name: str, value: Any, answers: Answers) -> None:
        """Raise if a value is not allowed, except for equality with the current one."""

    def check_absent(self, name: str, answers: Answers) -> None:
        """Raise if the field is required; called when the command leaves it out."""
        if not self.may_be_empty or not self.can_be_filled:
            raise IllegalCommand("choice.missing", field=name)

    def by_chance(self, chance: Chance, answers: Answers) -> Any:
        """Return a random value that would be accepted; None leaves the field out."""
        if self.optional and chance.below(2):
            return None
        for _ in range(TRIES):
            value = self.any_value(chance, answers)
            if not self.stands(value):
                return value
        return None

    def any_value(self, chance: Chance, answers: Answers) -> Any:
        raise NotImplementedError


def _refuse(name: str, value: Any) -> IllegalCommand:
    return IllegalCommand("choice.not_offered", field=name, value=str(value))


def _number_said(answers: Answers, path: str, unsaid: int) -> int:
    """Return the number at a dotted path of the command, or `unsaid` if there is none."""
    said: Any = answers
    for name in path.split("."):
        said = said.get(name) if isinstance(said, Mapping) else None
    return said if isinstance(said, int) else unsaid


def _pick(values: Sequence[Any], chance: Chance) -> Any:
    return values[chance.below(len(values))] if values else None


class Choice(BaseField, tag="choice", frozen=True, kw_only=True):
    """A field that takes one of `values`."""

    values: tuple[str | int | bool, ...]

    @property
    def can_be_filled(self) -> bool:
        return self.optional or bool(self.values)

    def check_other(self, name: str, value: Any, answers: Answers) -> None:
        # True and 1 are equal, but not the same answer.
        is_bool = isinstance(value, bool)
        if not any(
            value == offered and is_bool is isinstance(offered, bool) for offered in self.values
        ):
            raise _refuse(name, value)

    def any_value(self, chance: Chance, answers: Answers) -> Any:
        return _pick(self.values, chance)


class Several(BaseField, tag="several", frozen=True, kw_only=True):
    """A list of `values`: each once unless `repeated`, and no more than another field allows."""

    values: tuple[str | int, ...]
    least: int = 0
    most: int | None = None
    repeated: bool = False
    field: str = ""
    """Dotted path of the number that bounds it (`wounds.ann`); a missing number counts as one."""

    @property
    def may_be_empty(self) -> bool:
        return self.optional or not self.least

    @property
    def can_be_filled(self) -> bool:
        return self.optional or self.least <= self.limit

    @property
    def limit(self) -> int:
        return len(self.values) if self.most is None else self.most

    def check_other(self, name: str, value: Any, answers: Answers) -> None:
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise _refuse(name, value)
        for item in value:
            if item not in self.values:
                raise _refuse(name, item)
        if not self.repeated and len(set(value)) < len(value):
            raise IllegalCommand("choice.twice", field=name)
        if self.least == self.limit != len(value):
            raise IllegalCommand("choice.so_many", field=name, count=self.least)
        most = self._most(answers)
        if not self.least <= len(value) <= most:
            raise IllegalCommand("choice.several", field=name, least=self.least, most=most)

    def _most(self, answers: Answers) -> int:
        said = _number_said(answers, self.field, 1) if self.field else self.limit
        return min(self.limit, said)

    def any_value(self, chance: Chance, answers: Answers) -> Any:
        most = min(self._most(answers), len(self.values))
        count = self.least + chance.below(max(0, most - self.least) + 1)
        if self.repeated:
            return [_pick(self.values, chance) for _ in range(count if self.values else 0)]
        return list(self.values and _shuffled(self.values, chance)[:count])


def _shuffled(values: Sequence[Any], chance: Chance) -> list[Any]:
    left, mixed = list(values), []
    while left:
        mixed.append(left.pop(chance.below(len(left))))
    return mixed


class Number(BaseField, tag="number", frozen=True, kw_only=True):
    """A whole number from `least` to `most`, both included."""

    least: int
    most: int

    @property
    def can_be_filled(self) -> bool:
        return self.least <= self.most

    def check_other(self, name: str, value: Any, answers: Answers) -> None:
        if not isinstance(value, int) or not self.least <= value <= self.most:
            raise IllegalCommand("choice.number", field=name, least=self.least, most=self.most)

    def any_value(self, chance: Chance, answers: Answers) -> Any:
        return self.least + chance.below(self.most - self.least + 1)


class Counts(BaseField, tag="counts", frozen=True, kw_only=True):
    """Counts by key, each up to its `most`, with a sum of at least `least`."""

    most: Mapping[str, int]
    least: int = 0

    @property
    def may_be_empty(self) -> bool:
        return self.optional or not self.least

    @property
    def can_be_filled(self) -> bool:
        return self.optional or self.least <= sum(self.most.values())

    def check_other(self, name: str, value: Any, answers: Answers) -> None:
        for key, count in value.items():
            most = self.most.get(key, 0)
            if count > most:
                raise IllegalCommand("choice.count", field=name, value=key, most=most)
        if sum(value.values()) < self.least:
            raise IllegalCommand("choice.missing", field=name)

    def any_value(self, chance: Chance, answers: Answers) -> Any:
        """Return random counts for a few of the keys."""
        keys = [key for key, count in self.most.items() if count]
        counts: dict[str, int] = {}
        for _ in range(1 + chance.below(3)):
            if keys:
                key = _pick(keys, chance)
                counts[key] = 1 + chance.below(min(self.most[key], 6))
        while sum(counts.values()) < self.least:
            short = next(key for key in keys if counts.get(key, 0) < self.most[key])
            counts[short] = counts.get(short, 0) + 1
        return counts


class Shares(BaseField, tag="shares", frozen=True, kw_only=True):
    """A sum shared out among keys: the worth of another field, a `counts`.

    Less may be shared only if every named key gets all it can take. With `spills`, none gets more
    than that while another named key could take it.
    """

    most: Mapping[str, int]
    field: str
    worth: Mapping[str, int]
    spills: bool = False

    @property
    def can_be_filled(self) -> bool:
        return bool(self.most)

    def total(self, answers: Answers) -> int:
        counts = answers.get(self.field, {})
        return sum(self.worth.get(key, 0) * count for key, count in counts.items())

    def check_other(self, name: str, value: Any, answers: Answers) -> None:
        for key in value:
            if key not in self.most:
                raise _refuse(name, key)
        total, shared = self.total(answers), sum(value.values())
        room = sum(self.most[key] for key in value)
        if shared != total and not (shared < total and shared >= room):
            raise IllegalCommand("wounds.shared", total=total, shared=shared)
        left = [self.most[key] - count for key, count in value.items()]
        if self.spills and left and min(left) < 0 < max(left):
            raise IllegalCommand("wounds.spill")

    def any_value(self, chance: Chance, answers: Answers) -> Any:
        """Return shares that fill one key after another up to its limit."""
        total, shares = self.total(answers), {}
        for key, most in self.most.items():
            if given := min(most, total):
                shares[key] = given
                total -= given
        return shares


class OneOf(BaseField, tag="one_of", frozen=True, kw_only=True):
    """A field that takes one of the keys that another field, a `counts`, names.

    With `ranks`, only a key of the first rank that has one.
    """

    field: str
    ranks: tuple[tuple[str, ...], ...] = ()

    def named(self, answers: Answers) -> list[str]:
        named = [key for key, count in answers.get(self.field, {}).items() if count]
        first = next((rank for rank in self.ranks if set(rank) & set(named)), tuple(named))
        return [key for key in named if key in first]

    def check_other(self, name: str, value: Any, answers: Answers) -> None:
        if value not in self.named(answers):
            raise _refuse(name, value)

    def any_value(self, chance: Chance, answers: Answers) -> Any:
        return _pick(self.named(answers), chance)


class Flag(BaseField, tag="flag", frozen=True, kw_only=True):
    """Yes or no; left out means no."""

    @property
    def may_be_empty(self) -> bool:
        return True

    def any_value(self, chance: Chance, answers: Answers) -> Any:
        return bool(chance.below(2)) or None


class Text(BaseField, tag="text", frozen=True, kw_only=True):
    """Text the players write themselves, but none that looks like a `taken` one."""

    most: int = 60
    taken: tuple[str, ...] = ()

    def check_other(self, name: str, value: Any, answers: Answers) -> None:
        if not isinstance(value, str) or not 1 <= len(value) <= self.most:
            raise IllegalCommand("choice.text", field=name, most=self.most)
        if (other := names.like(value, self.taken)) is not None:
            raise IllegalCommand("choice.taken", field=name, value=other)

    def any_value(self, chance: Chance, answers: Answers) -> Any:
        tried = (f"name {chance.below(1000)}" for _ in range(TRIES))
        return next(name for name in tried if names.like(name, self.taken) is None)


class Reported(BaseField, tag="reported", frozen=True, kw_only=True):
    """Cards or faces that the table drew or rolled, in the order in which the rules ask.

    The number needed is not known in advance: each refusal names what is missing next.
    """

    what: str
    """Either `cards` or `dice`."""

    @property
    def may_be_empty(self) -> bool:
        return True

    def any_value(self, chance: Chance, answers: Answers) -> Any:
        return None


class Exactly(BaseField, tag="exactly", frozen=True, kw_only=True):
    """A list of `count` numbers from `least` to `most`, or as many as another field says."""

    count: int = 0
    least: int
    most: int
    field: str = ""
    """Dotted path of the number that gives the count (`profile.ammo_dice`); missing means zero."""

    def asked(self, answers: Answers) -> int:
        return _number_said(answers, self.field, 0) if self.field else self.count

    def check_other(self, name: str, value: Any, answers: Answers) -> None:
        self._check_count(name, len(value), answers)
        if any(not self.least <= number <= self.most for number in value):
            raise IllegalCommand("choice.number", field=name, least=self.least, most=self.most)

    def check_absent(self, name: str, answers: Answers) -> None:
        self._check_count(name, 0, answers)

    def _check_count(self, name: str, count: int, answers: Answers) -> None:
        if count != self.asked(answers):
            raise IllegalCommand("choice.exactly", field=name, count=self.asked(answers))

    def any_value(self, chance: Chance, answers: Answers) -> Any:
        count = self.asked(answers)
        return [self.least + chance.below(self.most - self.least + 1) for _ in range(count)]


class Each(BaseField, tag="each", frozen=True, kw_only=True):
    """A value for any of these keys, each with a field of its own."""

    fields: Mapping[str, Field]

    @property
    def may_be_empty(self) -> bool:
        return True

    def check_other(self, name: str, value: Any, answers: Answers) -> None:
        for key, inner in value.items():
            if key not in self.fields:
                raise _refuse(name, key)
            self.fields[key].check(f"{name}.{key}", inner, answers)

    def any_value(self, chance: Chance, answers: Answers) -> Any:
        return _any_of(self.fields, chance, answers)


class Record(BaseField, tag="record", frozen=True, kw_only=True):
    """Several fields that belong together."""

    fields: Mapping[str, Field]

    def check_other(self, name: str, value: Any, answers: Answers) -> None:
        for key, inner in value.items():
            if inner and key not in self.fields:  # what is left at its default is written out, too
                raise IllegalCommand("choice.not_asked", field=f"{name}.{key}")
        for key, field in self.fields.items():
            if key in value:
                field.check(f"{name}.{key}", value[key], answers)
            else:
                field.check_absent(f"{name}.{key}", answers)

    def any_value(self, chance: Chance, answers: Answers) -> Any:
        return _any_of(self.fields, chance, answers)


def _any_of(fields: Mapping[str, Field], chance: Chance, answers: Answers) -> dict[str, Any]:
    values = {key: field.by_chance(chance, answers) for key, field in fields.items()}
    return {key: value for key, value in values.items() if value is not None}


Field = (
    Choice
    | Several
    | Number
    | Counts
    | Shares
    | OneOf
    | Flag
    | Text
    | Reported
    | Exactly
    | Each
    | Record
)
