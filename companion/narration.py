"""The log in words: events are keys and numbers, their sentences are made for the reader."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from companion.models import LogEntry
from companion.pages import pages_of
from companion.words import all_words, missing_sentence
from rules import Cover, Event, State
from rules.mechanics.danger import PointsGained
from rules.mechanics.missions.mission import SlotsFilled

HEADLINES = 3
BAR = 42
"""Letters that the undo bar has room for in two lines of a small phone, beside who and when."""
MINOR = (PointsGained, SlotsFilled)
"""Events that matter least of a step: what it does to the board comes before them."""


def narrate(event: Event, state: State, pack: Cover) -> list[str]:
    """Return one event as short lines.

    A whole step is a line for each of its facts, unless its mechanic tells it otherwise.
    """
    teller = pages_of(state.game).teller(state, pack)
    return _lines(event, teller)


def _lines(event: Event, teller: Any) -> list[str]:
    sentences = all_words(teller.game).sentences
    if sentence := sentences.get(type(event)):
        words = sentence(event, teller)
        return [words] if isinstance(words, str) else words
    parts = list(event.facts())
    if parts == [event]:
        return [missing_sentence(event)]
    return [line for part in parts for line in _lines(part, teller)]


def narrate_all(events: Iterable[Event], state: State, pack: Cover) -> list[str]:
    return [line for event in events for line in narrate(event, state, pack)]


def change_words(entry: LogEntry, state: State, pack: Cover) -> str:
    """Return what another phone did, in the words of the log."""
    match entry.kind, entry.is_several:
        case LogEntry.Kind.UNDO, False:
            return _("took a step back")
        case LogEntry.Kind.UNDO, True:
            return _("took several steps back")
        case LogEntry.Kind.REDO, False:
            return _("brought a step back")
        case LogEntry.Kind.REDO, True:
            return _("brought several steps back")
    return headline(entry, state, pack)


def headline(entry: LogEntry, state: State, pack: Cover) -> str:
    """Return what an entry did, in few words."""
    return ", ".join(_headlines(entry, state, pack))


def for_the_bar(entry: LogEntry, state: State, pack: Cover) -> str:
    """Return the same with as many of its sentences as the undo bar has room for.

    One at least and, where the cause comes before what it does, two.
    """
    lines = _headlines(entry, state, pack)
    least = 1 if pages_of(state.game).in_short else 2
    told, others = ", ".join(lines[:least]), lines[least:]
    for other in others:
        if len(longer := f"{told}, {other}") > BAR:
            break
        told = longer
    return told


def _headlines(entry: LogEntry, state: State, pack: Cover) -> list[str]:
    told = headline_of(entry.events, state, pack)
    if told:
        return [told]
    in_short = pages_of(state.game).in_short or _weightiest_first
    return in_short(entry.events, state, pack)[:HEADLINES]


def _weightiest_first(events: Iterable[Event], state: State, pack: Cover) -> list[str]:
    """Return the lines of a step; the points it gives come last, whatever else it does."""
    return narrate_all(sorted(events, key=lambda event: isinstance(event, MINOR)), state, pack)


def headline_of(events: Iterable[Event], state: State, pack: Cover) -> str:
    """Return a whole step in its mechanic's words; empty where the mechanic has none."""
    headlines = all_words(state.game).headlines
    teller = pages_of(state.game).teller(state, pack)
    told = (headlines[type(event)](event, teller) for event in events if type(event) in headlines)
    return next(filter(None, told), "")


def icon(entry: LogEntry, game: str) -> str:
    """Return the icon of an entry in the log: of its first event that has one."""
    icons = all_words(game).icons
    return next((icons[type(event)] for event in entry.events if type(event) in icons), "list")
