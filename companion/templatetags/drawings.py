"""Drawings that stand in many places: a danger level beside a name, the bar of points."""

from functools import lru_cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from companion.selectors import SurvivorCard
from companion.terms import danger_word

register = template.Library()
LAST_STRETCH = 2
"""Points that the bar of the highest level stands for."""


@register.simple_tag
def danger_mark(level: str, words: object = None, fill: bool = False) -> SafeString:
    """Draw a danger level: its shape, and its word or other words."""
    return format_html(
        '<span class="dgr{0}" data-danger="{1}"><i class="i i-d-{1}" aria-hidden="true"></i>{2}'
        "</span>",
        " dgr--fill" if fill else "",
        level,
        danger_word(level) if words is None else words,
    )


@register.simple_tag
def track(card: SurvivorCard, size: str = "") -> SafeString:
    """Draw the bar of a survivor's points: a stretch for each level, filled up to the points."""
    levels = tuple((level.id, level.points) for level in card.pack.danger)
    return _track(card.points, levels, f" track--{size}" if size else "", card.key)


@lru_cache(maxsize=1000)
def _track(points: int, levels: tuple[tuple[str, int], ...], size: str, key: str) -> SafeString:
    """Draw the bar that all survivors with these points have."""
    starts = [start for _level, start in levels]
    ends = [*starts[1:], starts[-1] + LAST_STRETCH]
    # The last level has no end to move towards: reaching it fills its stretch.
    reached = ends[-1] if points >= starts[-1] else points
    stretches = format_html_join(
        "",
        '<rect class="track__bed" x="{1}" y="0" width="{2}" height="3"/>'
        '<rect class="track__fill" data-danger="{0}" x="{1}" y="0" width="{3}" height="3"/>',
        (
            (level, start, end - start, max(0, min(reached, end) - start))
            for (level, start), end in zip(levels, ends, strict=True)
        ),
    )
    return format_html(
        '<svg class="track{}" viewBox="0 0 45 3" preserveAspectRatio="none" aria-hidden="true"'
        ' data-count="points-{}" data-number="{}">{}</svg>',
        size,
        key,
        points,
        stretches,
    )
