"""The public shelf of packs, where the operator of the site has one; elsewhere nothing is there."""

import uuid
from typing import Any, TypeVar

from django.urls import reverse
from msgspec import UNSET
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import require
from api.answers import PackAnswer, PublicPackAnswer, PublicPackRow, PublicPacksPage
from api.bodies import PublicPacksQuery
from api.http import read_query
from api.models import Scope
from api.openapi import IDEMPOTENCY_KEY, READ, WRITE, operation
from api.pagination import sliced
from api.views.base import Endpoint, count, made_once, no_query
from api.views.packs import SENDS_NEW, share_in, whole_pack
from companion.people.models import Person
from companion.workshop.models import ShelvedPack
from companion.workshop.public import selectors, services
from companion.workshop.selectors import pack_file, share_of

Row = TypeVar("Row", bound=PublicPackRow)


def _row(answer: type[Row], shelved: ShelvedPack, **more: Any) -> Row:
    pack = shelved.pack
    return answer.of(
        pack,
        languages=tuple(pack.languages),
        version=shelved.version.number,
        put_at=shelved.put_at,
        url=reverse("api:public-pack", args=[pack.pk]),
        **more,
    )


def _asker(request: Request, scope: Scope) -> Person:
    person = require(request, scope, whole_person=True).person
    if not selectors.is_open():
        raise NotFound
    return person


def _shelved(pack_id: uuid.UUID) -> ShelvedPack:
    shelved = selectors.shelved_there(pack_id)
    if shelved is None:
        raise NotFound
    return shelved


class PublicPacks(Endpoint):
    @operation(
        "listPublicPacks",
        tag="workshop",
        answers={200: PublicPacksPage},
        refusals=READ,
        query=PublicPacksQuery,
    )
    def get(self, request: Request) -> Response:
        """List the packs that their owners show to everybody, the newest first."""
        _asker(request, Scope.READ)
        query = read_query(request, PublicPacksQuery)
        rows = selectors.on_shelf().defer("version__content_json")
        if query.game is not UNSET:
            rows = rows.filter(pack__game=query.game)
        page = sliced(
            request, rows, cursor=query.cursor, limit=query.limit, newest_by=("put_at", "pk")
        )
        packs = tuple(_row(PublicPackRow, shelved) for shelved in page.rows)
        return Response(PublicPacksPage(results=packs, next=page.next))


class PublicPack(Endpoint):
    @operation("readPublicPack", tag="workshop", answers={200: PublicPackAnswer}, refusals=READ)
    def get(self, request: Request, pack_id: uuid.UUID) -> Response:
        """Return one of them with its whole content, as `exportPack` gives it."""
        _asker(request, Scope.READ)
        no_query(request)
        shelved = _shelved(pack_id)
        document = pack_file(shelved.pack, shelved.version).decode()
        return Response(_row(PublicPackAnswer, shelved, document=document))


class CopyPublicPack(Endpoint):
    @operation(
        "copyPublicPack",
        tag="workshop",
        answers={201: PackAnswer},
        refusals=WRITE,
        headers=(IDEMPOTENCY_KEY,),
        sends=SENDS_NEW,
    )
    def post(self, request: Request, pack_id: uuid.UUID) -> Response:
        """Copy a pack from the shelf to a pack of one's own: always a new one."""
        person = _asker(request, Scope.MANAGE)
        no_query(request)
        shelved = _shelved(pack_id)
        count(request, "table")
        made, _repeated = made_once(
            request,
            person,
            lambda: str(services.shelf_copy(shelved=shelved, person=person).pk),
        )
        share = share_of(person, uuid.UUID(made))
        if share is None:  # it was made by an earlier request, and is in the bin since
            raise NotFound
        address = reverse("api:pack", args=[made])
        return Response(whole_pack(share), status=201, headers={"Location": address})


class PackOnShelf(Endpoint):
    @operation("showPack", tag="workshop", answers={200: PublicPackRow}, refusals=(*READ, 422, 429))
    def put(self, request: Request, pack_id: uuid.UUID) -> Response:
        """Show the newest version to everybody, for whoever made it; it does not change then."""
        share = share_in(request, pack_id, Scope.MANAGE)
        _asker(request, Scope.MANAGE)
        count(request, "table")
        services.shelf_put(member=share)
        return Response(_row(PublicPackRow, _shelved(pack_id)))

    @operation("hidePack", tag="workshop", answers={204: None}, refusals=(*READ, 422))
    def delete(self, request: Request, pack_id: uuid.UUID) -> Response:
        """Take the pack off the public shelf; copies made of it stay."""
        share = share_in(request, pack_id, Scope.MANAGE)
        _asker(request, Scope.MANAGE)
        services.shelf_take_back(member=share)
        return Response(status=204)
