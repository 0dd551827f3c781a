"""Words and pictures of the live views around the table page."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from companion.models import LogEntry
from companion.narration import headline
from companion.selectors import Board

register = template.Library()

_FAMILY_ICON = {
    "walker": "walker",
    "fatty": "brute",
    "runner": "runner",
    "abomination": "abom",
    "necromancer": "grave",
    "crawler": "hand",
}


@register.filter
def zombie_icon(family: str) -> str:
    return _FAMILY_ICON.get(family, "walker")


@register.filter
def left(hearts: list[bool]) -> int:
    return sum(hearts)


@register.filter
def at(mapping: Mapping[str, Any], key: str) -> Any:
    return mapping[key]


@register.filter
def first_player(board: Board) -> str:
    return board.state.players[board.state.first_player % len(board.state.players)]


@register.simple_tag
def entry_line(entry: LogEntry, board: Board) -> str:
    """What an entry did, for the big screen."""
    return headline(entry, board.state, board.pack)


@register.filter
def now_word(phase: str) -> str:
    """What happens now, read from across the room."""
    return {
        "players": pgettext("now", "The survivors act"),
        "zombies": pgettext("now", "The zombies act"),
        "end": pgettext("now", "The round ends"),
    }[phase]


@register.filter
def then_word(phase: str, zones: int) -> str:
    """What comes after it."""
    if phase == "players":
        return ngettext(
            "Then: zombie phase, %(zones)d zone", "Then: zombie phase, %(zones)d zones", zones
        ) % {"zones": zones}
    return _("Then: end phase") if phase == "zombies" else _("Then: a new round")
