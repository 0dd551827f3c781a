"""The objective cards as pages show them. Nothing of an unread card is in here but its place."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaigns import words
from rules.campaign import CampaignBook, CampaignState, Objective, book_of
from rules.campaign.maps import GAP, layout_of
from rules.campaign.objectives import (
    cards_taken,
    has_keyword,
    hour_of,
    left_on,
    must_come_first,
    note_before,
)
from rules.campaign.state import Grid
from rules.packs.schema.missions import MissionRule


class CardView(NamedTuple):
    """A card by its place and what became of it; its text only once it was read."""

    copy: str
    name: str
    card: Objective
    where: str
    state: str
    who: str
    hour: int | None
    blocked: str
    """The reason it cannot be taken now, unless the group overrules it."""
    number: str
    text: str

    @property
    def is_shut(self) -> bool:
        """Return whether only the text of the group's own printed card can turn it now."""
        return bool(self.blocked) or self.card.status == "closed"

    @property
    def is_face_up(self) -> bool:
        return self.card.status in ("taken", "face_up", "beside")


class TileView(NamedTuple):
    """A tile of the mission and the cards on it."""

    tile: str
    cards: list[CardView]
    left: int
    reminder: str
    to_take: CardView | None
    """The card that a tap on the tile takes, where none that may be taken is known to lie there."""


class BoardView(NamedTuple):
    title: str
    tiles: list[TileView]
    columns: int
    elsewhere: list[CardView]
    """Cards to be laid out, whose tile nobody has said yet."""
    gone: list[CardView]
    """Taken from a place that nobody has said."""
    notes: list[CardView]
    reading: list[CardView]
    """Taken and not settled yet."""
    in_force: list[CardView]
    taken: int
    total: int
    keywords: list[tuple[str, str]]
    drawn: list[str] | None
    """The group's own map, a text a row; None where the book shows how the tiles lie."""
    mission: str


MOST_ROWS = 4
WHILE_CARDS_LEFT = "while-objective-card-on-tile"


def card_of(state: CampaignState, copy: str) -> CardView:
    book = book_of(state)
    card = state.objectives[copy]
    read = card.status not in ("face_down", "closed")
    text = state.texts.get(copy) if read else None
    return CardView(
        copy=copy,
        name=words.objective_name(state, book, copy),
        card=card,
        where=_where(card),
        state=_state(card),
        who=words.sheet_name(state, card.by) if card.by else "",
        hour=hour_of(state, book, copy),
        blocked=_blocked(state, book, copy, card),
        number=text.number if text else "",
        text=text.text if text else "",
    )


def _where(card: Objective) -> str:
    if card.on == "door":
        return _("on a door")
    return _("beside the board") if card.on == "beside" else _("in a zone")


def _state(card: Objective) -> str:
    return {
        "face_down": pgettext("objective card", "face down"),
        "taken": pgettext("objective card", "being read"),
        "face_up": pgettext("objective card", "face up, in force"),
        "beside": pgettext("objective card", "beside the board, in force"),
        "done": pgettext("objective card", "discarded"),
        "closed": pgettext("objective card", "closed"),
    }[card.status]


def _blocked(state: CampaignState, book: CampaignBook, copy: str, card: Objective) -> str:
    if card.status != "face_down":
        return ""
    hour = hour_of(state, book, copy)
    if hour is not None:
        return _("Nobody takes this card: it is read at %(hour)d:00.") % {"hour": hour}
    if not card.note and must_come_first(state, book, copy):
        first = must_come_first(state, book, copy) or ""
        return _("%(card)s comes first.") % {"card": words.objective_name(state, book, first)}
    if card.note and (before := note_before(state, book, copy)):
        return _("%(card)s comes first.") % {"card": words.objective_name(state, book, before)}
    if card.needs and not has_keyword(state, card.needs):
        return _("Needs the keyword %(word)s.") % {"word": card.needs.upper()}
    return ""


def _rule(book: CampaignBook, code: str, name: str) -> MissionRule | None:
    mission = book.mission(code)
    return next((rule for rule in (mission.rules if mission else ()) if rule.do == name), None)


def _rows(grid: Grid) -> list[str]:
    """As they are typed, with room for more."""
    rows = [" ".join(tile or GAP for tile in row) for row in grid]
    return rows + [""] * (MOST_ROWS - len(rows))


def _tile_view(
    state: CampaignState, tile: str, cards: list[CardView], elsewhere: list[CardView]
) -> TileView:
    """Return a tile: its own cards come before those of which nobody knows where they lie.

    Of these one without a text comes first: what was noted may be of a card on another tile.
    """
    book, left = book_of(state), left_on(state, tile)
    rule = _rule(book, state.mission or "", WHILE_CARDS_LEFT)
    takeable = [card for card in cards if card.card.status == "face_down" and not card.blocked]
    free = [card for card in elsewhere if not card.blocked]
    return TileView(
        tile=tile,
        cards=cards,
        left=left,
        reminder=rule.in_language(words.language()) if rule and left else "",
        to_take=None if takeable else min(free, key=lambda c: c.copy in state.texts, default=None),
    )


def board_of(state: CampaignState) -> BoardView:
    """Return all cards of the running mission, tile by tile as the mission lays them out."""
    book, code = book_of(state), state.mission or ""
    mission = book.mission(code)
    cards = [card_of(state, copy) for copy in state.objectives]
    grid = layout_of(state, mission)
    tiles = [tile for row in grid for tile in row] or list(mission.tiles if mission else ())
    objectives = [card for card in cards if not card.card.note]
    placeless = [objective for objective in objectives if objective.card.tile not in tiles]
    elsewhere = [objective for objective in placeless if objective.card.status == "face_down"]
    taken, total = cards_taken(state, book)
    return BoardView(
        title=words.mission_title(book, code),
        tiles=[
            _tile_view(
                state, tile, [card for card in objectives if card.card.tile == tile], elsewhere
            )
            for tile in tiles
        ],
        columns=len(grid[0]) if grid else 2,
        elsewhere=elsewhere,
        gone=[objective for objective in placeless if objective.card.status != "face_down"],
        notes=[card for card in cards if card.card.note],
        reading=[card for card in cards if card.card.status == "taken"],
        in_force=[card for card in cards if card.card.status in ("face_up", "beside")],
        taken=taken,
        total=total,
        keywords=[
            (keyword.word, words.sheet_name(state, keyword.sheet)) for keyword in state.keywords
        ],
        drawn=None if mission is None or mission.grid else _rows(grid),
        mission=code,
    )
