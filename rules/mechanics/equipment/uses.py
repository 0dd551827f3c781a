"""Cards that are used for what they say: food is eaten, enchantments are cast."""

from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Choice
from rules.mechanics.actions.play import did
from rules.mechanics.danger.play import gain_points
from rules.mechanics.equipment.cards import card_of
from rules.mechanics.equipment.commands import ItemUse
from rules.mechanics.equipment.events import ItemUsed
from rules.mechanics.equipment.hands import is_ready
from rules.mechanics.equipment.slots import drop, holder
from rules.mechanics.looking import About, in_play, keys_in_play
from rules.mechanics.noise.play import make_noise
from rules.mechanics.skills.known import LENT_SKILL, has, known_skills
from rules.mechanics.wounds.play import heal
from rules.offers import Offer, offer
from rules.packs.schema.cards import Effect, Equipment
from rules.play import Play

POINTS, HEAL, LENDS = "gain-points", "heal", "grant-skill"
CAST = "cast-"
"""How a card that was cast is remembered until the turn ends."""


def use_of(card: Equipment) -> Effect | None:
    """What a card does when it is used: points, healing, or an enchantment of once a turn."""
    uses = (
        effect for effect in card.effects if effect.do in (POINTS, HEAL) or effect.once == "turn"
    )
    return next(uses, None)


def use_item(play: Play, command: ItemUse) -> None:
    """Each copy once in a survivor's turn (Black Plague, p. 22); food is gone when eaten.

    Spells are loud (p. 15).
    """
    key, survivor = command.survivor, play.in_play(command.survivor)
    holder(play, key, command.card)
    effect = check_use(play, key, command.card)
    target = play.in_play(command.on) if command.on is not None else survivor
    play.emit(ItemUsed(survivor=key, card=command.card, on=command.on))
    did(play, key, "use")
    if effect.once == "turn":
        used = (*play.survivors[key].used, f"{CAST}{command.card}")
        play.change_survivor(key, used=used)
    if effect.discard == "use":
        drop(play, key, command.card)
    if effect.do == POINTS:
        gain_points(play, key, effect.value or 1)
    elif effect.do == HEAL and not target.wounds:
        raise IllegalCommand("wound.none", survivor=target.name)
    elif effect.do == HEAL:
        heal(play, command.on or key, effect.value or 1)
    elif effect.do == LENDS:
        other = command.on or key
        tag = f"{LENT_SKILL}{effect.skill}"
        play.change_survivor(other, used=(*play.survivors[other].used, tag))
    is_silent = has(known_skills(play.before, key, play.pack), "silent")
    if card_of(play.pack, command.card).noisy and not is_silent:
        make_noise(play, key)


def check_use(play: Play, key: str, copy: str) -> Effect:
    """What using a card does now; raises why it cannot be used."""
    effect = use_of(card_of(play.pack, copy))
    if effect is None:
        raise IllegalCommand("item.no_use", card=copy)
    if not is_ready(play.before, key, copy, play.pack):
        raise IllegalCommand("item.not_in_hand", card=copy)
    if f"{CAST}{copy}" in play.survivors[key].used:
        raise IllegalCommand("item.used", card=copy)
    return effect


def uses(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in in_play(look, about):
        for copy in (*survivor.inventory.values(), *survivor.found):
            if use_of(card_of(look.pack, copy)) is not None:
                yield from _use(look, key, copy)


def _use(look: Play, key: str, copy: str) -> Iterator[Offer]:
    try:
        effect = check_use(look, key, copy)
    except IllegalCommand as error:
        yield offer(ItemUse, error, survivor=key, card=copy)
        return
    if effect.do == POINTS:
        yield offer(ItemUse, survivor=key, card=copy)
        return
    there = keys_in_play(look)
    if effect.do != HEAL:
        yield offer(ItemUse, survivor=key, card=copy, on=Choice(values=there, optional=True))
        return
    hurt = tuple(patient for patient in there if look.survivors[patient].wounds)
    why_not = None if hurt else IllegalCommand("wound.none", survivor=look.survivors[key].name)
    is_own = bool(look.survivors[key].wounds)
    whom = Choice(values=hurt or there, optional=is_own)
    yield offer(ItemUse, why_not, survivor=key, card=copy, on=whom)
