"""Cards of what a table carries, in the size of playing cards, for those who play from paper."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaigns.printing.facts import cards_of
from campaigns.printing.kind import Chosen, Content, Kind, Offer
from campaigns.printing.render import Piece
from campaigns.printing.subjects import TableSubject
from campaigns.printing.words import DASH, accuracy_of, damage_of, dice_of, effect_words, range_of
from companion.terms import spaced_code
from rules import pack_of, played_pack
from rules.packs.schema import Equipment

TEMPLATE = "print/weapon_cards.html"
A_PAGE = 9

_KINDS = {
    "melee": pgettext_lazy("kind of card", "Melee weapon"),
    "ranged": pgettext_lazy("kind of card", "Ranged weapon"),
    "melee-ranged": pgettext_lazy("kind of card", "Melee and ranged weapon"),
    "spell": pgettext_lazy("kind of card", "Combat spell"),
    "enchantment": pgettext_lazy("kind of card", "Enchantment"),
    "armour": pgettext_lazy("kind of card", "Armour"),
    "shield": pgettext_lazy("kind of card", "Shield"),
    "protection": pgettext_lazy("kind of card", "Protection"),
    "trap": pgettext_lazy("kind of card", "Trap"),
    "item": pgettext_lazy("kind of card", "Item"),
}
_MODES = {
    "melee": pgettext_lazy("mode of attack", "Melee"),
    "ranged": pgettext_lazy("mode of attack", "Ranged"),
    "magic": pgettext_lazy("mode of attack", "Magic"),
    "ram": pgettext_lazy("mode of attack", "Ram"),
}


class Line(NamedTuple):
    """One way to use a weapon."""

    mode: str
    range: str
    dice: str
    accuracy: str
    damage: str
    noise: str


class Card(NamedTuple):
    card: Equipment
    kind: str
    owner: str
    lines: list[Line]
    effects: list[str]
    is_unsure: bool


class Carried(Content, frozen=True, kw_only=True):
    """What one survivor carries: ids of copies."""

    owner: str
    cards: tuple[str, ...]


class WeaponCards(Content, frozen=True, kw_only=True):
    code: str
    game: str
    expansions: tuple[str, ...] = ()
    carried: tuple[Carried, ...]


def content(subject: TableSubject, chosen: Chosen) -> WeaponCards:
    """What each survivor of the table carries."""
    table = subject.seat.table
    state = table.state
    cards = cards_of(pack_of(state))
    carried = [
        Carried(owner=survivor.name, cards=tuple(copy for copy in copies if copy in cards))
        for survivor in state.survivors.values()
        if (copies := [*survivor.inventory.values(), *survivor.found])
    ]
    return WeaponCards(
        code=table.code,
        game=state.game,
        expansions=state.expansions,
        carried=tuple(each for each in carried if each.cards),
    )


def may_be_printed(subject: TableSubject) -> bool:
    """Where somebody carries something."""
    return subject.is_of_family and bool(content(subject, Chosen()).carried)


def title(content: WeaponCards) -> str:
    return _("Weapon cards %(code)s") % {"code": spaced_code(content.code)}


def pieces(content: WeaponCards) -> list[Piece]:
    pack = played_pack(content.game, content.expansions)
    known = cards_of(pack)
    cards = [
        _card(known[copy], carried.owner, pack.skills)
        for carried in content.carried
        for copy in carried.cards
    ]
    return [
        Piece(
            title(content),
            TEMPLATE,
            {
                "pack": pack,
                "cards": cards[first : first + A_PAGE],
                "foot": "",
                "mark": title(content),
            },
        )
        for first in range(0, len(cards), A_PAGE)
    ]


def _card(card: Equipment, owner: str, skills: dict[str, Any]) -> Card:
    return Card(
        card=card,
        kind=str(_KINDS[card.kind]),
        owner=owner,
        lines=[_line(card, number) for number in range(len(card.profiles))],
        effects=effect_words(card, skills),
        is_unsure=bool(card.unknown) or card.sure == "unknown",
    )


def _line(card: Equipment, number: int) -> Line:
    profile = card.profiles[number]
    noise = {True: _("noisy"), False: _("silent"), None: DASH}[profile.noisy]
    return Line(
        str(_MODES[profile.mode]),
        range_of(profile),
        dice_of(profile),
        accuracy_of(profile),
        damage_of(profile),
        noise,
    )


KINDS = (
    Kind(
        name="weapon-cards",
        content=WeaponCards,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            Offer(
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
