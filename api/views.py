"""Endpoints of `/api/v1/`."""

import msgspec
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from companion import selectors


@api_view(["GET", "HEAD"])
def games(request: Request) -> Response:
    """The games of this house."""
    return Response(
        [{"game": pack.game, "name": msgspec.to_builtins(pack.name)} for pack in selectors.games()]
    )


@api_view(["GET", "HEAD"])
def game(request: Request, slug: str) -> Response:
    """The whole pack of one game."""
    pack = selectors.game(slug)
    if pack is None:
        raise NotFound
    return Response(msgspec.to_builtins(pack))
