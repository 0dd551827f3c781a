"""Making an account, and the links that make an address count."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from companion.frame.form_pages import form_page, posted, render_form, safe_next
from companion.frame.throttle import limit
from companion.people import services
from companion.people.entering import enter
from companion.people.forms import ADDRESS_TAKEN, PasswordForm, SignUpForm
from companion.people.identity import person_of, remember_new_guest
from companion.people.letters.services import sender_of
from companion.people.links import waiting_person
from companion.people.second_step.services import limit_guesses


@never_cache
@sensitive_post_parameters("password")
@form_page
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account; a guest keeps everything."""
    if request.user.is_authenticated:
        return redirect("people:account")
    form = SignUpForm(posted(request))
    if request.method == "POST":
        limit(request, "sign-up")
        if form.is_valid():
            made = _ask(request, form) if settings.MAIL_IS_SENT else _make(request, form)
            if made:
                return made
    context = {"next": safe_next(request, ""), "mail_is_sent": settings.MAIL_IS_SENT}
    return render_form(request, "people/sign_up.html", form, **context)


def _ask(request: HttpRequest, form: SignUpForm) -> HttpResponse:
    """Return the same answer whoever has the address; the rest is in the mail."""
    guest = person_of(request)
    person = services.account_ask(person=guest, sender=sender_of(request), **form.cleaned_data)
    if guest is None or guest.pk != person.pk:
        remember_new_guest(request, person)
    return redirect("people:sign-up-sent")


def _make(request: HttpRequest, form: SignUpForm) -> HttpResponse | None:
    """Sign up where there is no mail: no link to follow, and nobody to tell in secret."""
    try:
        person = services.account_create(person=person_of(request), **form.cleaned_data)
    except services.AddressTaken:
        form.add_error("email", ADDRESS_TAKEN)
        return None
    enter(request, person, by="new account")
    messages.success(request, _("Your account is ready. Everything you made is in it."))
    return HttpResponseRedirect(safe_next(request, reverse("home")))


@never_cache
@form_page
def sign_up_sent(request: HttpRequest) -> HttpResponse:
    """Show that the link is on its way; a button sends it once more."""
    person = person_of(request)
    if person is None or not person.pending_email:
        return redirect("people:account" if request.user.is_authenticated else "people:sign-up")
    if request.method == "POST":
        limit(request, "mail")
        services.address_ask_again(person=person, sender=sender_of(request))
        messages.success(request, _("A new link is on its way. The one before is of no use now."))
        return redirect("people:sign-up-sent")
    return render(request, "people/sign_up_sent.html", {"address": person.pending_email})


@never_cache
@sensitive_post_parameters("password")
@form_page
def confirm_address(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Follow the link of an address. Whose account it is, this browser or the password says."""
    person = waiting_person(uid, token)
    if person is None:
        return render(request, "people/link_spent.html", status=404)
    here = person_of(request)
    is_theirs = here is not None and here.pk == person.pk
    form = PasswordForm(posted(request), request=request, person=person)
    if is_theirs:
        del form.fields["password"]
    if request.method == "POST":
        if not is_theirs:
            limit_guesses(request, person)
        if form.is_valid():
            is_new = not person.has_account
            try:
                confirmed = services.address_confirm(
                    person=person, token=token, sender=sender_of(request)
                )
            except (services.AddressTaken, services.LinkSpent):
                return render(request, "people/link_spent.html", status=404)
            if is_new:
                enter(request, confirmed, by="link of the address")
            messages.success(request, _("The address is confirmed."))
            return redirect("people:account")
    return render_form(request, "people/confirm_address.html", form, address=person.pending_email)
