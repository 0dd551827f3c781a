"""What the group decides for itself: any value by hand, and the rules of the house."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.selectors import SurvivorCard
from companion.table.asking import SheetAddress, SheetRequest, Shown
from companion.terms import phase_word, status_word
from companion.words import all_words, field_word
from rules import look
from rules.mechanics.skills import unknown_levels
from rules.state import PHASES

STATUSES = ("in_play", "out_of_action", "dead", "escaped")
MOST = 999


class EditableValue(NamedTuple):
    """A value that can be set by hand: one of some options, a number up to `most`, or a name."""

    path: str
    label: str
    now: Any
    options: Sequence[tuple[Any, str]] = ()
    least: int = 0
    most: int | None = None
    field: str = "value"


class SettingGroup(NamedTuple):
    """Settings under a title of their own, or without one."""

    title: str
    settings: Sequence[EditableValue]


def shown(
    asked: SheetAddress[Any],
    subjects: Sequence[tuple[str, str]],
    groups: Sequence[SettingGroup],
    *,
    why_not: str = "",
    untold: str = "",
) -> Shown:
    """Return the sheet of any game: its subjects by key and name, and what can be set of one.

    `why_not`: why nothing can be set now. `untold`: the survivor whose printed skills are missing.
    """
    who = asked.query.get("who", "")
    context = {
        "subjects": subjects,
        "who": who if who in dict(subjects) else "",
        "groups": groups,
        "why_not": why_not,
        "untold": untold,
    }
    return Shown("companion/sheets/correct.html", context)


def sheet(ask: SheetRequest) -> Shown:
    """Any value, logged like every step; the app goes on from there."""
    board = ask.board
    card = board.survivor(ask.query.get("who", ""))
    settings = _of_table(ask) if card is None else _of_survivor(ask, card)
    is_untold = card is not None and unknown_levels(look(board.state, board.pack), card.key)
    return shown(
        ask,
        [(each.key, each.name) for each in board.survivors],
        [SettingGroup("", settings)],
        untold=card.key if card is not None and is_untold else "",
    )


def _of_table(ask: SheetRequest) -> list[EditableValue]:
    board, state = ask.board, ask.board.state
    players = [(n, player or _("Keeper")) for n, player in enumerate(state.players)]
    hours = [("", _("no clock")), *((hour, f"{hour}:00") for hour in range(24))]
    yes_no = [("true", _("yes")), ("false", _("no"))]
    return [
        _setting(ask, "round", state.round, least=1, most=MOST),
        _setting(ask, "phase", state.phase, [(phase, phase_word(phase)) for phase in PHASES]),
        _setting(ask, "spawned", str(state.spawned).lower(), yes_no),
        _setting(ask, "first_player", state.first_player, players),
        _setting(ask, "hour", "" if state.hour is None else state.hour, hours),
        *(
            EditableValue(
                f"board.{line.zombie.id}",
                line.zombie.name.in_language(get_language() or "en"),
                line.board,
                most=line.zombie.miniatures,
            )
            for line in board.supply
        ),
    ]


def _of_survivor(ask: SheetRequest, card: SurvivorCard) -> list[EditableValue]:
    path, survivor = f"survivors.{card.key}", card.survivor
    statuses = [(status, status_word(status)) for status in STATUSES]
    return [
        _setting(ask, f"{path}.points", card.points, most=MOST),
        _setting(ask, f"{path}.wounds", card.wounds, most=card.health),
        _setting(ask, f"{path}.status", card.status, statuses),
        _setting(ask, f"{path}.actions_used", survivor.actions_used, most=20),
        _setting(ask, f"{path}.extra_actions", survivor.extra_actions, most=7),
        _setting(ask, f"{path}.extra_actions_used", survivor.extra_actions_used, most=7),
        _setting(ask, f"{path}.name", card.name),
        _setting(ask, f"{path}.player", card.player),
    ]


def _setting(
    ask: SheetRequest,
    path: str,
    now: Any,
    options: Sequence[tuple[Any, str]] = (),
    *,
    least: int = 0,
    most: int | None = None,
) -> EditableValue:
    label = field_word(path.rpartition(".")[2], ask.board.state.game).capitalize()
    return EditableValue(path, label, now, options, least, most)


def house(ask: SheetRequest) -> Shown:
    """Named switches, stored with the table and shown in the log."""
    board = ask.board
    words = all_words(board.state.game).options
    rules = [
        (option, *words[option], option in board.state.options) for option in board.pack.options
    ]
    return Shown("companion/sheets/house.html", {"rules": rules})
