"""Seat cards: one for each seat, with a code to scan and who plays whom; cut along the dashes."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.printing.kind import Chosen, Content, Kind, Offer
from campaigns.printing.render import Piece
from campaigns.printing.subjects import TableSubject
from companion.pages import pages_of
from companion.terms import spaced_code

TEMPLATE = "print/seat_cards.html"
A_PAGE = 6


class SeatCard(Content, frozen=True, kw_only=True):
    """The place of one player."""

    player: str
    survivors: tuple[str, ...] = ()


class SeatCards(Content, frozen=True, kw_only=True):
    code: str
    game: str
    join_url: str
    seats: tuple[SeatCard, ...]


def content(subject: TableSubject, chosen: Chosen) -> SeatCards:
    """A card for every player of the table."""
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
    )


def title(content: SeatCards) -> str:
    return _("Seat cards %(code)s") % {"code": spaced_code(content.code)}


def pieces(content: SeatCards) -> list[Piece]:
    return [
        Piece(
            title(content),
            TEMPLATE,
            {
                "content": content,
                "seats": content.seats[first : first + A_PAGE],
                "foot": "",
                "mark": title(content),
            },
        )
        for first in range(0, len(content.seats), A_PAGE)
    ]


KINDS = (
    Kind(
        name="seat-cards",
        content=SeatCards,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            Offer(
                of=TableSubject,
                name=gettext_lazy("Seat cards"),
                about=gettext_lazy("one for each player, with a code to scan"),
                content=content,
                rank=20,
            ),
        ),
    ),
)
