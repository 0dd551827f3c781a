"""Turns away whoever is shut out. Costs nothing while nobody is."""

import uuid
from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns.keeping.bans import bans, home_of
from companion.frame.errors import error_response
from companion.frame.throttle import client_address
from companion.people.identity import guest_key


class ShutOutMiddleware:
    """Whoever comes from a shut-out address, or as a shut-out person, gets one sentence."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        shut_out = bans.now()
        if (shut_out.homes and home_of(client_address(request)) in shut_out.homes) or (
            shut_out.people and _key(request) in shut_out.people
        ):
            text = _("Whoever keeps this site has shut you out. Speak with them if that is wrong.")
            return error_response(request, 403, text=text, title=_("Shut out"))
        return self.get_response(request)


def _key(request: HttpRequest) -> uuid.UUID | None:
    """Whose request this is, by their session or their guest's cookie, without reading them."""
    if signed_in := request.session.get(SESSION_KEY):
        return uuid.UUID(signed_in)
    return guest_key(request)
