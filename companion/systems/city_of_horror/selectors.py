"""What the table page of City of Horror shows. `state` is what an onlooker may see of it."""

import uuid
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet, Subquery
from django.http import Http404
from django.utils import timezone
from msgspec.structs import replace

from companion.models import LogEntry, Seat, Table
from companion.posted import whole_number
from companion.prepared import Prepared
from companion.selectors import newest_entries, redoable, redoes_several
from companion.services import players_without_phone
from companion.systems.city_of_horror.laying import corner_of, tower_side
from companion.table.asking import SheetAddress
from rules import cover_of, pack_of
from rules.systems.city_of_horror import CityPack, CityState
from rules.systems.city_of_horror.board import (
    Attack,
    attack_on,
    building_numbers,
    in_game,
    living,
    people,
    side_of,
    straggler_meets,
)
from rules.systems.city_of_horror.pack import CROSSROADS, PackCharacter, PackLocation, Side
from rules.systems.city_of_horror.seats import view
from rules.systems.city_of_horror.state import Character, Location, Player

AFTER_THE_ATTACK = ("share", "share-vote", "share-tie", "hand-out")
ARRIVAL = timedelta(minutes=10)
"""The time for which a phone that joins in the middle of a game is announced."""


class Somebody(NamedTuple):
    """A character as everybody sees it."""

    key: str
    card: PackCharacter
    state: Character
    colour: str
    initial: str
    """Of their player: as many letters as tell the players apart."""


class CityPlace(NamedTuple):
    """A location with all that decides about an attack there."""

    key: str
    number: int
    card: PackLocation
    side: Side
    state: Location
    people: list[Somebody]
    attack: Attack
    is_now: bool
    is_done: bool
    """The attack of this round is over there."""
    meets: str
    """The player the straggler would meet on the crossroads."""
    spot: str
    """The position on the picture of the board: a corner, the tower's side, or the road."""

    @property
    def is_attacked(self) -> bool:
        return bool(self.attack.attacks and self.people and not self.is_done)


class PlayerRow(NamedTuple):
    """The open information about a player."""

    name: str
    initial: str
    number: int
    """In the addresses of their sheets."""
    seat: Player
    people: list[Somebody]
    is_first: bool
    is_in_game: bool


class CityChange(NamedTuple):
    """An entry another phone may not know yet, and the parts of the page it speaks of."""

    seq: int
    entry: LogEntry
    touched: list[str]


class CityBoard(NamedTuple):
    """All the table page shows."""

    table: Table
    seat: Seat
    pack: CityPack
    state: CityState
    truth: CityState
    """With every secret: for what the rules say, never for a page."""
    mine: tuple[str, ...]
    """The players this phone decides for, its own one first."""
    places: list[CityPlace]
    players: list[PlayerRow]
    undoable: LogEntry | None
    redoable: LogEntry | None
    redoes_several: bool
    changes: list[CityChange]
    arrivals: list[Seat]
    """The phones that took a place a moment ago, so that nobody joins unseen."""

    def seen_by(self, player: str) -> CityState:
        """Return the table as this player sees it; ask only for one of `mine`."""
        return view(self.truth, player, self.pack)

    def at(self, truth: CityState) -> "CityBoard":
        """Return the board as everybody saw it when the table stood like that."""
        state = view(truth, None, self.pack)
        return self._replace(
            state=state,
            truth=truth,
            places=places_of(state, self.pack),
            players=[_player(state, self.pack, name) for name in state.players],
        )

    def place(self, key: str) -> CityPlace | None:
        return next((place for place in self.places if place.key == key), None)

    def number(self, player: str) -> int:
        """Return a player's number in the address of their sheets: a name may hold anything."""
        return self.state.players.index(player) + 1

    @property
    def own(self) -> list[PlayerRow]:
        """Return the players this phone decides for."""
        rows = {row.name: row for row in self.players}
        return [rows[name] for name in self.mine]

    @property
    def straggler_initial(self) -> str:
        """Return the initial of the player whose color the straggler is on."""
        rows = (row.initial for row in self.players if row.seat.colour == self.state.straggler)
        return next(rows, "")

    @property
    def hour(self) -> str:
        return f"{self.state.round:02}:00"

    @property
    def explosions(self) -> list[CityPlace]:
        """Return the places where something may still explode, or has."""
        return [place for place in self.places if place.side.explosions]


class CityAsk(SheetAddress[CityBoard]):
    """A sheet of City of Horror; a player is named by number, as names may hold anything."""

    def player(self) -> str:
        """Return the player the address names; raise 404 unless this phone decides for them."""
        number, players = whole_number(self.key), self.board.state.players
        if number is None or not 1 <= number <= len(players):
            raise Http404
        if (player := players[number - 1]) not in self.board.mine:
            raise Http404
        return player


def city_pack(game: str) -> CityPack:
    """Return the pack of a game of this kind."""
    pack = cover_of(game)
    assert isinstance(pack, CityPack)
    return pack


def city_board(seat: Seat, *, seen: int | None = None) -> CityBoard:
    """Return the board in four queries at most, however long the log; one more for the keeper."""
    table = seat.table
    truth = table.any_state
    assert isinstance(truth, CityState)
    pack = pack_of(truth)
    assert isinstance(pack, CityPack)
    entries = newest_entries(table, seen)
    state = view(truth, None, pack)
    return CityBoard(
        table=table,
        seat=seat,
        pack=pack,
        state=state,
        truth=truth,
        mine=players_of_seat(seat, truth),
        places=places_of(state, pack),
        players=[_player(state, pack, name) for name in state.players],
        undoable=entries.get(table.undo_seq or 0),
        redoable=redoable(table, entries),
        redoes_several=redoes_several(table, entries),
        changes=[
            CityChange(seq, entry, touched(entry))
            for seq, entry in sorted(entries.items())
            if seen is not None and seq > seen and entry.seat_id != seat.pk
        ],
        arrivals=arrivals(table),
    )


def players_of_seat(seat: Seat, state: CityState) -> tuple[str, ...]:
    """Return the players of this phone: its own, and for a keeper those without a phone."""
    if not seat.may_play:
        return ()
    others = players_without_phone(seat, state)
    own = [seat.player] if seat.player in state.seats else []
    return (*own, *(player for player in state.players if player in others))


def seen_from(seat: Seat, truth: CityState, pack: CityPack) -> CityState:
    """Return the table as this phone may see it: with the secrets of those it decides for."""
    state = view(truth, None, pack)
    for player in players_of_seat(seat, truth):
        own = view(truth, player, pack)
        state = replace(
            state,
            seats={**state.seats, player: own.seats[player]},
            drawn={**state.drawn, **_of(own.drawn, player)},
            choices={**state.choices, **_of(own.choices, player)},
            ballots={**state.ballots, **_of(own.ballots, player)},
            coming=own.coming if player in truth.looked else state.coming,
            locations=own.locations if player == truth.chosen else state.locations,
        )
    return state


def _of(by_player: dict[str, Any], player: str) -> dict[str, Any]:
    return {player: by_player[player]} if player in by_player else {}


def arrivals(table: Table) -> list[Seat]:
    """Return the phones that took a player's place a moment ago, in the middle of a game."""
    if not table.version:
        return []
    since = timezone.now() - ARRIVAL
    return [seat for seat in _latecomers.all(table.pk, table.pk) if seat.created_at > since]


def _came_after_the_first_step(table: uuid.UUID, again: uuid.UUID) -> QuerySet[Seat]:
    begun = LogEntry.objects.filter(table=again, seq=1).values("made_at")
    players = Seat.objects.filter(table=table, player__isnull=False)
    late = players.exclude(role=Seat.Role.READER).filter(created_at__gt=Subquery(begun))
    return late.order_by("created_at")


_latecomers = Prepared(_came_after_the_first_step, uuid.UUID, uuid.UUID)


def places_of(state: CityState, pack: CityPack) -> list[CityPlace]:
    keys = list(state.locations)
    here = keys.index(state.at) if state.at is not None else None
    done = -1 if here is None else here - (state.stage not in AFTER_THE_ATTACK)
    if state.phase in ("rescue", "over"):  # nobody is attacked any more
        done = len(keys)
    corners = building_numbers(state, pack)
    return [
        CityPlace(
            key=key,
            number=number + 1,
            card=pack.locations[key],
            side=side_of(state, pack, key),
            state=state.locations[key],
            people=somebodies(state, pack, people(state, key)),
            attack=attack_on(state, pack, key),
            is_now=number == here,
            is_done=number <= done,
            meets=(straggler_meets(state, pack) or "") if key == CROSSROADS else "",
            spot=_spot(key, corners.get(key), state.turned),
        )
        for number, key in enumerate(keys)
    ]


def _spot(key: str, corner: str | None, turned: int) -> str:
    if corner is not None:
        return corner_of(int(corner), turned)
    return "road" if key == CROSSROADS else tower_side(turned)


def somebodies(state: CityState, pack: CityPack, keys: Iterable[str]) -> list[Somebody]:
    initials = initials_of(state.players)
    return [
        Somebody(
            key=key,
            card=pack.characters[key],
            state=state.characters[key],
            colour=state.seats[state.characters[key].player].colour,
            initial=initials[state.characters[key].player],
        )
        for key in keys
    ]


def initials_of(players: Sequence[str]) -> dict[str, str]:
    """Return the initials of names; where several begin alike, with the letter that differs."""
    return {
        name: _initials(name, [player for player in players if player != name]) for name in players
    }


def _initials(name: str, others: list[str]) -> str:
    letters, rest = name.casefold(), [other.casefold() for other in others]
    apart = next(
        (
            end
            for end in range(1, len(name))
            if not any(other[:end] == letters[:end] for other in rest)
        ),
        len(name),
    )
    return name[:1].upper() + (letters[apart - 1] if apart > 1 else "")


def _player(state: CityState, pack: CityPack, name: str) -> PlayerRow:
    return PlayerRow(
        name=name,
        initial=initials_of(state.players)[name],
        number=state.players.index(name) + 1,
        seat=state.seats[name],
        people=somebodies(state, pack, living(state, name)),
        is_first=state.first == name,
        is_in_game=in_game(state, name),
    )


def touched(entry: LogEntry) -> list[str]:
    """Return the locations an entry is about, as ids of their parts of the page."""
    parts = []
    for event in entry.events:
        for name in ("location", "before", "after"):
            key = getattr(event, name, None)
            if isinstance(key, str):
                parts.append(f"l-{key}")
    return list(dict.fromkeys(parts))
