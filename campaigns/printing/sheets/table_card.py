"""A card for the middle of the table: how to join, and who goes out tonight."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.printing.kind import Chosen, Content, Kind, Offer
from campaigns.printing.render import Piece
from campaigns.printing.subjects import TableSubject
from companion.pages import pages_of
from companion.terms import spaced_code
from rules import cover_of

TEMPLATE = "print/table_card.html"
MOST_ROWS = 12


class Row(Content, frozen=True, kw_only=True):
    """Somebody who goes out, and who plays them."""

    name: str
    player: str


class TableCard(Content, frozen=True, kw_only=True):
    join_url: str
    code: str
    game: str
    survivors: tuple[Row, ...] = ()


def content(subject: TableSubject, chosen: Chosen) -> TableCard:
    table = subject.seat.table
    state, names = table.any_state, pages_of(table.game).names
    return TableCard(
        join_url=subject.join_url,
        code=table.code,
        game=state.game,
        survivors=tuple(_rows({player: names(state, player) for player in state.players})),
    )


def _rows(played: dict[str, list[str]]) -> list[Row]:
    """A line for each of them; for each player where that would be more than the card holds."""
    if sum(len(names) for names in played.values()) > MOST_ROWS:
        played = {player: [", ".join(names)] for player, names in played.items()}
    return [Row(name=name, player=player) for player, names in played.items() for name in names]


def title(content: TableCard) -> str:
    return _("Table card %(code)s") % {"code": spaced_code(content.code)}


def pieces(content: TableCard) -> list[Piece]:
    name = title(content)
    pack = cover_of(content.game)
    context = {"content": content, "pack": pack, "foot": "Safehouse", "mark": name}
    return [Piece(name, TEMPLATE, context)]


KINDS = (
    Kind(
        name="table-card",
        content=TableCard,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            Offer(
                of=TableSubject,
                name=gettext_lazy("Table card"),
                about=gettext_lazy("how to join, for the middle of the table"),
                content=content,
                rank=10,
            ),
        ),
    ),
)
