"""Prints for tests. A file is made once a session, whichever test and process asks first."""

import hashlib
import html
import os
import re
from functools import lru_cache
from pathlib import Path

import msgspec
from django.utils import translation

from campaigns.printing.kind import Content
from campaigns.printing.kinds import KINDS
from campaigns.printing.look import Look
from campaigns.printing.render import Made, html_of, make_pdf


def made(kind: str, content: Content, language: str = "en", look: Look | None = None) -> Made:
    """The file of a print; laid out and written for real."""
    stored = msgspec.json.encode(content)
    return _made(kind, stored, language, look or Look())


@lru_cache(maxsize=32)
def _made(kind: str, stored: bytes, language: str, look: Look) -> Made:
    name = hashlib.sha256(repr((kind, stored, language, look)).encode()).hexdigest()
    kept = Path(os.environ["SAFEHOUSE_TEST_DATA"]) / "test-prints" / name
    if not kept.exists():
        record = KINDS[kind]
        content = record.read(msgspec.json.decode(stored))
        with translation.override(language):
            print_ = make_pdf(record.pieces(content), look, title=record.title(content))
        kept.parent.mkdir(exist_ok=True)
        begun = kept.with_suffix(f".{os.getpid()}")
        begun.write_bytes(msgspec.msgpack.encode(tuple(print_)))
        begun.replace(kept)
    return Made(*msgspec.msgpack.decode(kept.read_bytes()))


def pages_as_html(
    kind: str, content: Content, language: str = "en", look: Look | None = None
) -> list[str]:
    """Its sheets as they are handed to the renderer."""
    with translation.override(language):
        return [html_of(piece, look or Look()) for piece in KINDS[kind].pieces(content)]


def text_of(page: str) -> str:
    """What a sheet says, drawings by their titles, each run of space as one."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def said(kind: str, content: Content, language: str = "en") -> str:
    """What all sheets of a print say; where only the words matter no file is made."""
    return " ".join(map(text_of, pages_as_html(kind, content, language)))
