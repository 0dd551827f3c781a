"""Tables: open, read, play, follow."""

import uuid
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import access_of, require
from api.answers import (
    CommandAnswer,
    EntryAnswer,
    JoinAnswer,
    LogPage,
    NewTableAnswer,
    TableAnswer,
    TableRow,
    TablesPage,
)
from api.bodies import CityTableBody, LogQuery, StepBody, TableBody, TablesQuery, UndoBody
from api.http import (
    command_body,
    etag,
    is_unchanged,
    not_modified,
    read_body,
    read_query,
    version_to_match,
)
from api.models import Scope
from api.openapi import (
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NONE_MATCH,
    OPEN_WRITE,
    READ,
    STEP,
    operation,
)
from api.pagination import sliced
from api.selectors import entries_at, log_after, seats_of
from api.services import as_new_guest
from api.set_up import open_table
from api.state import state_view
from api.views.base import (
    Endpoint,
    count,
    following,
    made_once,
    matching,
    no_key,
    no_query,
    seat_at,
)
from api.views.journal import line_of, log_page, redone, targets_of, undone
from companion import selectors, services
from companion.frame.addresses import shared_url
from companion.journal.services import Answer
from companion.models import LogEntry, Seat, Table
from companion.narration import headline
from companion.pages import is_secret
from companion.people.models import Person
from rules import Command, decode_any_state, decode_command, facts_of, games, pack_of

AnyBody = TypeVar("AnyBody", TableBody, CityTableBody)
AT_TABLE = {"parameters": {"table_id": "$response.body#/id"}}
SAME_TABLE = {"parameters": {"table_id": "$request.path.table_id"}}
VERSION_TAG = {"ETag": "The version, in quotes."}
SENDS_NEW = {201: {"Location": "The new table.", **VERSION_TAG}}
GO_ON = {
    "readTable": SAME_TABLE,
    "sendCommand": SAME_TABLE,
    "undo": SAME_TABLE,
    "redo": SAME_TABLE,
    "readLog": SAME_TABLE,
}


def join_answer(request: Request, table: Table) -> JoinAnswer:
    url = shared_url(request._request, reverse("companion:join", args=[table.code]))
    return JoinAnswer(code=table.code, url=url)


def _table_fields(request: Request, seat: Seat) -> dict[str, Any]:
    table, state = seat.table, seat.table.any_state
    return {
        "id": table.pk,
        "game": table.game,
        "version": table.version,
        "join": join_answer(request, table),
        "state": state_view(state, pack_of(state), seat),
    }


class Tables(Endpoint):
    @operation(
        "listTables",
        tag="tables",
        answers={200: TablesPage},
        refusals=READ,
        query=TablesQuery,
        links={"readTable": {"parameters": {"table_id": "$response.body#/results/0/id"}}},
    )
    def get(self, request: Request) -> Response:
        """List my tables; a seat's token knows only its own."""
        access, query = require(request, Scope.READ), read_query(request, TablesQuery)
        page = sliced(
            request,
            seats_of(access.person_id, only=access.table_id, query=query),
            cursor=query.cursor,
            limit=query.limit,
        )
        rows = tuple(row_of(seat) for seat in page.rows)
        return Response(TablesPage(results=rows, next=page.next))

    @operation(
        "openTable",
        tag="tables",
        answers={201: NewTableAnswer},
        refusals=OPEN_WRITE,
        body=TableBody,
        headers=(IDEMPOTENCY_KEY,),
        sends=SENDS_NEW,
        links={
            "readTable": AT_TABLE,
            "sendCommand": AT_TABLE,
            "undo": AT_TABLE,
            "redo": AT_TABLE,
            "readLog": AT_TABLE,
            "readForecast": AT_TABLE,
            "listSeats": AT_TABLE,
            "requestPrint": {"requestBody": {"kind": "table-card", "table": "$response.body#/id"}},
            "takeSeat": {"requestBody": {"code": "$response.body#/join/code", "name": "Luis"}},
        },
        is_open=True,
    )
    def post(self, request: Request) -> Response:
        """Open a table. Without credentials a guest keeps it, by the token in the answer.

        Refused by the first problem of the set-up; `params.problems` lists all of them.
        """
        return opened_by(request, TableBody, open_table)


def opened_by(
    request: Request, kind: type[AnyBody], open_by: Callable[[Person, AnyBody], Table]
) -> Response:
    """Open a table by a body of that type; without credentials a new guest keeps it."""
    person = None
    if access_of(request) is not None:
        person = require(request, Scope.MANAGE, whole_person=True).person
    no_query(request)
    body = read_body(request, kind)
    count(request, "table")
    if person is not None:
        made, _repeated = made_once(request, person, lambda: str(open_by(person, body).pk))
        return opened_by_id(request, made, person)
    count(request, "api-guest")
    no_key(request)
    seat, secret = as_new_guest(
        lambda guest: open_by(guest, body).seats.select_related("table").get(), name=body.game
    )
    return opened(request, seat, secret)


def opened_by_id(request: Request, table_id: str, person: Person) -> Response:
    """Return the new table of that id; 404 if an earlier request made it and it has gone since."""
    seat = selectors.seat_of(table_id=uuid.UUID(table_id), person=person)
    if seat is None:
        raise NotFound
    return opened(request, seat, None)


def opened(request: Request, seat: Seat, secret: str | None) -> Response:
    """Return the new table as its keeper sees it."""
    table = seat.table
    return Response(
        NewTableAnswer(**_table_fields(request, seat), token=secret),
        status=201,
        headers={
            "Location": reverse("api:table", args=[table.pk]),
            "ETag": etag(table.version),
        },
    )


def row_of(seat: Seat) -> TableRow:
    table = seat.table
    return TableRow.of(
        table,
        archived=table.archived_at is not None,
        locked=table.is_locked,
        role=seat.role,
        url=reverse("api:table", args=[table.pk]),
    )


class OneTable(Endpoint):
    @operation(
        "readTable",
        tag="tables",
        answers={200: TableAnswer, 304: None},
        refusals=READ,
        headers=(IF_NONE_MATCH,),
        sends={200: VERSION_TAG},
        links=GO_ON,
    )
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """Return the table as it is now; 304 while its version is the one you have."""
        seat = seat_at(request, table_id, Scope.READ)
        no_query(request)
        tag = etag(seat.table.version)
        if is_unchanged(request, tag):
            return not_modified(tag)
        return Response(TableAnswer(**_table_fields(request, seat)), headers={"ETag": tag})


class Commands(Endpoint):
    @operation(
        "sendCommand",
        tag="play",
        answers={200: CommandAnswer},
        refusals=STEP,
        body=Command,
        headers=(IF_MATCH,),
        sends={200: VERSION_TAG},
        links=GO_ON,
    )
    def post(self, request: Request, table_id: uuid.UUID) -> Response:
        """Send one command. The same `id` again gives the first answer and changes nothing."""
        seat = seat_at(request, table_id, Scope.PLAY)
        no_query(request)
        matched = version_to_match(request)
        command = decode_command(seat.table.game, command_body(request, matched))
        with matching(matched):
            answer = services.command_submit(
                table_id=table_id, seat=seat, command=command, expected=matched
            )
        return _told(seat, answer)


def _told(seat: Seat, answer: Answer) -> Response:
    """Return the table as it was right after the command."""
    state = decode_any_state(answer.state_json)
    body = CommandAnswer.of(
        answer,
        facts=tuple(facts_of(answer.events)),
        state=state_view(state, pack_of(state), seat),
    )
    return Response(body, headers={"ETag": etag(answer.version)})


class Undo(Endpoint):
    @operation(
        "undo",
        tag="play",
        answers={200: CommandAnswer},
        refusals=STEP,
        body=UndoBody,
        headers=(IF_MATCH,),
        sends={200: VERSION_TAG},
        links=GO_ON,
    )
    def post(self, request: Request, table_id: uuid.UUID) -> Response:
        """Take the last step back, whoever made it, or all of them down to one."""
        seat = seat_at(request, table_id, Scope.PLAY)
        return undone(
            services.table_undo,
            services.table_undo_to,
            request,
            lambda answer: _told(seat, answer),
            table_id=table_id,
            seat=seat,
        )


class Redo(Endpoint):
    @operation(
        "redo",
        tag="play",
        answers={200: CommandAnswer},
        refusals=STEP,
        body=StepBody,
        headers=(IF_MATCH,),
        sends={200: VERSION_TAG},
        links=GO_ON,
    )
    def post(self, request: Request, table_id: uuid.UUID) -> Response:
        """Bring back what the last undo took."""
        seat = seat_at(request, table_id, Scope.PLAY)
        return redone(
            services.table_redo,
            request,
            lambda answer: _told(seat, answer),
            table_id=table_id,
            seat=seat,
        )


class Log(Endpoint):
    @operation("readLog", tag="play", answers={200: LogPage}, refusals=READ, query=LogQuery)
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """List the entries after a `seq`, oldest first, also in words."""
        seat = seat_at(request, table_id, Scope.READ)
        query = read_query(request, LogQuery)
        entries = log_after(seat.table, query)
        targets = entries_at(seat.table, targets_of(entries))
        return Response(log_page(LogPage, query, entries, _teller(seat, targets)))


def _teller(seat: Seat, targets: dict[int, LogEntry]) -> Callable[[LogEntry], EntryAnswer]:
    state = seat.table.any_state
    pack, secret = pack_of(state), is_secret(state)

    def tell(entry: LogEntry) -> EntryAnswer:
        spoken_of = targets.get(entry.target_seq or 0, entry)
        what = headline(spoken_of, state, pack)
        return EntryAnswer(
            **line_of(entry),
            seat=entry.who,
            command=_command(entry, seat, secret=secret),
            events=entry.events,
            facts=tuple(facts_of(entry.events)),
            text=str(_IN_WORDS[LogEntry.Kind(entry.kind), entry.is_several]) % {"what": what},
        )

    return tell


def _command(entry: LogEntry, seat: Seat, *, secret: bool) -> Any:
    """Return the command as it was sent; while there are secrets, without what others sealed."""
    if not entry.command_json:
        return None
    if secret:
        command = decode_command(seat.table.game, entry.command_json)
        return msgspec.to_builtins(games[seat.table.game].shown(command, seat.plays))
    return msgspec.json.decode(entry.command_json)


_IN_WORDS = {
    (LogEntry.Kind.DO, False): "%(what)s",
    (LogEntry.Kind.UNDO, False): gettext_lazy("undone: %(what)s"),
    (LogEntry.Kind.UNDO, True): gettext_lazy("several steps undone, the last: %(what)s"),
    (LogEntry.Kind.REDO, False): gettext_lazy("done again: %(what)s"),
    (LogEntry.Kind.REDO, True): gettext_lazy("several steps done again, the last: %(what)s"),
}


class Events(Endpoint):
    @operation("followTable", tag="play", answers={200: "text/event-stream"}, refusals=READ)
    def get(self, request: Request, table_id: uuid.UUID) -> HttpResponse:
        """Stream server-sent events: each says that the table has the version of its `id`.

        Read what is new from the log, or the table itself. After a break, `Last-Event-ID` goes on
        from there.
        """
        seat = seat_at(request, table_id, Scope.READ)
        no_query(request)
        return following(table_id, seat.table.version, seat.person_id)
