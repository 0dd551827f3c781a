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
"""What a card says: a word before each line, or none, and the line."""


class PieceRoom(NamedTuple):
    """A kind of piece on its pages."""

    kind: str
    name: Promise
    """Several of them."""
    single: Promise
    """What a button adds."""
    about: Promise
    icon: str
    form: type[DraftForm]
    title: Callable[[Any, Reading], str]
    summary: Callable[[Any, Reading], str]
    """What it says, in a line."""
    lines: Callable[[Any, Reading], Lines]
    """All that it says, as its card would."""
    template: str = "workshop/pieces/_base.html"
    is_offered: Callable[[Pack], bool] = lambda pack: True
    """Whether a game has this kind."""


def named(words: Said) -> str:
    """In the reader's language, else in the other."""
    return words.in_language(get_language() or "en") or _("without a name")
