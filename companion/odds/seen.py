"""Whether somebody has seen the cards that come next: a spawn that was taken back showed them."""

import uuid
from typing import NamedTuple

from companion.models import LogEntry, Table
from rules import TableState
from rules.mechanics.spawn.drawing import SpawnResolved
from rules.mechanics.zombie_cards import DECK

SPAWN = '"spawn.resolved"'
LOOKED_AT = 3
"""Steps, the newest first: what older ones showed has been drawn or shuffled since."""
MOST_KEPT = 1000
Pile = tuple[str, ...]


class SeenPile(NamedTuple):
    """The pile as read for one version of a table."""

    version: int
    pile: Pile
    is_seen: bool


_answers: dict[uuid.UUID, SeenPile] = {}
"""The last of each table: a tap must not ask the log."""


def are_next_cards_seen(table: Table, state: TableState) -> bool:
    """Some cards of a step lie on the pile again, in its order.

    One question to the log, and none where the answer to the version before still holds.
    """
    deck = state.decks.get(DECK)
    if deck is None or deck.source != "app":
        return False
    before = _answers.get(table.pk) or SeenPile(0, deck.draw, is_seen=False)
    if before[:2] == (table.version, deck.draw):
        return before.is_seen
    is_seen = not _is_on_top(table, before) and _ask_log(table, deck.draw)
    if len(_answers) >= MOST_KEPT:
        _answers.clear()
    _answers[table.pk] = SeenPile(table.version, deck.draw, is_seen)
    return is_seen


def _is_on_top(table: Table, before: SeenPile) -> bool:
    """This request made one step where nothing was seen: it takes back nothing and shows nothing.

    At version 0 nothing was: a table begins with cards nobody knows.
    """
    step = table.written
    is_step = step is not None and step.kind == LogEntry.Kind.DO
    return is_step and not before.is_seen and before.version == table.version - 1


def _ask_log(table: Table, pile: Pile) -> bool:
    steps = table.entries.filter(kind=LogEntry.Kind.DO, events_json__contains=SPAWN)
    return any(
        _shows(event, pile)
        for entry in steps.order_by("-seq")[:LOOKED_AT]
        for event in entry.events
        if isinstance(event, SpawnResolved)
    )


def _shows(step: SpawnResolved, pile: Pile) -> bool:
    """`left` cards lay there before it; those drawn since from the same pile are gone."""
    drawn = tuple(draw.card for draw in step.draws if draw.deck == DECK)[: step.left]
    gone = step.left - len(pile)
    if gone < 0:
        return False
    still_there = drawn[gone:]
    return bool(still_there) and pile[: len(still_there)] == still_there
