from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from companion.hooks import Fact, Notice
from companion.rooms import Room
from companion.selectors import Board
from companion.teller import Teller, token_place
from companion.terms import zombie_icon
from rules import TableState, look
from rules.mechanics.zones.play import place_of
from rules.play import zombie_type
from rules.systems.black_plague.necromancers.play import (
    NECROMANCER,
    TOKEN,
    is_of_objective,
    token_limit,
    tokens_on_board,
)


def _tokens(board: Board) -> Mapping[str, Any]:
    """Where his tokens lie, while he is there."""
    his = [zone for zone in board.state.zones if zone.kind == NECROMANCER]
    return {
        "necromancers": his if board.state.board.get(NECROMANCER) else [],
        "tokens": tokens_on_board(look(board.state, board.pack)),
        "limit": token_limit(board.state, board.pack),
    }


def _notices(board: Board, before: TableState) -> Iterator[Notice]:
    """An objective has brought him: somebody has to put him and his token on the board."""
    teller = Teller(board.state, board.pack)
    there = {zone.id for zone in before.zones}
    for zone in board.state.zones:
        if zone.kind != NECROMANCER or zone.id in there or not is_of_objective(zone):
            continue
        kind = zombie_type(board.pack, NECROMANCER)
        place = token_place(place_of(zone).name)
        yield Notice(
            icon=zombie_icon(kind),
            name=teller.zombie(NECROMANCER),
            what=_("comes with an objective"),
            why=_("Round %(round)d") % {"round": board.state.round},
            facts=[
                Fact(
                    "map",
                    _("Put him on the board"),
                    _("where it lay: %(place)s") % {"place": place},
                ),
                Fact("grave", _("His spawn token beside him"), teller.zone(zone.id)),
            ],
        )


ROOM = Room(
    notices=_notices,
    on_board=(
        "necromancer.escape",
        "necromancer.kill",
        "necromancer.ritual",
    ),
    questions={TOKEN: "mechanics/necromancers/question.html"},
    acting="mechanics/necromancers/acting.html",
    by_zones="mechanics/necromancers/zones.html",
    context=_tokens,
)
