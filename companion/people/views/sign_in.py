"""Signing in and out, and the password once more."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from companion.frame.access_log import note
from companion.frame.errors import error_response
from companion.frame.form_pages import form_page, posted, render_form, safe_next
from companion.people.entering import enter, half_way, pass_second_step
from companion.people.forms import WRONG_CODE, CodeForm, PasswordForm, SignInForm
from companion.people.models import Person
from companion.people.recently import note_shown
from companion.people.second_step import services as second_step
from companion.people.views import signed_in


@never_cache
@sensitive_post_parameters("password")
@form_page
def sign_in(request: HttpRequest) -> HttpResponse:
    """Address and password; whoever has set up a second step goes on to it."""
    if request.user.is_authenticated:
        return redirect("people:account")
    form = SignInForm(request, data=posted(request))
    if request.method == "POST" and form.is_valid():
        account, next_page = form.get_user(), safe_next(request, reverse("home"))
        assert isinstance(account, Person)
        if second_step.is_asked_of(account):
            return pass_second_step(request, account, next_page)
        enter(request, account, by="password")
        return HttpResponseRedirect(next_page)
    return render_form(request, "people/sign_in.html", form, next=safe_next(request, ""))


@never_cache
@sensitive_post_parameters("code")
@form_page
def sign_in_step(request: HttpRequest) -> HttpResponse:
    """Ask for the second step: a code of the app, one from paper, or a passkey."""
    waiting = half_way(request)
    if waiting is None:
        return redirect("people:sign-in")
    person = waiting.person
    form = CodeForm(posted(request))
    if request.method == "POST" and form.is_valid():
        second_step.limit_guesses(request, person)
        if second_step.code_take(person=person, code=form.cleaned_data["code"]):
            enter(request, person, by="password and code", has_passed=True)
            return HttpResponseRedirect(waiting.next)
        note("sign-in", person=person.pk, outcome="wrong code")
        form.add_error("code", WRONG_CODE)
    has_passkeys = person.passkeys.exists()
    return render_form(request, "people/sign_in_step.html", form, has_passkeys=has_passkeys)


def too_many_attempts(
    request: HttpRequest, response: HttpResponse, credentials: dict[str, Any]
) -> HttpResponse:
    """Answer for axes an address that has guessed too often."""
    wait: timedelta = settings.AXES_COOLOFF_TIME
    guessed = Person.objects.filter(email=str(credentials.get("username")).lower()).first()
    note("sign-in", person=guessed and guessed.pk, outcome="too many wrong passwords from there")
    text = _("Too many wrong passwords for this account from here. Try again in %(minutes)d "
             "minutes, or set a new password by mail.")  # fmt: skip
    seconds = int(wait.total_seconds())
    return error_response(
        request, 429, text=text % {"minutes": seconds // 60}, headers={"Retry-After": str(seconds)}
    )


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Leave the account on this browser; a guest has nothing to sign out of."""
    if request.user.is_authenticated:
        note("sign-out", person=request.user.pk)
    logout(request)
    return redirect("home")


@never_cache
@sensitive_post_parameters("password")
@login_required
@form_page
def again(request: HttpRequest) -> HttpResponse:
    """Ask for the password once more, before something that could lock its owner out."""
    form = PasswordForm(posted(request), request=request, person=signed_in(request))
    next_page = safe_next(request, reverse("people:account"))
    if request.method == "POST" and form.is_valid():
        note_shown(request)
        return HttpResponseRedirect(next_page)
    return render_form(request, "people/again.html", form, next=next_page)
