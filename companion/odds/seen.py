"""Whether somebody has seen the cards that come next: a spawn that was taken back showed them."""

from companion.models import LogEntry, Table
from rules import TableState
from rules.mechanics.spawn.cards import DECK
from rules.mechanics.spawn.events import SpawnResolved

SPAWN = '"spawn.resolved"'
LOOKED_AT = 3
"""Steps, the newest first: what older ones showed has been drawn or shuffled since."""


def are_next_cards_seen(table: Table, state: TableState) -> bool:
    """Some cards of a step lie on the pile again, in its order; one question to the log."""
    deck = state.decks.get(DECK)
    if deck is None or deck.source != "app":
        return False
    steps = table.entries.filter(kind=LogEntry.Kind.DO, events_json__contains=SPAWN)
    return any(
        _shows(event, deck.draw)
        for entry in steps.order_by("-seq")[:LOOKED_AT]
        for event in entry.events
        if isinstance(event, SpawnResolved)
    )


def _shows(step: SpawnResolved, pile: tuple[str, ...]) -> bool:
    """`left` cards lay there before it; those drawn since from the same pile are gone."""
    drawn = tuple(draw.card for draw in step.draws if draw.deck == DECK)[: step.left]
    gone = step.left - len(pile)
    if gone < 0:
        return False
    still_there = drawn[gone:]
    return bool(still_there) and pile[: len(still_there)] == still_there
