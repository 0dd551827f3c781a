"""Upkeep after a mission: one roll a card, and too few copies (Washington Z.C., p. 6)."""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from rules.campaign.book import CampaignBook
from rules.campaign.commands import UpkeepDrop, UpkeepRoll
from rules.campaign.events import UpkeepDropped, UpkeepRolled
from rules.campaign.ledger import CampaignOutcome, Ledger
from rules.campaign.state import CampaignState, Ending
from rules.chance import Chance
from rules.errors import IllegalCommand, UnknownId
from rules.packs.schema.cards import Equipment

MAX_NUMBER = 99
_NUMBERS = frozenset(str(n) for n in range(1, MAX_NUMBER))


def card_of(book: CampaignBook, copy: str) -> Equipment:
    """Return the card of a copy; a number beyond the box is a copy the box does not have."""
    card_id, _, number = copy.rpartition("-")
    for card in book.pack.equipment:
        if card.id == copy or (card.id == card_id and number in _NUMBERS):
            return card
    raise UnknownId("item.unknown", card=copy)


def upkeep_of(book: CampaignBook, copy: str) -> int | None:
    """Return the number of dice of a card's upkeep; None if it is never kept (p. 6)."""
    card = card_of(book, copy)
    for deck, other, printed in book.equipment_copies():
        if other == copy:
            return None if deck in printed.no_upkeep else card.upkeep
    return card.upkeep


def numbered(
    book: CampaignBook, carried: Mapping[str, Iterable[str]]
) -> dict[str, tuple[str, ...]]:
    """Return every carried card as a copy id; a bare card id gets a free copy that can be kept.

    If more are carried than the box has, numbers go on beyond it: the group must then decide which
    are kept.
    """
    taken = {copy for copies in carried.values() for copy in copies if copy not in _ids(book)}
    listed = [copy for copies in carried.values() for copy in copies if copy not in _ids(book)]
    if len(listed) != len(taken):
        raise IllegalCommand("item.twice")
    copies_of: dict[str, tuple[str, ...]] = {}
    for key, copies in carried.items():
        mine = []
        for copy in copies:
            card_of(book, copy)
            chosen = copy if copy not in _ids(book) else free_copy(book, copy, taken)
            taken.add(chosen)
            mine.append(chosen)
        if mine:
            copies_of[key] = tuple(mine)
    return copies_of


def _ids(book: CampaignBook) -> frozenset[str]:
    return frozenset(card.id for card in book.pack.equipment)


def keepable(book: CampaignBook, card_id: str) -> list[str]:
    """Return the copies of a card that print an upkeep value."""
    return [
        copy
        for deck, copy, card in book.equipment_copies()
        if card.id == card_id and deck not in card.no_upkeep
    ]


def free_copy(book: CampaignBook, card_id: str, taken: set[str]) -> str:
    """Return a free copy; one beyond the box if none is left in it."""
    there = sum(card_of(book, card_id).copies.values())
    beyond = (f"{card_id}-{n}" for n in range(there + 1, MAX_NUMBER))
    return next(copy for copy in (*keepable(book, card_id), *beyond) if copy not in taken)


def due_of(state: CampaignState, ending: Ending, book: CampaignBook) -> dict[str, tuple[str, ...]]:
    """Return the cards to roll for, by sheet.

    They have an upkeep value and are carried by a survivor who has not fallen.
    """
    if "upkeep" not in state.advanced:
        return {}
    due = {
        key: tuple(copy for copy in copies if upkeep_of(book, copy))
        for key, copies in ending.carried.items()
        if key not in ending.fallen
    }
    return {key: copies for key, copies in due.items() if copies}


def still_to_roll(state: CampaignState, book: CampaignBook) -> list[tuple[str, str]]:
    """Return sheet and copy of every roll that is left."""
    ending = state.ending
    if ending is None:
        return []
    return [
        (key, copy)
        for key, copies in due_of(state, ending, book).items()
        for copy in copies
        if copy not in ending.rolls and copy not in ending.dropped
    ]


def is_kept(ending: Ending, copy: str, break_face: int) -> bool:
    """Check if a card is kept for the next mission: any broken symbol loses it."""
    faces = ending.rolls.get(copy)
    return faces is not None and break_face not in faces and copy not in ending.dropped


def kept_of(state: CampaignState, book: CampaignBook) -> dict[str, tuple[str, ...]]:
    """Return the cards each survivor keeps by the rolls so far."""
    ending = state.ending
    if ending is None:
        return {}
    return {
        key: kept
        for key, copies in due_of(state, ending, book).items()
        if (kept := tuple(c for c in copies if is_kept(ending, c, book.rules.break_face)))
    }


def surplus(state: CampaignState, book: CampaignBook) -> dict[str, int]:
    """Return the number of each card kept beyond those in the box; they must be given up."""
    kept = Counter(
        card_of(book, copy).id for copies in kept_of(state, book).values() for copy in copies
    )
    over: dict[str, int] = {}
    for card_id, count in kept.items():
        there = len(keepable(book, card_id))
        if count > there:
            over[card_id] = count - there
    return over


def _ending(state: CampaignState) -> Ending:
    if state.ending is None:
        raise IllegalCommand("mission.not_finished")
    return state.ending


def roll_upkeep(state: CampaignState, command: UpkeepRoll, book: CampaignBook) -> CampaignOutcome:
    ledger = Ledger(state, book)
    ending = _ending(state)
    ledger.sheet(command.sheet)
    if (command.sheet, command.card) not in still_to_roll(state, book):
        raise IllegalCommand("upkeep.not_due", card=command.card)
    typed = bool(command.dice) or state.dice == "table"
    entered = command.dice if typed else None
    chance = Chance(seed=state.seed, cursor=state.cursor, entered=entered)
    faces = chance.roll(upkeep_of(book, command.card) or 0)
    chance.check_used_up()
    after = replace(ending, rolls={**ending.rolls, command.card: faces})
    ledger.fields |= {"ending": after, "cursor": chance.cursor}
    kept = is_kept(after, command.card, ledger.rules.break_face)
    ledger.emit(
        UpkeepRolled(sheet=command.sheet, card=command.card, faces=faces, kept=kept, typed=typed)
    )
    return ledger.outcome()


def drop_upkeep(state: CampaignState, command: UpkeepDrop, book: CampaignBook) -> CampaignOutcome:
    """Give up a card; raise unless the box has too few of it (p. 6)."""
    ledger = Ledger(state, book)
    ending = _ending(state)
    if command.card not in kept_of(state, book).get(command.sheet, ()):
        raise IllegalCommand("upkeep.not_kept", card=command.card)
    if card_of(book, command.card).id not in surplus(state, book):
        raise IllegalCommand("upkeep.enough", card=command.card)
    ledger.fields["ending"] = replace(ending, dropped=(*ending.dropped, command.card))
    ledger.emit(UpkeepDropped(sheet=command.sheet, card=command.card))
    return ledger.outcome()
