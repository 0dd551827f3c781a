"""What may come at a table, and what came: forecast, commands that would be taken, story."""

import uuid
from collections.abc import Mapping
from fractions import Fraction

from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import (
    ChancesAnswer,
    DiceLuckAnswer,
    ForecastAnswer,
    LegalAnswer,
    LuckAnswer,
    RoundTallyAnswer,
    StepLuckAnswer,
    StoryAnswer,
    SurvivorTallyAnswer,
)
from api.bodies import LegalQuery
from api.errors import Refusal
from api.http import read_query
from api.models import Scope
from api.openapi import READ, operation
from api.views.base import Endpoint, no_query, seat_at
from companion.odds.luck import luck_of
from companion.odds.seen import are_next_cards_seen
from companion.services import players_without_phone
from companion.shelf.selectors import story
from rules import forecast, offers, pack_of
from rules.odds import Chances


class ForecastOfTable(Endpoint):
    @operation("readForecast", tag="play", answers={200: ForecastAnswer}, refusals=(*READ, 422))
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """What the next spawn step may bring.

        Refused where the table plays without odds, and while the cards of a spawn that was taken
        back come next.
        """
        table = seat_at(request, table_id, Scope.READ).table
        state = table.state
        no_query(request)
        if "hide-odds" in state.options:
            raise Refusal(422, "odds.hidden")
        if are_next_cards_seen(table, state):
            raise Refusal(422, "odds.seen")
        coming = forecast(state, pack_of(state))
        return Response(
            ForecastAnswer(
                danger=coming.danger,
                draws=coming.draws,
                left=coming.left,
                unknown=coming.unknown,
                exact=coming.is_exact,
                kinds=_floats(coming.cards),
                expected=_floats(coming.least.expected),
                short=_floats(coming.least.short),
                least=_chances(coming.least),
                most=_chances(coming.most),
            )
        )


def _chances(chances: Chances) -> ChancesAnswer:
    return ChancesAnswer(
        total=[float(chance) for chance in chances.total],
        zombies={key: [float(each) for each in row] for key, row in chances.zombies.items()},
        kinds=_floats(chances.kinds),
        abomination=float(chances.largest),
        activated=_floats(chances.activated),
        short=_floats(chances.short),
        runs_out=float(chances.runs_out),
    )


def _floats(chances: Mapping[str, Fraction]) -> dict[str, float]:
    return {key: float(chance) for key, chance in chances.items()}


class LuckOfTable(Endpoint):
    @operation("readLuck", tag="tables", answers={200: LuckAnswer}, refusals=(*READ, 422))
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """How hard the evening was among those that might have been, from what was not taken back.

        Refused where the table plays without odds.
        """
        table = seat_at(request, table_id, Scope.READ).table
        no_query(request)
        luck = luck_of(table)
        if luck is None:
            raise Refusal(422, "odds.hidden")
        whole = luck.whole
        return Response(
            LuckAnswer(
                harder_than=whole.per_cent if luck.is_enough else None,
                came=whole.came,
                mean=whole.mean,
                steps=tuple(
                    StepLuckAnswer(
                        round=step.round,
                        danger=step.danger,
                        came=step.fall.came,
                        mean=step.fall.mean,
                        low=step.fall.band[0],
                        high=step.fall.band[1],
                    )
                    for step in luck.rounds
                ),
                left_out=luck.left_out,
                dice=tuple(
                    DiceLuckAnswer(
                        name=each.name, dice=each.dice, hits=each.hits, expected=each.expected
                    )
                    for each in luck.dice
                ),
            )
        )


class Legal(Endpoint):
    @operation(
        "listOffers", tag="play", answers={200: LegalAnswer}, refusals=READ, query=LegalQuery
    )
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """What may be done now from this seat: every offer with the choices for its fields.

        An offer that is known but refused says why; where the players may insist, it says so.
        """
        seat = seat_at(request, table_id, Scope.READ)
        asked = read_query(request, LegalQuery)
        state = seat.table.any_state
        mine = players_without_phone(seat, state) | {seat.plays}
        made = tuple(
            offer
            for offer in offers(state, pack_of(state), asked.kind or None)
            if offer.decides_for <= mine
        )
        return Response(LegalAnswer(version=seat.table.version, offers=made))


class StoryOfTable(Endpoint):
    @operation("readStory", tag="tables", answers={200: StoryAnswer}, refusals=(*READ, 422))
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """The game in numbers, round by round, from what was not taken back."""
        table = seat_at(request, table_id, Scope.READ).table
        no_query(request)
        evening = story(table)
        return Response(
            StoryAnswer(
                rounds=tuple(
                    RoundTallyAnswer(
                        round=round_.round,
                        began_with=round_.began_with,
                        placed=round_.placed,
                        killed=round_.killed,
                        points=round_.points,
                        wounds=round_.wounds,
                    )
                    for round_ in evening.rounds
                ),
                survivors={
                    survivor.key: SurvivorTallyAnswer(
                        name=survivor.survivor.name,
                        points=survivor.survivor.points,
                        danger=survivor.danger,
                        kills=survivor.kills,
                        wounds=survivor.wounds,
                    )
                    for survivor in evening.survivors
                },
                placed=evening.placed,
                killed=evening.killed,
                wounds=evening.wounds,
                points=evening.points,
            )
        )
