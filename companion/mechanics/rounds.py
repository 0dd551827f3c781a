"""Rounds, phases, and how a mission ends."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.terms import phase_word
from companion.words import Words, loss_word
from rules.mechanics.rounds import (
    FirstPlayerPassed,
    MissionAbandoned,
    MissionLost,
    MissionWon,
    PhaseBegan,
)


def _lost(e: MissionLost, t: Any) -> str:
    """Tell a lost mission with its reason, unless the players alone said so."""
    why = loss_word(e.why, t.game)
    return _("mission lost: %(why)s") % {"why": why} if why else _("mission lost")


WORDS = Words(
    sentences={
        PhaseBegan: lambda e, t: (
            _("round %(round)d, %(phase)s") % {"round": e.round, "phase": phase_word(e.phase)}
        ),
        FirstPlayerPassed: lambda e, t: (
            _("%(player)s goes first") % {"player": e.player or _("Keeper")}
        ),
        MissionWon: lambda e, t: _("mission won"),
        MissionLost: _lost,
        MissionAbandoned: lambda e, t: _("mission abandoned"),
    },
    headlines={
        FirstPlayerPassed: lambda e, t: (
            _("new round, %(player)s goes first") % {"player": e.player or _("Keeper")}
        ),
    },
    icons={PhaseBegan: "next"},
    refusals={
        "round.not_yet": gettext_lazy("The zombies come first: the round is not over yet."),
        "objectives.open": gettext_lazy("Personal objectives still open: %(count)s."),
    },
    rules={"first-player": gettext_lazy("The first-player token passes to the left")},
    because={FirstPlayerPassed: lambda e, t: ["first-player"]},
    fields={
        "round": pgettext_lazy("what is set", "round"),
        "phase": pgettext_lazy("what is set", "phase"),
        "first_player": pgettext_lazy("what is set", "first player"),
        "result": pgettext_lazy("what is set", "result"),
    },
    values={
        "players": pgettext_lazy("phase", "Players"),
        "zombies": pgettext_lazy("phase", "Zombies"),
        "end": pgettext_lazy("phase", "End"),
        "won": pgettext_lazy("result", "won"),
        "lost": pgettext_lazy("result", "lost"),
        "abandoned": pgettext_lazy("result", "abandoned"),
    },
    commands={
        "phase.next": pgettext_lazy("command", "Next phase"),
        "round.next": pgettext_lazy("command", "Next round"),
        "mission.end": pgettext_lazy("command", "End the mission"),
    },
)
