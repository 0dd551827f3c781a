"""The form in the order of the paper."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaigns import words
from campaigns.printing.words import DASH
from rules.campaign import CampaignBook, CampaignState, Sheet
from rules.campaign.upkeep import card_of

KEPT_LINES = 5
NOTE_LENGTH = 2000
NAME_LENGTH = 60
STATUSES = (
    ("ready", gettext_lazy("in play")),
    ("out_of_action", gettext_lazy("out of action")),
    ("dead", gettext_lazy("dead")),
)


class PenForm(forms.Form):
    """A campaign sheet: status, points, rewards, skills, extra actions, equipment, achievements."""

    status = forms.ChoiceField(label=gettext_lazy("Status"), choices=STATUSES)
    points = forms.IntegerField(min_value=0)
    extra_actions = forms.IntegerField(label=gettext_lazy("Extra actions in the pool"), min_value=0)
    skills = forms.MultipleChoiceField(label=gettext_lazy("Campaign skills"), required=False)
    achievements = forms.CharField(
        label=gettext_lazy("Achievements"),
        required=False,
        max_length=1200,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("One a line."),
    )
    note = forms.CharField(
        label=pgettext_lazy("on a sheet", "Notes"),
        required=False,
        max_length=NOTE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self, data: Any = None, *, state: CampaignState, book: CampaignBook, key: str, **kwargs: Any
    ) -> None:
        sheet = state.sheets[key]
        super().__init__(data, initial=_initial(sheet, book), **kwargs)
        self.book = book
        rules = book.rules
        points, actions = self.fields["points"], self.fields["extra_actions"]
        points.label = rules.points.in_language(words.language())
        for field, most in ((points, rules.points_track), (actions, rules.extra_actions_max)):
            field.widget.attrs["max"] = most
            field.validators.append(MaxValueValidator(most))
        skills = self.fields["skills"]
        assert isinstance(skills, forms.MultipleChoiceField)
        skills.choices = [(skill, words.skill_name(book, skill)) for skill in rules.skills]
        there = {card_of(book, copy).id for copy in sheet.kept}
        cards = sorted(
            there | {card.id for _deck, _copy, card in book.equipment_copies() if card.upkeep},
            key=lambda card: words.card_name(book, card),
        )
        # One line more than is kept: nothing that stands on the sheet may fall off the form.
        self.lines = range(max(KEPT_LINES, len(sheet.kept) + 1))
        for number in self.lines:
            self.fields[f"kept_{number}"] = forms.ChoiceField(
                label=_("Kept equipment, line %(n)s") % {"n": number + 1},
                required=False,
                choices=[("", DASH), *((card, words.card_name(book, card)) for card in cards)],
            )

    @property
    def kept_fields(self) -> list[forms.BoundField]:
        return [self[f"kept_{number}"] for number in self.lines]

    def clean_achievements(self) -> list[str]:
        lines = [" ".join(line.split()) for line in self.cleaned_data["achievements"].splitlines()]
        named = list(dict.fromkeys(words.achievement_id(self.book, line) for line in lines if line))
        if any(len(name) > NAME_LENGTH for name in named):
            raise forms.ValidationError(
                _("A name has at most %(most)s letters.") % {"most": NAME_LENGTH}
            )
        return named

    @property
    def kept(self) -> list[str]:
        """The cards written down, one for each filled line."""
        lines = (self.cleaned_data[f"kept_{number}"] for number in self.lines)
        return [card for card in lines if card]


def _initial(sheet: Sheet, book: CampaignBook) -> dict[str, Any]:
    kept = {f"kept_{number}": card_of(book, copy).id for number, copy in enumerate(sheet.kept)}
    return {
        "status": sheet.status,
        "points": sheet.points,
        "extra_actions": sheet.extra_actions,
        "skills": list(sheet.skills),
        "achievements": "\n".join(
            words.achievement_name(book, achievement) for achievement in sheet.achievements
        ),
        "note": sheet.note,
        **kept,
    }
