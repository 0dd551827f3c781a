"""Seats: who sits at a table, and how a program sits down."""

import uuid

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import access_of, require
from api.answers import PlaceAnswer, SatAnswer, SeatAnswer, SeatsAnswer
from api.bodies import KeepingBody, PlaceBody, SeatChangeBody, SitBody
from api.http import read_body
from api.models import Scope
from api.openapi import IDEMPOTENCY_KEY, OPEN_WRITE, READ, WRITE, operation
from api.selectors import seat_there
from api.services import as_new_guest
from api.views.base import Endpoint, check_count, count, made_once, no_key, no_query, seat_at
from api.views.tables import join_answer
from companion import selectors
from companion.models import Seat, Table
from companion.people.models import Person
from companion.seats import services
from companion.seats.selectors import seating
from rules import IllegalCommand


def seat_answer(seat: Seat, mine: Seat) -> SeatAnswer:
    return SeatAnswer.of(
        seat,
        mine=seat.pk == mine.pk,
        asked_to_keep_at=seat.asked_to_keep_at if seat.asks_to_keep else None,
    )


class Seats(Endpoint):
    @operation("listSeats", tag="seats", answers={200: SeatsAnswer}, refusals=READ)
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """List the seats and places of a table, and how others join."""
        mine = seat_at(request, table_id, Scope.READ)
        no_query(request)
        return _seating(request, mine)


def _seating(request: Request, mine: Seat) -> Response:
    seated = seating(mine.table)
    sitting = {place.seat for place in seated.places if place.seat} | set(seated.others)
    return Response(
        SeatsAnswer(
            seats=tuple(
                seat_answer(seat, mine) for seat in sorted(sitting, key=lambda seat: seat.pk)
            ),
            places=tuple(
                PlaceAnswer(
                    player=place.player,
                    survivors=tuple(place.survivors),
                    seat=place.seat.pk if place.seat else None,
                    closed=place.is_closed,
                )
                for place in seated.places
            ),
            join=join_answer(request, mine.table),
        )
    )


class PlaceList(Endpoint):
    @operation(
        "changePlace", tag="seats", answers={200: SeatsAnswer}, refusals=WRITE, body=PlaceBody
    )
    def patch(self, request: Request, table_id: uuid.UUID) -> Response:
        """Keep a player's place for whoever is meant, or give it free. Keepers only."""
        mine = seat_at(request, table_id, Scope.MANAGE)
        if not mine.is_keeper:
            raise IllegalCommand("seat.not_keeper")
        no_query(request)
        body = read_body(request, PlaceBody)
        services.place_close(table=mine.table, player=body.player, closed=body.closed)
        mine.table.refresh_from_db()
        return _seating(request, mine)


class Sit(Endpoint):
    @operation(
        "takeSeat",
        tag="seats",
        answers={201: SatAnswer},
        refusals=OPEN_WRITE,
        body=SitBody,
        headers=(IDEMPOTENCY_KEY,),
        links={
            "readTable": {"parameters": {"table_id": "$response.body#/table"}},
            "listSeats": {"parameters": {"table_id": "$response.body#/table"}},
        },
        is_open=True,
    )
    def post(self, request: Request) -> Response:
        """Sit down by the table's code; who sits there already keeps their seat.

        Without credentials a new guest sits down, and the answer has the token of their seat.
        """
        person = None
        if access_of(request) is not None:
            person = require(request, Scope.PLAY, whole_person=True).person
        no_query(request)
        body = read_body(request, SitBody)
        table = _table_of(request, body.code)
        count(request, "seat")
        if person is None:
            count(request, "api-guest")
            no_key(request)
            seat, secret = as_new_guest(
                lambda guest: _take(table, guest, body),
                name=body.name,
            )
            return _sat(seat, secret)
        made_once(
            request,
            person,
            lambda: str(_take(table, person, body).pk),
        )
        mine = selectors.seat_of(table_id=table.pk, person=person)
        if mine is None:
            raise NotFound
        return _sat(mine, None)


def _take(table: Table, person: Person, body: SitBody) -> Seat:
    return services.seat_take(
        table=table,
        person=person,
        name=body.name,
        player=body.player,
        role=Seat.Role(body.role),
    )


class OneSeat(Endpoint):
    @operation(
        "changeSeat", tag="seats", answers={200: SeatAnswer}, refusals=WRITE, body=SeatChangeBody
    )
    def patch(self, request: Request, table_id: uuid.UUID, seat_id: int) -> Response:
        """Rename a seat, or let it play, watch or keep the table."""
        mine, seat = _mine_and(request, table_id, seat_id)
        no_query(request)
        body = read_body(request, SeatChangeBody)
        role = Seat.Role(body.role or seat.role)
        if not mine.is_keeper and (seat.pk != mine.pk or role != seat.role):
            raise IllegalCommand("seat.not_keeper")
        if body.name is not None:
            services.seat_rename(seat=seat, name=body.name)
        if role != seat.role:
            services.seat_set_role(seat=seat, role=role)
        return Response(seat_answer(seat, mine))

    @operation("removeSeat", tag="seats", answers={204: None}, refusals=(*READ, 422))
    def delete(self, request: Request, table_id: uuid.UUID, seat_id: int) -> Response:
        """Take a phone off the table, or leave it oneself; one keeper always stays."""
        mine, seat = _mine_and(request, table_id, seat_id)
        no_query(request)
        if not mine.is_keeper and seat.pk != mine.pk:
            raise IllegalCommand("seat.not_keeper")
        services.seat_remove(seat=seat)
        return Response(status=204)


class Asking(Endpoint):
    @operation("askToKeep", tag="seats", answers={200: SeatAnswer}, refusals=(*READ, 422))
    def put(self, request: Request, table_id: uuid.UUID) -> Response:
        """Ask to keep the table; who asks again waits since the first time. Players only."""
        mine = seat_at(request, table_id, Scope.PLAY)
        no_query(request)
        return Response(seat_answer(services.keeping_ask(seat=mine), mine))

    @operation("withdrawAsking", tag="seats", answers={204: None}, refusals=(*READ, 422))
    def delete(self, request: Request, table_id: uuid.UUID) -> Response:
        """Stop asking."""
        mine = seat_at(request, table_id, Scope.PLAY)
        no_query(request)
        services.keeping_end(seat=mine)
        return Response(status=204)


class SeatKeeping(Endpoint):
    @operation("takeTable", tag="seats", answers={200: SeatAnswer}, refusals=(*READ, 422))
    def post(self, request: Request, table_id: uuid.UUID) -> Response:
        """Keep the table, three minutes after asking: nobody has answered, and no keeper played."""
        mine = seat_at(request, table_id, Scope.PLAY)
        no_query(request)
        return Response(seat_answer(services.keeping_take(seat=mine), mine))


class SeatAnswered(Endpoint):
    @operation(
        "answerAsking", tag="seats", answers={200: SeatAnswer}, refusals=WRITE, body=KeepingBody
    )
    def post(self, request: Request, table_id: uuid.UUID, seat_id: int) -> Response:
        """Let a seat that asks keep the table, too, or refuse. Keepers only."""
        mine, seat = _mine_and(request, table_id, seat_id)
        if not mine.is_keeper:
            raise IllegalCommand("seat.not_keeper")
        no_query(request)
        is_agreed = read_body(request, KeepingBody).agreed
        answer = services.keeping_agree if is_agreed else services.keeping_end
        return Response(seat_answer(answer(seat=seat), mine))


def _mine_and(request: Request, table_id: uuid.UUID, seat_id: int) -> tuple[Seat, Seat]:
    """Return the asker's seat, and the one they speak of."""
    mine = seat_at(request, table_id, Scope.PLAY)
    seat = seat_there(table_id=table_id, seat_id=seat_id)
    if seat is None:
        raise NotFound
    return mine, seat


def _table_of(request: Request, code: str) -> Table:
    """The table of a code. Wrong codes are counted, and after too many the right one waits too."""
    check_count(request, "code")
    table = selectors.table_by_code(code)
    if table is None:
        count(request, "code")
        raise NotFound
    return table


def _sat(seat: Seat, secret: str | None) -> Response:
    answer = SatAnswer(table=seat.table_id, seat=seat_answer(seat, seat), token=secret)
    return Response(answer, status=201)
