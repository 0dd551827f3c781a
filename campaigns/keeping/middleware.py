"""Turns away whoever is shut out, and keepers who owe a second step."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.keeping.access import SecondStepDue
from campaigns.keeping.bans import bans
from companion.frame.addresses import home_of
from companion.frame.errors import error_response
from companion.frame.throttle import client_address, person_key
from companion.people.entering import pass_second_step
from companion.people.models import Person
from companion.people.recently import ask_again, has_shown
from companion.people.second_step.services import is_asked_of


class KeepingMiddleware:
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

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A keeper is led to where a second step is set up, or shown by this browser."""
        if not isinstance(error, SecondStepDue):
            return None
        person = request.user
        if isinstance(person, Person) and is_asked_of(person):
            page = request.path if request.method == "GET" else reverse("keeping:operate")
            if not has_shown(request):
                return ask_again(page)
            return pass_second_step(request, person, page)
        text = _("The site admin pages need a second step. Set it up, then open /operate/ again.")
        messages.error(request, text)
        return redirect("people:second-step")
