"""Words and small look-ups of the pages around a table."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.setup.plan import DICE
from companion.setup.selectors import deck_words, initials
from companion.setup.words import difficulty_word
from companion.words import all_words, option_word
from rules import Pack

register = template.Library()
register.filter("deck_words", deck_words)
register.filter("initials", initials)
register.filter("option_title", option_word)
register.filter("difficulty_word", difficulty_word)


@register.filter
def of(mapping: Mapping[str, Any], key: str) -> Any:
    """Return what a mapping has at a key that is a variable; empty without it."""
    return mapping.get(key, "")


@register.simple_tag
def query_word(name: str, value: str) -> str:
    """One word of an address, with its value made safe."""
    return urlencode({name: value})


@register.filter
def attr(value: Any, name: str) -> Any:
    return getattr(value, name)


@register.filter
def unknown_spawns(pack: Pack) -> int:
    """Return how many zombie cards of the box we have not seen."""
    return sum(card.sure == "unknown" for card in getattr(pack, "spawns", ()))


@register.filter
def mission_code(key: str) -> str:
    """`washington-zc:M6` as M6."""
    return key.rpartition(":")[2]


@register.filter
def drawn_word(key: str, pack: Pack) -> str:
    """Name what is drawn or rolled by hand: a deck, or the dice."""
    if key == DICE:
        return _("dice")
    return pack.decks[key].name.in_language(get_language() or "en")


@register.filter
def option_meaning(option: str, game: str) -> str:
    """Return what a house rule changes."""
    known = all_words(game).options.get(option)
    return str(known[1]) if known else ""
