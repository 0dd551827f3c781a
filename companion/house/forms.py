"""The form of a survivor's printed card."""

from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules import Pack
from rules.packs.schema.people import Skill, SkillTree

LEVELS = {"blue": 2, "yellow": 1, "orange": 2, "red": 3}
"""How many skills a card may print at each level."""
NEEDED = ("blue", "orange", "red")
SKILLS = "skills"
"""The list of names that the fields look things up in."""


def has_gap(skill: Skill) -> bool:
    """`+1 die: [Action]`: no card prints it like that."""
    return "[" in skill.name.en


class SkillField(forms.CharField):
    """A skill by its name, found by typing any part of it; the form lists them all."""

    def __init__(self, names: dict[str, str], *, label: str, initial: str) -> None:
        shown = next((name for name, skill in names.items() if skill == initial), "")
        widget = forms.TextInput(attrs={"list": SKILLS, "autocomplete": "off"})
        super().__init__(required=False, label=label, initial=shown, max_length=80, widget=widget)
        self.skills = {name.casefold(): skill for name, skill in names.items()}
        self.skills |= {skill: skill for skill in names.values()}

    def clean(self, value: Any) -> str:
        said = " ".join(str(super().clean(value)).split())
        if said and said.casefold() not in self.skills:
            raise forms.ValidationError(_("This game has no such skill. Choose one of the list."))
        return self.skills[said.casefold()] if said else ""


class SurvivorCardForm(forms.Form):
    """What stands on the card, level by level; what we know already is not asked."""

    def __init__(
        self,
        *args: Any,
        pack: Pack,
        printed: SkillTree | None,
        typed: SkillTree | None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.printed = printed or SkillTree()
        language = get_language() or "en"
        self.names = {
            one.name.in_language(language): one.id
            for one in sorted(pack.skills.values(), key=lambda one: one.name.in_language(language))
            if not has_gap(one)
        }
        for level, most in LEVELS.items():
            if getattr(self.printed, level) is not None:
                continue
            known = getattr(typed, level, None) or ()
            for number in range(most):
                before = known[number] if number < len(known) else ""
                self.fields[f"{level}-{number + 1}"] = SkillField(
                    self.names, label=str(number + 1), initial=before
                )

    def levels(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields that are asked, by level."""
        return [
            (level, found)
            for level in LEVELS
            if (found := [self[name] for name in self.fields if name.startswith(level)])
        ]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for level, fields in self.levels():
            skills = [cleaned.get(field.name) for field in fields if cleaned.get(field.name)]
            if len(set(skills)) < len(skills):
                self.add_error(fields[0].name, _("The same skill stands there twice."))
            has_error = any(field.name in self.errors for field in fields)
            if level in NEEDED and not skills and not has_error:
                self.add_error(fields[0].name, _("The card has a skill at this level."))
        return cleaned

    def tree(self) -> SkillTree:
        """The whole card: what is printed in the pack, and what was typed."""
        typed = {
            level: tuple(
                self.cleaned_data[field.name] for field in fields if self.cleaned_data[field.name]
            )
            or None
            for level, fields in self.levels()
        }
        printed = {level: getattr(self.printed, level) for level in LEVELS}
        return SkillTree(**{**printed, **typed})
