"""A kind of piece on its pages."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.workshop.draft_forms import DraftForm
from companion.workshop.reading import Reading
from rules import Pack
from rules.workshop.draft import Said

Lines: TypeAlias = list[tuple[str, str]]
"""Lines of a card, each with the word before it, or none."""


class PieceRoom(NamedTuple):
    """A kind of piece on its pages."""

    kind: str
    name: Promise
    """Word for several of them."""
    single: Promise
    """One of them, as a button that adds it says."""
    about: Promise
    icon: str
    form: type[DraftForm]
    """Form of the piece; of a mission its title, the first of its parts."""
    title: Callable[[Any, Reading], str]
    summary: Callable[[Any, Reading], str]
    """Function that tells it in a line."""
    lines: Callable[[Any, Reading], Lines] = lambda piece, reading: []
    """Function that tells all of it, as its card would."""
    template: str = "workshop/write.html"
    beside: str = "workshop/pieces/_look.html"
    """Template that shows it as it will be."""
    shown: Callable[[Any, Reading], dict[str, Any]] = lambda piece, reading: {}
    """Function that gives what its page shows besides."""
    changed: Callable[[Any, Any, Reading], str] | None = None
    """Function that tells a step of writing, from the drafts before and after it."""
    is_offered: Callable[[Pack], bool] = lambda pack: True
    """Function that checks if a game has this kind."""

    def step_words(self, before: Any, after: Any, reading: Reading) -> str:
        """Return a step in a few words: what was added, thrown away or changed, and how it is."""
        if before is None:
            return _("new")
        if before.binned != after.binned:
            return _("into the bin") if after.binned else _("out of the bin")
        told = self.changed(before, after, reading) if self.changed else ""
        return told or self.summary(after, reading) or self.title(after, reading)


def named(words: Said) -> str:
    """Return the words in the reader's language, else in the other."""
    return words.in_language(get_language() or "en") or _("without a name")
