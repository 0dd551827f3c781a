"""Who has shown a moment ago that it is them: asked before anything that could lock them out."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

SECONDS = 10 * 60
_SHOWN_AT = "shown_at"


def note_shown(request: HttpRequest) -> None:
    """They have just given their password, or a passkey that asks who holds it."""
    request.session[_SHOWN_AT] = int(time.time())


def has_shown(request: HttpRequest) -> bool:
    shown_at: int = request.session.get(_SHOWN_AT, 0)
    return 0 <= time.time() - shown_at < SECONDS


def ask_again(page: str) -> HttpResponseRedirect:
    """To the page that asks for the password, and from there to `page`."""
    return HttpResponseRedirect(f"{reverse('people:again')}?{urlencode({'next': page})}")


def password_again(
    view: Callable[..., HttpResponse] | None = None, *, back: str = ""
) -> Callable[..., Any]:
    """Lets in only accounts that have shown within ten minutes that it is them.

    What was posted too late is not done; `back` names the page to go to if the view has none.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @login_required
        @wraps(view)
        def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if has_shown(request):
                return view(request, *args, **kwargs)
            return ask_again(reverse(back) if back else request.path)

        return asked

    return decorate(view) if view else decorate
