"""Who sits where, and which places are free."""

from typing import NamedTuple

from companion.hooks import beside_version
from companion.models import Seat, Table
from companion.pages import pages_of
from rules import look, pack_of
from rules.mechanics.line_up import not_here
from rules.packs.schema.people import PackSurvivor
from rules.state import MAX_SURVIVORS


class PlayerPlace(NamedTuple):
    """A player of the table, their survivors, and the phone that plays them, if any."""

    player: str
    survivors: list[str]
    seat: Seat | None
    is_closed: bool
    is_sealed: bool
    """Its phone has left a game with secrets: only who held it comes back without being let in."""

    @property
    def is_free(self) -> bool:
        return self.seat is None and not self.is_closed


class PlacesAndPhones(NamedTuple):
    """Every place, and the phones that play nobody's survivors in particular."""

    places: list[PlayerPlace]
    others: list[Seat]

    @property
    def seats(self) -> list[Seat]:
        """Everybody who sits there."""
        return [*(place.seat for place in self.places if place.seat), *self.others]

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def keepers(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.is_keeper]

    @property
    def askers(self) -> list[Seat]:
        """Seats that ask to keep the table."""
        return [seat for seat in self.seats if seat.asks_to_keep]


def seating(table: Table) -> PlacesAndPhones:
    """Return the places and phones of a table; one query, however many sit there."""
    seats = list(table.seats.order_by("created_at"))
    state, names = table.any_state, pages_of(table.game).names
    places = []
    for player in state.players:
        sitting = [seat for seat in seats if seat.player == player and not seat.is_reader]
        places.append(
            PlayerPlace(
                player=player,
                survivors=names(state, player),
                seat=sitting[0] if sitting else None,
                is_closed=player in table.closed_players,
                is_sealed=bool(table.sealed_players.get(player)),
            )
        )
    placed = {place.seat.pk for place in places if place.seat}
    return PlacesAndPhones(places=places, others=[seat for seat in seats if seat.pk not in placed])


class SeatedSurvivor(NamedTuple):
    """A survivor at the table, and who plays them."""

    key: str
    name: str
    player: str
    status: str
    has_phone: bool
    is_mine: bool
    is_kept: bool
    """The keeper keeps that player's place: nobody else takes it over."""


class TableLineUp(NamedTuple):
    """Everybody at a table of the family for whoever chooses whom to play."""

    survivors: list[SeatedSurvivor]
    """One's own first, then those whom no phone plays, then those of others."""
    box: list[PackSurvivor]
    """Survivors who may still come to the table."""
    is_full: bool
    is_of_campaign: bool
    """Somebody new gets a sheet there first."""

    @property
    def mine(self) -> list[SeatedSurvivor]:
        return [played for played in self.survivors if played.is_mine]


def line_up(seat: Seat) -> TableLineUp:
    table, state = seat.table, seat.table.state
    seats = table.seats.exclude(role=Seat.Role.READER).exclude(player=None)
    phones = set(seats.values_list("player", flat=True))
    survivors = [
        SeatedSurvivor(
            key=key,
            name=survivor.name,
            player=survivor.player,
            status=survivor.status,
            has_phone=survivor.player in phones,
            is_mine=survivor.player == seat.player,
            is_kept=survivor.player in table.closed_players and not seat.is_keeper,
        )
        for key, survivor in state.survivors.items()
    ]
    return TableLineUp(
        survivors=sorted(survivors, key=lambda played: (not played.is_mine, played.has_phone)),
        box=list(not_here(look(state, pack_of(state))).values()),
        is_full=len(state.survivors) >= MAX_SURVIVORS,
        is_of_campaign=bool(beside_version(table)),
    )


def may_choose(seat: Seat) -> bool:
    """Check if this phone may choose its survivors: not once the mission is over."""
    table = seat.table
    return seat.may_play and pages_of(table.game).has_own and table.any_state.result is None


def plays_nobody(seat: Seat) -> bool:
    """Check if this phone could have survivors of its own, and has none."""
    if not may_choose(seat):
        return False
    survivors = seat.table.state.survivors.values()
    return not any(survivor.player == seat.player for survivor in survivors)
