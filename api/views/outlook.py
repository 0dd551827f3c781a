"""What may come at a table, and what came: forecast, commands that would be taken, story."""

import uuid
from typing import Any

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import (
    ForecastAnswer,
    LegalAnswer,
    RoundTallyAnswer,
    StoryAnswer,
    SurvivorTallyAnswer,
)
from api.errors import Refusal
from api.models import Scope
from api.openapi import READ, operation
from api.views.base import Endpoint, no_query, seat_at
from companion.services import players_without_phone
from companion.shelf.selectors import story
from rules import forecast, games, legal_commands, pack_of

SENDERS_OWN = ("id", "seen")


class ForecastOfTable(Endpoint):
    @operation("readForecast", tag="play", answers={200: ForecastAnswer}, refusals=(*READ, 422))
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """What the next spawn step may bring; refused where the table plays without odds."""
        state = seat_at(request, table_id, Scope.READ).table.state
        no_query(request)
        if "hide-odds" in state.options:
            raise Refusal(422, "odds.hidden")
        told = forecast(state, pack_of(state))
        return Response(
            ForecastAnswer(
                danger=told.danger,
                draws=told.draws,
                left=told.left,
                unknown=told.unknown,
                kinds={key: float(chance) for key, chance in told.kinds.items()},
                expected={key: float(count) for key, count in told.expected.items()},
                short={key: float(chance) for key, chance in told.short.items()},
            )
        )


class Legal(Endpoint):
    @operation("listLegalCommands", tag="play", answers={200: LegalAnswer}, refusals=READ)
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """Every command that would be taken now from this seat, in its smallest step.

        Left out is what only the table knows: its own cards and dice, a new zone's name.
        """
        seat = seat_at(request, table_id, Scope.READ)
        no_query(request)
        state = seat.table.any_state
        acts_for = games[state.game].acts_for
        mine = players_without_phone(seat, state) | {seat.player}
        offered = tuple(
            _to_send(one) for one in legal_commands(state, pack_of(state)) if acts_for(one) <= mine
        )
        return Response(LegalAnswer(version=seat.table.version, commands=offered))


def _to_send(command: Any) -> dict[str, Any]:
    made: dict[str, Any] = msgspec.to_builtins(command)
    return {name: value for name, value in made.items() if name not in SENDERS_OWN}


class StoryOfTable(Endpoint):
    @operation("readStory", tag="tables", answers={200: StoryAnswer}, refusals=(*READ, 422))
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """The game in numbers, round by round, from what was not taken back."""
        table = seat_at(request, table_id, Scope.READ).table
        no_query(request)
        told = story(table)
        return Response(
            StoryAnswer(
                rounds=tuple(
                    RoundTallyAnswer(
                        round=one.round,
                        began_with=one.began_with,
                        placed=one.placed,
                        killed=one.killed,
                        points=one.points,
                        wounds=one.wounds,
                    )
                    for one in told.rounds
                ),
                survivors={
                    one.key: SurvivorTallyAnswer(
                        name=one.survivor.name,
                        points=one.survivor.points,
                        danger=one.danger,
                        kills=one.kills,
                        wounds=one.wounds,
                    )
                    for one in told.survivors
                },
                placed=told.placed,
                killed=told.killed,
                wounds=told.wounds,
                points=told.points,
            )
        )
