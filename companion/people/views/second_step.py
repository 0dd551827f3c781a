"""Setting up the second step of signing in, and taking it back."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from companion.frame.access_log import note
from companion.frame.form_pages import form_page, posted, render_form, safe_next
from companion.frame.throttle import limit
from companion.people.entering import enter, half_way, has_passed, note_passed, pass_second_step
from companion.people.forms import WRONG_CODE, CodeForm, PasskeyForm
from companion.people.letters.services import sender_of
from companion.people.models import Authenticator, Person
from companion.people.passkeys import services as passkeys
from companion.people.recently import password_again
from companion.people.second_step import services as steps
from companion.people.views import signed_in
from companion.qr import qr_svg

PAGE = "people:second-step"
_SECRET = "app_secret"  # noqa: S105 - where the session keeps it


def second_step_again(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Of an account with a second step, lets in only browsers that have shown it: a password alone
    neither changes it nor takes it away. To be put below `password_again`."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        person = signed_in(request)
        if steps.is_asked_of(person) and not has_passed(request):
            return pass_second_step(request, person, reverse(PAGE))
        return view(request, *args, **kwargs)

    return asked


@never_cache
@password_again
@second_step_again
def second_step(request: HttpRequest) -> HttpResponse:
    """Show the page of the second step: app, passkeys and recovery codes."""
    person = signed_in(request)
    context = {
        "app": Authenticator.objects.filter(person=person).first(),
        "passkeys": list(person.passkeys.order_by("pk")),
        "codes_left": person.recovery_codes.count(),
        "form": PasskeyForm(),
    }
    return render(request, "people/second_step.html", context)


@never_cache
@sensitive_post_parameters("code")
@password_again
@second_step_again
@form_page
def app_setup(request: HttpRequest) -> HttpResponse:
    """Scan or type the key into an app, then prove it by a code."""
    person = signed_in(request)
    secret = request.session.get(_SECRET) or steps.new_secret()
    request.session[_SECRET] = secret
    form = CodeForm(posted(request))
    if request.method == "POST" and form.is_valid():
        code = form.cleaned_data["code"]
        codes = steps.app_add(person=person, secret=secret, code=code, sender=sender_of(request))
        if codes is not None:
            del request.session[_SECRET]
            note_passed(request)
            return _show_codes(request, codes)
        form.add_error("code", WRONG_CODE)
    address = steps.setup_address(person, secret)
    spaced = " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
    context = {"qr": qr_svg(address), "address": address, "secret": spaced}
    return render_form(request, "people/app_setup.html", form, **context)


def _show_codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    """Show the codes for paper, on the answer to a form and nowhere else."""
    return render(request, "people/recovery_codes.html", {"codes": codes})


@require_POST
@password_again(back=PAGE)
@second_step_again
def app_remove(request: HttpRequest) -> HttpResponse:
    steps.app_remove(person=signed_in(request), sender=sender_of(request))
    messages.success(request, _("The app is not asked for any more."))
    return redirect(PAGE)


@never_cache
@require_POST
@password_again(back=PAGE)
@second_step_again
def new_codes(request: HttpRequest) -> HttpResponse:
    """Other codes for paper; those before are worth nothing."""
    person = signed_in(request)
    if not steps.is_asked_of(person):
        return redirect(PAGE)
    return _show_codes(request, steps.codes_renew(person=person))


@never_cache
@require_POST
@password_again(back=PAGE)
@second_step_again
def passkey_options(request: HttpRequest) -> HttpResponse:
    """Return the options with which the browser makes a passkey."""
    return JsonResponse(passkeys.ask_to_make(request, signed_in(request)))


@never_cache
@require_POST
@password_again(back=PAGE)
@second_step_again
def passkey_add(request: HttpRequest) -> HttpResponse:
    """Keep the passkey that the browser has made."""
    form = PasskeyForm(request.POST)
    try:
        if not form.is_valid():
            raise passkeys.WrongPasskey
        _passkey, codes = passkeys.passkey_add(
            request=request,
            person=signed_in(request),
            name=form.cleaned_data["name"] or _("Passkey"),
            answer=form.cleaned_data["answer"],
        )
    except passkeys.WrongPasskey:
        messages.error(request, _("That did not work. Nothing has changed."))
        return redirect(PAGE)
    note_passed(request)
    if codes:
        return _show_codes(request, codes)
    messages.success(request, _("The passkey opens your account from now on."))
    return redirect(PAGE)


@require_POST
@password_again(back=PAGE)
@second_step_again
def passkey_remove(request: HttpRequest, passkey_id: int) -> HttpResponse:
    passkey = signed_in(request).passkeys.filter(pk=passkey_id).first()
    if passkey is None:
        raise Http404
    passkeys.passkey_remove(request=request, passkey=passkey)
    messages.success(request, _("That passkey opens nothing any more."))
    return redirect(PAGE)


def _between_steps(request: HttpRequest) -> Person | None:
    waiting = half_way(request)
    return waiting.person if waiting else None


@never_cache
@require_POST
def sign_in_options(request: HttpRequest) -> HttpResponse:
    """Return the options with which a browser shows a passkey, instead of a password or after."""
    limit(request, "passkey")
    return JsonResponse(passkeys.ask_to_show(request, _between_steps(request)))


@require_POST
def sign_in_passkey(request: HttpRequest) -> HttpResponse:
    """Sign in with a passkey, which checks who holds it: both steps at once."""
    waiting = half_way(request)
    form = PasskeyForm(request.POST)
    try:
        if not form.is_valid():
            raise passkeys.WrongPasskey
        person = passkeys.passkey_take(
            request=request, answer=form.cleaned_data["answer"], of=_between_steps(request)
        )
    except passkeys.WrongPasskey:
        note("sign-in", person=waiting and waiting.person.pk, outcome="wrong passkey")
        messages.error(request, _("That passkey does not open an account here."))
        return redirect("people:sign-in-step" if waiting else "people:sign-in")
    enter(request, person, by="passkey", has_passed=True)
    return HttpResponseRedirect(waiting.next if waiting else safe_next(request, reverse("home")))
