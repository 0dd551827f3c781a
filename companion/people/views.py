"""Pages about people. A guest needs none of them."""

from datetime import timedelta
from typing import Any

from axes.utils import reset as reset_attempts
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from companion.frame.errors import error_response
from companion.frame.form_pages import form_page, posted, render_form, safe_next
from companion.frame.throttle import limit
from companion.people import services
from companion.people.forms import (
    ADDRESS_TAKEN,
    DeleteAccountForm,
    EditAccountForm,
    ResetForm,
    SignInForm,
    SignUpForm,
)
from companion.people.identity import guest_of, person_of
from companion.people.models import Person

_BACKEND = "companion.people.backends.AccountBackend"


def _signed_in(request: HttpRequest) -> Person:
    """The account itself, read anew so that a form that fails leaves the session's copy alone."""
    assert isinstance(request.user, Person)
    return Person.objects.get(pk=request.user.pk)


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
            fields = {name: form.cleaned_data[name] for name in ("name", "email", "password")}
            try:
                person = services.account_create(person=person_of(request), **fields)
            except services.AddressTaken:
                form.add_error("email", ADDRESS_TAKEN)
            else:
                login(request, person, backend=_BACKEND)
                request._person = person  # type: ignore[attr-defined]
                done = _("Your account is ready. Everything you made is in it.")
                messages.success(request, done)
                return HttpResponseRedirect(safe_next(request, reverse("home")))
    return render_form(request, "people/sign_up.html", form, next=safe_next(request, ""))


@sensitive_post_parameters("password")
@form_page
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in; what this browser made as a guest joins the account."""
    if request.user.is_authenticated:
        return redirect("people:account")
    form = SignInForm(request, data=posted(request))
    if request.method == "POST" and form.is_valid():
        account, guest = form.get_user(), guest_of(request)
        assert isinstance(account, Person)
        if account.binned_at:
            services.account_restore(person=account)
            messages.success(request, _("Your account is out of the bin, with all it held."))
        login(request, account)
        request._person = account  # type: ignore[attr-defined]
        if guest:
            services.guest_absorb(guest=guest, account=account)
        return HttpResponseRedirect(safe_next(request, reverse("home")))
    return render_form(request, "people/sign_in.html", form, next=safe_next(request, ""))


def too_many_attempts(
    request: HttpRequest, response: HttpResponse, credentials: dict[str, Any]
) -> HttpResponse:
    """What axes answers once an address has guessed too often."""
    wait: timedelta = settings.AXES_COOLOFF_TIME
    text = _("Too many wrong passwords for this account from here. Try again in %(minutes)d "
             "minutes, or set a new password by mail.")  # fmt: skip
    seconds = int(wait.total_seconds())
    return error_response(
        request, 429, text=text % {"minutes": seconds // 60}, headers={"Retry-After": str(seconds)}
    )


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Leave the account on this browser; a guest has nothing to sign out of."""
    logout(request)
    return redirect("home")


@login_required
@form_page
def account(request: HttpRequest) -> HttpResponse:
    """Name and address of the account, and the ways out."""
    person = _signed_in(request)
    form = EditAccountForm(posted(request), instance=person)
    if request.method == "POST" and form.is_valid():
        try:
            services.account_update(
                person=person, name=form.cleaned_data["name"], email=form.cleaned_data["email"]
            )
        except services.AddressTaken:
            form.add_error("email", ADDRESS_TAKEN)
        else:
            messages.success(request, _("Saved."))
            return redirect("people:account")
    return render_form(request, "people/account.html", form)


@sensitive_post_parameters("password")
@login_required
@form_page
def delete_account(request: HttpRequest) -> HttpResponse:
    """Into the bin for 30 days; signing in brings it back."""
    person = _signed_in(request)
    form = DeleteAccountForm(posted(request), person=person)
    if request.method == "POST" and form.is_valid():
        services.account_bin(person=person)
        logout(request)
        messages.success(
            request, _("The account is in the bin. Sign in within 30 days to bring it back.")
        )
        return redirect("home")
    return render_form(request, "people/delete_account.html", form)


class ChangePassword(auth_views.PasswordChangeView):
    template_name = "people/change_password.html"
    success_url = reverse_lazy("people:account")

    def form_invalid(self, form: Any) -> HttpResponse:
        return render_form(self.request, self.template_name, form)

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("The new password is set."))
        return super().form_valid(form)


class ResetPassword(auth_views.PasswordResetView):
    form_class = ResetForm
    template_name = "people/reset_password.html"
    email_template_name = "people/mail/reset_password.txt"
    subject_template_name = "people/mail/reset_password_subject.txt"
    success_url = reverse_lazy("people:reset-sent")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        limit(request, "mail")
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: Any) -> HttpResponse:
        return render_form(self.request, self.template_name, form)


class ResetSent(auth_views.PasswordResetDoneView):
    template_name = "people/reset_sent.html"


class ResetConfirm(auth_views.PasswordResetConfirmView):
    template_name = "people/reset_confirm.html"
    success_url = reverse_lazy("people:sign-in")

    def form_valid(self, form: Any) -> HttpResponse:
        reset_attempts(username=form.user.email)  # the owner has shown who they are
        messages.success(self.request, _("The new password is set. Sign in with it."))
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        return render_form(self.request, self.template_name, form, validlink=True)
