"""Packs of a group's own: what is in them, out as a file, in as a new pack."""

import uuid
from typing import Any, TypeVar

from django.urls import reverse
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import require
from api.answers import (
    PackAnswer,
    PackDeckAnswer,
    PackFileAnswer,
    PackMissionAnswer,
    PackRow,
    PacksAnswer,
    PackSurvivorAnswer,
)
from api.bodies import PackFileBody
from api.http import long_body, read_long
from api.models import Scope
from api.openapi import IDEMPOTENCY_KEY, READ, WRITE, operation
from api.views.base import Endpoint, count, made_once, no_query
from companion.people.models import Person
from companion.workshop import selectors, services
from companion.workshop.models import PackMember, PackVersion
from companion.workshop.ours import ours_in
from rules import IllegalCommand, load_packs
from rules.workshop import read_file
from rules.workshop.draft import MISSIONS
from rules.workshop.file import MOST_BYTES

MOST_SENT = 2 * MOST_BYTES
"""A line of a file is longer as a word of JSON."""
SENDS_NEW = {201: {"Location": "The new pack."}}


Row = TypeVar("Row", bound=PackRow)


def _row(answer: type[Row], share: PackMember, version: PackVersion, **more: Any) -> Row:
    pack = share.pack
    return answer.of(
        pack,
        languages=tuple(pack.languages),
        version=version.number,
        mine=share.is_maker,
        url=reverse("api:pack", args=[pack.pk]),
        **more,
    )


def whole_pack(share: PackMember) -> PackAnswer:
    """Return a pack with what it offers to a table."""
    version = selectors.newest_of(share.pack)
    ours = ours_in(share.pack, version)
    [here] = ours.packs
    return _row(
        PackAnswer,
        share,
        version,
        counts=here.reading.content.counts,
        missions=tuple(
            PackMissionAnswer(
                mission=own.key,
                code=own.draft.code,
                title=own.draft.title,
                problems=len(here.reading.problems(MISSIONS, own.draft)),
            )
            for _pack, missions in ours.missions
            for own in missions
        ),
        survivors=tuple(
            PackSurvivorAnswer(survivor=key, name=our.survivor.name)
            for key, our in ours.survivors.items()
        ),
        decks=tuple(
            PackDeckAnswer(
                key=key, deck=our.draft.deck, name=None if our.is_all else our.draft.name
            )
            for key, our in ours.decks.items()
        ),
    )


def share_in(request: Request, pack_id: uuid.UUID, scope: Scope, **which: bool) -> PackMember:
    """Return the asker's share of a pack; others do not learn that it exists."""
    person = require(request, scope, whole_person=True).person
    share = selectors.share_of(person, pack_id, **which)
    if share is None:
        raise NotFound
    no_query(request)
    return share


class Packs(Endpoint):
    @operation("listPacks", tag="workshop", answers={200: PacksAnswer}, refusals=READ)
    def get(self, request: Request) -> Response:
        """List the packs on my shelf, the one changed last first."""
        person = require(request, Scope.READ, whole_person=True).person
        no_query(request)
        shelf = selectors.shelf(person)
        rows = [_row(PackRow, row.share, row.version) for row in (*shelf.mine, *shelf.group)]
        rows.sort(key=lambda row: row.updated_at, reverse=True)
        return Response(PacksAnswer(results=tuple(rows)))


class OnePack(Endpoint):
    @operation("readPack", tag="workshop", answers={200: PackAnswer}, refusals=READ)
    def get(self, request: Request, pack_id: uuid.UUID) -> Response:
        """Return what a pack offers to a table, by the keys that `openTable` takes."""
        return Response(whole_pack(share_in(request, pack_id, Scope.READ)))

    @operation("binPack", tag="workshop", answers={204: None}, refusals=(*READ, 422))
    def delete(self, request: Request, pack_id: uuid.UUID) -> Response:
        """Move to the bin, for whoever made it; `restorePack` brings it back within 30 days."""
        services.pack_bin(member=share_in(request, pack_id, Scope.MANAGE))
        return Response(status=204)


class RestorePack(Endpoint):
    @operation("restorePack", tag="workshop", answers={200: PackAnswer}, refusals=(*READ, 422))
    def post(self, request: Request, pack_id: uuid.UUID) -> Response:
        """Restore from the bin, for everybody whose pack it is."""
        share = share_in(request, pack_id, Scope.MANAGE, in_bin=True)
        services.pack_restore(member=share)
        return Response(whole_pack(share))


class ExportPack(Endpoint):
    @operation("exportPack", tag="workshop", answers={200: PackFileAnswer}, refusals=(*READ, 422))
    def post(self, request: Request, pack_id: uuid.UUID) -> Response:
        """Return the newest version as TOML; from then on that version does not change."""
        pack = share_in(request, pack_id, Scope.MANAGE).pack
        version = services.version_seal(selectors.newest_of(pack))
        document = selectors.pack_file(pack, version).decode()
        return Response(PackFileAnswer(version=version.number, document=document))


class ImportPack(Endpoint):
    @operation(
        "importPack",
        tag="workshop",
        answers={201: PackAnswer},
        refusals=WRITE,
        body=PackFileBody,
        headers=(IDEMPOTENCY_KEY,),
        sends=SENDS_NEW,
    )
    def post(self, request: Request) -> Response:
        """Bring a pack in: always a new one, of whoever brings it. Up to 400 kB of TOML."""
        person = require(request, Scope.MANAGE, whole_person=True).person
        no_query(request)
        count(request, "table")
        data = long_body(request, MOST_SENT)
        made, _repeated = made_once(
            request, person, lambda: _brought(person, read_long(data, PackFileBody)), body=data
        )
        share = selectors.share_of(person, uuid.UUID(made))
        if share is None:  # it was made by an earlier request, and is in the bin since
            raise NotFound
        address = reverse("api:pack", args=[made])
        return Response(whole_pack(share), status=201, headers={"Location": address})


def _brought(person: Person, body: PackFileBody) -> str:
    file = read_file(body.document.encode())
    if file.pack.game not in load_packs():
        raise IllegalCommand("workshop.game", game=file.pack.game)
    return str(services.pack_bring(person=person, file=file).pk)
