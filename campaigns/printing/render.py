"""HTML to PDF. Nothing a user types can make the renderer read a file or call an address."""

import atexit
import base64
import gc
import logging
import mimetypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import segno
from django.template.loader import render_to_string
from segno import consts

from campaigns.printing.binding import Binder
from campaigns.printing.look import Look

if TYPE_CHECKING:
    from weasyprint import CSS, Document
    from weasyprint.text.fonts import FontConfiguration

log = logging.getLogger("safehouse.prints")

SCHEME = "print:"
ASSETS = Path(__file__).parent / "assets"
CODES = "/qr/"
# A sheet that is laid out takes about seven megabytes until it is written.
SHEETS_AT_ONCE = 16
GLYPHS_NAMED = 20


class PrintedSheet(NamedTuple):
    """One sheet of a print: what it is called, its template and what that shows."""

    label: str
    template: str
    context: dict[str, Any]
    one_page: bool = True
    """Two pages are tried again with less air between the blocks."""
    spread: bool = False
    """One that takes two pages all the same is set out for them: class `spread`."""
    copies: int = 1


def sheets_in(pieces: Sequence[PrintedSheet]) -> int:
    """Return the number of sheets of a print, every copy counted."""
    return sum(piece.copies for piece in pieces)


class Made(NamedTuple):
    """A finished file, the names of sheets that are not in it, and letters without a font."""

    pdf: bytes
    pages: int
    flaws: list[str]
    missing: str


class NothingMade(Exception):
    """Not one sheet could be made."""


def asset(url: str) -> tuple[bytes, str]:
    """One of our own files, `print:/path`, or a QR code, `print:/qr/…`: bytes and content type."""
    path = url.removeprefix(SCHEME)
    if url.startswith(SCHEME + CODES):
        return qr_png(*_read_code(path.removeprefix(CODES))), "image/png"
    file = (ASSETS / path.lstrip("/")).resolve()
    if not url.startswith(SCHEME) or not file.is_relative_to(ASSETS) or not file.is_file():
        raise ValueError(f"not one of our files: {url}")
    return file.read_bytes(), mimetypes.guess_type(file.name)[0] or "application/octet-stream"


def qr_address(text: str, packed: str = "") -> str:
    """Return the address of the code of `text`; `packed` follows it in capitals and digits."""
    parts = [base64.urlsafe_b64encode(part.encode()).decode() for part in (text, packed)]
    return f"{SCHEME}{CODES}{parts[0]}/{parts[1]}.png"


def _read_code(path: str) -> tuple[str, str]:
    try:
        text, packed = (
            base64.b64decode(part, altchars=b"-_", validate=True).decode()
            for part in path.removesuffix(".png").split("/")
        )
        return text, packed
    except ValueError as error:
        raise ValueError(f"not one of our files: {path}") from error


@lru_cache(maxsize=64)  # the codes of a campaign stand on each of its sheets
def qr_png(text: str, packed: str = "") -> bytes:
    """One bit a pixel: a fraction of what thousands of path segments cost to draw."""
    parts: Any = [(text, consts.MODE_BYTE)]
    if packed:
        parts.append((packed, consts.MODE_ALPHANUMERIC))
    code = segno.make(parts, error="m", micro=False, boost_error=False)
    return base64.b64decode(code.png_data_uri(border=4, scale=4).partition(",")[2])


@cache
def _stylesheet(name: str) -> "CSS":
    """Parsed and its fonts loaded once a process: they cost more than a sheet."""
    from weasyprint import CSS

    url = f"{SCHEME}/styles/{name}.css"
    return CSS(url=url, url_fetcher=_fetcher(), font_config=_fonts())


@cache
def _fonts() -> "FontConfiguration":
    from weasyprint.text.fonts import FontConfiguration

    atexit.register(_fonts.cache_clear)  # they are let go while their library is still there
    return FontConfiguration()


@cache
def _fetcher() -> Any:
    # WeasyPrint takes half a second to import; only a worker that prints pays for it.
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OwnFilesOnly(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
            body, content_type = asset(url)
            return URLFetcherResponse(url, body, {"Content-Type": content_type})

    return OwnFilesOnly()


def html_of(piece: PrintedSheet, look: Look, more_classes: str = "") -> str:
    """Return the page of one sheet, in the active language."""
    classes = f"{look.classes} {more_classes}".strip()
    return render_to_string(piece.template, {**piece.context, "look": look, "classes": classes})


def lay_out(html: str) -> "Document":
    """Return the sheets WeasyPrint makes of a page, not yet written.

    A page names its stylesheets. With those of all others as well, every element would be held
    against hundreds of selectors that are about none of its own: a sixth of all the work.
    """
    from weasyprint import HTML

    page = HTML(string=html, base_url=f"{SCHEME}/", url_fetcher=_fetcher())
    names = page.etree_element.get("data-styles").split()
    return page.render(stylesheets=[_stylesheet(name) for name in names], font_config=_fonts())


def _sheet(piece: PrintedSheet, look: Look) -> "Document":
    document = lay_out(html_of(piece, look))
    if not piece.one_page or look.is_large or len(document.pages) == 1:
        return document
    tight = lay_out(html_of(piece, look, "tight"))
    if len(tight.pages) < len(document.pages):
        return tight
    return lay_out(html_of(piece, look, "spread")) if piece.spread else document


def make_pdf(
    pieces: Sequence[PrintedSheet],
    look: Look,
    *,
    title: str,
    report: Callable[[int, str], None] = lambda made, label: None,
) -> Made:
    """All sheets in one file, in the active language. A sheet that fails is left out and named.

    `report(made, label)` is called before each sheet, copies counted; it may raise to stop the
    work.
    """
    binder = Binder()
    waiting: list[Document] = []
    flaws: list[str] = []
    pages = 0

    def write() -> None:
        document = waiting[0].copy([page for part in waiting for page in part.pages])
        document.metadata.title = title
        binder.add(document)
        waiting.clear()

    with _missing_glyphs() as missing:
        begun = 0
        for piece in pieces:
            report(begun, piece.label)
            begun += piece.copies
            try:
                document = _sheet(piece, look)
            except Exception:  # one sheet that fails does not lose the others
                log.exception("sheet failed", extra={"sheet": piece.label})
                flaws.append(piece.label)
                continue
            waiting += [document] * piece.copies
            pages += len(document.pages) * piece.copies
            if len(waiting) >= SHEETS_AT_ONCE:
                write()
                del document
                gc.collect()  # laid-out boxes know each other; nothing else lets them go in time
        if waiting:
            write()
    if not pages:
        raise NothingMade(", ".join(flaws))
    return Made(binder.finish(), pages, flaws, "".join(missing)[:GLYPHS_NAMED])


class _Listener(logging.Handler):
    """Notes the characters WeasyPrint finds in no font, for which it prints boxes."""

    def __init__(self) -> None:
        super().__init__()
        self.missing: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if "notdef" in str(record.msg) and isinstance(record.args, tuple) and record.args:
            letter = str(record.args[0])
            if letter not in self.missing:
                self.missing.append(letter)
        elif record.levelno >= logging.ERROR:
            log.error("weasyprint: %s", record.getMessage())


@contextmanager
def _missing_glyphs() -> Iterator[list[str]]:
    listener, logger = _Listener(), logging.getLogger("weasyprint")
    level, propagate, before = logger.level, logger.propagate, list(logger.handlers)
    logger.handlers = [listener]  # a small print made in between tells its own letters only
    logger.setLevel(logging.WARNING)
    logger.propagate = False
    try:
        yield listener.missing
    finally:
        logger.handlers = before
        logger.setLevel(level)
        logger.propagate = propagate
