"""What every endpoint does the same way."""

import hashlib
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.http import HttpResponse
from rest_framework.exceptions import NotFound, Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.access import BrowserAuthentication, TokenAuthentication, access_of, require
from api.bodies import NoQuery, StepBody
from api.http import JsonRenderer, OnlyJson, read_query
from api.keys import seat_to_play
from api.models import Scope
from api.refusals import ApiRefusal, NotMatched
from api.services import create_once
from api.throttling import ByClient, ByKey
from campaigns.models import Member
from campaigns.selectors import member_of
from companion import selectors
from companion.frame.throttle import check_limit, limit
from companion.live.stream import PERSON_HEADER, RETRY_MILLISECONDS, STREAM_HEADER
from companion.models import Seat
from companion.people.models import Person
from rules import IllegalCommand, StaleCommand

_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Endpoint(APIView):
    """Counts the client, finds out who asks, counts their key; the methods check the scope."""

    authentication_classes = [TokenAuthentication, BrowserAuthentication]
    permission_classes = []
    throttle_classes = [ByKey]
    renderer_classes = [JsonRenderer]
    parser_classes = []
    content_negotiation_class = OnlyJson
    metadata_class = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        client = ByClient()
        if not client.allow_request(request, self):
            raise Throttled(client.wait())
        super().initial(request, *args, **kwargs)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        # What has a tag may be kept by whoever asked, to be asked for again by it; the rest not.
        may_be_kept = response.has_header("ETag")
        kept = "private, no-cache" if may_be_kept else "private, no-store"
        response.headers.setdefault("Cache-Control", kept)
        return response


def seat_at(request: Request, table_id: uuid.UUID, scope: Scope) -> Seat:
    """Return the asker's seat, for what needs that scope. Strangers get 404, whatever there is."""
    access = require(request, scope)
    if access.table_id not in (None, table_id):
        raise NotFound
    if scope is Scope.PLAY:
        seat = seat_to_play(table_id=table_id, person_id=access.person_id)
    else:
        seat = selectors.seat_of(table_id=table_id, person=access.person)
    if seat is None:
        raise NotFound
    return seat


def member_in(request: Request, campaign_id: uuid.UUID, scope: Scope) -> Member:
    """Return the asker's membership, with its campaign. A seat's key is for its table alone."""
    access = require(request, scope, whole_person=True)
    member = member_of(campaign_id=campaign_id, person=access.person)
    if member is None:
        raise NotFound
    return member


def kept_by(request: Request, campaign_id: uuid.UUID) -> Member:
    """Return the membership of whoever keeps that campaign; other members are told why not."""
    member = member_in(request, campaign_id, Scope.MANAGE)
    if not member.is_keeper:
        raise IllegalCommand("member.keeper_only")
    return member


@contextmanager
def matching(matched: int | None) -> Iterator[None]:
    """A version other than the one `If-Match` names is 412; without that header it is 409."""
    try:
        yield
    except StaleCommand as error:
        if matched is None:
            raise
        raise NotMatched(error) from error


def seen_by(body: StepBody, matched: int | None) -> int:
    """Return the version a step was decided at, by its body or by `If-Match`, which must agree."""
    seen = matched if matched is not None else body.seen
    if seen is None or (body.seen is not None and body.seen != seen):
        raise ApiRefusal(400, "body.unreadable", detail="`seen`, or the header If-Match, is needed")
    return seen


def following(topic: uuid.UUID, version: int, person: uuid.UUID) -> HttpResponse:
    """Return the answer that the router of `config/asgi.py` replaces by a stream.

    Behind a server without it this says the version once, and the client comes back by itself.
    """
    return HttpResponse(
        f"retry: {RETRY_MILLISECONDS}\n\nid: {version}\ndata: {version}\n\n",
        content_type="text/event-stream; charset=utf-8",
        headers={
            STREAM_HEADER: str(topic),
            PERSON_HEADER: str(person),
            "Cache-Control": "no-store",
        },
    )


def count(request: Request, scope: str) -> None:
    """Count this request against a limit, of whoever asks and of where they are."""
    access = access_of(request)
    limit(request._request, scope, person=access.person_id if access else None)


def check_count(request: Request, scope: str) -> None:
    """The same without counting it."""
    access = access_of(request)
    check_limit(request._request, scope, person=access.person_id if access else None)


def no_query(request: Request) -> None:
    """Refuse a query string where none is expected."""
    read_query(request, NoQuery)


def no_key(request: Request) -> None:
    """An `Idempotency-Key` is remembered for somebody; nobody can have used it before."""
    if "Idempotency-Key" in request.headers:
        raise ApiRefusal(400, "idempotency.no_credentials")


def made_once(
    request: Request, person: Person, make: Callable[[], str], *, body: bytes | None = None
) -> tuple[str, bool]:
    """Create something, once for each `Idempotency-Key`; its id, and whether it was there.

    `body` is what was sent, where it has been read already or nothing is expected.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return make(), False
    if not _KEY.fullmatch(key):
        raise ApiRefusal(400, "header.unreadable", header="Idempotency-Key")
    sent = request._request.body if body is None else body
    request_bytes = b"\n".join([request.path.encode(), sent])
    return create_once(
        person=person, key=key, fingerprint=hashlib.sha256(request_bytes).hexdigest(), make=make
    )
