"""The one large button: what comes next, in words, and what it sends."""

import json
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from companion.selectors import Board
from companion.terms import line_word
from rules import look, mission_of
from rules.mechanics.cards import equipment_decks
from rules.mechanics.missions.reminders import all_reminders
from rules.mechanics.skill_reminders import reminders as skill_reminders
from rules.mechanics.spawn.distributing import distributors
from rules.mechanics.spawn.step import PLAIN, STRIKES, TURN, must_answer
from rules.packs.schema.people import Moment
from rules.state import DAWN, DUSK, Spawning

HOURS = 24
END: Moment = "end-phase"


class NextStep(NamedTuple):
    """A title, what it means, and the command it sends or the sheet it opens."""

    title: str
    meaning: str
    command: str = ""
    sheet: str = ""
    """Opened after the command, or instead of one."""
    brings_zombies: bool = False
    is_chance: bool = False
    """Draws or rolls: it needs the server and is never shown before its answer."""
    is_answer: bool = False
    """Leads to a question of the board, which is answered before the step."""


PHASE_NEXT = '{"kind":"phase.next"}'
ROUND_NEXT = '{"kind":"round.next"}'
SPAWN = '{"kind":"spawn.resolve"}'
DEAL = '{"kind":"spawn.deal"}'


def next_step(board: Board) -> NextStep | None:
    """Return the table's next step; None when the mission is over."""
    state = board.state
    if state.result is not None:
        return None
    if state.spawning is not None:
        return _go_on(board, state.spawning)
    if state.phase == "players":
        return NextStep(
            title=pgettext("next step", "Zombie phase"),
            meaning=_dying(board) or _spawn_ahead(board),
            command=PHASE_NEXT,
            sheet="activation",
            brings_zombies=True,
        )
    if state.phase == "zombies" and not state.spawned and board.zones:
        return _spawn(board)
    return _end(board)


def _end(board: Board) -> NextStep:
    """Return the step that ends the round, open as soon as nothing is asked any more."""
    is_end = board.state.phase == "end"
    if board.questions and not is_end:
        return _answer_first()
    if _end_asks(board) and not is_end:
        return NextStep(
            title=pgettext("next step", "End phase"), meaning=_end_ahead(board), command=PHASE_NEXT
        )
    return NextStep(
        title=pgettext("next step", "New round"), meaning=_end_ahead(board), command=ROUND_NEXT
    )


def _answer_first(then: str = "") -> NextStep:
    return NextStep(
        title=pgettext("next step", "Answer first"),
        meaning=then or pgettext("next step", "A question of the board is open"),
        sheet="spawn",
        is_answer=True,
    )


def asks_before_spawn(board: Board) -> bool:
    """Check if the table answers a question before it spawns: zones and tokens depend on it."""
    return bool(board.questions) or must_answer(look(board.state, board.pack)) is not None


def table_draws(board: Board) -> bool:
    """Check if a spawn step needs cards or dice that lie on the table."""
    asked = [name for name in board.state.decks if name not in equipment_decks(board.pack)]
    draws = any(board.state.decks[name].source == "table" for name in asked)
    rolls = any(zone.locators for zone in board.zones) and board.state.dice == "table"
    return draws or rolls


def _spawn(board: Board) -> NextStep:
    if asks_before_spawn(board):
        return _answer_first()
    zones = len(board.zones)
    meaning = ngettext("%(count)d zone, %(level)s line", "%(count)d zones, %(level)s line", zones)
    words = {"count": zones, "level": line_word(board.danger)}
    if table_draws(board):
        return NextStep(
            title=pgettext("next step", "Enter the cards"),
            meaning=meaning % words,
            sheet="spawn",
            brings_zombies=True,
        )
    return NextStep(
        title=pgettext("next step", "Spawn"),
        meaning=meaning % words,
        command=DEAL if distributors(look(board.state, board.pack)) else SPAWN,
        sheet="spawn",
        brings_zombies=True,
        is_chance=True,
    )


def _go_on(board: Board, waiting: Spawning) -> NextStep:
    """Return the step that goes on once a spawn has stopped: the board first, then the rest."""
    question = next(pending for pending in board.state.pending if pending.id == waiting.question)
    left = max(len(waiting.points) - waiting.index, len(waiting.hand), 1)
    words = ngettext("Then %(count)d card more", "Then %(count)d cards more", left)
    if question.what not in PLAIN:
        return _answer_first(words % {"count": left})
    go_on = {"kind": "spawn.go_on", "question": question.id}
    is_last = not waiting.hand and waiting.index >= len(waiting.points)
    return NextStep(
        title=_done(question.what),
        meaning=_("Then the spawn step is over") if is_last else words % {"count": left},
        command="" if table_draws(board) else json.dumps(go_on),
        sheet="spawn",
        brings_zombies=True,
        is_chance=True,
    )


def _done(what: str) -> str:
    """Return a title that names the action the table has finished before the step goes on."""
    if what == TURN:
        return pgettext("next step", "They had their turn")
    if what == STRIKES:
        return pgettext("next step", "Struck, or let be")
    return pgettext("next step", "They have acted")


def _spawn_ahead(board: Board) -> str:
    zones = len(board.zones)
    if not zones:
        return _("They act; no spawn zone is active")
    words = ngettext(
        "They act; then spawn: %(count)d zone, %(level)s line",
        "They act; then spawn: %(count)d zones, %(level)s line",
        zones,
    )
    return words % {"count": zones, "level": line_word(board.danger)}


def _end_asks(board: Board) -> bool:
    """Check if the players have to see to a rule before the round is over.

    The spawn sheet has reminded them of the mission's rules, unless nothing spawned.
    """
    mission = mission_of(board.table.game, board.table.mission)
    rules = any(each.rule.when == "end" for each in all_reminders(board.state, mission))
    is_unsaid = rules and not board.state.spawned
    return is_unsaid or bool(skill_reminders(board.state, board.pack, END))


def _dying(board: Board) -> str:
    """Return a warning naming who dies with this round unless picked up; empty if nobody does."""
    names = [
        survivor.name for survivor in board.survivors if survivor.down_until == board.state.round
    ]
    if not names:
        return ""
    words = ngettext(
        "Unless picked up now, %(names)s dies", "Unless picked up now, %(names)s die", len(names)
    )
    return words % {"names": ", ".join(names)}


def _end_ahead(board: Board) -> str:
    """Return a line on the end phase: who is lost, the time on the clock, who goes first."""
    state = board.state
    lost = [
        each.name
        for each in state.survivors.values()
        if each.down_since is not None and each.down_since < state.round
    ]
    first = state.players[(state.first_player + 1) % len(state.players)] or _("Keeper")
    clock = _clock_ahead(state.hour, first)
    if not lost:
        return clock
    # Its own statement: what stands inside an f-string is not gathered for translation.
    dying = _("%(names)s: dead unless picked up") % {"names": ", ".join(lost)}
    return f"{dying}. {clock}"


def _clock_ahead(now: int | None, first: str) -> str:
    if now is None:
        return _("Then %(player)s goes first") % {"player": first}
    hour = (now + 1) % HOURS
    words = {"hour": hour, "player": first}
    if hour == DUSK:
        return _("Then %(hour)d:00, night falls; %(player)s first") % words
    if hour == DAWN:
        return _("Then %(hour)d:00, day breaks; %(player)s first") % words
    return _("Then %(hour)d:00; %(player)s goes first") % words
