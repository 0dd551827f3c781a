"""What mechanics show at the table. Each may have a `ROOM` beside its words."""

import logging
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from companion.words import Text, part_of
from rules import Pack, games
from rules.mechanic import Mechanic
from rules.packs.schema import Mission

log = logging.getLogger("safehouse.words")


class RowLink(NamedTuple):
    """A row of the sheet "More" that leads to a sheet."""

    sheet: str
    icon: str
    words: Text
    meaning: Text


class Room(NamedTuple):
    """The pages of one mechanic."""

    sheets: Mapping[str, Callable[[Any], Any]] = {}
    """Sheets that slide over the table, by the name in their address."""
    on_board: tuple[str, ...] = ()
    """Commands that the sheet "On the board" offers as they come."""
    section: str = ""
    """A template of its own on that sheet, before these offers."""
    leads_to: Mapping[str, str] = {}
    """Commands whose form leads to another sheet, where their result is shown."""
    finds: tuple[str, ...] = ()
    """Commands that may give a survivor a card which the table draws: it is then shown large."""
    questions: Mapping[str, str] = {}
    """Templates of its open questions, by what they are about; each extends
    `companion/board/question.html`."""
    acting: str = ""
    """A template of its own at the head of the sheet that says who acts."""
    by_zones: str = ""
    """A template of its own on the sheet of zones."""
    wounded: str = ""
    """A template of its own among those whom zombies may wound."""
    on_survivor: str = ""
    """A template of its own on the sheet of a survivor."""
    deeds: str = ""
    """A template of its own among the things a survivor does."""
    goals: str = ""
    """A template of its own under the goals of the mission."""
    objectives: str = ""
    """A template of its own after the objectives of the mission."""
    laid_out: str = ""
    """A template of its own under what is laid out before the first round."""
    context: Callable[[Any], Mapping[str, Any]] | None = None
    """The variables of these templates, from the board."""
    on_paper: str = ""
    """A template of its own on the printed sheet of a mission, under the board."""
    printed: Callable[[Mission, Pack], Mapping[str, Any] | None] | None = None
    """`printed(mission, pack)`: what that template needs; None: that mission has nothing of it."""
    on_item: Mapping[str, str] = {}
    """Commands that the sheet of a carried card offers for it, each with its icon."""
    in_more: RowLink | None = None
    notices: Callable[[Any, Any], Iterator[Any]] | None = None
    """`notices(board, before)`: what everybody is shown at once."""

    @property
    def commands(self) -> tuple[str, ...]:
        """Return the kinds of all commands it names."""
        return (*self.on_board, *self.on_item, *self.leads_to, *self.finds)

    @property
    def templates(self) -> tuple[str, ...]:
        of_board = (self.section, self.acting, self.by_zones, *self.questions.values())
        of_survivor = (self.wounded, self.on_survivor, self.deeds)
        of_mission = (self.goals, self.objectives, self.laid_out)
        return tuple(filter(None, (*of_board, *of_survivor, *of_mission, self.on_paper)))

    def facts(self, board: Any) -> Mapping[str, Any]:
        return self.context(board) if self.context else {}


@cache
def room_of(home: str) -> Room:
    """Return the pages of the mechanic that lives there; of one without pages, an empty room."""
    room: Room | None = part_of(home, "ROOM", "sheet")
    return Room() if room is None else room


def rooms_of(game: str) -> list[tuple[Mechanic, Room]]:
    """Return the mechanics of a game with their pages, in the order in which they join in."""
    return [(mechanic, room_of(mechanic.home)) for mechanic in games[game].mechanics]


def sheet_after(game: str, kind: str) -> str | None:
    """Return the sheet that shows the result of a command; None: the one it was sent from."""
    rooms = (room for _mechanic, room in rooms_of(game))
    return next((room.leads_to[kind] for room in rooms if kind in room.leads_to), None)


def gives_find(game: str, kind: str) -> bool:
    """Check if a card that a command gives a survivor is shown large."""
    return any(kind in room.finds for _mechanic, room in rooms_of(game))


class Panel(NamedTuple):
    """A template that a mechanic has at some place, and what it shows."""

    template: str
    context: Mapping[str, Any]


def pieces_at(place: str, board: Any) -> list[Panel]:
    """Return the templates that the game's mechanics have at a place, such as `wounded`."""
    rooms = [room for _mechanic, room in rooms_of(board.state.game) if getattr(room, place)]
    return [Panel(getattr(room, place), room.facts(board)) for room in rooms]


def pieces_on_paper(mission: Mission, pack: Pack) -> list[Panel]:
    """Return what the mechanics of a game have on the printed sheet of a mission."""
    rooms = [room for _mechanic, room in rooms_of(pack.game) if room.on_paper]
    shown = [(room.on_paper, room.printed(mission, pack) if room.printed else {}) for room in rooms]
    return [Panel(template, context) for template, context in shown if context is not None]


@cache
def questions_of(game: str) -> Mapping[str, str]:
    """Return the templates of all questions that may come up in a game."""
    return {what: path for _each, room in rooms_of(game) for what, path in room.questions.items()}


def question_put(game: str, what: str) -> str:
    """Return the template of a question; the plain one if its mechanic has none."""
    template = questions_of(game).get(what)
    if template is None:
        log.warning("no words", extra={"what": "question", "key": what})
    return template or "companion/board/question.html"


@cache
def sheets_of(game: str) -> Mapping[str, Callable[[Any], Any]]:
    """Return the sheets that the mechanics of a game bring with them."""
    return {name: sheet for _each, room in rooms_of(game) for name, sheet in room.sheets.items()}
