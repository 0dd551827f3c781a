"""Objective cards and notes: places, keywords, order, hours (Washington Z.C., p. 15-18).

The texts of cards are read at the table. The engine knows a card's place, who took it, the keyword
it needs and its status; the group's notes about it are stored apart, in `texts`.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec.structs import replace

from rules import names
from rules.campaign.book import CampaignBook
from rules.campaign.commands import (
    KeywordGain,
    NoteRead,
    ObjectiveDescribe,
    ObjectiveKeep,
    ObjectivePlace,
    ObjectiveReveal,
    ObjectiveTake,
)
from rules.campaign.events import (
    KeywordGained,
    NoteWasRead,
    ObjectiveDescribed,
    ObjectiveKept,
    ObjectivePlaced,
    ObjectiveRevealed,
    ObjectiveTaken,
)
from rules.campaign.ledger import CampaignOutcome, Ledger
from rules.campaign.state import CampaignState, CardText, Keyword, Objective
from rules.errors import IllegalCommand
from rules.packs.schema.missions import MissionRule

TIMED = "timed-card"
FIRST = "card-order"
IN_ORDER = "notes-in-order"
ON_DOOR = "room-cards-taken-when-room-door-opens"


def lay_out(book: CampaignBook, code: str, texts: Mapping[str, CardText]) -> dict[str, Objective]:
    """Return the mission's cards face down, its notes beside the board.

    What was noted of a card in an earlier try is the text of the one on its tile.
    """
    doors = {card for rule in rules_of(book, code, ON_DOOR) for card in rule.cards}
    cards: dict[str, Objective] = {}
    for copy, card in book.objective_cards(code):
        if card.kind == "note":
            cards[copy] = Objective(note=True, on="beside")
        else:
            noted = texts[copy].tile if copy in texts else None
            on: Literal["zone", "door"] = "door" if card.id in doors else "zone"
            cards[copy] = Objective(tile=card.tile or noted, on=on)
    return cards


def texts_with_tiles(state: CampaignState) -> dict[str, CardText]:
    """Return what is noted of the cards, with the tiles on which they lay in this mission."""
    lay = {copy: card.tile for copy, card in state.objectives.items() if card.tile}
    return {
        copy: replace(text, tile=lay.get(copy, text.tile)) for copy, text in state.texts.items()
    }


def rules_of(book: CampaignBook, code: str, name: str) -> Iterator[MissionRule]:
    mission = book.mission(code)
    yield from (rule for rule in (mission.rules if mission else ()) if rule.do == name)


def kind_of(copy: str) -> str:
    """Return the card of a copy: `m7-note` for `m7-note-2`."""
    return copy.rpartition("-")[0]


def hour_of(state: CampaignState, book: CampaignBook, copy: str) -> int | None:
    """Return the hour at which this card is read by itself, or None."""
    for rule in rules_of(book, state.mission or "", TIMED):
        if kind_of(copy) in rule.cards:
            return rule.hour
    return None


def must_come_first(state: CampaignState, book: CampaignBook, copy: str) -> str | None:
    """Return a card that must be taken before this one and has not been, or None."""
    for rule in rules_of(book, state.mission or "", FIRST):
        for other, card in state.objectives.items():
            if kind_of(other) in rule.cards and other != copy and card.status == "face_down":
                return other
    return None


def note_before(state: CampaignState, book: CampaignBook, copy: str) -> str | None:
    """Return the unread note that comes before this one, if notes have an order; else None."""
    for rule in rules_of(book, state.mission or "", IN_ORDER):
        for other, card in state.objectives.items():
            if other == copy:
                return None
            if kind_of(copy) == kind_of(other) in rule.cards and card.status == "face_down":
                return other
    return None


def due_at(state: CampaignState, book: CampaignBook, hour: int) -> list[str]:
    """Return the cards that turn up by themselves at this hour."""
    return [
        copy
        for copy, card in state.objectives.items()
        if card.status == "face_down" and hour_of(state, book, copy) == hour
    ]


def cards_to_take(state: CampaignState, book: CampaignBook) -> dict[str, Objective]:
    """Return the cards that survivors take: no notes, and none that is read by itself."""
    return {
        copy: card
        for copy, card in state.objectives.items()
        if not card.note and hour_of(state, book, copy) is None
    }


def cards_taken(state: CampaignState, book: CampaignBook) -> tuple[int, int]:
    """Return the number of cards taken, and of all; a card that went back is not taken."""
    cards = cards_to_take(state, book).values()
    return sum(card.status != "face_down" for card in cards), len(cards)


def has_keyword(state: CampaignState, word: str) -> bool:
    return names.like(word, [keyword.word for keyword in state.keywords]) is not None


def place_objective(
    state: CampaignState, command: ObjectivePlace, book: CampaignBook
) -> CampaignOutcome:
    ledger = Ledger(state, book)
    card = ledger.objective(command.card)
    if card.note or card.status != "face_down":
        raise IllegalCommand("objective.not_face_down")
    _check_tile(ledger, command.tile)
    ledger.turn(command.card, tile=command.tile, on=command.on)
    ledger.emit(ObjectivePlaced(card=command.card, tile=command.tile, on=command.on))
    return ledger.outcome()


def _check_tile(ledger: Ledger, tile: str | None) -> None:
    mission = ledger.book.mission(ledger.running())
    tiles = mission.tiles if mission else ()
    if tile is not None and tiles and tile not in tiles:
        raise IllegalCommand("objective.no_tile", tile=tile)


def take_objective(
    state: CampaignState, command: ObjectiveTake, book: CampaignBook
) -> CampaignOutcome:
    """Take a card by an action in its zone, or by opening its door.

    The sender may override the rules against taking it.
    """
    ledger = Ledger(state, book)
    card = ledger.objective(command.card)
    ledger.living(command.sheet)
    if card.note:
        raise IllegalCommand("objective.is_note")
    if card.status != "face_down":
        raise IllegalCommand("objective.not_face_down")
    if not command.override:
        _check_takeable(state, book, command.card, card)
    _check_tile(ledger, command.tile)
    ledger.turn(
        command.card,
        status="taken",
        by=command.sheet,
        round=command.round,
        tile=command.tile or card.tile,
        on=command.on or card.on,
    )
    ledger.emit(ObjectiveTaken(card=command.card, sheet=command.sheet, override=command.override))
    return ledger.outcome()


def _check_takeable(state: CampaignState, book: CampaignBook, copy: str, card: Objective) -> None:
    hour = hour_of(state, book, copy)
    if hour is not None:
        raise IllegalCommand("objective.timed", hour=hour)
    if must_come_first(state, book, copy):
        raise IllegalCommand("objective.order")
    if card.needs and not has_keyword(state, card.needs):
        raise IllegalCommand("objective.locked", word=card.needs)


def keep_objective(
    state: CampaignState, command: ObjectiveKeep, book: CampaignBook
) -> CampaignOutcome:
    """Discard a card once resolved, leave it in force if it says so, or put it back on its door."""
    ledger = Ledger(state, book)
    card = ledger.objective(command.card)
    if card.status not in ("taken", "face_up", "beside"):
        raise IllegalCommand("objective.not_taken")
    needs = None if command.needs is None else names.checked(command.needs, "keyword.word")
    if command.where == "back":
        if card.note:
            raise IllegalCommand("objective.is_note")
        ledger.turn(command.card, status="face_down", needs=needs, by=None, round=None)
    else:
        ledger.turn(command.card, status=command.where)
    ledger.emit(ObjectiveKept(card=command.card, where=command.where, needs=needs))
    return ledger.outcome()


def reveal_objective(
    state: CampaignState, command: ObjectiveReveal, book: CampaignBook
) -> CampaignOutcome:
    """Reveal a card at its hour: that of mission 3 is read when the clock shows 19 (p. 21)."""
    ledger = Ledger(state, book)
    card = ledger.objective(command.card)
    if card.status != "face_down":
        raise IllegalCommand("objective.not_face_down")
    hour = hour_of(state, book, command.card)
    if hour != command.hour and not command.override:
        raise IllegalCommand("objective.not_yet")
    ledger.turn(command.card, status="taken")
    ledger.emit(ObjectiveRevealed(card=command.card, hour=command.hour, override=command.override))
    return ledger.outcome()


def describe_objective(
    state: CampaignState, command: ObjectiveDescribe, book: CampaignBook
) -> CampaignOutcome:
    """Store the group's text of a card; raise if it has not been read, to avoid spoilers."""
    ledger = Ledger(state, book)
    known = state.texts.get(command.card, CardText())
    text = replace(known, number=names.tidy(command.number), text=command.text.strip())
    if ledger.objective(command.card).status in ("face_down", "closed"):
        raise IllegalCommand("objective.unread", typed=f"{text.number} {text.text}".strip())
    ledger.fields["texts"] = {**state.texts, command.card: text}
    ledger.emit(ObjectiveDescribed(card=command.card))
    return ledger.outcome()


def read_note(state: CampaignState, command: NoteRead, book: CampaignBook) -> CampaignOutcome:
    """Read a note; a choice between notes closes the others (p. 16)."""
    ledger = Ledger(state, book)
    note = ledger.objective(command.card)
    if not note.note:
        raise IllegalCommand("objective.no_note")
    if note.status != "face_down" and not (note.status == "closed" and command.override):
        raise IllegalCommand("note.not_unread")
    if note_before(state, book, command.card) and not command.override:
        raise IllegalCommand("note.order")
    for other in command.closes:
        if other == command.card or not ledger.objective(other).note:
            raise IllegalCommand("objective.no_note")
        if ledger.objectives[other].status == "face_down":
            ledger.turn(other, status="closed")
    ledger.turn(command.card, status="taken")
    ledger.emit(NoteWasRead(card=command.card, closes=command.closes, override=command.override))
    return ledger.outcome()


def gain_keyword(state: CampaignState, command: KeywordGain, book: CampaignBook) -> CampaignOutcome:
    ledger = Ledger(state, book)
    if command.sheet is not None:
        ledger.living(command.sheet)
    word = names.checked(command.word.upper(), "keyword.word")
    if has_keyword(state, word):
        raise IllegalCommand("keyword.twice")
    keyword = Keyword(word=word, sheet=command.sheet, mission=state.mission)
    ledger.fields["keywords"] = (*state.keywords, keyword)
    ledger.emit(KeywordGained(word=word, sheet=command.sheet))
    return ledger.outcome()


def left_on(state: CampaignState, tile: str) -> int:
    """Return the number of objective cards still face down on a tile."""
    return sum(
        card.tile == tile and card.status == "face_down" and not card.note
        for card in state.objectives.values()
    )


def notes_read(objectives: dict[str, Objective]) -> tuple[str, ...]:
    """Return the notes that were read, which tell the choices made."""
    return tuple(
        copy
        for copy, card in objectives.items()
        if card.note and card.status not in ("face_down", "closed")
    )
