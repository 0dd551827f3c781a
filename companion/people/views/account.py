"""The account: its name, its address, where it is open, and the way out."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from companion.frame.access_log import note
from companion.frame.form_pages import form_page, posted, render_form
from companion.frame.throttle import limit
from companion.people import selectors, services
from companion.people.forms import ADDRESS_TAKEN, AddressForm, NameForm
from companion.people.keys import keys_of
from companion.people.letters.services import sender_of
from companion.people.recently import password_again
from companion.people.views import signed_in


@never_cache
@login_required
@form_page
def account(request: HttpRequest) -> HttpResponse:
    """Name and address of the account, and the ways on."""
    person = signed_in(request)
    form = NameForm(posted(request), initial={"name": person.name})
    if request.method == "POST" and form.is_valid():
        services.name_change(person=person, name=form.cleaned_data["name"])
        messages.success(request, _("Saved."))
        return redirect("people:account")
    return render_form(request, "people/account.html", form, person=person)


@never_cache
@password_again
@form_page
def address(request: HttpRequest) -> HttpResponse:
    """Another address: at once without mail, by its link with it."""
    person = signed_in(request)
    form = AddressForm(posted(request))
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        sender = sender_of(request)
        if email == person.email:
            return redirect("people:account")
        if settings.MAIL_IS_SENT:
            limit(request, "mail")
            services.address_ask(person=person, email=email, sender=sender)
            return redirect("people:sign-up-sent")
        try:
            services.address_change(person=person, email=email, sender=sender)
        except services.AddressTaken:
            form.add_error("email", ADDRESS_TAKEN)
        else:
            messages.success(request, _("Saved."))
            return redirect("people:account")
    context = {"person": person, "mail_is_sent": settings.MAIL_IS_SENT}
    return render_form(request, "people/address.html", form, **context)


@require_POST
@login_required
def forget_address(request: HttpRequest) -> HttpResponse:
    """Forget the address that waits to be confirmed."""
    services.address_forget(person=signed_in(request))
    return redirect("people:account")


@never_cache
@password_again
@form_page
def delete_account(request: HttpRequest) -> HttpResponse:
    """Into the bin for 30 days; signing in brings it back."""
    if request.method == "POST":
        services.account_bin(person=signed_in(request))
        logout(request)
        messages.success(
            request, _("The account is in the bin. Sign in within 30 days to bring it back.")
        )
        return redirect("home")
    return render(request, "people/delete_account.html")


@never_cache
@login_required
def sign_ins(request: HttpRequest) -> HttpResponse:
    """Show the browsers and tokens that are signed in to this account."""
    person = signed_in(request)
    browsers = selectors.browsers_of(person, here=request.session.session_key)
    context = {"browsers": browsers, "keys": list(keys_of(person))}
    return render(request, "people/sign_ins.html", context)


@require_POST
@login_required
def end_sign_in(request: HttpRequest, mark: str) -> HttpResponse:
    """Sign one browser out."""
    session = selectors.session_by_mark(signed_in(request), mark)
    if session is None:
        raise Http404
    note("sign-out", person=request.user.pk)
    if session.session_key == request.session.session_key:
        logout(request)
        return redirect("home")
    services.session_end(session=session)
    messages.success(request, _("That browser is signed out."))
    return redirect("people:sign-ins")


@require_POST
@login_required
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """Sign out every browser, this one too, and every token."""
    services.sign_out_everywhere(person=signed_in(request))
    logout(request)
    messages.success(request, _("You are signed out everywhere, and no token opens anything."))
    return redirect("people:sign-in")
