"""Cards of what a table carries, in the size of playing cards, for those who play from paper."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from campaigns.printing.facts import cards_of
from campaigns.printing.render import Piece
from campaigns.printing.words import DASH, accuracy_of, damage_of, dice_of, effect_words, range_of
from companion.models import Seat
from companion.terms import spaced_code
from rules import pack_of, played_pack
from rules.packs.schema import Equipment

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


def content(seat: Seat) -> dict[str, Any]:
    """What each survivor of the table carries."""
    state = seat.table.state
    cards = cards_of(pack_of(state))
    carried = [
        {"owner": survivor.name, "cards": [copy for copy in copies if copy in cards]}
        for survivor in state.survivors.values()
        if (copies := [*survivor.inventory.values(), *survivor.found])
    ]
    return {
        "code": seat.table.code,
        "game": state.game,
        "expansions": list(state.expansions),
        "carried": [one for one in carried if one["cards"]],
    }


def title(content: dict[str, Any]) -> str:
    return _("Weapon cards %(code)s") % {"code": spaced_code(content["code"])}


def pieces(content: dict[str, Any]) -> list[Piece]:
    pack = played_pack(content["game"], tuple(content["expansions"]))
    known = cards_of(pack)
    cards = [
        _card(known[copy], one["owner"], pack.skills)
        for one in content["carried"]
        for copy in one["cards"]
    ]
    return [
        Piece(
            title(content),
            "print/weapon_cards.html",
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
