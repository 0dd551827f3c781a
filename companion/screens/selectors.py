"""What one player's phone and the big screen show of a table, beside what its board does."""

from typing import NamedTuple

from companion.journal.selectors import light_entries
from companion.journal.standing import rows_on_stack
from companion.models import LogEntry, Seat, Table
from companion.selectors import Board, MiniatureCount, SurvivorCard, board
from companion.table.items import CarriedCard, carried, item
from rules.mechanics.danger import skill_options
from rules.packs.schema import Skill

LINES = 4
LOOK_BACK = 24
"""Entries read to find the last lines that stand: undone ones are skipped."""


class OpenSkill(NamedTuple):
    """An open choice of a skill; no options when the card is not known."""

    level: str
    options: list[Skill]


KEPT_FAMILIES = ("walker", "fatty", "runner", "abomination")
"""Zombies that have their place on an own page though none of them is on the board."""


class Mine(NamedTuple):
    """A player's own survivor, large."""

    board: Board
    card: SurvivorCard
    own: list[tuple[str, str]]
    """Keys and names of all survivors of this player."""
    choices: list[OpenSkill]
    extra_actions: int
    """Left for this mission."""
    actions: list[bool]
    """One for each of a turn, True while it is left."""
    wound_takes: list[CarriedCard]
    """Cards of which a wound must take the place of one."""
    found: list[CarriedCard]
    """Cards without a slot yet."""
    kills: list[MiniatureCount]


def own_survivors(seat: Seat) -> list[tuple[str, str]]:
    """Return the survivors this phone plays."""
    survivors = seat.table.state.survivors.items()
    return [(key, survivor.name) for key, survivor in survivors if survivor.player == seat.player]


def mine(seat: Seat, key: str, *, seen: int | None = None) -> Mine | None:
    """Return one of this phone's survivors; None for somebody else's."""
    if key not in dict(own_survivors(seat)):
        return None
    return own_page(board(seat, seen=seen), key)


def own_page(board: Board, key: str) -> Mine | None:
    """Return a player's own page of a board; None for somebody else's survivor."""
    own, card = own_survivors(board.seat), board.survivor(key)
    if key not in dict(own) or card is None:
        return None
    state, survivor = board.state, board.state.survivors[key]
    is_hurt = any(due.what == "wound" for due in card.due)
    return Mine(
        board=board,
        card=card,
        own=own,
        choices=[
            OpenSkill(
                due.level,
                [
                    board.pack.skills[skill]
                    for skill in skill_options(state, board.pack, key, due.level)
                ],
            )
            for due in card.due
            if due.level is not None
        ],
        extra_actions=survivor.extra_actions - survivor.extra_actions_used,
        actions=[number < card.actions_left for number in range(card.actions)],
        wound_takes=carried(state, key, board.pack) if is_hurt else [],
        found=[item(board.pack, copy) for copy in survivor.found],
        kills=[
            supply
            for supply in board.supply
            if supply.zombie.killed_by != "nothing"
            and (supply.board or supply.zombie.family in KEPT_FAMILIES)
        ],
    )


def is_untouched(board: Board) -> bool:
    """Nobody has begun the first turn: the board is being built up."""
    state = board.state
    is_first = state.round == 1 and state.phase == "players" and state.result is None
    is_done = state.taken or any(
        card.points or card.actions_left < card.actions for card in board.survivors
    )
    return is_first and not is_done


def last_lines(table: Table) -> list[LogEntry]:
    """Return the newest entries that stand, the newest first; one query."""
    done = light_entries(table).filter(kind=LogEntry.Kind.DO, seq__lte=table.undo_seq or 0)
    newest = done.order_by("-seq")[:LOOK_BACK]
    return rows_on_stack(table, newest)[:LINES]
