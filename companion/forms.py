"""Forms around the table."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import Pack, Survivor, UnreadableCommand

NAME_LENGTH = 60


class OpenTableForm(forms.Form):
    """Who goes out tonight, and who plays them."""

    players = forms.CharField(
        label=gettext_lazy("Players"),
        required=False,
        max_length=400,
        help_text=gettext_lazy("First names, separated by commas, in the order they sit."),
    )
    survivors = forms.MultipleChoiceField(
        label=gettext_lazy("Survivors"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tap at least one survivor.")},
    )

    def __init__(self, *args: Any, pack: Pack, keeper: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pack, self.keeper = pack, keeper
        field = self.fields["survivors"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(survivor.id, survivor.name) for survivor in pack.survivors]

    def clean_players(self) -> list[str]:
        names = [" ".join(name.split()) for name in self.cleaned_data["players"].split(",")]
        named = list(dict.fromkeys(name for name in names if name))
        if any(len(name) > NAME_LENGTH for name in named):
            raise forms.ValidationError(
                _("A name has at most %(most)s letters.") % {"most": NAME_LENGTH}
            )
        return named or [self.keeper]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        players, chosen = cleaned.get("players", []), cleaned.get("survivors", [])
        if chosen and len(players) > len(chosen):
            self.add_error("players", _("More players than survivors: tap more survivors."))
        return cleaned

    def seated(self) -> list[tuple[str, Survivor]]:
        """The chosen survivors, dealt round the table in the order of the box."""
        players = self.cleaned_data["players"]
        chosen = set(self.cleaned_data["survivors"])
        there = [survivor for survivor in self.pack.survivors if survivor.id in chosen]
        return [
            (survivor.id, Survivor(name=survivor.name, player=players[index % len(players)]))
            for index, survivor in enumerate(there)
        ]


class JoinForm(forms.Form):
    """How the others call you."""

    name = forms.CharField(
        label=gettext_lazy("Your name at the table"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


def new_command_id() -> str:
    """For a form that is sent without script; with script each tap makes its own."""
    return secrets.token_urlsafe(16)


class StepForm(forms.Form):
    """An undo or redo: its id and the version it was asked of."""

    id = forms.RegexField(r"^[A-Za-z0-9_-]{8,64}\Z")
    seen = forms.IntegerField(min_value=0, max_value=2**31 - 1)

    def read(self) -> tuple[str, int]:
        """Both values, or `UnreadableCommand`."""
        if not self.is_valid():
            raise UnreadableCommand("command.unreadable", detail=", ".join(self.errors))
        return self.cleaned_data["id"], self.cleaned_data["seen"]


class UndoToForm(StepForm):
    """An undo down to one entry."""

    seq = forms.IntegerField(min_value=1, max_value=2**31 - 1)

    def read_to(self) -> tuple[str, int, int]:
        command_id, seen = self.read()
        return command_id, seen, self.cleaned_data["seq"]
