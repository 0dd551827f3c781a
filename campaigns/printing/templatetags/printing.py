"""Drawings, codes and game words in the templates of `templates/print/`."""

from collections.abc import Callable
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaigns.printing import drawings, names, words
from campaigns.printing.render import qr_address
from companion.mechanics.missions.things import token_word
from rules.packs.schema import Equipment, Profile, Term

register = template.Library()
register.simple_tag(drawings.box, name="box")
register.simple_tag(drawings.boxes, name="boxes")
register.simple_tag(drawings.shape, name="shape")
register.simple_tag(drawings.swatch, name="swatch")
register.simple_tag(drawings.cross, name="cross")
register.simple_tag(drawings.bar_chart, name="bar_chart")
register.simple_tag(drawings.loose_tiles, name="loose_tiles")
register.filter("token_word", token_word)
register.filter("difficulty_word", words.difficulty_word)


@register.filter
def word(value: Term) -> SafeString:
    """A pack's word; one that is our translation carries a small circle."""
    language = get_language() or "en"
    text = value.in_language(language)
    if value.own_translation(language):
        return format_html('<span class="own">{}</span>', text)
    return format_html("{}", text)


@register.filter
def in_language(value: Any) -> str:
    """A mission's sentence in the language of the print."""
    return str(value.in_language(get_language() or "en"))


@register.filter
def name_class(name: str, room: str = "HEAD") -> str:
    return names.name_class(name, getattr(names, room))


@register.simple_tag
def qr(text: str, size: int, label: str, packed: str = "") -> SafeString:
    """A QR code of so many millimetres (see `.q22` and its like in the stylesheet)."""
    return format_html(
        '<img class="q q{}" src="{}" alt="{}">', size, qr_address(text, packed), label
    )


@register.simple_tag(takes_context=True)
def point_bar(
    context: template.Context, points: int, track: int, milestones: Any, total: str
) -> SafeString:
    saves_ink = context["look"].saves_ink
    return drawings.point_bar(
        points, track=track, milestones=milestones, total=total, saves_ink=saves_ink
    )


@register.simple_tag(takes_context=True)
def tile_map(context: template.Context, grid: Any) -> SafeString:
    return drawings.tile_map(grid, saves_ink=context["look"].saves_ink)


@register.simple_tag(takes_context=True)
def hour_track(context: template.Context, start: int | None, night: Any = None) -> SafeString:
    return drawings.hour_track(start, night, saves_ink=context["look"].saves_ink)


@register.filter
def ranges(card: Equipment) -> str:
    return _each(card, words.range_of)


@register.filter
def dice(card: Equipment) -> str:
    return _each(card, words.dice_of)


@register.filter
def accuracies(card: Equipment) -> str:
    return _each(card, words.accuracy_of)


@register.filter
def damages(card: Equipment) -> str:
    return _each(card, words.damage_of)


def _each(card: Equipment, of: Callable[[Profile], str]) -> str:
    """A value for each way to use the card: `0-1 / 0`."""
    return " / ".join(of(profile) for profile in card.profiles) or words.DASH


@register.filter
def keep_chance(dice: int) -> str:
    """How likely a card survives its upkeep: no die shows the broken face."""
    percent = round((5 / 6) ** dice * 100)
    return f"{percent}\u202f%" if (get_language() or "en").startswith("es") else f"{percent}%"


@register.filter
def lines_left(count: int, most: int) -> range:
    """Empty lines below so many filled ones; always one to write on."""
    return range(max(1, most - count))
