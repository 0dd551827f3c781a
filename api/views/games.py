"""Games and their packs: the same for everybody, so they may be kept for long."""

from functools import cache

import msgspec
from django.urls import reverse
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import GameAnswer, MissionAnswer
from api.http import content_etag, is_unchanged, not_modified
from api.openapi import IF_NONE_MATCH, OPEN_READ, operation
from api.views.base import Endpoint, no_query
from companion import selectors
from rules import Pack, cover_of, encode, games
from rules.systems.city_of_horror import CityPack

# A day; after that the ETag says in a few bytes whether anything is new.
KEPT = "public, max-age=86400"
SENDS = {200: {"ETag": "Changes with the pack."}}


def _kept(request: Request, content: bytes) -> Response:
    """Return an answer with its tag, or 304 for who has it already."""
    no_query(request)
    tag = content_etag(content)
    if is_unchanged(request, tag):
        response = not_modified(tag)
    else:
        response = Response(msgspec.Raw(content), headers={"ETag": tag})
    response["Cache-Control"] = KEPT
    return response


def _pack_or_404(slug: str) -> Pack:
    pack = selectors.game(slug)
    if pack is None:
        raise NotFound
    return pack


@cache
def _encoded_pack(slug: str) -> bytes:
    if slug not in games:
        raise NotFound
    return encode(cover_of(slug))


@cache
def _encoded_missions(slug: str) -> bytes:
    pack = _pack_or_404(slug)
    boxes = {pack.game: pack.missions} | {
        name: box.missions for name, box in pack.expansions.items()
    }
    return encode(
        [
            MissionAnswer(box=box, mission=mission)
            for box, missions in boxes.items()
            for mission in missions
        ]
    )


class GameList(Endpoint):
    @operation(
        "listGames",
        tag="games",
        answers={200: list[GameAnswer], 304: None},
        refusals=OPEN_READ,
        headers=(IF_NONE_MATCH,),
        sends=SENDS,
        is_open=True,
    )
    def get(self, request: Request) -> Response:
        """List the games of this site."""
        return _kept(
            request,
            encode(
                [
                    GameAnswer(
                        game=pack.game,
                        name=pack.name,
                        url=reverse("api:game", args=[pack.game]),
                    )
                    for pack in selectors.all_games()
                ]
            ),
        )


class Game(Endpoint):
    @operation(
        "readGame",
        tag="games",
        answers={200: (Pack, CityPack), 304: None},
        refusals=(*OPEN_READ, 404),
        headers=(IF_NONE_MATCH,),
        sends=SENDS,
        is_open=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return the whole pack of one game: decks, survivors, equipment, missions, words."""
        return _kept(request, _encoded_pack(slug))


class Missions(Endpoint):
    @operation(
        "listMissions",
        tag="games",
        answers={200: list[MissionAnswer], 304: None},
        refusals=(*OPEN_READ, 404),
        headers=(IF_NONE_MATCH,),
        sends=SENDS,
        is_open=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """List the missions of a game and of its expansions."""
        _pack_or_404(slug)
        return _kept(request, _encoded_missions(slug))
