"""Numbers that a script writes anew after a quiet step (static/js/table-numbers.js)."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()
PLACE = "{n}"
"""Stands for the number in the words around it."""


def _name(kind: str, key: str) -> str:
    return f"{kind}-{key}" if key else kind


@register.simple_tag
def number(kind: str, value: int, key: str = "", words: str = "") -> SafeString:
    """Return a number as text, alone or with `words` around it."""
    name = _name(kind, key)
    if not words:
        return format_html('<span data-count="{}">{}</span>', name, value)
    return format_html(
        '<span data-count="{}" data-number="{}" data-text="{}">{}</span>',
        name,
        value,
        words,
        words.replace(PLACE, str(value)),
    )


@register.simple_tag
def counted(kind: str, value: int, key: str = "", label: str = "") -> SafeString:
    """Return the attributes of an element that shows a number by its shape or its label."""
    said = (
        format_html(' aria-label="{}" data-label="{}"', label.replace(PLACE, str(value)), label)
        if label
        else ""
    )
    return format_html('data-count="{}" data-number="{}"{}', _name(kind, key), value, said)
