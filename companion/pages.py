"""Which pages a game has: those of the kind of state its ruleset names, never of its slug."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse

from companion.models import Seat, Table
from companion.people.models import Person
from rules import Event, State, games, pack_of


class SavedPerson(NamedTuple):
    """Somebody at a table out of a file, for a look before it is brought in."""

    name: str
    player: str
    says: str
    """The points, in words."""


class Saving(NamedTuple):
    """The functions that write a table to a file, and read a table from one."""

    is_possible: Callable[[Any], bool]
    """The check that a state holds no secret."""
    opened: Callable[[Any], Any]
    """A state without what nobody may know."""
    closed: Callable[[Any, str], Any]
    """The last state of a file with a seed of its own."""
    check: Callable[[Any], None]
    """Raises where no table could be in that state."""
    read: Callable[[Seat], object]
    """Reads the table as its pages will."""
    people: Callable[[Any], list[SavedPerson]]


class Pages(NamedTuple):
    """All that one kind of game does its own way; the rest of the house is the same for all."""

    open: Callable[[HttpRequest, str], HttpResponse]
    """The set-up of a new table."""
    context: Callable[[HttpRequest, Seat, str], dict[str, Any]]
    """The context of the table page, with the sheet that lies over it; 404 for an unknown sheet.

    `parts`, `dock` and `changes` are the templates of its pieces.
    """
    screen: str
    """The part of the big screen."""
    screen_context: Callable[[Seat], dict[str, Any]]
    story: str
    """Template of the story."""
    story_context: Callable[[Seat], dict[str, Any]]
    """Its context; `again` says what a rematch keeps, `story.rounds` from where one may branch."""
    again: Callable[[Table, Person], Table]
    """The same line-up at a new table."""
    names: Callable[[Any, str], list[str]]
    """The names of the survivors or characters a player plays."""
    has_own: bool
    """A page for one player's figures alone, beside the table."""
    teller: Callable[[Any, Any], Any]
    """Whoever has the words for what the events of a state and its pack name."""
    saving: Saving
    sample: Callable[[Person, str, Sequence[str]], Table]
    """Opens a table of a game in full swing, for `manage.py demo`, with these players."""
    in_short: Callable[[Sequence[Event], Any, Any], list[str]] | None = None
    """A step's events, by state and pack, in few lines, the weightiest first; None: each by itself,
    in their order.
    """


_PAGES: dict[type, Pages] = {}


def register(state: type, pages: Pages) -> None:
    """Register the pages of all games that have this kind of state, or one that extends it."""
    _PAGES[state] = pages


def pages_of(game: str) -> Pages:
    return next(_PAGES[kind] for kind in games[game].state.__mro__ if kind in _PAGES)


def is_secret(state: State) -> bool:
    """Check if somebody knows what the others may not: nobody looks into a copy until it is over.

    A game that was only stopped can be taken up again, so its secrets stay closed.
    """
    is_played_out = state.result not in (None, "abandoned")
    return not is_played_out and games[state.game].view(state, None, pack_of(state)) is not state
