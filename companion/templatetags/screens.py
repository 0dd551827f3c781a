"""Buttons of a player's own phone, and words of the big screen."""

from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from companion.models import LogEntry
from companion.narration import headline
from companion.screens.selectors import Mine
from companion.selectors import Board
from companion.templatetags.table import button

register = template.Library()


@register.simple_tag(takes_context=True)
def press(context: Any, kind: str, **fields: object) -> SafeString:
    """The attributes of a button that sends this command from a page without sheets."""
    return button(getattr(context["board"], "offered", None), kind, fields)


@register.simple_tag(takes_context=True)
def action_press(context: Any, mine: Mine) -> SafeString:
    """One action of the turn; when there is none left, one of the mission's extra ones."""
    survivor = mine.card.key
    if mine.card.actions_left:
        return press(context, "action.spend", survivor=survivor, count=1)
    if mine.extra_actions:
        return press(context, "extra_action.use", survivor=survivor)
    return SafeString("disabled")


@register.simple_tag
def entry_line(entry: LogEntry, board: Board) -> str:
    """Tell what an entry did, for the big screen."""
    return headline(entry, board.state, board.pack)


@register.filter
def now_word(phase: str) -> str:
    """Tell what happens now, read from across the room."""
    return {
        "players": pgettext("now", "The survivors act"),
        "zombies": pgettext("now", "The zombies act"),
        "end": pgettext("now", "The round ends"),
    }[phase]


@register.filter
def then_word(board: Board) -> str:
    """Tell what comes after it."""
    zones = len(board.zones)
    match board.state.phase:
        case "players":
            words = ngettext(
                "Then: zombie phase, %(zones)d zone", "Then: zombie phase, %(zones)d zones", zones
            )
        case "zombies" if zones and not board.state.spawned:
            words = ngettext("Then: spawn, %(zones)d zone", "Then: spawn, %(zones)d zones", zones)
        case "zombies":
            return _("Then: end phase")
        case _end:
            return _("Then: a new round")
    return words % {"zones": zones}
