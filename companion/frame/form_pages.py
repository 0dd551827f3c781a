"""Helpers that every page with a form shares."""

from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

form_page = require_http_methods(["GET", "HEAD", "POST"])


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the data a form is bound to: the POST, even an empty one; None on a first visit."""
    return request.POST if request.method == "POST" else None


def render_form(
    request: HttpRequest, template: str, form: BaseForm, **context: Any
) -> HttpResponse:
    """Render the page of a form: 422 when it is shown again with its errors."""
    status = 422 if form.is_bound else 200
    return render(request, template, {"form": form, **context}, status=status)


def safe_next(request: HttpRequest, default: str) -> str:
    """Return the path the form asks to go to next if it is on this site, else the default."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = target.startswith("/") and url_has_allowed_host_and_scheme(target, allowed_hosts=None)
    return target if is_ours else default
