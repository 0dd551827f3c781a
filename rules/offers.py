"""Offers: what may be done now, with the choices for every field, or why not.

They are the one truth for buttons, forms, validation, the API and generated tests: what is not
offered cannot be sent by a page, and what is offered is accepted.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from rules.commands import BaseCommand, kind_of
from rules.errors import IllegalCommand, RuleError
from rules.fields import BaseField, Field

ENVELOPE = frozenset({"id", "seen"})
"""What the sender fills in, whatever is offered."""


VAGUE = frozenset({"choice.none", "choice.not_offered", "choice.not_asked"})
"""Refusals that say no more than that nothing offered is like it."""


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """Why something known is not possible now: a code and its parameters, as errors have."""

    code: str
    params: Mapping[str, Any] = {}

    @classmethod
    def of(cls, error: RuleError) -> "Refusal":
        return cls(code=error.code, params=error.params)


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """One command that may be sent now.

    `fixed` is what this offer is about, as the survivor and the weapon; `fields` is left to
    choose. With `why_not` it is known but refused, unless `overrule` says that the players may
    insist by sending `overrule`.
    """

    kind: str
    fixed: Mapping[str, Any] = {}
    fields: Mapping[str, Field] = {}
    why_not: Refusal | None = None
    overrule: bool = False

    @property
    def decides_for(self) -> frozenset[str]:
        """The player whose own decision it is, where there is one."""
        player = self.fixed.get("player")
        return frozenset() if player is None else frozenset({player})

    @property
    def is_open(self) -> bool:
        """Whether it would be accepted, perhaps by insisting."""
        return self.why_not is None or self.overrule


def offer(command: type[BaseCommand], refused: RuleError | None = None, /, **values: Any) -> Offer:
    """An offer of this command, `refused` or not; what is no field is fixed."""
    fields: dict[str, Any] = {
        name: value for name, value in values.items() if isinstance(value, BaseField)
    }
    fixed = {name: value for name, value in values.items() if name not in fields}
    why_not = Refusal.of(refused) if refused else None
    return Offer(kind=kind_of(command), fixed=fixed, fields=fields, why_not=why_not)


def overruled(given: Offer, error: RuleError) -> Offer:
    """The same, refused with this error unless the players insist."""
    return msgspec.structs.replace(given, why_not=Refusal.of(error), overrule=True)


# --- does a command fit an offer? ---


def said_in(command: BaseCommand) -> dict[str, Any]:
    """What a command says beyond its defaults, as plain values."""
    plain = msgspec.to_builtins(command)
    answers = {}
    for field in msgspec.structs.fields(command):
        if field.name in ENVELOPE:
            continue
        default = field.default
        if default is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        value = plain[field.encode_name]
        if default is msgspec.NODEFAULT or value != msgspec.to_builtins(default):
            answers[field.encode_name] = value
    return answers


def is_about(given: Offer, command: BaseCommand) -> bool:
    """Whether every fixed value of an offer is the command's own."""
    return all(getattr(command, name) == value for name, value in given.fixed.items())


def check(given: Offer, answers: Mapping[str, Any], free: Collection[str] = ()) -> None:
    """Raise what is wrong with answers to this offer; those to `free` fields are not judged."""
    if given.why_not is not None and not (given.overrule and answers.get("overrule")):
        raise IllegalCommand(given.why_not.code, **given.why_not.params)
    for name, value in answers.items():
        # To insist where nobody objects is no harm.
        if name in given.fixed or name in free or name == "overrule":
            continue
        field = given.fields.get(name)
        if field is None:
            raise IllegalCommand("choice.not_asked", field=name)
        field.check(name, value, answers)
    for name, field in given.fields.items():
        if name not in answers and name not in free:
            field.check_absent(name, answers)


def matching(offers: Iterator[Offer], command: BaseCommand) -> Offer:
    """The offer a command takes up; raises the nearest reason where none fits."""
    answers = said_in(command)
    reason: RuleError | None = None
    for given in offers:
        if not is_about(given, command):
            continue
        try:
            check(given, answers, command.own_words)
        except RuleError as error:
            reason = reason or error
            continue
        return given
    raise reason or IllegalCommand("choice.none")
