"""City of Horror for programs: its tables are opened in their own words, then played like any."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import NewTableAnswer
from api.bodies import CityTableBody
from api.openapi import IDEMPOTENCY_KEY, OPEN_WRITE, operation
from api.refusals import refuse
from api.views.base import Endpoint
from api.views.tables import AT_TABLE, opened_by
from companion.models import Table
from companion.people.models import Person
from companion.systems.city_of_horror.services import city_open, city_plan
from rules.systems.city_of_horror import CityWanted


def open_city_table(person: Person, body: CityTableBody) -> Table:
    players = [(seat.name, seat.colour) for seat in body.seats]
    said = {name: getattr(body, name) for name in CityWanted._fields if name != "players"}
    wanted = CityWanted(players, **said)
    plan = city_plan(person=person, game=body.game, wanted=wanted)
    refuse(plan.problems)
    return city_open(person=person, plan=plan)


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
        return opened_by(request, CityTableBody, open_city_table)
