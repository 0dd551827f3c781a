"""The OpenAPI document, and a page that shows it in the look of the house."""

from functools import cache
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import condition, require_safe

from api.http import content_etag
from api.openapi import FILE
from api.reference import Reference


@cache
def _document() -> bytes:
    return FILE.read_bytes()


@cache
def _reference() -> Reference:
    return Reference(msgspec.json.decode(_document()))


def _tag(*args: Any, **kwargs: Any) -> str:
    return content_etag(_document())


@require_safe
@condition(etag_func=_tag)
def schema(request: HttpRequest) -> HttpResponse:
    """OpenAPI 3.1, as checked in."""
    return HttpResponse(
        _document(),
        content_type="application/json",
        headers={"Cache-Control": "public, max-age=3600"},
    )


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Every endpoint and every command, with an example of each."""
    return render(request, "api/docs.html", {"reference": _reference()})
