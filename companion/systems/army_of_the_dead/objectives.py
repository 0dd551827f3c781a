"""Personal objectives (p. 7, 28): two for a mission, both must be met."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.rooms import Room
from companion.selectors import Board
from companion.teller import Teller
from companion.words import Words
from rules.mechanics.cards import special_card
from rules.mechanics.missions.tokens import carrier_of
from rules.packs.schema.cards import SpecialCard
from rules.systems.army_of_the_dead.objectives import (
    DECK,
    PersonalDrawn,
    PersonalMet,
    is_met,
    kill_count,
    token_of,
)
from rules.systems.army_of_the_dead.state import ArmyState

WORDS = Words(
    sentences={
        PersonalDrawn: lambda e, t: (
            _("personal objective of %(survivor)s") % {"survivor": t.survivor(e.survivor)}
        ),
        PersonalMet: lambda e, t: (
            _("a personal objective is met") if e.met else _("a personal objective is open again")
        ),
    },
    losses={"objective": gettext_lazy("a survivor with a personal objective is dead")},
    refusals={
        "personal.drawn": gettext_lazy("The personal objectives are drawn already."),
        "personal.none": gettext_lazy("The survivors at this table have no personal objectives."),
        "personal.same": gettext_lazy("That objective is marked like this already."),
        "personal.no_token": gettext_lazy("Nobody has a token that brings Zeus when discarded."),
        "personal.unknown": gettext_lazy("That personal objective is not in play."),
    },
    commands={
        "personal.draw": pgettext_lazy("command", "Draw personal objectives"),
        "personal.meet": pgettext_lazy("command", "Personal objective"),
    },
    fields={
        "met": pgettext_lazy("what is asked", "met"),
    },
)


class Personal(NamedTuple):
    """A personal objective in play: whose, what it asks for, how far it is, who has its token."""

    card: SpecialCard
    copy: str
    owner: str
    words: str
    done: int
    of: int
    is_met: bool
    is_ticked: bool
    token: str
    holder: str


def _personal(board: Board) -> list[Personal]:
    """Return the personal objectives in the order in which they were drawn."""
    state, teller = ArmyState.of(board.state), Teller(board.state, board.pack)
    lines, objectives = [], state.objectives
    for objective in objectives:
        card = special_card(board.pack, DECK, objective.card)
        _zombie, of = kill_count(board.pack, objective.card)
        colour = token_of(objectives, objective.card) or ""
        holder = carrier_of(state.taken, state.takers, colour)
        lines.append(
            Personal(
                card=card,
                copy=objective.card,
                owner=teller.survivor(objective.survivor) if objective.survivor else "",
                words=card.text.in_language(teller.language) if card.text else "",
                done=objective.count,
                of=of,
                is_met=is_met(state, objective),
                is_ticked=objective.met,
                token=colour,
                holder=teller.survivor(holder) if holder and not objective.spent else "",
            )
        )
    return lines


def _facts(board: Board) -> Mapping[str, Any]:
    return {"personal": _personal(board), "draws": board.offered.has_open("personal.draw")}


ROOM = Room(
    on_board=("personal.draw", "personal.meet"),
    objectives="mechanics/objectives/section.html",
    laid_out="mechanics/objectives/draw.html",
    context=_facts,
)
