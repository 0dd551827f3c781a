"""Necromancers: they come with a token, flee, and bring the game to its end (p. 29-31)."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from companion.hooks import Fact, Notice
from companion.rooms import Room
from companion.selectors import Board
from companion.teller import Teller, token_place
from companion.terms import zombie_icon
from companion.words import Case, Words
from rules import Pack, TableState, look
from rules.mechanics.missions.tokens import REVEALS
from rules.mechanics.zones import ground_of, place_of
from rules.play import zombie_type
from rules.systems.black_plague.necromancers import (
    NECROMANCER,
    TOKEN,
    NecromancerCame,
    NecromancerEscaped,
    SpawnTokenRemoved,
    is_of_objective,
    token_limit,
    tokens_on_board,
)


def _gets_away(pack: Pack) -> Case:
    text = _(
        "Activated on a spawn zone that is not his: he leaves and his token turns red. "
        "With %(n)s spawn tokens out, the game is lost."
    )
    return Case(_("Necromancer gets away"), text % {"n": pack.crowd[0].token_limit})


def _token_goes(e: SpawnTokenRemoved, t: Any) -> str:
    words = ngettext(
        "%(zone)s: one token less, %(n)d left", "%(zone)s: one token less, %(n)d left", e.tokens
    )
    return words % {"zone": t.mark(e.zone), "n": e.tokens}


WORDS = Words(
    sentences={
        NecromancerEscaped: lambda e, t: (
            ngettext(
                "the necromancer escapes: %(tokens)d spawn token",
                "the necromancer escapes: %(tokens)d spawn tokens",
                e.tokens,
            )
            % {"tokens": e.tokens}
        ),
        SpawnTokenRemoved: _token_goes,
        NecromancerCame: lambda e, t: (
            _("the necromancer comes with his token: %(place)s")
            % {"place": t.zone(ground_of(e.zone))}
        ),
    },
    headlines={SpawnTokenRemoved: _token_goes},
    losses={
        "necromancer": gettext_lazy(
            "a necromancer has left with too many spawn tokens on the board"
        )
    },
    refusals={
        "necromancer.not_there": gettext_lazy("That zone has no necromancer's token."),
        "ritual.alone": gettext_lazy("A ritual needs two necromancers."),
        "ritual.not_now": gettext_lazy("The dark ritual comes at the end of the zombie phase."),
    },
    rules={
        "necromancer": gettext_lazy("He brings a spawn token that draws from the next round on"),
    },
    because={
        NecromancerCame: lambda e, t: ["necromancer"],
        NecromancerEscaped: lambda e, t: ["necromancer"],
    },
    whys={"necromancer": pgettext_lazy("why they activate", "another necromancer")},
    behind={"necromancer": "necromancer"},
    values={"necromancer": pgettext_lazy("kind of zone", "necromancer")},
    options={
        "necromancer-spawns-at-once": (
            pgettext_lazy("house rule", "Necromancer spawns at once"),
            pgettext_lazy("house rule", "A new necromancer token draws its card in the same step."),
        ),
    },
    card_kinds={"necromancer": pgettext_lazy("kind of card", "Necromancer")},
    card_meanings={
        "necromancer": gettext_lazy(
            "Place him and a spawn token with his mark. Necromancers already out act once "
            "more. No figure left: only that."
        )
    },
    cases={
        "necromancer.escape": _gets_away,
        "necromancer.kill": lambda pack: Case(
            _("Necromancer killed"),
            _("Take any one spawn token off the board. If his own stays, it turns red."),
        ),
    },
    commands={
        "necromancer.escape": pgettext_lazy("command", "The necromancer escapes"),
        "necromancer.kill": pgettext_lazy("command", "The necromancer is dead"),
        "necromancer.ritual": pgettext_lazy("command", "Dark ritual"),
    },
    tokens={"necromancer-mark": pgettext_lazy("token", "Necromancer mark")},
)


def _tokens(board: Board) -> Mapping[str, Any]:
    """Return the zones of the necromancers, the tokens on the board and their limit."""
    his = [zone for zone in board.state.zones if zone.kind == NECROMANCER]
    return {
        "necromancers": his if board.state.board.get(NECROMANCER) else [],
        "tokens": tokens_on_board(look(board.state, board.pack)),
        "limit": token_limit(board.state, board.pack),
    }


def _notices(board: Board, before: TableState) -> Iterator[Notice]:
    """Yield that an objective has brought him, and what somebody has to do on the board."""
    teller = Teller(board.state, board.pack)
    there = {zone.id for zone in before.zones}
    came = [
        zone
        for zone in board.state.zones
        if zone.kind == NECROMANCER and zone.id not in there and is_of_objective(zone)
    ]
    for zone in came:
        place = token_place(place_of(zone).name, board.state.game)
        yield _brought(
            board,
            Fact("map", _("Put him on the board"), _("where it lay: %(place)s") % {"place": place}),
            Fact("grave", _("His spawn token beside him"), teller.zone(zone.id)),
        )
    taken = set(board.state.taken[len(before.taken) :])
    rules = board.mission.rules if board.mission else ()
    if not came and any(rule.do == REVEALS and taken & set(rule.colours) for rule in rules):
        acts = _("The necromancers on the board act once more now.")
        yield _brought(board, Fact("alert", _("No miniature of his is left"), acts))


def _brought(board: Board, *facts: Fact) -> Notice:
    return Notice(
        icon=zombie_icon(zombie_type(board.pack, NECROMANCER)),
        name=Teller(board.state, board.pack).zombie(NECROMANCER),
        what=_("comes with an objective"),
        why=_("Round %(round)d") % {"round": board.state.round},
        facts=list(facts),
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
