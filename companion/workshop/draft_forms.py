"""Forms made of drafts: each field of a draft gets an input by its type and its words.

A form lists fields of its draft in rows. Words alone are enough where the type says the rest: a
line, a number within its limits, a switch, words in each language of the pack. Otherwise a control
makes the input, or several. What a form has cleaned is what the draft holds; no field is required.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any, ClassVar

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import get_language
from msgspec import inspect
from msgspec.structs import replace

from companion.workshop.fields import SkillField, in_language, skill_names, with_value
from companion.workshop.reading import Reading
from rules import Pack, names
from rules.workshop.draft import Said, plain_text

MOST = 999
LINE, TEXT = 60, 600
"""Most characters of a line, and of a text of several lines."""
Sent = QueryDict | None
Control = Callable[["DraftForm", Any, str], forms.Field]
"""Makes the input for a field of a record."""
Choices = Mapping[str, Any] | Callable[["DraftForm"], Mapping[str, Any]]


# --- types of fields ---


@cache
def _info_of(record: Any, field: str) -> Any:
    info: Any = inspect.type_info(record)
    return next(there for there in info.fields if there.name == field)


def _type_of(record: Any, field: str) -> Any:
    """Return the type of a field as msgspec describes it, without None."""
    kind = _info_of(record.__class__, field).type
    if isinstance(kind, inspect.UnionType):
        kind = next(part for part in kind.types if not isinstance(part, inspect.NoneType))
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _default_of(record: Any, field: str) -> Any:
    info = _info_of(record.__class__, field)
    return info.default if info.default_factory is msgspec.NODEFAULT else info.default_factory()


# --- controls of one input ---


class Line(forms.CharField):
    def clean(self, value: Any) -> str:
        return names.tidy(super().clean(value))


class TextField(forms.CharField):
    def clean(self, value: Any) -> str:
        return plain_text(super().clean(value))


class WordChoice(forms.TypedChoiceField):
    """One of several words; the default is shown and posted as no choice."""

    def prepare_value(self, value: Any) -> Any:
        return "" if value == self.empty_value and not self.required else value


class Ticks(forms.MultipleChoiceField):
    """Any of several words, a box to tick for each."""

    widget = forms.CheckboxSelectMultiple

    def clean(self, value: Any) -> tuple[str, ...]:
        return tuple(super().clean(value))


class NumberInput(forms.IntegerField):
    def __init__(self, *, blank: Any, is_count: bool, **more: Any) -> None:
        super().__init__(required=False, **more)
        self.blank, self.is_count = blank, is_count

    def clean(self, value: Any) -> Any:
        number = super().clean(value)
        return self.blank if number is None or (self.is_count and not number) else number


def line(label: Any, *, most: int = 0, hint: Any = "") -> Control:
    def made(form: "DraftForm", record: Any, field: str) -> forms.Field:
        length = most or getattr(_type_of(record, field), "max_length", None) or LINE
        return Line(label=label, required=False, max_length=length, help_text=hint)

    return made


def number(
    label: Any, *, most: int | None = None, hint: Any = "", is_count: bool = False
) -> Control:
    """A number within the limits of its type, or up to `most`; 0 of a count says nothing."""

    def made(form: "DraftForm", record: Any, field: str) -> forms.Field:
        limits = _type_of(record, field)
        return NumberInput(
            label=label,
            min_value=0 if is_count else limits.ge or 0,
            max_value=most or limits.le or MOST,
            help_text=hint,
            blank=_default_of(record, field),
            is_count=is_count,
        )

    return made


count = partial(number, is_count=True)


def switch(label: Any) -> Control:
    return lambda form, record, field: forms.BooleanField(label=label, required=False)


def choice(label: Any, words: Choices, *, none: Any = None, hint: Any = "") -> Control:
    """One of several words. `none` is the word for the default; without it one must be chosen."""

    def made(form: "DraftForm", record: Any, field: str) -> forms.Field:
        value, default = getattr(record, field), _default_of(record, field)
        there = () if none is not None and value == default else (value,)
        first = [] if none is None else [("", none)]
        return WordChoice(
            label=label,
            required=none is None,
            choices=[*first, *with_value(_words(words, form), *there).items()],
            coerce=int if isinstance(_type_of(record, field), inspect.IntType) else str,
            empty_value=default,
            help_text=hint,
        )

    return made


def several(label: Any, words: Choices) -> Control:
    def made(form: "DraftForm", record: Any, field: str) -> forms.Field:
        return ticks(label, with_value(_words(words, form), *getattr(record, field)))

    return made


def _words(words: Choices, form: "DraftForm") -> Mapping[str, Any]:
    return words(form) if callable(words) else words


def ticks(label: Any, words: Mapping[str, Any]) -> Ticks:
    return Ticks(label=label, required=False, choices=list(words.items()))


def one_of(label: Any, none: Any, words: Mapping[str, Any]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=False, choices=[("", none), *words.items()])


def text(label: Any, *, has_lines: bool) -> TextField:
    widget = forms.Textarea(attrs={"rows": 3}) if has_lines else forms.TextInput
    return TextField(
        label=label, required=False, max_length=TEXT if has_lines else LINE, widget=widget
    )


def small_number(label: Any, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=most)


def _control_of(record: Any, field: str, label: Any) -> "Control | Inputs":
    """Return the control of a field that has words alone."""
    match _type_of(record, field):
        case inspect.BoolType():
            return switch(label)
        case inspect.IntType():
            return number(label)
        case inspect.StrType():
            return line(label)
        case inspect.StructType(cls=cls) if cls is Said:
            return WordInputs(label)
    raise TypeError(field)


# --- controls of several inputs ---


class Inputs:
    """A control of several inputs, which together say what a field holds."""

    def __init__(self, label: Any = "") -> None:
        self.label = label

    def ask(self, form: "DraftForm", name: str, value: Any) -> None:
        """Add the inputs to a form."""
        raise NotImplementedError

    def said(self, form: "DraftForm", name: str, value: Any) -> Any:
        """Return what the inputs say; `value` is what the draft held."""
        raise NotImplementedError


class WordInputs(Inputs):
    """Words in every language of the pack; those of other languages stay."""

    def __init__(self, label: Any, *, has_lines: bool = False) -> None:
        super().__init__(label)
        self.has_lines = has_lines

    def ask(self, form: "DraftForm", name: str, value: Any) -> None:
        for language in form.languages:
            made = text(in_language(self.label, language), has_lines=self.has_lines)
            form.add(f"{name}_{language}", made, getattr(value, language))

    def said(self, form: "DraftForm", name: str, value: Any) -> Any:
        return replace(
            value, **{code: form.cleaned_data[f"{name}_{code}"] for code in form.languages}
        )


class CountInputs(Inputs):
    """A number for each of several words; those that are 0 are left out."""

    def __init__(self, words: Choices, *, most: int, name: str = "") -> None:
        super().__init__()
        self.words, self.most, self.name = words, most, name

    def ask(self, form: "DraftForm", name: str, value: Any) -> None:
        for key, word in with_value(_words(self.words, form), *value).items():
            form.add(f"{self.name or name}_{key}", small_number(word, self.most), value.get(key))

    def said(self, form: "DraftForm", name: str, value: Any) -> Any:
        return form.said_in(f"{self.name or name}_")


class Skills(Inputs):
    """Skills by their names: as many inputs as a card has, or as are there."""

    def __init__(self, label: Callable[[int], str], most: int) -> None:
        super().__init__(label)
        self.most = most

    def ask(self, form: "DraftForm", name: str, value: Any) -> None:
        form.add_skills(f"{name}_", self.label, value, self.most)

    def said(self, form: "DraftForm", name: str, value: Any) -> Any:
        return tuple(dict.fromkeys(form.said_in(f"{name}_").values()))


# --- the form ---


class FieldRow:
    """Fields that are asked together, each with its words or a control.

    `look` is `plain` or a part of `workshop/_groups.html`.
    """

    def __init__(
        self, look: Any = "plain", legend: Any = "", id: Any = "", hint: Any = "", **fields: Any
    ) -> None:
        self.look, self.legend, self.id, self.hint = look, legend, id, hint
        self.fields: Mapping[str, Any] = fields


class RowInputs(FieldRow):
    """The inputs of a row on a page."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.inputs: list[forms.BoundField] = []
        self.parts: list[Any] = []
        """Inputs as a look of its own shows them."""

    @property
    def switches(self) -> list[forms.BoundField]:
        return [bound for bound in self.inputs if bound.widget_type == "checkbox"]

    @property
    def others(self) -> list[forms.BoundField]:
        return [bound for bound in self.inputs if bound.widget_type != "checkbox"]


class DraftForm(forms.Form):
    """A draft as a form. `seen` says what stood there when the page was shown."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=20)
    rows: ClassVar[tuple[FieldRow, ...]] = ()
    is_whole = False
    """True if its rows move when one goes, so that it is saved as a whole."""
    names: dict[str, str] = {}
    """Skills by name, if the form asks for some."""

    def __init__(
        self, data: Sent, *, reading: Reading, draft: Any, pack: Pack | None = None
    ) -> None:
        self.reading, self.draft, self.pack = reading, draft, pack or reading.whole
        self.language = get_language() or "en"
        self.languages: list[str] = reading.house.languages
        super().__init__(data, initial={"seen": self.seen_of(draft)})
        self.groups: list[RowInputs] = []
        self.composed: dict[str, Inputs] = {}
        for row in self.rows:
            self.begin(row.look, legend=row.legend, id=row.id, hint=row.hint)
            for name, words in row.fields.items():
                if self.asks(name):
                    self._ask(name, words)
        self.groups = [group for group in self.groups if group.inputs]

    def _ask(self, name: str, words: Any) -> None:
        is_control = callable(words) or isinstance(words, Inputs)
        control = words if is_control else _control_of(self.draft, name, words)
        value = getattr(self.draft, name)
        if isinstance(control, Inputs):
            self.composed[name] = control
            control.ask(self, name, value)
        else:
            self.add(name, control(self, self.draft, name), value)

    def asks(self, name: str) -> bool:
        """Check if the form asks for a field, given the game and the draft."""
        return True

    # --- while it is made ---

    def begin(self, look: str, **more: Any) -> RowInputs:
        """Begin another group of inputs."""
        self.groups.append(RowInputs(look, **more))
        return self.groups[-1]

    def add(self, name: str, made: forms.Field, shown: Any) -> forms.BoundField:
        """Add an input to the group begun last, with the value it shows."""
        made.initial = shown
        self.fields[name] = made
        self.groups[-1].inputs.append(self[name])
        return self[name]

    def add_all(
        self, before: str, record: Any, controls: Mapping[str, Control], *, is_blank: bool = False
    ) -> dict[str, forms.BoundField]:
        """Add inputs for fields of a record; `before` begins their names."""
        return {
            field: self.add(
                f"{before}{field}",
                control(self, record, field),
                None if is_blank else getattr(record, field, None),
            )
            for field, control in controls.items()
        }

    def add_skills(
        self,
        before: str,
        label: Callable[[int], Any],
        there: tuple[str, ...],
        most: int,
        first: int = 1,
    ) -> None:
        """Add at least that many inputs for skills; the name of the first one ends on `first`."""
        self.names = self.names or skill_names(self.pack)
        for number in range(max(most, len(there))):
            known = there[number] if number < len(there) else ""
            made = SkillField(self.names, label=label(number + 1), initial=known)
            self.add(f"{before}{number + first}", made, made.initial)

    # --- what it says ---

    def seen_of(self, draft: Any) -> str:
        return digest(draft)

    @property
    def seen_now(self) -> str:
        return self.seen_of(self.draft)

    def is_as_seen(self, now: Any) -> bool:
        """Check if a draft still is what the page showed when it was posted."""
        return bool(self.seen_of(now) == self.cleaned_data["seen"])

    def said_in(self, before: str) -> dict[str, Any]:
        """Return what inputs say, without blanks, by what follows this beginning of their names."""
        return {
            name.removeprefix(before): value
            for name, value in self.cleaned_data.items()
            if name.startswith(before) and value
        }

    def said_of(self, before: str, fields: Iterable[str]) -> dict[str, Any]:
        """Return what the inputs of a record say, blanks as well, by field."""
        return {field: self.cleaned_data[f"{before}{field}"] for field in fields}

    def onto(self, draft: Any) -> Any:
        """Return a draft with what the form says."""
        fields = [name for row in self.rows for name in row.fields]
        changes = {name: self.cleaned_data[name] for name in fields if name in self.fields}
        for name, control in self.composed.items():
            changes[name] = control.said(self, name, getattr(self.draft, name))
        return replace(draft, **changes)


def digest(value: Any) -> str:
    """Return a hash that tells if something has changed since a page was shown."""
    return hashlib.sha256(msgspec.json.encode(value)).hexdigest()[:16]


# --- saved while one types ---


def as_sent(form: forms.Form) -> QueryDict:
    """Return what a form that shows a draft would post if nobody touched it."""
    data = QueryDict(mutable=True)
    for bound in form:
        value = bound.value()
        if value is None or value is False:
            continue
        values = value if isinstance(value, list | tuple) else ["on" if value is True else value]
        data.setlist(bound.html_name, [str(item) for item in values])
    return data


def overlaid(form: forms.Form, sent: QueryDict, touched: Iterable[str]) -> QueryDict:
    """Return the draft as it is now, with the touched inputs as somebody has just set them."""
    data = as_sent(form)
    for name in touched:
        if name in form.fields:
            values = sent.getlist(name)
            data.setlist(name, values) if values else data.pop(name, None)
    return data
