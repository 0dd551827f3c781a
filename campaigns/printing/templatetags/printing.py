"""Drawings, codes and game words in the templates of `templates/print/`."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaigns.printing import charts, cutting, drawings, maps, names, tents, words
from campaigns.printing.render import qr_address
from companion.words import token_word
from rules import odds
from rules.packs.schema import Equipment, Profile, Term

register = template.Library()
register.simple_tag(drawings.box, name="box")
register.simple_tag(drawings.boxes, name="boxes")
register.simple_tag(drawings.shape, name="shape")
register.simple_tag(drawings.swatch, name="swatch")
register.simple_tag(charts.bar_chart, name="bar_chart")
register.simple_tag(charts.steps_chart, name="steps_chart")
register.simple_tag(charts.bands_chart, name="bands_chart")
register.simple_tag(drawings.level_bar, name="level_bar")
register.simple_tag(partial(drawings.level_bar, room=22.0), name="small_bar")
register.simple_tag(drawings.luck_bar, name="luck_bar")
register.simple_tag(drawings.tile_list, name="tile_list")
register.simple_tag(drawings.empty_board, name="empty_board")
register.filter("signed", drawings.signed)
register.filter("token_word", token_word)
register.filter("difficulty_word", words.difficulty_word)
register.filter("in_brief", words.in_brief)


@register.filter
def word(value: Term) -> SafeString:
    """Return a pack's word; one that is our translation carries a small circle."""
    language = get_language() or "en"
    text = value.in_language(language)
    if value.own_translation(language):
        return format_html('<span class="own">{}</span>', text)
    return format_html("{}", text)


@register.filter
def in_language(value: Any) -> str:
    """Return a mission's sentence in the language of the print."""
    return str(value.in_language(get_language() or "en"))


@register.filter
def name_class(name: str, room: str = "HEAD") -> str:
    return names.name_class(name, getattr(names, room))


@register.simple_tag
def qr(text: str, size: int, label: str, packed: str = "") -> SafeString:
    """Return a QR code of so many millimetres (see `.q22` and its like in the stylesheet)."""
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
def paper_map(context: template.Context, map_: maps.TurnedMap) -> SafeString:
    return maps.paper_map(map_, context["pack"], saves_ink=context["look"].saves_ink)


@register.simple_tag(takes_context=True)
def posters(context: template.Context, map_: maps.TurnedMap) -> list[maps.Poster]:
    """Return the pages of a poster."""
    return maps.posters(map_, context["pack"], context["look"])


@register.simple_tag(takes_context=True)
def paper_legend(context: template.Context, map_: maps.TurnedMap) -> list[Any]:
    return list(maps.paper_legend(map_, context["pack"], saves_ink=context["look"].saves_ink))


@register.simple_tag(takes_context=True)
def paper_crowds(context: template.Context, map_: maps.TurnedMap) -> list[maps.CrowdedPlace]:
    """Of the map of a mission sheet."""
    return maps.paper_crowds(map_, context["pack"], map_.scale)


@register.simple_tag(takes_context=True)
def hour_track(context: template.Context, start: int | None, night: Any = None) -> SafeString:
    return drawings.hour_track(start, night, saves_ink=context["look"].saves_ink)


@register.simple_tag(takes_context=True)
def time_meter(context: template.Context, length: int, lost: str) -> SafeString:
    return drawings.time_meter(length, lost=lost, saves_ink=context["look"].saves_ink)


CUTS = {"survivors": cutting.SURVIVORS, "weapons": cutting.WEAPONS}


@register.simple_tag(takes_context=True)
def pages_of(context: template.Context, cards: Sequence[Any], kind: str) -> list[Any]:
    """Cards, as many as fit a page of this paper and type."""
    count = CUTS[kind].on(context["look"]).places
    return [cards[first : first + count] for first in range(0, len(cards), count)]


@register.simple_tag(takes_context=True)
def cut_marks(context: template.Context, kind: str) -> SafeString:
    page = CUTS[kind].on(context["look"])
    return drawings.cut_lines(page.width, page.height, page.columns, page.rows)


@register.simple_tag(takes_context=True)
def card_place(context: template.Context, kind: str, number: int) -> SafeString:
    """Return the attributes that place a card and say how much larger it is drawn."""
    look = context["look"]
    scale = cutting.LARGE if look.is_large else 1
    return _placed(*CUTS[kind].on(look).corner(number), scale)


@register.simple_tag(takes_context=True)
def margin_place(context: template.Context, kind: str, column: int) -> SafeString:
    """Above a column of cards, between two marks: what the margin says of them."""
    page = CUTS[kind].on(context["look"])
    left, right = page.columns[column : column + 2]
    width = right - left - 2 * MARK_ROOM
    return format_html('style="left: {}mm; width: {}mm"', f"{left + MARK_ROOM:.2f}", f"{width:.2f}")


MARK_ROOM = 2.0


def _placed(left: float, top: float, scale: float = 1) -> SafeString:
    grown = f"; transform: scale({scale:g}); transform-origin: 0 0" if scale != 1 else ""
    return format_html('style="left: {}mm; top: {}mm{}"', f"{left:.2f}", f"{top:.2f}", grown)


@register.simple_tag(takes_context=True)
def tent_folds(context: template.Context) -> SafeString:
    tent = tents.tent(context["look"])
    return drawings.fold_lines(tent.width, tent.height, tent.folds)


@register.simple_tag(takes_context=True)
def tent_place(context: template.Context, part: str) -> SafeString:
    tent = tents.tent(context["look"])
    top, bottom = tent.flaps
    places = {"back": tent.back, "front": tent.front, "flap": top, "foot": bottom}
    return _placed(14, places[part])


@register.simple_tag(takes_context=True)
def seat_folds(context: template.Context) -> SafeString:
    page = tents.seats(context["look"])
    cuts = drawings.edges(page.columns, page.rows)
    return drawings.fold_lines(page.width, page.height, page.folds, cuts)


@register.simple_tag(takes_context=True)
def seat_place(context: template.Context, part: str, number: int) -> SafeString:
    page = tents.seats(context["look"])
    left, top = page.back(number) if part == "back" else page.front(number)
    # Turned and grown around its middle, so that is where it has to lie.
    more = [side * (page.scale - 1) / 2 for side in page.inside]
    turned = "rotate(180deg) " if part == "back" else ""
    return format_html(
        'style="left: {}mm; top: {}mm; transform: {}scale({})"',
        f"{left + more[0]:.2f}",
        f"{top + more[1]:.2f}",
        turned,
        f"{page.scale:g}",
    )


@register.simple_tag(takes_context=True)
def seat_pages(context: template.Context, places: Sequence[Any]) -> list[Any]:
    """Seats, as many as fit a page of this type."""
    count = tents.seats(context["look"]).places
    return [places[first : first + count] for first in range(0, len(places), count)]


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
    """Return a value for each way to use the card: `0-1 / 0`."""
    return " / ".join(of(profile) for profile in card.profiles) or words.DASH


@register.filter
def keep_chance(dice: int) -> str:
    """Return how likely a card survives its upkeep: no die shows the broken face."""
    return words.per_cent(odds.keep_chance(dice))
