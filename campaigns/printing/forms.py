"""What to print, and how it shall look."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from campaigns.printing.kind import BLANKS, MISSION, MOST_BLANKS, SHEETS, PrintChoices
from campaigns.printing.kinds import offered
from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from campaigns.printing.paper.codes import PaperError
from campaigns.printing.subjects import Subject

OWN_MISSION = "own"
EVERYBODY = "all"
FEW_LEFT = 10


class LookForm(forms.Form):
    """Paper, ink, type and language: the same for every print."""

    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"), choices=[("a4", "A4"), ("letter", "US Letter")]
    )
    ink = forms.ChoiceField(
        label=gettext_lazy("Ink"),
        choices=[
            ("full", pgettext_lazy("ink", "Full")),
            ("saving", pgettext_lazy("ink", "Saving")),
        ],
    )
    type = forms.ChoiceField(
        label=gettext_lazy("Type"),
        choices=[
            ("ordinary", pgettext_lazy("size of type", "Ordinary")),
            ("large", pgettext_lazy("size of type", "Large")),
        ],
    )

    def __init__(self, data: Any = None, *, before: Look, **kwargs: Any) -> None:
        super().__init__(data, initial={**before.told, "language": get_language()}, **kwargs)

    @property
    def look_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("language", "paper", "ink", "type")]

    @property
    def look(self) -> Look:
        return Look.of({name: self.cleaned_data[name] for name in ("paper", "ink", "type")})

    @property
    def print_language(self) -> str:
        return str(self.cleaned_data["language"])


def look_words(look: dict[str, str], language: str) -> str:
    """Return a print's look in the words of the form: paper, ink, type and language."""
    values = {**Look.of(look).told, "language": language}
    named = []
    for name in ("paper", "ink", "type", "language"):
        field = LookForm.base_fields[name]
        assert isinstance(field, forms.ChoiceField)
        words = dict(field.choices)  # type: ignore[arg-type]
        word = str(words.get(values[name], values[name]))
        named.append(word if name in ("paper", "language") else f"{field.label}: {word.lower()}")
    return " · ".join(named)


class SheetsForm(LookForm):
    """The kinds of sheets to print and their options: mission, survivor's sheet, number."""

    prints_left: int | None = None
    """Prints left this hour for the person who asks; None without a limit."""
    what = forms.MultipleChoiceField(
        label=gettext_lazy("What to print"),
        error_messages={"required": gettext_lazy("Tap at least one kind of sheet.")},
    )
    sheet = forms.ChoiceField(label=gettext_lazy("Whose sheet"), required=False)
    mission = forms.ChoiceField(label=gettext_lazy("Mission"), required=False)
    blanks = forms.IntegerField(
        label=gettext_lazy("Blank campaign sheets"),
        required=False,
        min_value=1,
        max_value=MOST_BLANKS,
    )

    def __init__(
        self,
        data: Any = None,
        *,
        subject: Subject,
        last: Sequence[PrintJob] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self.last = [job.kind for job in last]
        self.offered = offered(subject)
        self._choose("what", [(kind, str(offer.name)) for kind, offer in self.offered.items()])
        options = {option for offer in self.offered.values() for option in offer.options}
        blank = (OWN_MISSION, _("Blank, for a mission of your own"))
        for option, field, first in (
            (MISSION, "mission", blank),
            (SHEETS, "sheet", (EVERYBODY, _("Everybody"))),
            (BLANKS, "blanks", None),
        ):
            if option not in options:
                del self.fields[field]
            elif first is not None:
                self._choose(field, [first, *option.choices(subject)])
        self.initial["blanks"] = 6
        for job in last:
            self.initial["language"] = job.language
            for field, key in (("sheet", "sheets"), ("mission", "missions")):
                chosen = job.content.get(key)
                if field in self.fields and isinstance(chosen, list) and len(chosen) == 1:
                    self.initial[field] = chosen[0] or OWN_MISSION
        if "mission" in self.fields and subject.played:
            self.initial["mission"] = subject.played

    def _choose(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def chosen_fields(self) -> list[forms.BoundField]:
        """Fields of the content, without those of its look."""
        names = ("what", "sheet", "mission", "blanks")
        return [self[name] for name in names if name in self.fields]

    @property
    def few_left(self) -> bool:
        return self.prints_left is not None and self.prints_left <= FEW_LEFT

    @property
    def picked(self) -> set[str]:
        """Kinds ticked before an error, or printed the last time, or the first offered."""
        if self.is_bound:
            return set(self.data.getlist("what"))  # type: ignore[attr-defined]
        asked = self.initial.get("what")
        if asked in self.offered:
            return {asked}
        return set(self.last) & set(self.offered) or set(list(self.offered)[:1])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        wanted = [self.offered[kind] for kind in cleaned.get("what", [])]
        asks_for_blanks = any(BLANKS in offer.options for offer in wanted)
        if asks_for_blanks and not cleaned.get("blanks") and "blanks" not in self.errors:
            self.add_error("blanks", _("Say how many."))
        return cleaned

    @property
    def chosen(self) -> PrintChoices:
        mission = self.cleaned_data.get("mission") or OWN_MISSION
        sheet = self.cleaned_data.get("sheet") or EVERYBODY
        return PrintChoices(
            mission="" if mission == OWN_MISSION else mission,
            sheets=None if sheet == EVERYBODY else [sheet],
            blanks=self.cleaned_data.get("blanks") or 1,
        )


class RestoreForm(forms.Form):
    """The text of scanned codes, from any address and in any order."""

    codes = forms.CharField(
        label=gettext_lazy("What the codes say"),
        max_length=60_000,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Scan each code of the sheet with your phone and open its link, or paste the links "
            "here, in any order."
        ),
    )


def paper_words(error: PaperError) -> str:
    """Return the problem of scanned codes, in the reader's language."""
    return {
        "nothing": _("There is no code of a campaign or pack in this text."),
        "mixed": _("These are codes of different sets: %(sets)s. Scan those of one print only."),
        "missing": _("Still missing: code %(numbers)s of %(of)s."),
        "damaged": _("A code was not read whole. Scan it again."),
        "form": _("These codes were printed by a newer Safehouse."),
        "unsound": _("The codes are whole, but what they hold cannot be played here."),
    }[error.code] % error.params
