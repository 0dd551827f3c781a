"""Turns away whoever is shut out. Costs nothing while nobody is."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns.keeping.bans import bans
from companion.frame.addresses import home_of
from companion.frame.errors import error_response
from companion.frame.throttle import client_address, person_key


class ShutOutMiddleware:
    """Whoever comes from a shut-out address, or as a shut-out person, gets one sentence."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        shut_out = bans.now()
        if (shut_out.homes and home_of(client_address(request)) in shut_out.homes) or (
            shut_out.people and person_key(request) in shut_out.people
        ):
            text = _("Whoever keeps this site has shut you out. Speak with them if that is wrong.")
            return error_response(request, 403, text=text, title=_("Shut out"))
        return self.get_response(request)
