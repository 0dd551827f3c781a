"""Offers: commands that may be sent now, with choices for every field, or the reason why not.

They are the one truth for buttons, forms, validation, the API and generated tests: a page cannot
send what is not offered, and what is offered is accepted.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.commands import BaseCommand, kind_of
from rules.errors import IllegalCommand, RuleError
from rules.fields import BaseField, Field

ENVELOPE = frozenset({"id", "seen"})
"""Fields the sender fills in with every command."""


CHOICE = "choice."
"""Prefix of the codes that only say which field fits no offer; a rule's own code says more."""

Reason = RuleError | Callable[[Any], RuleError | None]
"""The rule against a value, or a function that finds it; None leaves the field's own refusal."""


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """Reason why a command is not possible now: a code and its parameters, like an error's."""

    code: str
    params: Mapping[str, Any] = {}

    @classmethod
    def of(cls, error: RuleError) -> "Refusal":
        return cls(code=error.code, params=error.params)


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """One command that may be sent now.

    `fixed` is its subject, for example the survivor and the weapon; `fields` are left to choose.
    With `why_not` it is refused, unless `overrule` allows the players to insist by sending
    `overrule`.
    """

    kind: str
    fixed: Mapping[str, Any] = {}
    fields: Mapping[str, Field] = {}
    why_not: Refusal | None = None
    overrule: bool = False
    reasons: Mapping[str, Reason] = {}
    """The rules against other values of a field, also of one that is not asked for."""
    is_closed: bool = False
    """True if it is only made to say why not: no page or list shows it."""

    @property
    def decides_for(self) -> frozenset[str]:
        """Return the player whose own decision it is; empty if there is none."""
        player = self.fixed.get("player")
        return frozenset() if player is None else frozenset({player})

    @property
    def is_open(self) -> bool:
        """Check if it would be accepted, perhaps with `overrule`."""
        return self.why_not is None or self.overrule

    @property
    def is_listed(self) -> bool:
        """Check if there is something to choose for every field that must be filled in."""
        return not self.is_closed and all(field.can_be_filled for field in self.fields.values())

    def otherwise(self, **reasons: Reason) -> "Offer":
        """Return the same offer, with the rules that forbid any other value of these fields."""
        return replace(self, reasons={**self.reasons, **reasons})

    def rule_against(self, name: str, value: Any) -> RuleError | None:
        """Return the rule against a value of a field, or None if only the choices forbid it."""
        reason = self.reasons.get(name)
        return reason(value) if callable(reason) else reason


def offer(command: type[BaseCommand], refused: RuleError | None = None, /, **values: Any) -> Offer:
    """Return an offer of this command, `refused` or not; values that are no fields are fixed."""
    fields: dict[str, Any] = {
        name: value for name, value in values.items() if isinstance(value, BaseField)
    }
    fixed = {name: value for name, value in values.items() if name not in fields}
    why_not = Refusal.of(refused) if refused else None
    return Offer(kind=kind_of(command), fixed=fixed, fields=fields, why_not=why_not)


def closed(command: type[BaseCommand], error: RuleError, /, **fixed: Any) -> Offer:
    """Return why a command cannot be sent with these values, for those who send it nevertheless."""
    return Offer(kind=kind_of(command), fixed=fixed, why_not=Refusal.of(error), is_closed=True)


def overruled(given: Offer, error: RuleError) -> Offer:
    """Return the same offer, refused with this error unless the players insist."""
    return replace(given, why_not=Refusal.of(error), overrule=True)


# --- matching a command with an offer ---


def said_in(command: BaseCommand) -> dict[str, Any]:
    """Return the fields of a command that differ from their defaults, as plain values."""
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
    """Check if the command has every fixed value of the offer."""
    return all(getattr(command, name) == value for name, value in given.fixed.items())


def is_vague(error: RuleError) -> bool:
    """Check if a refusal only says which field fits no offer."""
    return error.code.startswith(CHOICE)


def check(given: Offer, answers: Mapping[str, Any], free: Collection[str] = ()) -> None:
    """Raise if answers do not fit this offer; those to `free` fields are not judged."""
    if given.why_not is not None and not (given.overrule and answers.get("overrule")):
        raise IllegalCommand(given.why_not.code, **given.why_not.params)
    vague: RuleError | None = None
    for name, value in answers.items():
        # To insist where nobody objects is no harm.
        if name in given.fixed or name in free or name == "overrule":
            continue
        try:
            if name not in given.fields:
                raise IllegalCommand("choice.not_asked", field=name)
            given.fields[name].check(name, value, answers)
        except RuleError as error:
            reason = given.rule_against(name, value) if is_vague(error) else error
            if reason is not None:
                raise reason from error
            vague = vague or error
    if vague is not None:
        raise vague
    for name, field in given.fields.items():
        if name not in answers and name not in free:
            field.check_absent(name, answers)


def matching(made: Iterator[Offer], command: BaseCommand) -> Offer:
    """Return the offer a command fits; raise the first rule against it if there is none."""
    answers = said_in(command)
    free = (*command.reported, *command.own_words)
    reason: RuleError | None = None
    for given in made:
        if not is_about(given, command):
            continue
        try:
            check(given, answers, free)
        except RuleError as error:
            if reason is None or (is_vague(reason) and not is_vague(error)):
                reason = error
            continue
        return given
    raise reason or IllegalCommand("choice.none")
