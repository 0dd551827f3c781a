"""What to print, and how it shall look."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from campaigns.printing.facts import missions_of
from campaigns.printing.look import Look
from campaigns.printing.paper.codes import PaperError
from campaigns.printing.sheets import weapons
from companion.models import Seat
from rules import Cover, Pack, TableState, pack_of
from rules.campaign import Book
from rules.packs.schema.missions import Mission

MOST_BLANKS = 30
OWN_MISSION = "own"
EVERYBODY = "all"


class Choice(NamedTuple):
    """A kind of sheet one can tick, with a line that says what it is."""

    value: str
    name: str
    about: str


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


class SheetsForm(LookForm):
    """Which sheets: any of those offered, a mission where there are some, a number of blanks."""

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
        offered: Sequence[Choice],
        missions: Sequence[tuple[str, str]] = (),
        sheets: Sequence[tuple[str, str]] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self.offered = offered
        values = {choice.value for choice in offered}
        what, mission = self.fields["what"], self.fields["mission"]
        assert isinstance(what, forms.MultipleChoiceField)
        assert isinstance(mission, forms.ChoiceField)
        what.choices = [(choice.value, choice.name) for choice in offered]
        mission.choices = [(OWN_MISSION, _("Blank, for a mission of your own")), *missions]
        self.initial["blanks"] = 6
        sheet = self.fields["sheet"]
        assert isinstance(sheet, forms.ChoiceField)
        sheet.choices = [(EVERYBODY, _("Everybody")), *sheets]
        if "campaign-sheets" not in values:
            del self.fields["sheet"]
        if "mission-sheets" not in values:
            del self.fields["mission"]
        if "blank-sheets" not in values:
            del self.fields["blanks"]

    @property
    def picked(self) -> set[str]:
        """For the template: what was ticked before an error, or everything there is one of."""
        if self.is_bound:
            return set(self.data.getlist("what"))  # type: ignore[attr-defined]
        return {choice.value for choice in self.offered[:1]}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        asks_for_blanks = "blank-sheets" in cleaned.get("what", [])
        if asks_for_blanks and not cleaned.get("blanks") and "blanks" not in self.errors:
            self.add_error("blanks", _("Say how many."))
        return cleaned

    @property
    def missions(self) -> list[str]:
        """The code asked for; an empty one is a blank sheet."""
        chosen = self.cleaned_data.get("mission") or OWN_MISSION
        return ["" if chosen == OWN_MISSION else chosen]

    @property
    def sheets(self) -> list[str] | None:
        """The sheet asked for; None is every one of them."""
        chosen = self.cleaned_data.get("sheet") or EVERYBODY
        return None if chosen == EVERYBODY else [chosen]


def mission_choices(
    missions: Sequence[Mission], box: str = "", prefix: str = ""
) -> list[tuple[str, str]]:
    """Codes and titles; `prefix` keeps boxes apart that use the same codes."""
    language = get_language() or "en"
    before = f"{box} · " if box else ""
    return [
        (f"{prefix}{one.code}", f"{before}{one.code} {one.title.in_language(language)}")
        for one in missions
    ]


def table_missions(seat: Seat) -> list[tuple[str, str]]:
    """The missions a table may print, in the order of its boxes."""
    if not isinstance(seat.table.any_state, TableState):
        return []
    return mission_choices(_last_of_each_code(pack_of(seat.table.state)))


def game_missions(pack: Cover) -> list[tuple[str, str]]:
    """The missions of a game and of its boxes, as `box:code`."""
    if not isinstance(pack, Pack):
        return []
    found = mission_choices(pack.missions)
    for box in pack.expansions.values():
        name = box.short.in_language(get_language() or "en")
        found += mission_choices(box.missions, name, f"{box.id}:")
    return found


def campaign_missions(book: Book) -> list[tuple[str, str]]:
    """The missions of a campaign; a free one plays any of its game."""
    return mission_choices(missions_of(book) or _last_of_each_code(book.pack))


def _last_of_each_code(pack: Pack) -> list[Mission]:
    # An expansion's mission stands after the game's and may bear the same code.
    return list({one.code: one for one in pack.missions}.values())


def table_choices(seat: Seat) -> list[Choice]:
    """What a table can print."""
    if not isinstance(seat.table.any_state, TableState):
        return city_choices(of_table=True)
    found = [
        Choice("table-card", _("Table card"), _("how to join, for the middle of the table")),
        Choice("seat-cards", _("Seat cards"), _("one for each player, with a code to scan")),
        Choice("mission-sheets", _("Mission sheet"), _("board, goals, rounds, survivors")),
        Choice("reference", _("Reference sheets"), _("a round at a glance, zombies, skills")),
    ]
    if weapons.content(seat)["carried"]:
        found.append(Choice("weapon-cards", _("Weapon cards"), _("what your survivors carry")))
    if seat.table.version:
        found.append(Choice("after-action", _("After-action report"), _("how the game went")))
    return found


def game_choices(pack: Cover) -> list[Choice]:
    """What can be printed of a game without a table."""
    if not isinstance(pack, Pack):
        return city_choices(of_table=False)
    found = [
        Choice("reference", _("Reference sheet"), _("a round at a glance, zombies, spawning")),
        Choice("mission-sheets", _("Mission sheet"), _("board, goals, rounds, survivors")),
    ]
    if any(box.campaign for box in pack.expansions.values()):
        found.append(
            Choice("blank-sheets", _("Campaign sheets"), _("empty, to be filled in by pen"))
        )
    return found


def city_choices(*, of_table: bool) -> list[Choice]:
    """What can be printed of City of Horror; of a table also how to join it."""
    found = [
        Choice("city-score", _("Score sheet"), _("for the pen, with everybody's points")),
        Choice("city-reference", _("Reference sheet"), _("a round, places, cards and powers")),
    ]
    if of_table:
        found += [
            Choice("table-card", _("Table card"), _("how to join, for the middle of the table")),
            Choice("seat-cards", _("Seat cards"), _("one for each player, with a code to scan")),
        ]
    return found


def campaign_choices() -> list[Choice]:
    """What a campaign can print."""
    return [
        Choice("campaign-sheets", _("Campaign sheets"), _("filled, with codes that hold it all")),
        Choice("mission-sheets", _("Mission sheet"), _("with what your campaign changes")),
        Choice("story", _("The story so far"), _("results, decisions, charts")),
        Choice("campaign-set", _("The whole set"), _("every sheet, every mission, the story")),
    ]


class RestoreForm(forms.Form):
    """What a phone's scanner read, from any address and in any order."""

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
    """What is wrong with scanned codes, in the reader's language."""
    return {
        "nothing": _("There is no code of a campaign in this text."),
        "mixed": _("These are codes of different sets: %(sets)s. Scan those of one print only."),
        "missing": _("Still missing: code %(numbers)s of %(of)s."),
        "damaged": _("A code was not read whole. Scan it again."),
        "form": _("These codes were printed by a newer Safehouse."),
        "unsound": _("The codes are whole, but what they hold is no campaign we can play."),
    }[error.code] % error.params
