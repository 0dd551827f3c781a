"""Another password: while signed in, or by a link in a mail."""

from typing import Any

from axes.utils import reset as reset_attempts
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import SetPasswordForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from companion.frame.form_pages import form_page, posted, render_form
from companion.frame.throttle import limit
from companion.people import services
from companion.people.forms import ResetForm
from companion.people.identity import remember_owner
from companion.people.letters.services import letter_put, sender_of
from companion.people.models import Letter
from companion.people.recently import password_again
from companion.people.views import signed_in


@never_cache
@sensitive_post_parameters("new_password1", "new_password2")
@password_again
@form_page
def change_password(request: HttpRequest) -> HttpResponse:
    """This browser stays signed in; every other one, and every token, is not any more."""
    person = signed_in(request)
    form = SetPasswordForm(person, posted(request))
    if request.method == "POST" and form.is_valid():
        services.password_set(
            person=person,
            password=form.cleaned_data["new_password1"],
            sender=sender_of(request),
            keep_session=request.session.session_key,
        )
        update_session_auth_hash(request, person)
        messages.success(
            request, _("The new password is set. Other browsers are signed out, tokens revoked.")
        )
        return redirect("people:account")
    return render_form(request, "people/change_password.html", form)


@never_cache
@form_page
def reset_password(request: HttpRequest) -> HttpResponse:
    """Ask for a link. What happens here is the same whether there is such an account or not."""
    form = ResetForm(posted(request))
    if request.method == "POST":
        limit(request, "mail")
        if form.is_valid():
            letter_put(Letter.Kind.RESET, to=form.cleaned_data["email"], sender=sender_of(request))
            return redirect("people:reset-sent")
    return render_form(request, "people/reset_password.html", form)


@never_cache
def reset_sent(request: HttpRequest) -> HttpResponse:
    return render(request, "people/reset_sent.html", {"mail_is_sent": settings.MAIL_IS_SENT})


class ResetConfirm(auth_views.PasswordResetConfirmView):
    """Signs nobody in: whoever reads the mail has no second step yet."""

    template_name = "people/reset_confirm.html"

    def form_valid(self, form: Any) -> HttpResponse:
        services.password_set(
            person=form.user,
            password=form.cleaned_data["new_password1"],
            sender=sender_of(self.request),
        )
        del self.request.session[auth_views.INTERNAL_RESET_SESSION_TOKEN]
        reset_attempts(username=form.user.email)  # the owner has shown who they are
        remember_owner(self.request, form.user)
        messages.success(self.request, _("The new password is set. Sign in with it."))
        return redirect("people:sign-in")

    def form_invalid(self, form: Any) -> HttpResponse:
        return render_form(self.request, self.template_name, form, validlink=True)
