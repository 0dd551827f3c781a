"""The form of the token page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from api.models import Scope

NAME_LENGTH = 60


class TokenForm(forms.Form):
    """The name of a token, and its scope."""

    name = forms.CharField(
        label=_("What is it for?"),
        max_length=NAME_LENGTH,
        help_text=_("A name to recognize it by, as the lamp above the table."),
    )
    scope = forms.ChoiceField(
        label=_("What may it do?"),
        initial=Scope.READ,
        widget=forms.RadioSelect,
        choices=[
            (Scope.READ, _("Read: look at tables and logs")),
            (Scope.PLAY, _("Play: send commands, sit down, print")),
            (Scope.MANAGE, _("Manage: open tables and all else")),
        ],
    )

    def scope_cards(self) -> list[dict[str, Any]]:
        """The choices for the cards of the page: value, title, meaning, whether it is chosen."""
        chosen = self["scope"].value()
        return [
            {
                "value": value,
                "title": str(words).partition(": ")[0],
                "meaning": str(words).partition(": ")[2],
                "is_chosen": value == chosen,
            }
            for value, words in self.fields["scope"].choices  # type: ignore[attr-defined]
        ]
