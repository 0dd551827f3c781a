"""Cards that are used by their text: food is eaten, enchantments are cast."""

from collections.abc import Iterator
from functools import partial

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand
from rules.events import BaseEvent
from rules.fields import Choice
from rules.mechanic import mechanic
from rules.mechanics.actions import did
from rules.mechanics.cards import card_of
from rules.mechanics.danger import gain_points
from rules.mechanics.inventory import carried, drop, is_ready, not_carried
from rules.mechanics.known_skills import LENT_SKILL, has, known_skills
from rules.mechanics.looking import About, apart, in_play, in_reach_of
from rules.mechanics.noise import make_noise
from rules.mechanics.wounds.wound import heal, unhurt
from rules.offers import Offer, closed, offer
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
            for copy in carried(survivor):
                if use_of(card_of(look.pack, copy)) is None:
                    none = IllegalCommand("item.no_use", card=copy)
                    yield closed(cls, none, survivor=key, card=copy)
                    continue
                yield _use(look, key, copy)
                if error := unhurt(look, key):
                    yield closed(cls, error, survivor=key, card=copy, on=None)
            if about.get("card") not in carried(survivor):
                yield closed(cls, not_carried(survivor), survivor=key)

    def play(self, play: Play) -> None:
        """Use a card, each copy once in a survivor's turn (Black Plague, p. 22).

        Food is gone when eaten. Spells are loud (p. 15).
        """
        key, effect = self.survivor, use_of(card_of(play.pack, self.card))
        assert effect is not None
        play.emit(ItemUsed(survivor=key, card=self.card, on=self.on))
        did(play, key, "use")
        if effect.once == "turn":
            used = (*play.survivors[key].used, f"{CAST}{self.card}")
            play.change_survivor(key, used=used)
        if effect.discard == "use":
            drop(play, key, self.card)
        if effect.do == POINTS:
            gain_points(play, key, effect.value or 1)
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


def _use(look: Play, key: str, copy: str) -> Offer:
    """Return using a card that a survivor carries."""
    effect, survivor = use_of(card_of(look.pack, copy)), look.survivors[key]
    assert effect is not None
    why_not = None
    if not is_ready(look.before, key, copy, look.pack):
        why_not = IllegalCommand("item.not_in_hand", card=copy)
    elif f"{CAST}{copy}" in survivor.used:
        why_not = IllegalCommand("item.used", card=copy)
    if why_not or effect.do == POINTS:
        return offer(ItemUse, why_not, survivor=key, card=copy)
    there, away = in_reach_of(look, key), partial(apart, look, key)
    if effect.do != HEAL:
        whom = Choice(values=there, optional=True)
        return offer(ItemUse, survivor=key, card=copy, on=whom).otherwise(on=away)
    hurt = tuple(patient for patient in there if look.survivors[patient].wounds)
    why_not = None if hurt else IllegalCommand("wound.none", survivor=survivor.name)
    whom = Choice(values=hurt or there, optional=bool(survivor.wounds))
    given = offer(ItemUse, why_not, survivor=key, card=copy, on=whom)
    return given.otherwise(on=lambda on: away(on) or unhurt(look, on))


ITEM_USES = mechanic(__name__, effects=("free-action", HEAL, POINTS))
