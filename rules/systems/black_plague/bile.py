"""Dragon bile, and the torch that sets it on fire (p. 35)."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated

import msgspec

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand
from rules.events import BaseEvent
from rules.fields import Choice
from rules.mechanic import mechanic
from rules.mechanics.blasts import blast_refused, killing_effects, when_set_off
from rules.mechanics.cards import card_of, effect_of
from rules.mechanics.inventory import drop, in_hand, not_usable
from rules.mechanics.looking import About, in_play
from rules.offers import Offer, offer
from rules.packs.schema.cards import Equipment
from rules.play import Play
from rules.systems.black_plague.state import PlagueState


class BilePlaced(BaseEvent, tag="bile.placed", frozen=True, kw_only=True):
    survivor: str
    tokens: int


class BilePlace(BaseCommand, tag="bile.place", frozen=True):
    """A bile card from the hand puts its token on the board."""

    survivor: Key
    card: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, _survivor in in_play(look, about):
            held = in_hand(look.before, key, look.pack)
            cards = (copy for copy in held if effect_of(card_of(look.pack, copy), PLACES))
            yield offer(cls, survivor=key, card=Choice(values=tuple(cards))).otherwise(
                card=partial(not_usable, look, key, PLACES, IllegalCommand("bile.no_bile"))
            )

    def play(self, play: Play) -> None:
        """Place a token at range 0-1; if all are on the board, one moves (Black Plague, p. 35)."""
        drop(play, self.survivor, self.card)
        tokens = min(PlagueState.of(play.before).bile + 1, play.pack.bile_tokens)
        play.set(bile=tokens)
        play.emit(BilePlaced(survivor=self.survivor, tokens=tokens))


PLACES, IGNITES = "place-bile", "ignite-bile"


def burn(play: Play, cards: list[Equipment]) -> None:
    """Use up bile on the board for a torch."""
    if any(effect_of(card, IGNITES) for card in cards):
        play.set(bile=PlagueState.of(play.before).bile - 1)


def refuse_fire(play: Play, card: Equipment) -> IllegalCommand | None:
    there = PlagueState.of(play.before).bile
    return IllegalCommand("bile.none") if effect_of(card, IGNITES) and not there else None


BILE = mechanic(
    __name__,
    corrections={"bile": Annotated[int, msgspec.Meta(ge=0, le=999)]},
    effects=(PLACES, IGNITES),
    joins=(
        killing_effects.by(IGNITES),
        when_set_off.by(burn),
        blast_refused.by(refuse_fire),
    ),
)
