"""The only readers of tables. Each answers with a fixed number of queries."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from companion.hooks import drawn_map
from companion.journal.standing import walk
from companion.models import LogEntry, Seat, Table
from companion.odds.seen import SPAWN, are_next_cards_seen
from companion.offered import Offered
from companion.people.models import Person
from companion.prepared import Prepared
from companion.teller import Teller
from companion.words import Meter, words_of
from companion.writing import locked_seats
from rules import (
    OF_AN_ACTION,
    IllegalCommand,
    Pack,
    Reminder,
    RuleError,
    Survivor,
    TableState,
    Zone,
    cover_of,
    danger_of,
    decode_state,
    facts_of,
    goals_of,
    load_packs,
    look,
    map_of,
    mission_at,
    mission_of,
    pack_of,
    reminders,
    rulesets,
    table_danger,
)
from rules import games as registered
from rules.levels import highest_survivor
from rules.mechanics.accompanied import companions_of, led_by
from rules.mechanics.actions import actions_of
from rules.mechanics.danger import PointsGained
from rules.mechanics.known_skills import skills_of
from rules.mechanics.missions.goals import Goal
from rules.mechanics.missions.layout import LAY
from rules.mechanics.rounds import open_before_victory
from rules.mechanics.supply import kept, reserve
from rules.mechanics.wounds.wound import health_of, lost_with
from rules.mechanics.zones import active_zones
from rules.packs.schema import Mission
from rules.packs.schema.base import DangerId
from rules.packs.schema.maps import DrawnMap
from rules.packs.schema.people import Zombie
from rules.state import Pending

LISTED_TABLES = 8
LISTED_CHANGES = 12
LATEST = 12
"""Among so many steps of a sort, everybody's, one's own is looked for."""
LOOK_BACK = 120


@dataclass(frozen=True, eq=False)
class SurvivorCard:
    """A survivor as the table page shows it; what takes reckoning is reckoned when asked for."""

    key: str
    state: TableState
    pack: Pack

    @property
    def survivor(self) -> Survivor:
        return self.state.survivors[self.key]

    @property
    def name(self) -> str:
        return self.survivor.name

    @property
    def player(self) -> str:
        return self.survivor.player

    @property
    def points(self) -> int:
        return self.survivor.points

    @property
    def status(self) -> str:
        return self.survivor.status

    @property
    def wounds(self) -> int:
        return self.survivor.wounds

    @property
    def light(self) -> bool:
        return getattr(self.survivor, "light", False)

    @property
    def is_in_play(self) -> bool:
        return self.status == "in_play"

    @property
    def due(self) -> list[Pending]:
        """Return the open questions of this survivor."""
        return _asked(self.state, self.key)

    @property
    def down_until(self) -> int | None:
        """Return the last round in which somebody can pick them up."""
        since = self.survivor.down_since
        return None if since is None else since + 1

    @cached_property
    def danger(self) -> DangerId:
        return danger_of(self.points, self.pack)

    @property
    def to_next(self) -> tuple[int, DangerId] | None:
        """Return how many points are missing to which level; None at the last one."""
        ahead = next((level for level in self.pack.danger if level.points > self.points), None)
        return (ahead.points - self.points, ahead.id) if ahead else None

    @cached_property
    def health(self) -> int:
        return health_of(self.state, self.key, self.pack)

    @property
    def health_left(self) -> int:
        return self.health - self.wounds

    @cached_property
    def is_vital(self) -> bool:
        """Check if the mission would be lost with this survivor."""
        is_at_stake = self.is_in_play and self.state.result is None
        return is_at_stake and lost_with(look(self.state, self.pack), self.key) is not None

    @property
    def is_last_hope(self) -> bool:
        """Check if the next wound would lose the mission."""
        return self.health_left == 1 and self.is_vital

    @property
    def hearts(self) -> list[bool]:
        """Return one entry for each health, True while it is left."""
        return [n < self.health_left for n in range(self.health)]

    @cached_property
    def actions(self) -> int:
        """Return the actions of a whole turn."""
        return actions_of(self.state, self.key, self.pack)

    @property
    def actions_left(self) -> int:
        return max(0, self.actions - self.survivor.actions_used)

    @cached_property
    def skills(self) -> tuple[str, ...]:
        return skills_of(self.state, self.key, self.pack)

    @property
    def leads(self) -> list[str]:
        """Return the companions who go with them, by name."""
        teller = Teller(self.state, self.pack)
        return [teller.companion(each) for each in led_by(self.state, self.key)]


class MiniatureCount(NamedTuple):
    """A type of zombie: miniatures in the box and on the board."""

    zombie: Zombie
    box: int
    board: int
    is_low: bool
    """One card at this danger level could empty the box."""


class UnseenStep(NamedTuple):
    """A step of another phone that this one may not know, and the cards it touched."""

    seq: int
    entry: LogEntry
    touched: tuple[tuple[str, int], ...]
    """Survivors, and by how many points if that is what changed."""


@dataclass(frozen=True)
class Board:
    """All the table page shows; what is made of it is made once, when it is first asked for."""

    table: Table
    seat: Seat
    pack: Pack
    state: TableState
    danger: DangerId
    danger_by: str
    danger_points: int
    survivors: list[SurvivorCard]
    zones: list[Zone]
    """Zones that spawn this round, in order."""
    questions: list[Pending]
    """Open questions of the board; those of a survivor are on their card."""
    reminders: tuple[Reminder, ...]
    """Rules of the mission and the game that the players must think of now."""
    offered: Offered
    """Commands that may be sent now."""
    undoable: LogEntry | None = None
    redoable: LogEntry | None = None
    redoes_several: bool = False
    changes: Sequence[UnseenStep] = ()
    seen: int | None = None
    """Version that the phone which asks has seen."""
    since: TableState | None = None
    """State at that version, if that is not too long ago."""

    @cached_property
    def supply(self) -> list[MiniatureCount]:
        """Return every type of miniature the box has."""
        return _supply(self.state, self.pack, self.danger)

    @property
    def mission(self) -> Mission | None:
        """Return the mission that is played; None in free play."""
        return mission_at(self.state) or mission_of(self.table.game, self.table.mission)

    @cached_property
    def drawn(self) -> DrawnMap | None:
        """Return its map, as far as anybody has drawn it."""
        return drawn_map(self.table) or map_of(self.mission)

    @property
    def card_ids(self) -> str:
        """Return the ids of the survivors' cards on the page, in order."""
        return " ".join(f"s-{key}" for key in self.state.survivors)

    @property
    def first_player(self) -> str:
        """Return the player who goes first this round."""
        return self.state.goes_first

    @property
    def rescues(self) -> list[SurvivorCard]:
        """Return those who lie on the board and can still be picked up, until it is done."""
        is_over = self.state.result is not None
        return [] if is_over else [card for card in self.survivors if card.down_until is not None]

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """Return the goals of the mission, and how far each has come."""
        return goals_of(self.state, self.mission, self.pack)

    @cached_property
    def is_winnable(self) -> bool:
        """Check if every goal is met while nobody has said yet that the mission is won."""
        is_open = self.state.result is None
        return is_open and bool(self.goals) and all(goal.is_met for goal in self.goals)

    @cached_property
    def victory_waits(self) -> RuleError | None:
        """Return what is open beside the goals; the players may still say the mission is won."""
        still_open = open_before_victory(look(self.state, self.pack))
        return IllegalCommand("objectives.open", count=still_open) if still_open else None

    @property
    def zombies(self) -> int:
        """Return the number of miniatures on the board, of every type."""
        return sum(self.state.board.values())

    @cached_property
    def meters(self) -> list[Meter]:
        """Return what else this game counts all evening: time, the scores of teams."""
        return meters(self.state, self.pack)

    @cached_property
    def is_situation_same(self) -> bool:
        """Check if nothing above the survivors has changed since then."""
        old = self.since
        if old is None:
            return False
        now = _situation(self.state, self.pack)
        return now == _situation(old, self.pack) and self.meters == meters(old, self.pack)

    @cached_property
    def are_next_cards_seen(self) -> bool:
        """Check if a spawn was taken back whose cards come next.

        The log is asked where redo does not tell.
        """
        undone = self.redoable
        if undone is not None and SPAWN in undone.events_json:
            return True
        return are_next_cards_seen(self.table, self.state)

    @property
    def are_minis_same(self) -> bool:
        """Check if the box and the board hold what they held then, at the same danger level."""
        return self.since is not None and (
            _minis(self.since, self.pack) == _minis(self.state, self.pack)
        )

    @property
    def are_four_same(self) -> bool:
        """Check if the four numbers of table mode are unchanged since then."""
        old, new = self.since, self.state
        return (
            self.is_situation_same
            and old is not None
            and sum(old.board.values()) == self.zombies
            and len(active_zones(look(old, self.pack))) == len(self.zones)
            and old.is_night == new.is_night
        )

    def is_card_same(self, key: str) -> bool:
        """Check if nothing on this survivor's card has changed since then."""
        old, new = self.since, self.state
        if old is None or old.options != new.options or old.trees != new.trees:
            return False
        if old.result != new.result:  # the end takes the buttons off every card, undo brings them
            return False
        if companions_of(old) != companions_of(new):
            return False
        return old.survivors.get(key) == new.survivors[key] and _asked(old, key) == _asked(new, key)

    def survivor(self, key: str) -> SurvivorCard | None:
        return next((card for card in self.survivors if card.key == key), None)


def games() -> list[Pack]:
    """Return the games of the Zombicide family, in the order of the registry."""
    packs = load_packs()
    return [packs[game] for game in rulesets]


def all_games() -> list[Any]:
    """Return the packs of all games one can open a table for."""
    return [cover_of(game) for game in registered]


def game(slug: str) -> Pack | None:
    return load_packs()[slug] if slug in rulesets else None


def tables_of(person: Person | None) -> list[Table]:
    """Return the tables where this person sits, the newest first."""
    if person is None:
        return []
    tables: QuerySet[Table] = Table.objects.filter(
        seats__person=person, archived_at=None, binned_at=None
    )
    return list(tables.order_by("-updated_at")[:LISTED_TABLES])


def seat_of_guest(*, table_id: uuid.UUID, guest: uuid.UUID, lock: bool = False) -> Seat | None:
    """Return that guest's seat, with person and table, in the one query a tap can afford."""
    seat = (_locked_seat_there if lock else _seat_there).first(table_id, guest)
    if seat is None or seat.table.binned_at is not None:
        return None
    is_guest = seat.person.email is None and seat.person.binned_at is None
    return seat if is_guest else None


def seat_of(*, table_id: uuid.UUID, person: Person | None, lock: bool = False) -> Seat | None:
    """Return this person's seat at that table, with the table; None for a stranger."""
    if person is None:
        return None
    seat = (_locked_seat_there if lock else _seat_there).first(table_id, person.pk)
    return seat if seat is not None and seat.table.binned_at is None else None


def _seats_there(table_id: uuid.UUID, person_id: uuid.UUID) -> QuerySet[Seat]:
    return Seat.objects.select_related("table", "person").filter(table=table_id, person=person_id)


_seat_there = Prepared(lambda *keys: _seats_there(*keys)[:1], uuid.UUID, uuid.UUID)
_locked_seat_there = Prepared(
    lambda *keys: locked_seats(_seats_there(*keys))[:1], uuid.UUID, uuid.UUID
)


def grown_from(seat: Seat) -> uuid.UUID | None:
    """Return the newest rematch or branch of this table at which the same person sits."""
    grown = Table.objects.filter(origin=seat.table_id, seats__person=seat.person_id, binned_at=None)
    return grown.order_by("-created_at").values_list("pk", flat=True).first()


def table_by_code(code: str) -> Table | None:
    """Return the table a group reads out by its code, dashes and case aside."""
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return Table.objects.filter(code=plain, binned_at=None).first()


def board(seat: Seat, *, seen: int | None = None) -> Board:
    """Return everything the table page shows: three queries at most, however long the log is.

    With `seen`, also what happened since that version, for the phone that asks.
    """
    table = seat.table
    entries = newest_entries(table, seen)
    return replace(
        board_of(seat, table.state),
        undoable=entries.get(table.undo_seq or 0),
        redoable=redoable(table, entries),
        redoes_several=redoes_several(table, entries),
        seen=seen,
        since=_since(entries, seen, table.version),
        changes=[
            UnseenStep(seq, entry, touched(entry))
            for seq, entry in sorted(entries.items())
            if seen is not None and seq > seen and entry.seat_id != seat.pk
        ],
    )


def board_of(seat: Seat, state: TableState) -> Board:
    """Return the board of a table with this state, without its log; no queries."""
    table, pack = seat.table, pack_of(state)
    level, highest = table_danger(state, pack)
    _highest, points = highest_survivor(state.survivors, state.options)
    return Board(
        table=table,
        seat=seat,
        pack=pack,
        state=state,
        danger=level,
        danger_by=state.survivors[highest].name,
        danger_points=points,
        survivors=[SurvivorCard(key, state, pack) for key in state.survivors],
        zones=active_zones(look(state, pack)),
        questions=[asked for asked in state.pending if asked.survivor is None and not state.result],
        reminders=_reminders_now(state, mission_of(table.game, table.mission)),
        offered=Offered(state, pack),
    )


def _reminders_now(state: TableState, mission: Mission | None) -> tuple[Reminder, ...]:
    """Return the reminders of the phase; pages of actions and the mission's sheet have others."""
    return tuple(
        reminder
        for reminder in reminders(state, mission)
        if reminder.rule.when not in OF_AN_ACTION
        and f"{LAY}rule-{reminder.rule.do}" not in state.ticked
        and not (reminder.is_goal and reminder.rule.when == "players")
    )


def newest_entries(table: Table, seen: int | None) -> dict[int, LogEntry]:
    """Return the entries undo and redo speak of and, with `seen`, those a phone does not know.

    One query; none right after a tap, if the phone that made it knew everything before.
    """
    tops = {seq for seq in (table.undo_seq, table.redo_seq) if seq is not None}
    written = table.written
    if written and tops == {written.seq} and seen in (None, written.seq - 1, written.seq):
        return {written.seq: written}
    after = table.version if seen is None else max(seen, table.version - LISTED_CHANGES)
    keys = (table.pk, table.undo_seq or 0, table.redo_seq or 0, after)
    entries = {entry.seq: entry for entry in _newest.all(*keys)}
    for entry in entries.values():
        entry.table = table  # so that nobody asks for it again
    return entries


def _newest_there(table_id: uuid.UUID, undo: int, redo: int, after: int) -> QuerySet[LogEntry]:
    tops_or_later = Q(seq__in=(undo, redo)) | Q(seq__gt=after)
    return LogEntry.objects.filter(tops_or_later, table=table_id)


_newest = Prepared(_newest_there, uuid.UUID, int, int, int)


def newest_standing(
    table: Table, *markers: str, most: int, look_back: int | None = LOOK_BACK
) -> list[LogEntry]:
    """Return the newest standing entries whose events hold a marker, newest first; two queries.

    Looked for among the last `LOOK_BACK` entries: what is older is no news at the table. None: all.
    """
    newest = table.entries.order_by("-seq")
    below = dict(newest.values_list("seq", "below_seq")[:look_back])
    standing = walk(table.undo_seq, below)
    holding = reduce(or_, (Q(events_json__contains=marker) for marker in markers))
    return list(newest.filter(holding, seq__in=standing)[:most])


def telling(
    board: "Board", *markers: str, tells: Callable[[LogEntry], object], seq: int = 0
) -> LogEntry | None:
    """Return the newest standing entry that tells of something, or entry `seq` if it does.

    Usually that is the last step, which is there already; else it is looked for among the newest
    that hold a marker: others may have done the same since.
    """
    last = [board.undoable] if board.undoable else []

    def first(entries: list[LogEntry]) -> LogEntry | None:
        named = (entry for entry in entries if seq in (0, entry.seq))
        return next((entry for entry in named if tells(entry)), None)

    return first(last) or first(newest_standing(board.table, *markers, most=LATEST))


def redoable(table: Table, entries: dict[int, LogEntry]) -> LogEntry | None:
    """Return the entry that redo would bring back."""
    undone = entries.get(table.redo_seq or 0)
    return _target(undone) if undone else None


def redoes_several(table: Table, entries: dict[int, LogEntry]) -> bool:
    """Check if redo would bring others back with it."""
    undone = entries.get(table.redo_seq or 0)
    return undone is not None and undone.is_several


def _since(entries: dict[int, LogEntry], seen: int | None, version: int) -> TableState | None:
    """Return the state that stood before the first entry a phone has not seen."""
    first = entries.get((seen or 0) + 1)
    if seen is None or first is None or seen < version - LISTED_CHANGES:
        return None
    return decode_state(first.state_before_json)


def _situation(state: TableState, pack: Pack) -> tuple[object, ...]:
    level, who = table_danger(state, pack)
    highest = state.survivors[who]
    when = (state.round, state.phase, state.hour, state.first_player)
    return (*when, level, highest.name, highest.points)


def meters(state: TableState, pack: Pack) -> list[Meter]:
    """Return what the mechanics of the table's own game count all evening."""
    teller = Teller(state, pack)
    said = (words for mechanic in registered[state.game].mechanics if (words := words_of(mechanic)))
    shown = (meter(teller) for words in said for meter in words.meters.values())
    return [meter for meter in shown if meter is not None]


def _asked(state: TableState, key: str) -> list[Pending]:
    return [asked for asked in state.pending if asked.survivor == key]


def _minis(state: TableState, pack: Pack) -> tuple[object, ...]:
    """Return all that the numbers of miniatures depend on, and which of them are few."""
    level, _who = table_danger(state, pack)
    return level, state.board, state.gone, state.more, kept(look(state, pack))


def _supply(state: TableState, pack: Pack, level: DangerId) -> list[MiniatureCount]:
    play = look(state, pack)
    most: dict[str, int] = {}
    for card in pack.spawns:
        for zombie, count in (card.levels.at(level) if card.levels else {}).items():
            most[zombie] = max(most.get(zombie, 0), count)
    return [
        MiniatureCount(
            zombie=zombie,
            box=max(left, 0),
            board=state.board.get(zombie.id, 0),
            is_low=left < most.get(zombie.id, 0),
        )
        for zombie in pack.zombies
        if zombie.miniatures
        for left in [reserve(play, zombie.id)]
    ]


def touched(entry: LogEntry) -> tuple[tuple[str, int], ...]:
    """Return the survivors an entry speaks of, with the points it gave each."""
    found: dict[str, int] = {}
    for event in facts_of(entry.events):
        points = event.after - event.before if isinstance(event, PointsGained) else 0
        for name in ("survivor", "to"):
            key = getattr(event, name, None)
            if key is not None:
                found[key] = found.get(key, 0) + points
    return tuple(found.items())


def _target(undo: LogEntry) -> LogEntry:
    """Return the entry that an undo took back."""
    assert undo.target_seq is not None
    return undo.table.entries.get(seq=undo.target_seq)
