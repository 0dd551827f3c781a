"""Reloading: by an action, with a magazine, and for free at the end of a round."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand, RuleError
from rules.events import BaseEvent
from rules.fields import Choice
from rules.mechanic import mechanic
from rules.mechanics.cards import card_of, effect_of
from rules.mechanics.inventory import carried, drop, not_carried
from rules.mechanics.known_skills import known_skills
from rules.mechanics.looking import About, in_play, judged
from rules.mechanics.rounds import when_round_ends
from rules.offers import Offer, closed, offer
from rules.packs.schema.base import Natural
from rules.packs.schema.cards import Equipment
from rules.packs.schema.people import Skill
from rules.play import Play
from rules.state import Survivor


class WeaponReloaded(BaseEvent, tag="weapon.reloaded", frozen=True, kw_only=True):
    survivor: str
    weapons: tuple[str, ...]


class WeaponReload(BaseCommand, tag="weapon.reload", frozen=True):
    """One action reloads a weapon, or two of one name; some need a magazine card."""

    survivor: Key
    cards: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=2)]
    magazine: Key | None = None

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in in_play(look, about):
            magazines = tuple(copy for copy in carried(survivor) if is_magazine(look, copy))
            for copy in survivor.turned:
                card = card_of(look.pack, copy)
                if needs_magazine(card):
                    none = None if magazines else IllegalCommand("reload.magazine")
                    spent = Choice(values=magazines, optional=not magazines)
                    yield offer(cls, none, survivor=key, cards=(copy,), magazine=spent)
                elif card.reload:
                    yield offer(cls, survivor=key, cards=(copy,))
                    twins = [other for other in survivor.turned if other > copy]
                    for twin in twins:
                        if card_of(look.pack, twin).id == card.id:
                            yield offer(cls, survivor=key, cards=(copy, twin))
            sent = judged(cls, about)
            if sent and (error := _not_reloaded(look, survivor, sent.cards, sent.magazine)):
                yield closed(cls, error, survivor=key)

    def play(self, play: Play) -> None:
        """Reload a weapon, or both of two, with one action (Black Plague, p. 34)."""
        survivor = play.survivors[self.survivor]
        by_magazine = any(needs_magazine(card_of(play.pack, copy)) for copy in self.cards)
        if by_magazine and self.magazine is not None:
            drop(play, self.survivor, self.magazine)
        left = tuple(copy for copy in survivor.turned if copy not in self.cards)
        is_free = any("reload_actions" in skill.gives for skill in _skills(play, self.survivor))
        used = survivor.used if is_free else (*survivor.used, RELOAD)
        play.change_survivor(self.survivor, turned=left, used=used)
        play.emit(WeaponReloaded(survivor=self.survivor, weapons=self.cards))


RELOAD = "reload"
"""The tag of the action until the turn ends; also the effect of a magazine."""


def needs_magazine(card: Equipment) -> bool:
    """Return True for weapons with ammo dice, loaded by a magazine (Army of the Dead, p. 25)."""
    return any(profile.ammo_dice for profile in card.profiles)


def _skills(play: Play, key: str) -> list[Skill]:
    return known_skills(play.before, key, play.pack)


def is_magazine(play: Play, copy: str) -> bool:
    return effect_of(card_of(play.pack, copy), RELOAD) is not None


def _not_reloaded(
    look: Play, survivor: Survivor, copies: tuple[str, ...], magazine: str | None
) -> RuleError | None:
    """Return why one action does not reload these cards, or None."""
    for copy in copies:
        if copy not in carried(survivor):
            return not_carried(survivor)
        if copy not in survivor.turned:
            return IllegalCommand("reload.loaded", survivor=survivor.name)
    cards = [card_of(look.pack, copy) for copy in copies]
    by_magazine = any(needs_magazine(card) for card in cards)
    if not by_magazine and not all(card.reload for card in cards):
        return IllegalCommand("reload.never")
    if len({card.id for card in cards}) > 1 or (by_magazine and len(cards) > 1):
        return IllegalCommand("reload.one")
    if not by_magazine:
        return None
    is_missing = magazine not in (None, *carried(survivor))
    return not_carried(survivor) if is_missing else IllegalCommand("reload.magazine")


def refill_weapons(play: Play) -> None:
    """Refill weapons that an action reloads, free in the end phase; vests stay turned."""
    for key, survivor in play.survivors.items():
        still = tuple(copy for copy in survivor.turned if not card_of(play.pack, copy).reload)
        if still != survivor.turned:
            play.change_survivor(key, turned=still)


RELOADING = mechanic(
    __name__,
    effects=(RELOAD,),
    gives={"reload_actions": Natural},
    joins=(when_round_ends.by(refill_weapons),),
)
