"""What an equipment card is and does, in words: read off its values and named effects."""

from django.utils.translation import gettext as _

from companion.table.items import dice_words
from companion.teller import Teller
from companion.terms import mode_word
from companion.words import all_words
from rules.packs.schema.cards import Effect, Equipment, Profile


def card_facts(card: Equipment) -> list[str]:
    """Return the values printed on the card, one after the other."""
    facts = [_profile(profile) for profile in card.profiles]
    if any(profile.noisy for profile in card.profiles) or card.noisy:
        facts.append(_("noisy"))
    if card.dual:
        facts.append(_("dual"))
    if card.reload:
        facts.append(_("reload"))
    if card.explosive:
        facts.append(_("explosive"))
    if card.all_out:
        facts.append(_("all-out %(dice)d") % {"dice": card.all_out})
    if card.armour:
        facts.append(_("armor %(face)d+") % {"face": card.armour})
    if card.upkeep:
        facts.append(_("upkeep %(dice)d") % {"dice": card.upkeep})
    return facts


def _profile(profile: Profile) -> str:
    """`Ranged 0-1: 2 dice · 4+ · damage 1`."""
    nearest, furthest = profile.range
    reach = str(furthest) if nearest == furthest else f"{nearest}-{furthest}"
    kind = f"{mode_word(profile.mode)} {reach}"
    if profile.dice is None or profile.accuracy is None:
        return kind
    return f"{kind}: {dice_words(profile)}"


def card_effects(card: Equipment, teller: Teller) -> list[str]:
    """Return a card's other effects, a sentence each; an effect without words is left out."""
    sentences = [effect_words(effect, teller) for effect in card.effects]
    if card.doors is not None:
        sentences.append(_doors(card))
    if {effect.discard for effect in card.effects} & {"use", "aside"}:
        sentences.append(_("Discard it after use."))
    if "hit" in {effect.discard for effect in card.effects}:
        sentences.append(_("Discard it when it hits."))
    return [words for words in dict.fromkeys(sentences) if words]


def effect_words(effect: Effect, teller: Teller) -> str:
    """Return the sentence for an effect; empty if no mechanic has words for it."""
    sentence = all_words(teller.game).effects.get(effect.do)
    return sentence(effect, teller) if sentence else ""


def _doors(card: Equipment) -> str:
    assert card.doors is not None
    opens = _("Opens doors.")
    if card.doors.roll is not None:
        opens = _("Opens doors at %(face)d+.") % {"face": card.doors.roll}
    return _("%(opens)s That makes noise.") % {"opens": opens} if card.doors.noisy else opens
