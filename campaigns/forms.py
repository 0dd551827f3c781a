"""Forms around a campaign, and how a posted form becomes a command."""

import secrets
from collections.abc import Container
from typing import Any, get_args

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.models import NAME_LENGTH
from companion.posted import Posted
from rules import UnreadableCommand, kind_of
from rules.campaign import CampaignBook, CampaignCommand, CampaignState, Sheet
from rules.campaign.commands import ObjectiveDescribe
from rules.campaign.state import ADVANCED, Advanced, CardText
from rules.names import like, tidy
from rules.state import MAX_SURVIVORS

NOTE = ("card", "number", "text")
"""Fields typed of a card; they go along with every button of its page."""
KINDS: dict[str, Any] = {kind_of(kind): kind for kind in get_args(CampaignCommand)}
ADVANCED_WORDS = (
    ("points", gettext_lazy("Campaign points and rewards")),
    ("upkeep", gettext_lazy("Upkeep: equipment may be kept")),
    ("out-of-action", gettext_lazy("Out of action instead of dead")),
)


def command_from_post(data: QueryDict) -> CampaignCommand:
    """Return the command of a form, in the one dialect of all pages."""
    posted = Posted(data)
    kind = KINDS.get(posted.kind)
    if kind is None:
        raise UnreadableCommand("command.unreadable", detail="no such command")
    made: CampaignCommand = posted.typed(kind)
    return made


def note_from_post(data: QueryDict, state: CampaignState) -> ObjectiveDescribe | None:
    """Return the note of a card typed beside the pressed button; None where it is known."""
    card, number, text = (data.get(f"note-{name}", "").strip() for name in NOTE)
    known = state.texts.get(card, CardText())
    if not card or (known.number, known.text) == (number, text.replace("\r\n", "\n")):
        return None
    fields = {"card": card, "number": number, "text": text.replace("\r\n", "\n")}
    mark = f"{data.get('id', '')[:56]}-note"
    made = read_command({"kind": "objective.describe", "id": mark, "seen": 0, **fields})
    assert isinstance(made, ObjectiveDescribe)
    return made


def without_note(data: QueryDict) -> QueryDict:
    rest = data.copy()
    for name in NOTE:
        rest.pop(f"note-{name}", None)
    return rest


def read_command(body: dict[str, Any]) -> CampaignCommand:
    """Return a command from plain values; numbers may come as text."""
    try:
        made: CampaignCommand = msgspec.convert(body, CampaignCommand, strict=False)
    except (msgspec.ValidationError, ValueError, RecursionError) as error:
        raise UnreadableCommand("command.unreadable", detail=str(error)) from error
    return made


def new_command_id() -> str:
    """For a form; sent twice, it counts once."""
    return secrets.token_urlsafe(16)


def _names(text: str) -> list[str]:
    names = [tidy(name) for name in text.split(",")]
    return list(dict.fromkeys(name for name in names if name))


class BeginForm(forms.Form):
    """The survivors of a new campaign, their players, and its rules."""

    name = forms.CharField(label=gettext_lazy("Name of the campaign"), max_length=NAME_LENGTH)
    survivors = forms.MultipleChoiceField(
        label=gettext_lazy("Survivors"), widget=forms.CheckboxSelectMultiple, required=False
    )
    others = forms.CharField(
        label=gettext_lazy("Survivors of your own"),
        required=False,
        max_length=700,
        help_text=gettext_lazy("Names, separated by commas."),
    )
    players = forms.CharField(
        label=gettext_lazy("Players"),
        required=False,
        max_length=400,
        help_text=gettext_lazy("First names, separated by commas; survivors are dealt in turn."),
    )
    advanced = forms.MultipleChoiceField(
        label=gettext_lazy("Advanced rules"),
        choices=ADVANCED_WORDS,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    with_box = forms.BooleanField(
        label=gettext_lazy("With the equipment of the expansion"), required=False
    )

    def __init__(
        self, *args: Any, book: CampaignBook, keeper: str, box: str | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.book, self.keeper = book, keeper
        field = self.fields["survivors"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(survivor.id, survivor.name) for survivor in book.pack.survivors]
        if not book.free:
            del self.fields["advanced"]
        else:
            self.fields["advanced"].initial = list(ADVANCED)
        if not book.free or box is None:
            del self.fields["with_box"]

    def clean_players(self) -> list[str]:
        named = _names(self.cleaned_data["players"])
        if any(len(name) > NAME_LENGTH for name in named):
            raise forms.ValidationError(
                _("A name has at most %(most)s letters.") % {"most": NAME_LENGTH}
            )
        apart: list[str] = []
        for name in named:
            if like(name, apart) is None:  # two spellings are one person
                apart.append(name)
        return apart or [self.keeper]

    def clean_others(self) -> list[str]:
        named = _names(self.cleaned_data["others"])
        if any(len(name) > NAME_LENGTH for name in named):
            raise forms.ValidationError(
                _("A name has at most %(most)s letters.") % {"most": NAME_LENGTH}
            )
        return named

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        count = len(cleaned.get("survivors", ())) + len(cleaned.get("others", ()))
        if count == 0:
            self.add_error("survivors", _("Tap at least one survivor."))
        if count > MAX_SURVIVORS:
            most = {"most": MAX_SURVIVORS}
            self.add_error("survivors", _("A table takes %(most)s survivors at most.") % most)
        return cleaned

    def sheets(self) -> list[tuple[str, Sheet]]:
        """Return an empty sheet for each, dealt round the table."""
        players, chosen = self.cleaned_data["players"], set(self.cleaned_data["survivors"])
        there = [
            (survivor.id, survivor.name)
            for survivor in self.book.pack.survivors
            if survivor.id in chosen
        ]
        for name in self.cleaned_data["others"]:
            there.append((own_key(name, dict(there)), name))
        return [
            (key, Sheet(name=name, player=players[index % len(players)]))
            for index, (key, name) in enumerate(there)
        ]

    def rules(self) -> tuple[Advanced, ...]:
        if not self.book.free:
            return ADVANCED
        return tuple(rule for rule in ADVANCED if rule in self.cleaned_data["advanced"])


def own_key(name: str, taken: Container[str]) -> str:
    """Return the key of a survivor whom the group made up; long names may begin alike."""
    stem = f"own-{slugify(name)[:40].strip('-') or 'survivor'}"
    keys = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
    return next(key for key in keys if key not in taken)


class CampaignJoinForm(forms.Form):
    """The name of a new member."""

    name = forms.CharField(
        label=gettext_lazy("Your name in the campaign"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
