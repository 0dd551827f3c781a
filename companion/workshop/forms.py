"""The form of a pack."""

from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from companion.workshop.models import NAME_LENGTH
from companion.workshop.words import LANGUAGES
from rules import load_packs, names


class PackForm(forms.Form):
    """A pack's name, author and languages."""

    name = forms.CharField(label=gettext_lazy("Name of the pack"), max_length=NAME_LENGTH)
    author = forms.CharField(label=gettext_lazy("Author"), max_length=NAME_LENGTH, required=False)
    languages = forms.MultipleChoiceField(
        label=gettext_lazy("Languages"),
        choices=list(LANGUAGES.items()),
        widget=forms.CheckboxSelectMultiple,
    )

    def clean_name(self) -> str:
        if not (name := names.tidy(self.cleaned_data["name"])):
            raise forms.ValidationError(_("Give it a name one can see."))
        return name

    def clean_author(self) -> str:
        return names.tidy(self.cleaned_data["author"])


class NewPackForm(PackForm):
    """The same with the game of a new pack."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = get_language() or "en"
        games = {slug: pack.short.in_language(language) for slug, pack in load_packs().items()}
        self.fields["game"] = forms.ChoiceField(label=_("Game"), choices=list(games.items()))
        self.order_fields(["game", "name", "author", "languages"])
