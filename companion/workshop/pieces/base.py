"""The form of a piece, and what the pages need to know of a kind."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import msgspec
from django import forms
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.workshop.fields import Sent, digest, in_language, text_field
from companion.workshop.reading import Reading
from rules import Pack, names
from rules.workshop.draft import Said, plain_text

Lines: TypeAlias = list[tuple[str, str]]
"""What a card says: a word before each line, or none, and the line."""


class PieceForm(forms.Form):
    """A piece as a form. `seen` says what stood there when the page was shown."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=20)
    names: dict[str, str] = {}
    """Skills by name, where the form lists them."""

    def __init__(self, data: Sent, *, reading: Reading, piece: Any) -> None:
        super().__init__(data, initial={"seen": digest(piece)})
        self.reading, self.piece = reading, piece
        self.pack: Pack = reading.whole
        self.language = get_language() or "en"
        self.lay_out()

    @property
    def seen_now(self) -> str:
        return digest(self.piece)

    def lay_out(self) -> None:
        """Add the fields."""
        raise NotImplementedError

    def said(self) -> Any:
        """The piece as the form has it."""
        raise NotImplementedError

    # --- what several kinds ask ---

    def ask_words(self, name: str, label: Any, *, lines: bool = False, length: int = 60) -> None:
        """A field for each language the pack is in."""
        for language in self.reading.house.languages:
            field = f"{name}_{language}"
            self.fields[field] = text_field(
                in_language(label, language), lines=lines, length=length
            )
            self.initial[field] = getattr(getattr(self.piece, name), language)

    def words_of(self, name: str) -> Said:
        """What those fields say; other languages keep theirs."""
        before: Said = getattr(self.piece, name)
        texts = {
            language: plain_text(self.cleaned_data[f"{name}_{language}"])
            for language in self.reading.house.languages
        }
        return msgspec.structs.replace(before, **texts)

    def tidy(self, name: str) -> str:
        return names.tidy(self.cleaned_data[name])

    def replaced(self, **fields: Any) -> Any:
        return msgspec.structs.replace(self.piece, **fields)


class PieceRoom(NamedTuple):
    """A kind of piece on its pages."""

    kind: str
    name: Promise
    """Several of them."""
    single: Promise
    """What a button adds."""
    about: Promise
    icon: str
    form: type[PieceForm]
    template: str
    title: Callable[[Any, Reading], str]
    summary: Callable[[Any, Reading], str]
    """What it says, in a line."""
    lines: Callable[[Any, Reading], Lines]
    """All that it says, as its card would."""
    is_offered: Callable[[Pack], bool] = lambda pack: True
    """Whether a game has this kind."""


def named(words: Said) -> str:
    """In the reader's language, else in the other."""
    return words.in_language(get_language() or "en") or _("without a name")
