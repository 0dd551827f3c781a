"""The form of a survivor's printed card."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from companion.workshop.fields import SkillField, skill_names
from rules import Pack
from rules.packs.schema.people import SkillTree

LEVELS = {"blue": 2, "yellow": 1, "orange": 2, "red": 3}
"""Maximum number of skills a card prints at each level."""
NEEDED = ("blue", "orange", "red")


class SurvivorCardForm(forms.Form):
    """The skills on a survivor's card, level by level; those known already are not asked."""

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
        self.names = skill_names(pack)
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
        """Return the fields that are asked, by level."""
        return [
            (level, fields)
            for level in LEVELS
            if (fields := [self[name] for name in self.fields if name.startswith(level)])
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
        """Return the whole card: what is printed in the pack, and what was typed."""
        typed = {
            level: tuple(
                self.cleaned_data[field.name] for field in fields if self.cleaned_data[field.name]
            )
            or None
            for level, fields in self.levels()
        }
        printed = {level: getattr(self.printed, level) for level in LEVELS}
        return SkillTree(**{**printed, **typed})
