"""Who sits where, and which places are free."""

from typing import NamedTuple

from companion.models import Seat, Table
from companion.pages import pages_of


class Place(NamedTuple):
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


class Seating(NamedTuple):
    """Every place, and the phones that play nobody's survivors in particular."""

    places: list[Place]
    others: list[Seat]

    @property
    def names(self) -> list[str]:
        """Of everybody who sits there."""
        sitting = [place.seat for place in self.places if place.seat]
        return [seat.name for seat in (*sitting, *self.others)]


def seating(table: Table) -> Seating:
    """One query, however many sit there."""
    seats = list(table.seats.order_by("created_at"))
    state, names = table.any_state, pages_of(table.game).names
    places = []
    for player in state.players:
        sitting = [seat for seat in seats if seat.player == player and not seat.is_reader]
        places.append(
            Place(
                player=player,
                survivors=names(state, player),
                seat=sitting[0] if sitting else None,
                is_closed=player in table.closed_players,
                is_sealed=bool(table.sealed_players.get(player)),
            )
        )
    placed = {place.seat.pk for place in places if place.seat}
    return Seating(places=places, others=[seat for seat in seats if seat.pk not in placed])
