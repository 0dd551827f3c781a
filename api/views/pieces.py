"""One mission or piece of a pack: read, written whole under its id, put into the pack's bin."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import msgspec
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from msgspec.structs import replace
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import PieceRow, PiecesAnswer, RoadAnswer
from api.bodies import RoadBody
from api.http import content_etag, read_body
from api.models import Scope
from api.openapi import READ, WRITE, operation
from api.refusals import ApiRefusal
from api.views.base import Endpoint
from api.views.packs import share_in
from companion.workshop import selectors, services
from companion.workshop.models import PackMember
from companion.workshop.pieces import ROOMS
from companion.workshop.reading import Reading
from companion.workshop.words import problem_words
from rules import IllegalCommand
from rules.workshop.file import check_texts
from rules.workshop.pieces import PIECES

SINGLE = {
    "missions": "Mission",
    "survivors": "Survivor",
    "spawns": "SpawnCard",
    "equipment": "Equipment",
    "zombies": "Zombie",
    "cards": "SpecialCard",
    "decks": "Deck",
}
TAG = {"ETag": "What `If-Match` takes to change this very text."}
IF_SEEN = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": '^("[0-9a-f]{20}"|\\*)$'},
    OpenApiParameter.HEADER,
    description="The tag of the text that is meant; `*` for whatever is there.",
)
_SEEN = re.compile(r'"[0-9a-f]{20}"')
_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def tag_of(piece: Any) -> str:
    return content_etag(msgspec.json.encode(piece))


def _reading(share: PackMember) -> tuple[int, Reading]:
    version = selectors.newest_of(share.pack)
    return version.number, Reading(share.pack, version.content)


def _check_of(request: Request) -> Callable[[Any], None]:
    """Refuses to write over a text that is not the one `If-Match` names."""
    tag = request.headers.get("If-Match", "").strip()
    if tag and tag != "*" and not _SEEN.fullmatch(tag):
        raise ApiRefusal(400, "header.unreadable", header="If-Match")

    def check(there: Any) -> None:
        if tag and (there is None or tag not in ("*", tag_of(there))):
            raise ApiRefusal(412, "piece.moved")

    return check


def _row(share: PackMember, kind: str, piece: Any, reading: Reading) -> PieceRow:
    return PieceRow(
        id=piece.id,
        name=ROOMS[kind].title(piece, reading),
        binned=piece.binned,
        problems=tuple(map(problem_words, reading.problems(kind, piece))),
        tag=tag_of(piece),
        url=reverse(f"api:pack-{kind}-one", args=[share.pack_id, piece.id]),
    )


def _views(kind: str) -> tuple[type[Endpoint], type[Endpoint]]:
    """Return the list and the one of a kind, each described by the type it is written in."""
    draft, single = PIECES[kind].draft, SINGLE[kind]

    class Listed(Endpoint):
        @operation(
            f"listPack{single}s" if not single.endswith("t") else f"listPack{single}",
            tag="workshop",
            answers={200: PiecesAnswer},
            refusals=READ,
        )
        def get(self, request: Request, pack_id: uuid.UUID) -> Response:
            """List all of them, each with its problems in words."""
            share = share_in(request, pack_id, Scope.READ)
            number, reading = _reading(share)
            rows = tuple(
                _row(share, kind, piece, reading) for piece in getattr(reading.content, kind)
            )
            return Response(PiecesAnswer(version=number, results=rows))

    class One(Endpoint):
        @operation(
            f"readPack{single}",
            tag="workshop",
            answers={200: draft},
            refusals=READ,
            sends={200: TAG},
        )
        def get(self, request: Request, pack_id: uuid.UUID, key: str) -> Response:
            """Return it as written in the newest version."""
            share = share_in(request, pack_id, Scope.READ)
            piece = _reading(share)[1].content.piece(kind, key)
            if piece is None:
                raise NotFound
            return Response(piece, headers={"ETag": tag_of(piece)})

        @operation(
            f"writePack{single}",
            tag="workshop",
            answers={200: draft, 201: draft},
            refusals=(*WRITE, 412),
            body=draft,
            headers=(IF_SEEN,),
            sends={200: TAG, 201: TAG},
        )
        def put(self, request: Request, pack_id: uuid.UUID, key: str) -> Response:
            """Write it whole, new or in place of the one with its id; a draft may have problems.

            It is written in the newest version, or the next one where that was played or given
            away. `binned` puts it into the pack's bin and brings it back.
            """
            share = share_in(request, pack_id, Scope.MANAGE)
            check = _check_of(request)
            piece = read_body(request, draft)
            if not _KEY.fullmatch(key) or piece.id != key:
                raise ApiRefusal(422, "piece.id")
            check_texts(msgspec.to_builtins(piece))
            _version, is_new = services.piece_put(member=share, kind=kind, piece=piece, check=check)
            return Response(piece, status=201 if is_new else 200, headers={"ETag": tag_of(piece)})

        @operation(
            f"binPack{single}",
            tag="workshop",
            answers={204: None},
            refusals=(*READ, 412, 422),
            headers=(IF_SEEN,),
        )
        def delete(self, request: Request, pack_id: uuid.UUID, key: str) -> Response:
            """Move to the pack's bin; written again without `binned` it is back."""
            share = share_in(request, pack_id, Scope.MANAGE)
            check = _check_of(request)
            piece = _reading(share)[1].content.piece(kind, key)
            if piece is None:
                raise NotFound
            services.piece_put(
                member=share, kind=kind, piece=replace(piece, binned=True), check=check
            )
            return Response(status=204)

    return Listed, One


VIEWS = {kind: _views(kind) for kind in PIECES}


class Road(Endpoint):
    @operation("readPackRoad", tag="workshop", answers={200: RoadAnswer}, refusals=READ)
    def get(self, request: Request, pack_id: uuid.UUID) -> Response:
        """Return the pack's missions as a campaign."""
        return Response(_road(share_in(request, pack_id, Scope.READ)))

    @operation(
        "writePackRoad",
        tag="workshop",
        answers={200: RoadAnswer},
        refusals=WRITE,
        body=RoadBody,
    )
    def put(self, request: Request, pack_id: uuid.UUID) -> Response:
        """Put them in an order, or say what may follow a win and a loss."""
        share = share_in(request, pack_id, Scope.MANAGE)
        road = read_body(request, RoadBody).road
        keys = [step.id for step in road]
        if len(set(keys)) < len(keys):
            raise IllegalCommand("road.unsound")
        services.road_change(member=share, change=lambda _now: road)
        return Response(_road(share))


def _road(share: PackMember) -> RoadAnswer:
    version = selectors.newest_of(share.pack)
    content = version.content
    return RoadAnswer(version=version.number, road=content.road, legs=content.legs)
