"""Cards that are used by their text: food is eaten, enchantments are cast."""

from collections.abc import Iterator

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand
from rules.events import BaseEvent
from rules.fields import Choice
from rules.mechanic import mechanic
from rules.mechanics.actions import did
from rules.mechanics.cards import card_of
from rules.mechanics.danger import gain_points
from rules.mechanics.inventory import drop, holder, is_ready
from rules.mechanics.known_skills import LENT_SKILL, has, known_skills
from rules.mechanics.looking import About, apart, in_play, in_reach_of
from rules.mechanics.noise import make_noise
from rules.mechanics.wounds.wound import heal
from rules.offers import Offer, offer
from rules.packs.schema.cards import Effect, Equipment
from rules.play import Play


class ItemUse(BaseCommand, tag="item.use", frozen=True):
    """A card is used by its text: food is eaten, an enchantment is cast."""

    survivor: Key
    card: Key
    on: Key | None = None
    """The survivor the card is used for, if not its owner."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in in_play(look, about):
            for copy in (*survivor.inventory.values(), *survivor.found):
                if use_of(card_of(look.pack, copy)) is not None:
                    yield from _use(look, key, copy)

    def play(self, play: Play) -> None:
        """Use a card, each copy once in a survivor's turn (Black Plague, p. 22).

        Food is gone when eaten. Spells are loud (p. 15).
        """
        key, survivor = self.survivor, play.in_play(self.survivor)
        holder(play, key, self.card)
        effect = check_use(play, key, self.card)
        target = play.in_play(self.on) if self.on is not None else survivor
        if error := apart(play, key, self.on or key):
            raise error
        play.emit(ItemUsed(survivor=key, card=self.card, on=self.on))
        did(play, key, "use")
        if effect.once == "turn":
            used = (*play.survivors[key].used, f"{CAST}{self.card}")
            play.change_survivor(key, used=used)
        if effect.discard == "use":
            drop(play, key, self.card)
        if effect.do == POINTS:
            gain_points(play, key, effect.value or 1)
        elif effect.do == HEAL and not target.wounds:
            raise IllegalCommand("wound.none", survivor=target.name)
        elif effect.do == HEAL:
            heal(play, self.on or key, effect.value or 1)
        elif effect.do == LENDS:
            other = self.on or key
            tag = f"{LENT_SKILL}{effect.skill}"
            play.change_survivor(other, used=(*play.survivors[other].used, tag))
        is_silent = has(known_skills(play.before, key, play.pack), "silent")
        if card_of(play.pack, self.card).noisy and not is_silent:
            make_noise(play, key)


class ItemUsed(BaseEvent, tag="item.used", frozen=True, kw_only=True):
    survivor: str
    card: str
    on: str | None = None


POINTS, HEAL, LENDS = "gain-points", "heal", "grant-skill"


CAST = "cast-"
"""Prefix of the tag that remembers a card that was cast until the turn ends."""


def use_of(card: Equipment) -> Effect | None:
    """Return the effect of using a card: points, healing, or an enchantment of once a turn."""
    uses = (
        effect for effect in card.effects if effect.do in (POINTS, HEAL) or effect.once == "turn"
    )
    return next(uses, None)


def check_use(play: Play, key: str, copy: str) -> Effect:
    """Return the effect of using a card now; raise if it cannot be used."""
    effect = use_of(card_of(play.pack, copy))
    if effect is None:
        raise IllegalCommand("item.no_use", card=copy)
    if not is_ready(play.before, key, copy, play.pack):
        raise IllegalCommand("item.not_in_hand", card=copy)
    if f"{CAST}{copy}" in play.survivors[key].used:
        raise IllegalCommand("item.used", card=copy)
    return effect


def _use(look: Play, key: str, copy: str) -> Iterator[Offer]:
    try:
        effect = check_use(look, key, copy)
    except IllegalCommand as error:
        yield offer(ItemUse, error, survivor=key, card=copy)
        return
    if effect.do == POINTS:
        yield offer(ItemUse, survivor=key, card=copy)
        return
    there = in_reach_of(look, key)
    if effect.do != HEAL:
        yield offer(ItemUse, survivor=key, card=copy, on=Choice(values=there, optional=True))
        return
    hurt = tuple(patient for patient in there if look.survivors[patient].wounds)
    why_not = None if hurt else IllegalCommand("wound.none", survivor=look.survivors[key].name)
    is_own = bool(look.survivors[key].wounds)
    whom = Choice(values=hurt or there, optional=is_own)
    yield offer(ItemUse, why_not, survivor=key, card=copy, on=whom)


ITEM_USES = mechanic(__name__, effects=("free-action", HEAL, POINTS))
