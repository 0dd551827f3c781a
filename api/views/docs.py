"""The OpenAPI document, and a page that shows it in the look of the house."""

from functools import cache
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from api.http import content_etag
from api.openapi import FILE, document
from api.reference import DocumentReference
from companion.outside import joining


@cache
def _document() -> bytes:
    """As checked in; with games from outside made anew, for their commands and events."""
    return msgspec.json.encode(document()) if joining.joined else FILE.read_bytes()


@cache
def _reference() -> DocumentReference:
    return DocumentReference(msgspec.json.decode(_document()))


@cache
def _body(language: str) -> SafeString:
    """The long part of the page, which takes a tenth of a second to lay out: once is enough."""
    return render_to_string("api/_reference.html", {"reference": _reference()})


def _tag(*args: Any, **kwargs: Any) -> str:
    return content_etag(_document())


@require_safe
@condition(etag_func=_tag)
def schema(request: HttpRequest) -> HttpResponse:
    """OpenAPI 3.1."""
    return HttpResponse(
        _document(),
        content_type="application/json",
        headers={"Cache-Control": "public, max-age=3600"},
    )


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show every endpoint and every command, with an example of each."""
    context = {"reference": _reference(), "body": _body(get_language() or "")}
    return render(request, "api/docs.html", context)
