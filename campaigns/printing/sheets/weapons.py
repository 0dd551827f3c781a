"""Cards of what a table carries, in the size of playing cards, for those who play from paper."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from campaigns.printing.facts import cards_of
from campaigns.printing.kind import Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.names import CARD, MM_PER_POINT, TEXT, lines_of, name_class
from campaigns.printing.render import PrintedSheet
from campaigns.printing.subjects import TableSubject
from campaigns.printing.words import (
    accuracy_of,
    damage_of,
    dice_of,
    effect_words,
    per_cent,
    range_of,
)
from companion.terms import EQUIPMENT_KINDS, spaced_code
from rules import Pack, pack_of
from rules.odds import hit_chances, keep_chance
from rules.packs.played import pack_with
from rules.packs.schema import Equipment, Profile, Zombie
from rules.packs.schema.own import OwnBox

TEMPLATE = "print/weapon_cards.html"


class Value(NamedTuple):
    """One of the four numbers of a weapon; a card used in two ways has two of each."""

    number: str
    name: str


class PrintedWeapon(NamedTuple):
    card: Equipment
    kind: str
    owner: str
    values: list[list[Value]]
    """Two rows of two for a weapon, one for armour, none for what else there is."""
    kills: list[tuple[str, str]]
    """Kinds of zombies, and the chance to kill at least one of them with one attack."""
    effects: list[str]
    traits: str
    is_unsure: bool

    @property
    def fit(self) -> str:
        """Return the classes by which its numbers, or else its text, fill the card."""
        if self.values:
            return _first(BOXES, lambda height: height * 2 + 1.8 <= self._free) or "full"
        frame = _first(FRAMES, lambda height: height <= self._free) or "low"
        sizes = {f"w{number}": points for number, points in enumerate(SIZES, 1)}
        return f"{frame} {_first(sizes, lambda points: self._fits(points, FRAMES[frame])) or 'w4'}"

    @property
    def _free(self) -> float:
        """Millimetres between what stands above its numbers and what stands below."""
        name = str(self.card.name.in_language(get_language() or "en"))
        points = CARD.sizes[int(name_class(name, CARD)[-1]) - 1]
        heading = lines_of(name, CARD.width / (MM_PER_POINT * points))[0] * points * 1.15
        kind = _lines(f"{self.kind} · {self.owner}", 8.6) * 8.6 * 1.22
        kills = sum(_lines(names, 8.2, 38.0) * 3.2 + 0.8 for names, _chance in self.kills)
        effects = sum(_lines(effect, 8.4) * 3.4 for effect in self.effects) if self.values else 0
        traits = _lines(f"{self.traits} {_unsure() if self.is_unsure else ''}", 8.2) * 3.3
        around = 14.0 if self.values else 9.5
        return HEIGHT - (heading + kind) * MM_PER_POINT - kills - effects - traits - around

    def _fits(self, points: float, height: float) -> bool:
        lines = sum(_lines(effect, points, WIDTH - 6) for effect in self.effects)
        return (lines * 1.22 + len(self.effects) * 0.4) * points * MM_PER_POINT <= height


WIDTH, HEIGHT = 55.0, 80.0
BOXES = {"open": 20.0, "tall": 16.0, "usual": 13.0}
"""Of each number, the highest first, in millimetres; where there is less room it is `full`."""
FRAMES = {"high": 54.0, "usual": 44.0, "low": 34.0}
"""Of the text of a card without numbers."""
SIZES = (18, 15, 12, 10)
"""Of that text, in points."""


def _first(sizes: Mapping[str, float], fits: Callable[[float], bool]) -> str:
    return next((name for name, size in sizes.items() if fits(size)), "")


def _lines(text: str, points: float, width: float = WIDTH) -> int:
    return lines_of(text, width / (MM_PER_POINT * points), TEXT)[0] if text.strip() else 0


def _unsure() -> str:
    return _("Not all of this card is known: check the printed one.")


class CarriedCards(Content, frozen=True, kw_only=True):
    """The cards one survivor carries, by copy id."""

    owner: str
    cards: tuple[str, ...]


class WeaponCards(Content, frozen=True, kw_only=True):
    code: str
    game: str
    expansions: tuple[str, ...] = ()
    carried: tuple[CarriedCards, ...]
    own_box: OwnBox | UnsetType = UNSET
    """Survivors and cards of the group's own that are there."""


def content(subject: TableSubject, chosen: PrintChoices) -> WeaponCards:
    """Return the cards that each survivor of the table carries."""
    table = subject.seat.table
    state = table.state
    cards = cards_of(pack_of(state))
    carried = [
        CarriedCards(owner=survivor.name, cards=tuple(copy for copy in copies if copy in cards))
        for survivor in state.survivors.values()
        if (copies := [*survivor.inventory.values(), *survivor.found])
    ]
    return WeaponCards(
        code=table.code,
        game=state.game,
        expansions=state.expansions,
        carried=tuple(hand for hand in carried if hand.cards),
        own_box=state.own_box or UNSET,
    )


def may_be_printed(subject: TableSubject) -> bool:
    """Return whether anybody carries a card."""
    return subject.is_of_family and bool(content(subject, PrintChoices()).carried)


def title(content: WeaponCards) -> str:
    return _("Weapon cards %(code)s") % {"code": spaced_code(content.code)}


def pieces(content: WeaponCards) -> list[PrintedSheet]:
    pack = pack_with(content.game, content.expansions, content.own_box or None)
    known = cards_of(pack)
    cards = [
        _card(known[copy], carried.owner, pack)
        for carried in content.carried
        for copy in carried.cards
    ]
    game = pack.short.in_language(get_language() or "en")
    context = {"cards": cards, "game": game, "mark": title(content)}
    return [PrintedSheet(title(content), TEMPLATE, context, one_page=False)]


def _card(card: Equipment, owner: str, pack: Pack) -> PrintedWeapon:
    return PrintedWeapon(
        card=card,
        kind=str(EQUIPMENT_KINDS[card.kind]),
        owner=owner,
        values=_values(card),
        kills=_kills(card.profiles, pack),
        effects=effect_words(card, pack.skills),
        traits=_traits(card),
        is_unsure=bool(card.unknown) or card.sure == "unknown",
    )


def _values(card: Equipment) -> list[list[Value]]:
    """Boxes to write in where a weapon's numbers are not known."""
    profiles = card.profiles
    if not profiles and card.kind not in WEAPONS:
        return [[Value(f"{card.armour}+", _("Armor roll"))]] if card.armour else []
    named: list[tuple[str, Callable[[Profile], str]]] = [
        (_("Range"), range_of),
        (_("Dice"), dice_of),
        (_("Accuracy"), accuracy_of),
        (_("Damage"), damage_of),
    ]
    values = [
        Value(" / ".join(dict.fromkeys(of(profile) for profile in profiles)), name)
        for name, of in named
    ]
    return [values[:2], values[2:]]


def _kills(profiles: Sequence[Profile], pack: Pack) -> list[tuple[str, str]]:
    """Return the chance to kill each kind of zombie; kinds with the same chance share a line."""
    language = get_language() or "en"
    best = [_at_least_one(profile) for profile in profiles]
    if not best or any(chance is None for chance in best):
        return []
    lines: dict[str, list[str]] = {}
    for zombie in pack.zombies:
        if zombie.figure or zombie.killed_by == "nothing":
            continue
        chances = [
            chance
            for profile, chance in zip(profiles, best, strict=True)
            if chance is not None and _is_enough(profile, zombie)
        ]
        likely = per_cent(max(chances)) if chances else pgettext("damage", "not enough")
        lines.setdefault(likely, []).append(zombie.name.in_language(language))
    return [(", ".join(names), chance) for chance, names in lines.items()][:MOST_LINES]


MOST_LINES = 4
WEAPONS = ("melee", "ranged", "melee-ranged", "spell")


def _at_least_one(profile: Profile) -> Fraction | None:
    """Of an attack by its own dice alone; None where we do not know them."""
    if profile.automatic:
        return Fraction(1)
    if profile.dice is None or profile.accuracy is None:
        return None
    return 1 - hit_chances(profile.dice + profile.ammo_dice, profile.accuracy)[0]


def _is_enough(profile: Profile, zombie: Zombie) -> bool:
    if profile.kills_all:
        return True
    if zombie.killed_by == "all" or zombie.toughness is None or profile.damage is None:
        return False
    return profile.damage >= zombie.toughness


def _traits(card: Equipment) -> str:
    """Return the traits printed beside its numbers, as one sentence."""
    traits = []
    if card.dual:
        traits.append(_("dual"))
    if card.reload:
        traits.append(_("reload"))
    if card.explosive:
        traits.append(_("explosive"))
    if card.doors:
        doors = _("opens doors, noisy") if card.doors.noisy else _("opens doors, silent")
        traits.append(f"{doors} {card.doors.roll}+" if card.doors.roll else doors)
    for noisy, words in ((True, _("attacking is noisy")), (False, _("attacking is silent"))):
        if any(profile.noisy is noisy for profile in card.profiles):
            traits.append(words)
    if card.armour and card.profiles:
        traits.append(_("armor %(n)s+") % {"n": card.armour})
    if card.all_out:
        traits.append(_("all-out +%(n)s") % {"n": card.all_out})
    if card.upkeep:
        chance = per_cent(keep_chance(card.upkeep))
        traits.append(_("upkeep %(n)s (%(chance)s)") % {"n": card.upkeep, "chance": chance})
    return capfirst("; ".join(traits)) + "." if traits else ""


KINDS = (
    PrintKind(
        name="weapon-cards",
        content=WeaponCards,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            PrintOffer(
                of=TableSubject,
                name=gettext_lazy("Weapon cards"),
                about=gettext_lazy("what your survivors carry"),
                content=content,
                rank=50,
                may=may_be_printed,
            ),
        ),
    ),
)
