"""Forecast, legal commands and story of a table."""

import uuid
from collections.abc import Mapping
from fractions import Fraction

from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import (
    ChancesAnswer,
    ForecastAnswer,
    LegalAnswer,
    Offer,
    RoundTallyAnswer,
    StoryAnswer,
    SurvivorTallyAnswer,
)
from api.bodies import ForecastQuery, LegalQuery
from api.http import read_query
from api.models import Scope
from api.openapi import READ, operation
from api.refusals import ApiRefusal
from api.views.base import Endpoint, no_query, seat_at
from companion.odds.outlook import HIDDEN
from companion.odds.seen import are_next_cards_seen
from companion.services import players_without_phone
from companion.shelf.selectors import story
from rules import TableState, forecast, games, look, offers, pack_of
from rules.odds import Chances, Forecast
from rules.odds.what_if import one_zone_less, one_zone_more, survivor_out


class ForecastOfTable(Endpoint):
    @operation(
        "readForecast",
        tag="play",
        answers={200: ForecastAnswer},
        refusals=(*READ, 422),
        query=ForecastQuery,
    )
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """Return the odds of the next spawn step, of a building, or of a table changed in some way.

        Refused where the table plays without odds, and while the cards of a spawn that was taken
        back come next.
        """
        table = seat_at(request, table_id, Scope.READ).table
        state = table.state
        asked = read_query(request, ForecastQuery)
        if HIDDEN in state.options:
            raise ApiRefusal(422, "odds.hidden")
        if are_next_cards_seen(table, state):
            raise ApiRefusal(422, "odds.seen")
        coming = _forecast(state, asked)
        return Response(
            ForecastAnswer.of(
                coming,
                exact=coming.is_exact,
                kinds=_floats(coming.cards),
                expected=_floats(coming.least.expected),
                short=_floats(coming.least.short),
                least=_chances(coming.least),
                most=_chances(coming.most),
            )
        )


def _forecast(state: TableState, asked: ForecastQuery) -> Forecast:
    pack = pack_of(state)
    if asked.zones:
        change = one_zone_more if asked.zones > 0 else one_zone_less
        state = change(look(state, pack))
    if asked.without is not UNSET:
        state = survivor_out(look(state, pack), asked.without)
    level = None if asked.level is UNSET else asked.level
    coming = forecast(state, pack, rooms=asked.rooms, level=level)
    if asked.places is UNSET or not coming.asked:
        return coming
    places = dict.fromkeys(coming.asked, asked.places)
    return forecast(state, pack, rooms=asked.rooms, level=level, places=places)


def _chances(chances: Chances) -> ChancesAnswer:
    return ChancesAnswer(
        total=[float(chance) for chance in chances.total],
        zombies={key: [float(chance) for chance in row] for key, row in chances.zombies.items()},
        kinds=_floats(chances.kinds),
        abomination=float(chances.largest),
        activated=_floats(chances.activated),
        any_activated=float(chances.any_activated),
        short=_floats(chances.short),
        any_short=float(chances.any_short),
        runs_out=float(chances.runs_out),
    )


def _floats(chances: Mapping[str, Fraction]) -> dict[str, float]:
    return {key: float(chance) for key, chance in chances.items()}


class Legal(Endpoint):
    @operation(
        "listOffers", tag="play", answers={200: LegalAnswer}, refusals=READ, query=LegalQuery
    )
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """List the commands this seat may send now: every offer with the choices for its fields.

        An offer that is known but refused says why; where the players may insist, it says so.
        """
        seat = seat_at(request, table_id, Scope.READ)
        asked = read_query(request, LegalQuery)
        state = seat.table.any_state
        mine = players_without_phone(seat, state) | {seat.plays}
        open_state = games[state.game].open_to(state, mine)
        made = tuple(
            Offer.of(offer)
            for offer in offers(open_state, pack_of(state), asked.kind or None)
            if offer.decides_for <= mine
        )
        return Response(LegalAnswer(version=seat.table.version, offers=made))


class StoryOfTable(Endpoint):
    @operation("readStory", tag="tables", answers={200: StoryAnswer}, refusals=(*READ, 422))
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """Return the game in numbers, round by round; undone steps do not count."""
        table = seat_at(request, table_id, Scope.READ).table
        no_query(request)
        evening = story(table)
        return Response(
            StoryAnswer.of(
                evening,
                rounds=tuple(map(RoundTallyAnswer.of, evening.rounds)),
                survivors={
                    tally.key: SurvivorTallyAnswer.of(
                        tally, name=tally.survivor.name, points=tally.survivor.points
                    )
                    for tally in evening.survivors
                },
            )
        )
