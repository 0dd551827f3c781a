"""Game words and log sentences in templates."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.narration import for_the_bar, headline
from companion.selectors import Board
from companion.terms import called, danger_word, phase_word, spaced_code
from rules.packs.schema import Term

register = template.Library()
MINUTE, HOUR = 60, 3600
register.filter("called", called)
register.filter("danger_word", danger_word)
register.filter("phase_word", phase_word)
register.filter("spaced_code", spaced_code)


@register.filter
def unbroken(words: str) -> str:
    """Keep words together on one line: `12 to 50 %`."""
    return words.replace(" ", "\N{NO-BREAK SPACE}")


@register.filter
def per_cent(number: int) -> str:
    """Write a share whose sign stays beside its number."""
    return unbroken(f"{number} %")


@register.filter
def term(value: Term) -> str:
    """Return a pack's word in the reader's language."""
    return value.in_language(get_language() or "en")


@register.simple_tag
def undo_line(board: Board) -> str:
    """Tell what the undo bar would undo."""
    return for_the_bar(board.undoable, board.state, board.pack) if board.undoable else ""


@register.simple_tag
def redo_line(board: Board) -> str:
    """Tell what redo would bring back."""
    if board.redoable is None:
        return ""
    last = headline(board.redoable, board.state, board.pack)
    return _("several steps, the last: %(what)s") % {"what": last} if board.redoes_several else last


@register.filter
def ago(moment: datetime) -> str:
    """Tell how long ago, in words; the last minute is now."""
    if timezone.now() - moment < timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(moment, depth=1)}


@register.filter
def since(moment: datetime) -> str:
    """Tell how long ago, as short as the undo bar needs it: `20 s`, `3 min`, `2 h`."""
    seconds = max(0, int((timezone.now() - moment).total_seconds()))
    if seconds < MINUTE:
        return _("now")
    if seconds < HOUR:
        return _("%(minutes)d min") % {"minutes": seconds // MINUTE}
    return _("%(hours)d h") % {"hours": seconds // HOUR}
