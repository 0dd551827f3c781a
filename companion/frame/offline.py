"""The site without a network: the service worker and its page."""

import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

WORKER = Path(__file__).with_name("service_worker.js")
# Files of a table and of the offline page; small enough to keep whole.
SHELL = ("css/*.css", "js/*.js", "fonts/*.woff2", "img/*.svg", "img/icon-192.png")


def _shell() -> list[str]:
    folder = Path(settings.STATICFILES_DIRS[0])
    files = sorted(path for pattern in SHELL for path in folder.glob(pattern))
    return [static(path.relative_to(folder).as_posix()) for path in files]


def _script() -> str:
    """Return the worker with its constants; a new version of any file makes a new worker."""
    shell, source = _shell(), WORKER.read_text(encoding="utf-8")
    ingredients = "\n".join([settings.SAFEHOUSE_VERSION, *shell, source])
    facts = {
        "VERSION": hashlib.sha256(ingredients.encode()).hexdigest()[:16],
        "SHELL": shell,
        "OFFLINE": reverse("frame:offline"),
        # True if names carry a fingerprint: a file with such a name never changes.
        "FIXED": not settings.DEBUG,
    }
    lines = [f"const {name} = {json.dumps(value)};" for name, value in facts.items()]
    return "\n".join([*lines, source])


_script_once = cache(_script)


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the worker at the root, so that it may look after every page."""
    script = _script() if settings.DEBUG else _script_once()
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@never_cache
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page that a phone shows instead of one it cannot reach."""
    return render(request, "frame/offline.html")
