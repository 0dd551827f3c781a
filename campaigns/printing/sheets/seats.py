"""Seat cards: one for each player, folded to stand, with the way to that very seat."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import UNSET, UnsetType

from campaigns.printing.evening import Evening, evening_of, mission_line
from campaigns.printing.kind import Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.names import SEAT_BACK, SEAT_FRONT, list_class, width_of
from campaigns.printing.render import PrintedSheet
from campaigns.printing.subjects import TableSubject
from campaigns.printing.tents import SEATS_A_PAGE
from companion.pages import pages_of
from companion.terms import called, spaced_code

HEAD_WIDTH, SPACED = 20.0, 0.1
"""The room beside the number of a seat and what is between two letters, in heights of the type."""
TEMPLATE, LIST = "print/seat_cards.html", "print/who_plays.html"


class SeatCard(Content, frozen=True, kw_only=True):
    """The place of one player."""

    player: str
    survivors: tuple[str, ...] = ()


class SeatCards(Content, frozen=True, kw_only=True):
    code: str
    game: str
    join_url: str
    seats: tuple[SeatCard, ...]
    evening: Evening | UnsetType = UNSET


class PrintedSeat(NamedTuple):
    """A seat as it is drawn."""

    number: int
    player: str
    url: str
    survivors: Sequence[str]
    front: str
    """Sizes of the names in front and on the back; empty: there is no room."""
    back: str


def content(subject: TableSubject, chosen: PrintChoices) -> SeatCards:
    """Return a card for every player of the table."""
    table = subject.seat.table
    state, names = table.any_state, pages_of(table.game).names
    return SeatCards(
        code=table.code,
        game=state.game,
        join_url=subject.join_url,
        seats=tuple(
            SeatCard(player=player, survivors=tuple(names(state, player)))
            for player in state.players
        ),
        evening=evening_of(subject),
    )


def title(content: SeatCards) -> str:
    return _("Seat cards %(code)s") % {"code": spaced_code(content.code)}


def pieces(content: SeatCards) -> list[PrintedSheet]:
    places = [_place(number, seat, content) for number, seat in enumerate(content.seats, 1)]
    cards = [
        PrintedSheet(
            title(content),
            TEMPLATE,
            {
                "content": content,
                "places": places[first : first + SEATS_A_PAGE],
                "mission": mission_line(content.game, content.evening),
                "name": _head(content),
                "mark": title(content),
            },
        )
        for first in range(0, len(places), SEATS_A_PAGE)
    ]
    crowded = [(place.player, place.survivors) for place in places if not place.back]
    return cards + who_plays(crowded, content.code) if crowded else cards


def _head(content: SeatCards) -> str:
    """Return the campaign's name, where it has room above the player's; the tent has it whole."""
    name = content.evening.name if content.evening else ""
    return name if width_of(name.upper()) + SPACED * len(name) <= HEAD_WIDTH else ""


def _place(number: int, seat: SeatCard, content: SeatCards) -> PrintedSeat:
    return PrintedSeat(
        number=number,
        player=called(seat.player),
        url=f"{content.join_url}?as={quote(seat.player)}",
        survivors=seat.survivors,
        front=list_class(seat.survivors, SEAT_FRONT),
        back=list_class(seat.survivors, SEAT_BACK),
    )


def who_plays(rows: Sequence[tuple[str, Sequence[str]]], code: str) -> list[PrintedSheet]:
    """Return a page that says who plays whom, where cards have no room for it."""
    mark = _("Who plays whom")
    context = {"rows": rows, "code": code, "foot": "Safehouse", "mark": mark}
    return [PrintedSheet(mark, LIST, context, one_page=False)]


KINDS = (
    PrintKind(
        name="seat-cards",
        content=SeatCards,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE, LIST),
        offers=(
            PrintOffer(
                of=TableSubject,
                name=gettext_lazy("Seat cards"),
                about=gettext_lazy("each player's own code, to fold and stand"),
                content=content,
                rank=20,
            ),
        ),
    ),
)
