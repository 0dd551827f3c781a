"""Explosives that stay on the board until they go off (p. 26)."""

from collections.abc import Iterator
from functools import partial

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand, RuleError
from rules.events import BaseEvent
from rules.fields import Choice
from rules.mechanic import mechanic
from rules.mechanics.actions import spend
from rules.mechanics.blasts import blasts_lying, when_spent
from rules.mechanics.cards import card_of, deck_of, effect_of
from rules.mechanics.decks import discard
from rules.mechanics.inventory import is_ready, not_usable, take_from, when_survivor_changed
from rules.mechanics.looking import About, in_play
from rules.mechanics.rounds import phase_unfinished
from rules.offers import Offer, offer
from rules.packs.schema.cards import Effect
from rules.play import Play
from rules.systems.army_of_the_dead.state import Laid


class ExplosiveLaid(BaseEvent, tag="explosive.laid", frozen=True, kw_only=True):
    survivor: str
    card: str


class ExplosiveLay(BaseCommand, tag="explosive.lay", frozen=True):
    """An explosive from the hand is placed in one's own zone, which costs an action."""

    survivor: Key
    card: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in in_play(look, about):
            cards = tuple(
                copy
                for copy in survivor.inventory.values()
                if effect_of(card_of(look.pack, copy), LAY)
                and is_ready(look.before, key, copy, look.pack)
            )
            yield offer(cls, survivor=key, card=Choice(values=cards)).otherwise(
                card=partial(_not_laid, look, key)
            )

    def play(self, play: Play) -> None:
        """Place it from the hand onto the board: in no pile until it goes off."""
        key = self.survivor
        take_from(play, key, self.card)
        has_fuse = trigger_of(play, self.card).when == FUSE
        ends = play.before.round + (play.before.phase != "players")
        laid = Laid(card=self.card, survivor=key, round=ends if has_fuse else None)
        play.set(laid=(*on_board(play), laid))
        spend(play, key, "explosive")
        play.emit(ExplosiveLaid(survivor=key, card=self.card))
        play.tell(when_survivor_changed, key)


LAY, EXPLODE = "place-here", "explode"


FUSE, HIT, ENTERED = "end-of-next-zombies-phase", "hit", "next-actor-enters"
"""Triggers that set off an explosive on the board."""


def _not_laid(look: Play, key: str, copy: str) -> RuleError:
    return not_usable(look, key, LAY, IllegalCommand("explosive.not_laid", card=copy), copy)


def on_board(play: Play) -> tuple[Laid, ...]:
    """Return the explosives on the board in the middle of the command."""
    laid: tuple[Laid, ...] = play.get("laid")
    return laid


def trigger_of(play: Play, copy: str) -> Effect:
    """Return the effect that says what sets it off, and what it does."""
    effect = effect_of(card_of(play.pack, copy), EXPLODE)
    assert effect is not None
    return effect


def lying(play: Play) -> tuple[str, ...]:
    """Return the copies on the board that may go off."""
    return tuple(explosive.card for explosive in on_board(play))


def gone_off(play: Play, names: tuple[str, ...]) -> None:
    """Discard the copies that went off on the board."""
    there = set(lying(play))
    for copy in dict.fromkeys(name for name in names if name in there):
        discard(play, deck_of(play.pack, copy), copy)
    left = tuple(explosive for explosive in on_board(play) if explosive.card not in names)
    play.set(laid=left)


def fuses(play: Play) -> tuple[str, ...]:
    """Return copies that go off before this zombies phase is over, once the spawn step is done."""
    state = play.before
    is_time = state.phase == "zombies" and state.spawned
    return tuple(
        explosive.card
        for explosive in on_board(play)
        if is_time and explosive.round is not None and explosive.round <= state.round
    )


def still_burning(play: Play) -> RuleError | None:
    """Return the reason why the zombies phase is not over, or None."""
    burning = fuses(play)
    return IllegalCommand("explosive.due", card=burning[0]) if burning else None


EXPLOSIVES = mechanic(
    __name__,
    effects=(LAY,),
    joins=(
        blasts_lying.by(lying),
        when_spent.by(gone_off),
        phase_unfinished.by(still_burning),
    ),
)
