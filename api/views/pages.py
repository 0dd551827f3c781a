"""The page of an account's tokens."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from api.forms import TokenForm
from api.keys import tokens_in_force, tokens_of
from api.models import Scope
from api.refusals import MESSAGES, ApiRefusal
from api.services import token_create, token_revoke
from companion.frame.form_pages import form_page, posted, safe_next
from companion.people.models import Person
from companion.people.recently import ask_again, has_shown


def _signed_in(request: HttpRequest) -> Person:
    assert isinstance(request.user, Person)
    return request.user


@never_cache
@login_required
@form_page
def tokens(request: HttpRequest) -> HttpResponse:
    """My tokens, and a new one; its secret is on the answer to the form and nowhere else."""
    person, form, secret = _signed_in(request), TokenForm(posted(request)), ""
    status = 200
    if request.method == "POST":
        if not has_shown(request):
            return ask_again(request.path)
        if form.is_valid():
            try:
                _token, secret = token_create(
                    person=person,
                    name=form.cleaned_data["name"],
                    scope=Scope(form.cleaned_data["scope"]),
                )
                form = TokenForm()
            except ApiRefusal as refusal:
                form.add_error(None, str(MESSAGES[refusal.code]) % refusal.params)
        status = 200 if secret else 422
    context = {"form": form, "secret": secret, "tokens": tokens_of(person)}
    context["has_shown"] = has_shown(request)
    return render(request, "api/tokens.html", context, status=status)


@require_POST
@login_required
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """From now on it opens nothing."""
    token = tokens_in_force(_signed_in(request)).filter(pk=token_id).first()
    if token is None:
        raise Http404
    token_revoke(token=token)
    messages.success(request, _("%(name)s opens nothing any more.") % {"name": token.name})
    return HttpResponseRedirect(safe_next(request, reverse("tokens:tokens")))
