"""City of Horror for programs: its tables are opened in their own words, then played like any."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.access import access_of, require
from api.answers import NewTableAnswer
from api.bodies import CityTableBody
from api.http import read_body
from api.models import Scope
from api.openapi import IDEMPOTENCY_KEY, OPEN_WRITE, operation
from api.services import as_new_guest
from api.views.base import Endpoint, count, made_once, no_key, no_query
from api.views.tables import AT_TABLE, opened, opened_by_id
from companion.models import Seat
from companion.people.models import Person
from companion.systems.city_of_horror.services import city_open


def open_city_table(person: Person, body: CityTableBody) -> Seat:
    """Open it; the seat is the keeper's, with its table."""
    table = city_open(
        person=person,
        game=body.game,
        players=[(seat.name, seat.colour) for seat in body.seats],
        first=body.first,
        sides=body.sides,
        order=body.order,
        turned=body.turned,
        characters=body.characters,
        voting=body.voting,
        cards=body.cards,
        dealing=body.dealing,
        invasion=body.invasion,
    )
    seat = table.seats.get()
    seat.table = table
    return seat


class CityTables(Endpoint):
    @operation(
        "openCityTable",
        tag="tables",
        answers={201: NewTableAnswer},
        refusals=OPEN_WRITE,
        body=CityTableBody,
        headers=(IDEMPOTENCY_KEY,),
        sends={201: {"Location": "The new table.", "ETag": "The version, in quotes."}},
        links={"readTable": AT_TABLE, "listOffers": AT_TABLE, "readLog": AT_TABLE},
        is_open=True,
    )
    def post(self, request: Request) -> Response:
        """Open a table of City of Horror. Without credentials a guest keeps it."""
        person = None
        if access_of(request) is not None:
            person = require(request, Scope.MANAGE, whole_person=True).person
        no_query(request)
        body = read_body(request, CityTableBody)
        count(request, "table")
        if person is None:
            count(request, "api-guest")
            no_key(request)
            seat, secret = as_new_guest(lambda guest: open_city_table(guest, body), name=body.game)
            return opened(request, seat, secret)
        table_id, _repeated = made_once(
            request, person, lambda: str(open_city_table(person, body).table_id)
        )
        return opened_by_id(request, table_id, person)
