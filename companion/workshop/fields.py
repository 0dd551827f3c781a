"""Fields that the forms of the workshop are made of. Nothing in a draft must be said."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from companion.words import colour_word
from companion.workshop.models import NAME_LENGTH
from companion.workshop.words import LANGUAGES
from rules import Pack
from rules.packs.schema.people import Skill

COLOURS = ("red", "blue", "green", "yellow", "violet", "pink")
NEUTRAL = "neutral"
MOST = 999
TEXT_LENGTH = 600
SKILLS = "skills"
"""The list of names in which fields of skills look things up."""
Sent = QueryDict | None


def digest(value: Any) -> str:
    """Tells whether something has changed since a page was shown."""
    return hashlib.sha256(msgspec.json.encode(value)).hexdigest()[:16]


def in_language(word: Any, language: str) -> str:
    """A label with the language it is for."""
    return f"{word} ({LANGUAGES[language]})"


def number_field(
    label: Any, *, most: int = MOST, least: int = 0, **more: Any
) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most, **more)


def text_field(
    label: Any, *, lines: bool = False, length: int = NAME_LENGTH, hint: Any = ""
) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": 3}) if lines else forms.TextInput()
    return forms.CharField(
        label=label, required=False, max_length=length, widget=widget, help_text=hint
    )


def choice_field(label: Any, words: Mapping[str, Any], none: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=False, choices=[("", none), *words.items()])


def several_field(label: Any, words: Mapping[str, str]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label,
        required=False,
        choices=list(words.items()),
        widget=forms.CheckboxSelectMultiple,
    )


def switch_field(label: Any, hint: Any = "") -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, help_text=hint)


def colour_words(*more: Iterable[str]) -> dict[str, str]:
    """The usual colours, and whatever else stands there already."""
    keys = dict.fromkeys((*COLOURS, *(key for keys in more for key in keys)))
    neutral = pgettext("colour", "neutral")
    return {key: neutral if key == NEUTRAL else colour_word(key) for key in keys}


def with_value(words: dict[str, str], value: str | None) -> dict[str, str]:
    """With what stands there, though nothing in the box has that name."""
    return words if not value or value in words else {**words, value: value}


def sorted_words(words: Mapping[str, str]) -> dict[str, str]:
    return dict(sorted(words.items(), key=lambda pair: pair[1].casefold()))


# --- skills, by their names ---


def skill_names(pack: Pack) -> dict[str, str]:
    """Every skill a card can print, by its name in the reader's language."""
    language = get_language() or "en"
    skills = sorted(pack.skills.values(), key=lambda skill: skill.name.in_language(language))
    return {
        skill.name.in_language(language): skill.id
        for skill in skills
        if not _is_pattern(skill, pack)
    }


def _is_pattern(skill: Skill, pack: Pack) -> bool:
    """`+1 die: [Action]`: no card prints it, where the pack has it filled in."""
    filled = (other for other in pack.skills.values() if other.family == skill.family)
    return "[" in skill.name.en and any(other.id != skill.id for other in filled)


class SkillField(forms.CharField):
    """A skill by its name, found by typing any part of it; the form lists them all."""

    def __init__(self, names: dict[str, str], *, label: Any, initial: str) -> None:
        shown = next((name for name, skill in names.items() if skill == initial), initial)
        widget = forms.TextInput(attrs={"list": SKILLS, "autocomplete": "off"})
        super().__init__(required=False, label=label, initial=shown, max_length=80, widget=widget)
        self.skills = {name.casefold(): skill for name, skill in names.items()}
        self.skills |= {skill: skill for skill in (*names.values(), initial) if skill}

    def clean(self, value: Any) -> str:
        skill = " ".join(str(super().clean(value)).split())
        if skill and skill.casefold() not in self.skills:
            raise forms.ValidationError(_("This game has no such skill. Choose one of the list."))
        return self.skills[skill.casefold()] if skill else ""


# --- saved while one types ---


def as_sent(form: forms.Form) -> QueryDict:
    """What a form that shows a draft would send if nobody touched it."""
    data = QueryDict(mutable=True)
    for bound in form:
        value = bound.value()
        if value is None or value is False:
            continue
        values = value if isinstance(value, list | tuple) else ["on" if value is True else value]
        data.setlist(bound.html_name, [str(item) for item in values])
    return data


def overlaid(form: forms.Form, sent: QueryDict, touched: Iterable[str]) -> QueryDict:
    """The draft as it is now, with those fields as somebody has just set them."""
    data = as_sent(form)
    for name in touched:
        if name in form.fields:
            values = sent.getlist(name)
            data.setlist(name, values) if values else data.pop(name, None)
    return data
