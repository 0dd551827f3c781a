"""What the base template needs on every page. Reads no database: error pages use it too."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from companion.frame.preferences import theme_of

HTMX_CONFIG = (
    '{"responseHandling":['
    '{"code":"204","swap":false},'
    '{"code":"[23]..","swap":true},'
    '{"code":"4..","swap":true,"error":true,"target":"#notices","swapOverride":"innerHTML"},'
    '{"code":"5..","swap":true,"error":true,"target":"#notices","swapOverride":"innerHTML"}],'
    '"includeIndicatorStyles":false,"allowEval":false,"selfRequestsOnly":true,'
    '"timeout":8000,"historyCacheSize":0,"scrollIntoViewOnBoost":false}'
)


def frame(request: HttpRequest) -> dict[str, Any]:
    """Theme, languages and how htmx shows errors."""
    return {
        "theme": theme_of(request),
        "language": get_language(),
        "languages": [code for code, _name in settings.LANGUAGES],
        "htmx_config": HTMX_CONFIG,
    }
