"""Forms around the table."""

import json
import secrets
from typing import Any

from django import forms

from rules import Command, UnreadableCommand, decode_command


def new_command_id() -> str:
    """For a form that is sent without script; with script each tap makes its own."""
    return secrets.token_urlsafe(16)


def command_from_post(data: Any) -> Command:
    """The command of a button: its JSON, with the id and the version seen beside it."""
    try:
        body = json.loads(data.get("command", ""), object_pairs_hook=_each_key_once)
    except (ValueError, RecursionError) as error:
        raise UnreadableCommand("command.unreadable", detail=str(error)) from error
    if not isinstance(body, dict) or {"id", "seen"} & set(body):
        raise UnreadableCommand("command.unreadable", detail="not the command of a button")
    seen = data.get("seen", "")
    if not (seen.isascii() and seen.isdecimal()):
        raise UnreadableCommand("command.unreadable", detail="seen is no version")
    return decode_command(json.dumps({**body, "id": data.get("id", ""), "seen": int(seen)}))


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Two values for one key could be read either way, so they are not read at all."""
    body = dict(pairs)
    if len(body) < len(pairs):
        raise ValueError("a key stands there twice")
    return body


class StepForm(forms.Form):
    """An undo or redo: its id and the version it was asked of."""

    id = forms.RegexField(r"^[A-Za-z0-9_-]{8,64}\Z")
    seen = forms.IntegerField(min_value=0, max_value=2**31 - 1)

    def read(self) -> tuple[str, int]:
        """Both values, or `UnreadableCommand`."""
        if not self.is_valid():
            raise UnreadableCommand("command.unreadable", detail=", ".join(self.errors))
        return self.cleaned_data["id"], self.cleaned_data["seen"]
