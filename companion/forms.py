"""Forms around the table."""

import secrets
from typing import Any

from django import forms

from rules import UnreadableCommand


def new_command_id() -> str:
    """Return an id for a form that is sent without script; with script each tap makes its own."""
    return secrets.token_urlsafe(16)


class StepForm(forms.Form):
    """An undo or redo: its id and the version it was asked of."""

    id = forms.RegexField(r"^[A-Za-z0-9_-]{8,64}\Z")
    seen = forms.IntegerField(min_value=0, max_value=2**31 - 1)

    def read(self) -> tuple[str, int]:
        """Return both values, or raise `UnreadableCommand`."""
        if not self.is_valid():
            raise UnreadableCommand("command.unreadable", detail=", ".join(self.errors))
        return self.cleaned_data["id"], self.cleaned_data["seen"]


class UndoForm(StepForm):
    """An undo, perhaps by somebody who was told what goes with it in another book."""

    along = forms.IntegerField(min_value=0, max_value=2**31 - 1, required=False)

    def read_undo(self) -> dict[str, Any]:
        """Return the fields as the services take them."""
        command_id, seen = self.read()
        return {"command_id": command_id, "seen": seen, "along": self.cleaned_data["along"]}


class UndoToForm(UndoForm):
    """An undo down to one entry."""

    seq = forms.IntegerField(min_value=1, max_value=2**31 - 1)

    def read_to(self) -> dict[str, Any]:
        return {**self.read_undo(), "seq": self.cleaned_data["seq"]}
