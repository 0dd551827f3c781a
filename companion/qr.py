"""QR codes as inline SVG and for the terminal."""

import io

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(text: str) -> SafeString:
    """Return an SVG to stand in a page; its size comes from the stylesheet."""
    svg = segno.make(text, error="m").svg_inline(omitsize=True, border=2)
    return mark_safe(svg)  # noqa: S308 - drawn by us, the text is only in the modules


def qr_terminal(text: str) -> str:
    """Return block characters that a phone can read off a dark or light terminal."""
    out = io.StringIO()
    segno.make(text, error="l").terminal(out=out, compact=True, border=2)
    return out.getvalue()
