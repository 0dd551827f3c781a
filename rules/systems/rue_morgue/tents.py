"""Tents: their card is turned over when a survivor enters (p. 31)."""

from collections.abc import Iterator
from typing import ClassVar

from rules import names
from rules.commands import BaseCommand, Cards, Key
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.fields import Flag, Reported, Text
from rules.mechanic import mechanic
from rules.mechanics.decks import CardDrawn, discard, draw_quietly
from rules.mechanics.looking import About
from rules.mechanics.spawn.step import SpawnPlay, something_waits, table_draws
from rules.offers import Offer, closed, offer
from rules.play import Play
from rules.state import SpawnPoint


class TentOpened(BaseEvent, tag="tent.opened", frozen=True, kw_only=True):
    """A tent and its card; the zombies in it come in later events."""

    zone: str
    card: str

    def facts(self) -> Iterator[BaseEvent]:
        yield CardDrawn(deck="tents", card=self.card, zone=self.zone)


class TentOpen(BaseCommand, tag="tent.open", frozen=True):
    """The first survivor enters a tent: its card is turned over, and zombies come in it."""

    chance: ClassVar[bool] = True
    new: ClassVar[tuple[str, ...]] = ("zone",)
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    zone: Key
    empty: bool = False
    """True if the mission puts no zombies into it."""
    cards: Cards = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        deck = look.decks.get(DECK)
        if deck is None:
            yield closed(cls, UnknownId("deck.unknown", deck=DECK))
            return
        zone = about.get("zone")
        why_not = is_open(look, zone) if isinstance(zone, str) else None
        if why_not is None and not deck.draw:
            why_not = IllegalCommand("deck.empty", deck=DECK)
        why_not = why_not or something_waits(look)
        draws = deck.source == "table" or table_draws(look)
        reported = {"cards": Reported(what="cards")} if draws else {}
        unopened = Text(taken=look.get("open_tents"))
        yield offer(cls, why_not, zone=unopened, empty=Flag(), **reported)

    def play(self, play: Play) -> None:
        """Turn its card over for good; then draw a zombie card for it (p. 31)."""
        zone = names.checked(self.zone, "choice.text")
        card = draw_quietly(play, DECK, zone)
        discard(play, DECK, card)
        play.set(open_tents=(*play.get("open_tents"), zone))
        play.emit(TentOpened(zone=zone, card=card))
        if not self.empty:
            SpawnPlay(play, why=TENT, points=[SpawnPoint(zone)]).run()


DECK = "tents"


TENT = "tent"
"""The reason why a card is drawn."""


def is_open(play: Play, zone: str) -> RuleError | None:
    """Return an error if a tent is open whose name looks like this one; else None."""
    is_open = names.like(zone, play.get("open_tents")) is not None
    return IllegalCommand("tent.is_open", zone=names.tidy(zone)) if is_open else None


TENTS = mechanic(__name__)
