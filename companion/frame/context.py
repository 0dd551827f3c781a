"""Context of the base template on every page. Reads no database: error pages use it too."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from companion.frame.preferences import theme_of


def frame(request: HttpRequest) -> dict[str, Any]:
    """Return theme and languages."""
    return {
        "theme": theme_of(request),
        "language": get_language(),
        "languages": [code for code, _name in settings.LANGUAGES],
    }
