"""How hard a set-up is: ask, ask again until it is done, stop."""

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import require
from api.bodies import TableBody
from api.difficulty import DifficultyAnswer, difficulty_answer, setting_from
from api.http import read_body
from api.models import Scope
from api.openapi import WRITE, operation
from api.views.base import Endpoint, count, no_query
from companion.difficulty.selectors import hash_of, measured
from companion.difficulty.services import measure, measurement_stop


class Difficulty(Endpoint):
    @operation(
        "measureDifficulty",
        tag="games",
        answers={200: DifficultyAnswer},
        refusals=WRITE,
        body=TableBody,
    )
    def post(self, request: Request) -> Response:
        """Have a thousand evenings of a set-up simulated; the same again says how far it is.

        The set-up is that of a new table; who plays, and who draws the cards, makes no difference.
        """
        person = require(request, Scope.PLAY, whole_person=True).person
        no_query(request)
        setting = setting_from(person, read_body(request, TableBody))
        known = measured([setting]).get(hash_of(setting))
        if known is None or not (known.is_under_way or known.is_whole):
            count(request, "measure")
            known = measure(person=person, setting=setting)
        return Response(difficulty_answer(known))


class DifficultyStop(Endpoint):
    @operation(
        "stopDifficulty",
        tag="games",
        answers={200: DifficultyAnswer},
        refusals=WRITE,
        body=TableBody,
    )
    def post(self, request: Request) -> Response:
        """Stop what this person asked for; what was played is kept, and others' goes on."""
        person = require(request, Scope.PLAY, whole_person=True).person
        no_query(request)
        setting = setting_from(person, read_body(request, TableBody))
        measurement_stop(person=person, setting=setting)
        known = measured([setting]).get(hash_of(setting))
        if known is None:
            raise NotFound
        return Response(difficulty_answer(known))
