"""What one player\'s phone and the big screen show of a table."""

from typing import NamedTuple

from companion.models import LogEntry, Seat, Table
from companion.selectors import Board, board
from rules import Pack, TableState
from rules.levels import highest_survivor
from rules.mechanics.danger import skill_options
from rules.mechanics.spawn import active_zones
from rules.mechanics.wounds import health_of
from rules.packs.schema import Skill
from rules.packs.schema.people import Zombie
from rules.play import Play
from rules.state import Survivor

LINES = 4
LOOK_BACK = 24
"""Entries read to find the last lines that stand: undone ones are skipped."""


class Horde(NamedTuple):
    """A type of zombie: how many stand on the board, and how many lie in the box."""

    zombie: Zombie
    board: int
    box: int
    is_low: bool


class Body(NamedTuple):
    """A survivor\'s health as hearts, True while one is left."""

    survivor: Survivor
    hearts: list[bool]
    until: int | None
    """The last round in which somebody may pick them up."""


class Choice(NamedTuple):
    """An open choice of a skill; no options when the card is not known."""

    level: str
    options: list[Skill]


class Mine(NamedTuple):
    """A player\'s own survivor, large."""

    board: Board
    key: str
    survivor: Survivor
    danger: str
    body: Body
    own: list[tuple[str, str]]
    """Keys and names of all survivors of this player."""
    hordes: list[Horde]
    choices: list[Choice]
    extra_actions: int
    """Left for this mission."""


class Screen(NamedTuple):
    """The whole table from across the room."""

    board: Board
    danger_points: int
    bodies: dict[str, Body]
    hordes: list[Horde]
    zones: int
    lines: list[LogEntry]


def own_survivors(seat: Seat) -> list[tuple[str, str]]:
    """The survivors this phone plays."""
    found = seat.table.state.survivors.items()
    return [(key, one.name) for key, one in found if one.player == seat.player]


def mine(seat: Seat, key: str) -> Mine | None:
    """One of this phone\'s survivors; None for somebody else\'s."""
    own = own_survivors(seat)
    if key not in dict(own):
        return None
    seen = board(seat)
    state, pack = seen.state, seen.pack
    survivor = state.survivors[key]
    return Mine(
        board=seen,
        key=key,
        survivor=survivor,
        danger=next(card.danger for card in seen.survivors if card.key == key),
        body=_body(state, pack, key),
        own=own,
        hordes=_hordes(state, pack, seen.danger),
        choices=[
            Choice(
                one.level or "",
                [pack.skills[skill] for skill in skill_options(state, pack, key, one.level)]
                if one.level
                else [],
            )
            for one in state.pending
            if one.survivor == key and one.what == "skill"
        ],
        extra_actions=survivor.extra_actions - survivor.extra_actions_used,
    )


def screen(seat: Seat) -> Screen:
    """Everything but secrets: nothing of a deck but its cards that have been seen."""
    seen = board(seat)
    state, pack = seen.state, seen.pack
    return Screen(
        board=seen,
        danger_points=highest_survivor(state.survivors, state.options)[1],
        bodies={key: _body(state, pack, key) for key in state.survivors},
        hordes=[one for one in _hordes(state, pack, seen.danger) if one.zombie.miniatures],
        zones=len(active_zones(Play(state, pack))),
        lines=last_lines(seat.table),
    )


def last_lines(table: Table) -> list[LogEntry]:
    """The newest entries that stand, the newest first; one query."""
    newest = table.entries.defer("state_before_zlib").order_by("-seq")[:LOOK_BACK]
    by_seq = {entry.seq: entry for entry in newest}
    lines: list[LogEntry] = []
    seq = table.undo_seq
    while seq in by_seq and len(lines) < LINES:
        lines.append(by_seq[seq])
        seq = by_seq[seq].below_seq
    return lines


def _body(state: TableState, pack: Pack, key: str) -> Body:
    survivor = state.survivors[key]
    health = health_of(pack, key)
    return Body(
        survivor=survivor,
        hearts=[number < health - survivor.wounds for number in range(health)],
        until=None if survivor.down_since is None else survivor.down_since + 1,
    )


def _hordes(state: TableState, pack: Pack, level: str) -> list[Horde]:
    play = Play(state, pack)
    most: dict[str, int] = {}
    for card in pack.spawns:
        for zombie, count in (card.levels.at(level) if card.levels else {}).items():  # type: ignore[arg-type]
            most[zombie] = max(most.get(zombie, 0), count)
    return [
        Horde(
            zombie=zombie,
            board=state.board.get(zombie.id, 0),
            box=max(0, play.reserve(zombie.id)),
            is_low=play.reserve(zombie.id) < most.get(zombie.id, 0),
        )
        for zombie in pack.zombies
    ]
