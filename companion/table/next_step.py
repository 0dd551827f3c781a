"""The one large button: what comes next, in words, and what it sends."""

import json
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from companion.selectors import Board
from companion.terms import line_word
from rules.mechanics.equipment.cards import equipment_decks
from rules.mechanics.spawn.play import ACTIVATION, REST
from rules.state import DAWN, DUSK, Spawning

HOURS = 24


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


PHASE_NEXT = '{"kind":"phase.next"}'
SPAWN = '{"kind":"spawn.resolve"}'


def next_step(board: Board) -> NextStep | None:
    """What the table does next; None when the mission is over."""
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
            brings_zombies=True,
        )
    if state.phase == "zombies" and not state.spawned and board.zones:
        return _spawn(board)
    if state.phase == "zombies":
        return NextStep(
            title=pgettext("next step", "End phase"), meaning=_end_ahead(board), command=PHASE_NEXT
        )
    return NextStep(
        title=pgettext("next step", "New round"),
        meaning=_dying(board) or pgettext("next step", "Noise off the board; first player passes"),
        command=PHASE_NEXT,
    )


def table_draws(board: Board) -> bool:
    """Whether a spawn step needs cards or dice that lie on the table."""
    asked = [name for name in board.state.decks if name not in equipment_decks(board.pack)]
    draws = any(board.state.decks[name].source == "table" for name in asked)
    rolls = any(zone.locators for zone in board.zones) and board.state.dice == "table"
    return draws or rolls


def _spawn(board: Board) -> NextStep:
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
        command=SPAWN,
        sheet="spawn",
        brings_zombies=True,
        is_chance=True,
    )


def _go_on(board: Board, waiting: Spawning) -> NextStep:
    """A spawn step has stopped: the board first, then the rest of it."""
    question = next(one for one in board.state.pending if one.id == waiting.question)
    left = max(len(waiting.points) - waiting.index, len(waiting.hand), 1)
    words = ngettext("Then %(count)d card more", "Then %(count)d cards more", left)
    if question.what not in (ACTIVATION, REST):
        title = pgettext("next step", "Answer the card first")
        return NextStep(title=title, meaning=words % {"count": left}, sheet="spawn")
    go_on = {"kind": "spawn.go_on", "question": question.id}
    return NextStep(
        title=pgettext("next step", "They have acted"),
        meaning=words % {"count": left},
        command="" if table_draws(board) else json.dumps(go_on),
        sheet="spawn",
        brings_zombies=True,
        is_chance=True,
    )


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


def _dying(board: Board) -> str:
    """Who dies with the end of this round unless somebody picks them up before; else nothing."""
    names = [one.name for one in board.survivors if one.down_until == board.state.round]
    if not names:
        return ""
    words = ngettext(
        "Unless picked up now, %(names)s dies", "Unless picked up now, %(names)s die", len(names)
    )
    return words % {"names": ", ".join(names)}


def _end_ahead(board: Board) -> str:
    state = board.state
    first = state.players[(state.first_player + 1) % len(state.players)] or _("Keeper")
    if state.hour is None:
        return _("Then %(player)s goes first") % {"player": first}
    hour = (state.hour + 1) % HOURS
    words = {"hour": hour, "player": first}
    if hour == DUSK:
        return _("Then %(hour)d:00, night falls; %(player)s first") % words
    if hour == DAWN:
        return _("Then %(hour)d:00, day breaks; %(player)s first") % words
    return _("Then %(hour)d:00; %(player)s goes first") % words
