"""Equipment cards as the sheets show them."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from companion.terms import item_icon
from rules import Pack, TableState
from rules.mechanics.cards import card_of
from rules.mechanics.equipment import lies_under, made_of
from rules.mechanics.inventory import slots_of
from rules.packs.copies import deck_copies
from rules.packs.schema.cards import Equipment, Profile


class CarriedCard(NamedTuple):
    """One copy of a card, and where it is carried."""

    copy: str
    card: Equipment
    name: str
    icon: str
    values: str
    slot: str = ""


class CardCopies(NamedTuple):
    """Copies of one card that lie together."""

    copy: str
    name: str
    icon: str
    values: str
    copies: int


def item(pack: Pack, copy: str, slot: str = "") -> CarriedCard:
    card = card_of(pack, copy)
    return CarriedCard(
        copy, card, name_of(card), item_icon(card.id, card.kind), values_of(card), slot
    )


def name_of(card: Equipment) -> str:
    return card.name.in_language(get_language() or "en")


def values_of(card: Equipment) -> str:
    """Return the values a card prints for an attack: `2 dice · 4+ · damage 1`."""
    for profile in card.profiles:
        if profile.dice is not None and profile.accuracy is not None:
            return " · ".join(filter(None, (dice_words(profile), _all_out(card))))
    return ""


def dice_words(profile: Profile) -> str:
    """`3 dice · 4+ · damage 1`, without what a weapon has no number for."""
    dice, parts = profile.dice, []
    if dice:
        parts.append(ngettext("%(dice)d die", "%(dice)d dice", dice) % {"dice": dice})
    if profile.accuracy:
        parts.append(f"{profile.accuracy}+")
    if profile.damage:
        parts.append(_("damage %(damage)d") % {"damage": profile.damage})
    return " · ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)


def _all_out(card: Equipment) -> str:
    return _("all-out %(dice)d") % {"dice": card.all_out} if card.all_out else ""


def carried(state: TableState, key: str, pack: Pack) -> list[CarriedCard]:
    """Return a survivor's cards in the order of the slots, then those that have no slot yet."""
    survivor = state.survivors[key]
    placed = [
        item(pack, survivor.inventory[slot], slot)
        for slot in slots_of(state, key, pack)
        if slot in survivor.inventory
    ]
    return placed + [item(pack, copy) for copy in survivor.found]


def kinds(pack: Pack, copies: Iterable[str]) -> list[CardCopies]:
    """Return a pile by kind and number, never in its order."""
    first: dict[str, str] = {}
    count: Counter[str] = Counter()
    for copy in sorted(copies):
        card = card_of(pack, copy)
        first.setdefault(card.id, copy)
        count[card.id] += 1
    by_kind = []
    for card_id, number in count.items():
        example = item(pack, first[card_id])
        by_kind.append(CardCopies(example.copy, example.name, example.icon, example.values, number))
    return sorted(by_kind, key=lambda kind: kind.name)


def combinations(
    state: TableState, key: str, pack: Pack, copy: str
) -> list[tuple[CarriedCard, str]]:
    """With which other carried cards this one makes something, and what."""
    pairs = []
    for other in carried(state, key, pack):
        if other.copy == copy:
            continue
        made = made_of(card_of(pack, copy), other.card)
        if lies_under(pack, copy, other.copy) or lies_under(pack, other.copy, copy):
            pairs.append((other, name_of(card_of(pack, copy))))
        elif made is not None:
            result = next(each for each in pack.equipment if each.id == made)
            pairs.append((other, name_of(result)))
    return pairs


def all_weapons(pack: Pack) -> list[CarriedCard]:
    """Return every weapon of the box once, by name: for tables that keep their cards on paper."""
    return [all_item for all_item in all_items(pack) if all_item.card.profiles]


def all_items(pack: Pack) -> list[CarriedCard]:
    """Return every equipment card of the box once, by name."""
    by_card: dict[str, CarriedCard] = {}
    for deck in pack.decks.values():
        if deck.holds != "equipment":
            continue
        for copy, card in deck_copies(pack, deck.id).items():
            if isinstance(card, Equipment) and card.id not in by_card:
                by_card[card.id] = item(pack, copy)
    return sorted(by_card.values(), key=lambda known: known.name)
