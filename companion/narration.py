"""The log in words: events are keys and numbers, their sentences are made for the reader."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.models import LogEntry
from companion.terms import danger_word, phase_word
from rules import Event, Pack, TableState
from rules.events import DangerRaised, FirstPlayerPassed, PhaseBegan, PointsGained


def _points(event: PointsGained, state: TableState, pack: Pack) -> str:
    return _("%(survivor)s %(change)+d %(unit)s") % {
        "survivor": state.survivors[event.survivor].name,
        "change": event.after - event.before,
        "unit": pack.points.in_language(get_language() or "en"),
    }


def _danger(event: DangerRaised, state: TableState, pack: Pack) -> str:
    return _("%(survivor)s reaches %(level)s") % {
        "survivor": state.survivors[event.survivor].name,
        "level": danger_word(event.after),
    }


def _phase(event: PhaseBegan, state: TableState, pack: Pack) -> str:
    return _("round %(round)d, %(phase)s") % {
        "round": event.round,
        "phase": phase_word(event.phase),
    }


def _first_player(event: FirstPlayerPassed, state: TableState, pack: Pack) -> str:
    return _("%(player)s goes first") % {"player": event.player}


SENTENCES: dict[type, Callable[[Any, TableState, Pack], str]] = {
    PointsGained: _points,
    DangerRaised: _danger,
    PhaseBegan: _phase,
    FirstPlayerPassed: _first_player,
}


def narrate(event: Event, state: TableState, pack: Pack) -> str:
    """One event as a short line."""
    return SENTENCES[type(event)](event, state, pack)


def headline(entry: LogEntry, state: TableState, pack: Pack) -> str:
    """What an entry did, in the few words the undo bar has room for."""
    return ", ".join(narrate(event, state, pack) for event in entry.events)
