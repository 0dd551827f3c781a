"""HTML to PDF. Nothing a user types can make the renderer read a file or call an address."""

import mimetypes
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string

SCHEME = "print:"
ASSETS = Path(__file__).parent / "assets"


def asset(url: str) -> tuple[bytes, str]:
    """The one of our own files that `print:/path` names: bytes and content type."""
    path = (ASSETS / url.removeprefix(SCHEME).lstrip("/")).resolve()
    if not url.startswith(SCHEME) or not path.is_relative_to(ASSETS) or not path.is_file():
        raise ValueError(f"not one of our files: {url}")
    return path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def render_pdf(template: str, context: dict[str, Any]) -> bytes:
    """Render a template of `templates/print/` in the active language."""
    # WeasyPrint takes half a second to import; only a worker that prints pays for it.
    from weasyprint import HTML
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OwnFilesOnly(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
            body, content_type = asset(url)
            return URLFetcherResponse(url, body, {"Content-Type": content_type})

    html = render_to_string(template, context)
    document = HTML(string=html, base_url=f"{SCHEME}/", url_fetcher=OwnFilesOnly())
    return bytes(document.write_pdf())
