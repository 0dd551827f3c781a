"""Offers as forms: what any command asks, drawn from its choices and in the reader's words.

Offers that leave the same to choose share a form; what they are about becomes its first choice.
Each choice carries its piece of the command, so nothing can be sent that was not offered.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import singledispatch
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.rooms import sheet_after
from companion.teller import Teller
from companion.words import command_word, error_message, field_hint, field_word, value_word
from rules import IllegalCommand, Offer, look
from rules.commands import BaseCommand
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
from rules.mechanics.wounds.wound import lost_with
from rules.offers import Refusal

COLOUR = "colour"
PATH = "path"
IN_ZONE = "survivors_in_zone"
NAMED = ("survivor", "card", "cards")
MOST_NAMES = 3
FEW = 6
"""The number of choices that lie side by side; more are a list to open."""


class Option(NamedTuple):
    """One choice: what it sends, and what it says."""

    value: str
    words: str
    is_chosen: bool = False
    is_vital: bool = False
    """The mission would be lost with this survivor."""


class Control(NamedTuple):
    """One field of a form."""

    name: str
    label: str
    template: str
    options: list[Option] = []
    controls: list["Control"] = []
    least: int = 0
    most: int = 0
    value: str = ""
    hint: str = ""
    is_optional: bool = False
    nothing: str = ""
    """The text of the option to choose none, where that is allowed."""
    is_vital: bool = False
    """The mission would be lost with all its options together."""

    @property
    def missing(self) -> str:
        """Return the button's text while too little or too much is chosen."""
        what = f"{self.label}, {self.hint}" if self.hint else self.label
        return _("Say first: %(what)s") % {"what": what}

    @property
    def is_short(self) -> bool:
        return len(self.options) <= FEW


class OfferForm(NamedTuple):
    """One or several offers of a command that leave the same to choose."""

    kind: str
    title: str
    about: list[Option]
    """The options to choose what the form is about, where there are several."""
    piece: str
    """The fields shared by all its offers."""
    controls: list[Control]
    why_not: str
    is_chance: bool
    is_additive: bool
    insists: bool = False
    """It is sent all the same: the players may know better than `why_not`."""
    names: str = ""
    """The names of what it is for, on one line, where the command has other forms."""
    shows: str | None = None
    """The sheet that shows what it has done; None: the one it is sent from."""

    @property
    def is_button(self) -> bool:
        """Check if nothing is left to choose: a tap is enough."""
        return not self.controls and len(self.about) < 2  # noqa: PLR2004 - one or none

    @property
    def is_refused(self) -> bool:
        return bool(self.why_not) and not self.insists

    @property
    def may_lose(self) -> bool:
        """Check if someone whose death would lose the mission can be among those it hits."""
        return any(control.is_vital for control in self.controls)

    @property
    def sends(self) -> str:
        """Return the text of its button."""
        return _("%(what)s all the same") % {"what": self.title} if self.insists else self.title


def forms_of(
    kind: type[BaseCommand], name: str, offers: Iterable[Offer], teller: Teller
) -> list[OfferForm]:
    """Return the forms of a command; refused offers come last, with their reason."""
    groups: dict[bytes, list[Offer]] = {}
    made = list(offers)
    for offer in made:
        signature = msgspec.json.encode((offer.fields, offer.why_not, offer.overrule))
        groups.setdefault(signature, []).append(offer)
    everywhere = _shared([offer.fixed for offer in made]) if made else {}
    if len(made) == 1:  # what it is done with, and by whom, is news all the same
        everywhere = {key: value for key, value in everywhere.items() if key not in NAMED}
    forms = [_form(kind, name, group, teller, everywhere) for group in groups.values()]
    heads = Counter((form.title, form.names) for form in forms)
    told = [_told_apart(form) if heads[form.title, form.names] > 1 else form for form in forms]
    return sorted(told, key=lambda form: bool(form.why_not))


def _told_apart(form: OfferForm) -> OfferForm:
    """Name the form by what there is to choose in it."""
    lists = (control.options for control in form.controls if control.options)
    return form._replace(names=_names(next(lists, [])) or form.names)


def _form(
    kind: type[BaseCommand],
    name: str,
    offers: list[Offer],
    teller: Teller,
    everywhere: Mapping[str, Any],
) -> OfferForm:
    """Return one form for several offers; `everywhere` has the fields equal in all the forms."""
    shared = _shared([offer.fixed for offer in offers])
    insists = {"overrule": True} if offers[0].overrule else {}
    varying = [
        {key: value for key, value in offer.fixed.items() if key not in shared} for offer in offers
    ]
    options = [Option(_piece(fixed), _words(fixed, teller)) for fixed in varying]
    own = {key: shared[key] for key in shared if key not in everywhere} | _sole(offers[0])
    is_one_of_several = everywhere != shared
    return OfferForm(
        kind=name,
        title=_title(name, own, teller),
        names=_names(options) if is_one_of_several and len(options) > 1 else "",
        about=options if len(options) > 1 else [],
        piece=_piece({"kind": name, **shared, **insists}),
        controls=[control(field, key, teller) for key, field in offers[0].fields.items()],
        why_not=_reason(offers[0].why_not, teller),
        is_chance=kind.chance,
        is_additive=kind.additive,
        insists=offers[0].overrule,
        shows=sheet_after(teller.game, name),
    )


def _sole(offer: Offer) -> dict[str, Any]:
    """Return the survivor the form is about, where nobody else can be chosen."""
    who = offer.fields.get("survivor")
    return {"survivor": who.values[0]} if isinstance(who, Choice) and len(who.values) == 1 else {}


def _names(about: list[Option]) -> str:
    """Return the names of what a form is for, beside its title; many are not all named."""
    words = [option.words for option in about]
    more = f" +{len(words) - MOST_NAMES}" if len(words) > MOST_NAMES else ""
    return ", ".join(words[:MOST_NAMES]) + more


def _title(name: str, own: Mapping[str, Any], teller: Teller) -> str:
    """Return the command's name, and what this form of it is about where there are others."""
    named = {key: value for key, value in own.items() if not isinstance(value, bool)}
    words = _words(named, teller)
    title = command_word(name, teller.game)
    return f"{title}: {words}" if words else title


def _shared(fixed: list[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the fields that are equal in all offers."""
    first, *others = fixed
    return {
        key: value
        for key, value in first.items()
        if all(key in other and other[key] == value for other in others)
    }


def _piece(fields: Mapping[str, Any]) -> str:
    return json.dumps(msgspec.to_builtins(dict(fields)), separators=(",", ":"), ensure_ascii=False)


def _words(fixed: Mapping[str, Any], teller: Teller) -> str:
    words = (_word(name, value, teller) for name, value in fixed.items() if value not in (None, ()))
    return " · ".join(words)


def _word(name: str, value: Any, teller: Teller) -> str:
    """Return the word for a value: a color is no danger level, though both may be called blue."""
    if name == PATH:
        return teller.path(str(value))
    return value_word(str(value), teller.game) if name.endswith(COLOUR) else teller.word(value)


def _reason(why_not: Refusal | None, teller: Teller) -> str:
    if why_not is None:
        return ""
    return error_message(IllegalCommand(why_not.code, **why_not.params), teller.game)


# --- controls ---


def control(field: BaseField, name: str, teller: Teller) -> Control:
    """Return the control of a field, with its label."""
    label = field_word(name.rpartition(".")[2], teller.game).capitalize()
    made = _control(field, name, teller)
    return made._replace(label=label, is_optional=field.optional)


@singledispatch
def _control(field: BaseField, name: str, teller: Teller) -> Control:
    raise NotImplementedError


def _options(
    values: Iterable[Any], name: str, teller: Teller, now: Any = msgspec.UNSET
) -> list[Option]:
    return [Option(_sent(value), _word(name, value, teller)) for value in values if value != now]


def _sent(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@_control.register
def _choice(field: Choice, name: str, teller: Teller) -> Control:
    are_people = all(value in teller.state.survivors for value in field.values)
    return Control(
        name,
        "",
        "choice",
        options=_options(field.values, name, teller, field.now),
        nothing=_("nobody in particular") if are_people else _("none in particular"),
    )


@_control.register
def _several(field: Several, name: str, teller: Teller) -> Control:
    hint = ""
    if field.least and field.least == field.most:
        hint = _("exactly %(count)d") % {"count": field.least}
    elif field.least:
        hint = _("at least %(least)d") % {"least": field.least}
    least = 0 if field.may_be_empty else field.least
    options = _options(field.values, name, teller)
    if name == IN_ZONE:
        options = [option._replace(is_vital=_is_vital(teller, option.value)) for option in options]
    return Control(
        name,
        "",
        "several",
        options=options,
        least=least,
        most=field.limit if least else 0,
        hint=hint,
        is_vital=name == IN_ZONE and _is_vital(teller, *map(str, field.values)),
    )


@_control.register
def _number(field: Number, name: str, teller: Teller) -> Control:
    start = field.now if isinstance(field.now, int) else max(field.least, min(1, field.most))
    shown = "" if field.optional else str(start)
    return Control(name, "", "number", least=field.least, most=field.most, value=shown)


@_control.register
def _counts(field: Counts, name: str, teller: Teller) -> Control:
    least = 0 if field.may_be_empty else field.least
    return _rows(field, name, teller)._replace(least=least)


def _rows(field: Counts | Shares, name: str, teller: Teller) -> Control:
    rows = [
        Control(f"{name}.{key}", teller.word(key), "count", most=most, value="0")
        for key, most in field.most.items()
        if most
    ]
    return Control(name, "", "counts", controls=rows)


@_control.register
def _shares(field: Shares, name: str, teller: Teller) -> Control:
    """Return a count for each who takes a share, and say whose death with it ends the mission."""
    counts = _rows(field, name, teller)
    rows = [
        row._replace(hint=_fatal(row.most))
        if _is_vital(teller, row.name.removeprefix(f"{name}."))
        else row
        for row in counts.controls
    ]
    return counts._replace(controls=rows)


def _fatal(count: int) -> str:
    words = ngettext(
        "With %(count)d wound you would lose", "With %(count)d wounds you would lose", count
    )
    return words % {"count": count}


def _is_vital(teller: Teller, *keys: str) -> bool:
    """Return True if the mission would be lost with these people."""
    state = teller.state
    return state.result is None and lost_with(look(state, teller.pack), *keys) is not None


@_control.register
def _one_of(field: OneOf, name: str, teller: Teller) -> Control:
    return Control(name, "", "text", hint=_("one of those above"))


@_control.register
def _flag(field: Flag, name: str, teller: Teller) -> Control:
    return Control(name, "", "flag")


@_control.register
def _text(field: Text, name: str, teller: Teller) -> Control:
    value = field.now if isinstance(field.now, str) else ""
    hint = field_hint(name.rpartition(".")[2], teller.game)
    return Control(name, "", "text", most=field.most, value=value, hint=hint)


@_control.register
def _reported(field: Reported, name: str, teller: Teller) -> Control:
    return Control(name, "", "reported", hint=_("as they lie on the table, in their order"))


@_control.register
def _exactly(field: Exactly, name: str, teller: Teller) -> Control:
    hint = ngettext(
        "%(count)d number from %(least)d to %(most)d",
        "%(count)d numbers from %(least)d to %(most)d",
        field.count,
    )
    words = {"count": field.count, "least": field.least, "most": field.most}
    return Control(name, "", "reported", hint=hint % words)


@_control.register(Each)
@_control.register(Record)
def _group(field: Each | Record, name: str, teller: Teller) -> Control:
    inner = [_within(part, name, key, teller) for key, part in field.fields.items()]
    return Control(name, "", "group", controls=inner)


def _within(field: BaseField, name: str, key: str, teller: Teller) -> Control:
    path = f"{name}.{key}"
    if not teller.knows(key):
        return control(field, path, teller)
    made = _control(field, path, teller)
    return made._replace(label=teller.word(key), is_optional=field.optional)
