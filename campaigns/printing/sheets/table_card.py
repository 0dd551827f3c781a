"""A card that folds and stands in the middle of the table: how to join, and what is played."""

from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from campaigns.printing.evening import Evening, evening_of, mission_line
from campaigns.printing.kind import Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.names import TENT_LIST, list_class
from campaigns.printing.render import PrintedSheet
from campaigns.printing.sheets.seats import LIST, who_plays
from campaigns.printing.subjects import TableSubject
from companion.pages import pages_of
from companion.terms import called, spaced_code
from rules import cover_of

TEMPLATE = "print/table_card.html"


class SurvivorAndPlayer(Content, frozen=True, kw_only=True):
    """Somebody who goes out, and who plays them."""

    name: str
    player: str


class TableCard(Content, frozen=True, kw_only=True):
    join_url: str
    code: str
    game: str
    survivors: tuple[SurvivorAndPlayer, ...] = ()
    evening: Evening | UnsetType = UNSET


def content(subject: TableSubject, chosen: PrintChoices) -> TableCard:
    table = subject.seat.table
    state, names = table.any_state, pages_of(table.game).names
    return TableCard(
        join_url=subject.join_url,
        code=table.code,
        game=state.game,
        survivors=tuple(
            SurvivorAndPlayer(name=name, player=player)
            for player in state.players
            for name in names(state, player)
        ),
        evening=evening_of(subject),
    )


def title(content: TableCard) -> str:
    return _("Table card %(code)s") % {"code": spaced_code(content.code)}


def pieces(content: TableCard) -> list[PrintedSheet]:
    mark = title(content)
    cover: Any = cover_of(content.game)
    game = cover.short.in_language(get_language() or "en")
    by_player: dict[str, list[str]] = {}
    for row in content.survivors:
        by_player.setdefault(called(row.player), []).append(row.name)
    sitting = " · ".join(f"{player}: {', '.join(names)}" for player, names in by_player.items())
    fits = bool(list_class([sitting], TENT_LIST))
    name = content.evening.name if content.evening else ""
    context = {
        "content": content,
        "game": game,
        "name": name or game,
        "has_name": bool(name),
        "mission": mission_line(content.game, content.evening),
        "sitting": sitting if fits else "",
        "mark": mark,
    }
    sheets = [PrintedSheet(mark, TEMPLATE, context)]
    return sheets if fits else sheets + who_plays(list(by_player.items()), content.code)


KINDS = (
    PrintKind(
        name="table-card",
        content=TableCard,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE, LIST),
        offers=(
            PrintOffer(
                of=TableSubject,
                name=gettext_lazy("Table card"),
                about=gettext_lazy("how to join; folds and stands"),
                content=content,
                rank=10,
            ),
        ),
    ),
)
