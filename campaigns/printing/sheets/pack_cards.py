"""Zombie cards, equipment and other cards of a group's own pack, nine to a page, to be cut out."""

from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaigns.printing.kind import Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.names import MM_PER_POINT, lines_of
from campaigns.printing.render import PrintedSheet
from campaigns.printing.subjects import PackSubject
from companion.workshop.models import HousePack
from companion.workshop.pieces import ROOMS
from companion.workshop.pieces.base import Lines
from companion.workshop.reading import Reading
from rules.workshop import PackContent

TEMPLATE = "print/pack_cards.html"
CARDS = ("spawns", "equipment", "cards", "zombies")
"""Kinds that are cards; survivors have larger ones."""
WIDTH, HEIGHT = 52.0, 50.0
"""Millimetres for the lines of a card, under a name of several lines."""
SIZES = {"s1": 16.0, "s2": 10.0, "s3": 8.0, "s4": 6.0}
"""Points of type; the largest in which all lines have room."""
LEADING, GAP = 1.3, 1.2


class CardFace(NamedTuple):
    name: str
    kind: str
    lines: Lines
    size: str


class PackCards(Content, frozen=True, kw_only=True):
    game: str
    name: str
    languages: tuple[str, ...]
    pack: PackContent
    """Only the pieces that are printed, and those they speak of."""


def content(subject: PackSubject, chosen: PrintChoices) -> PackCards:
    """Return every card that was invented; what was copied from a printed one lies in the box."""
    there = subject.reading.content
    return PackCards(
        game=subject.pack.game,
        name=subject.pack.name,
        languages=tuple(subject.pack.languages),
        pack=PackContent(
            spawns=there.pieces("spawns"),
            equipment=there.pieces("equipment"),
            cards=there.pieces("cards"),
            zombies=there.pieces("zombies"),
            survivors=there.pieces("survivors"),
        ),
    )


def has_cards(subject: PackSubject) -> bool:
    there = subject.reading.content
    return any(not piece.fills for kind in CARDS for piece in there.pieces(kind))


def title(content: PackCards) -> str:
    return _("Cards: %(pack)s") % {"pack": content.name}


def pieces(content: PackCards) -> list[PrintedSheet]:
    house = HousePack(game=content.game, name=content.name, languages=list(content.languages))
    reading = Reading(house, content.pack)
    cards = [
        card
        for kind in CARDS
        for piece in content.pack.pieces(kind)
        if not piece.fills
        for card in [_card(kind, piece, reading)] * _copies(piece)
    ]
    game = reading.game.short.in_language(get_language() or "en")
    context = {"cards": cards, "game": game, "mark": title(content)}
    return [PrintedSheet(title(content), TEMPLATE, context, one_page=False)]


def _card(kind: str, piece: Any, reading: Reading) -> CardFace:
    room = ROOMS[kind]
    lines = room.lines(piece, reading)
    return CardFace(room.title(piece, reading), str(room.single), lines, _size(lines))


def _copies(piece: Any) -> int:
    """As many as the pack has; of an abomination one."""
    copies = getattr(piece, "copies", 1)
    return max(1, sum(copies.values()) if isinstance(copies, dict) else copies)


def _size(lines: Lines) -> str:
    return next((name for name, points in SIZES.items() if _fits(lines, points)), list(SIZES)[-1])


def _fits(lines: Lines, points: float) -> bool:
    line = WIDTH / (MM_PER_POINT * points)
    count = sum(lines_of(" ".join(words), line)[0] for words in lines)
    return count * points * LEADING * MM_PER_POINT + len(lines) * GAP <= HEIGHT


KINDS = (
    PrintKind(
        name="pack-cards",
        content=PackCards,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            PrintOffer(
                of=PackSubject,
                name=gettext_lazy("Cards"),
                about=gettext_lazy("nine to a page, to cut out"),
                content=content,
                rank=40,
                may=has_cards,
            ),
        ),
    ),
)
