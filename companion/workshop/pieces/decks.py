"""Decks composed for a table, with their odds beside those of the box."""

from fractions import Fraction
from typing import NamedTuple

from django import forms
from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from companion.odds.outlook import all_chances, per_cent
from companion.plurals import plural
from companion.teller import Teller
from companion.terms import EQUIPMENT_KINDS, danger_word
from companion.words import card_kind_word, value_word
from companion.workshop.fields import number_field, several_field, switch_field
from companion.workshop.pieces.base import PieceForm, PieceRoom, named
from companion.workshop.reading import Reading
from rules import Pack, Survivor, TableState, Zone, forecast, new_table, played_pack
from rules.packs.copies import deck_copies
from rules.packs.played import pack_with
from rules.packs.schema.base import DangerId
from rules.packs.schema.own import MOST_COPIES
from rules.workshop.box import Wanted, brought, together
from rules.workshop.pieces import DraftDeck
from rules.workshop.pieces.decks import ALL, deck_groups
from rules.workshop.pieces.spawns import LEVELS

SPAWNS = "zombies"


class DeckForm(PieceForm):
    def lay_out(self) -> None:
        piece: DraftDeck = self.piece
        self.ask_words("name", _("Name of the deck"))
        printed = self.printed
        groups = {
            group: f"{group_word(group, printed)} ({count})"
            for group, count in deck_groups(printed, piece.deck).items()
        }
        groups |= {group: group_word(group, printed) for group in piece.without}
        self.fields["without"] = several_field(_("These stay in the box"), groups)
        self.initial["without"] = piece.without
        self.fields["adds_all"] = switch_field(_("All of ours go in, as many as each has"))
        self.initial["adds_all"] = piece.adds_all
        for key, name, count in self._ours():
            self.fields[f"adds_{key}"] = number_field(name, most=MOST_COPIES)
            self.initial[f"adds_{key}"] = piece.adds.get(key, count if piece.adds_all else 0)

    @property
    def printed(self) -> Pack:
        """The box in which the deck lies."""
        return printed_with(self.reading, self.piece.deck)

    def _ours(self) -> list[tuple[str, str, int]]:
        """The cards of the pack that belong into this deck: id, name, copies."""
        deck, content = self.piece.deck, self.reading.content
        ours = []
        if deck == SPAWNS:
            ours += [
                (card.id, card.number or "?", card.copies)
                for card in content.pieces("spawns")
                if not card.fills
            ]
        ours += [
            (card.id, named(card.name), card.copies[deck])
            for card in content.pieces("equipment")
            if deck in card.copies and not card.fills
        ]
        ours += [
            (card.id, named(card.name), card.copies)
            for card in content.pieces("cards")
            if card.deck == deck and not card.fills
        ]
        return ours

    @property
    def cards(self) -> list[forms.BoundField]:
        return [
            self[name] for name in self.fields if name.startswith("adds_") and name != "adds_all"
        ]

    @property
    def names_asked(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("name_")]

    def said(self) -> DraftDeck:
        cleaned = self.cleaned_data
        adds = {}
        for key, _name, count in self._ours():
            wanted = cleaned[f"adds_{key}"]
            usual = count if cleaned["adds_all"] else 0
            before = self.piece.adds.get(key, count if self.piece.adds_all else 0)
            is_left = cleaned["adds_all"] != self.piece.adds_all and wanted == before
            if wanted is not None and wanted != usual and not is_left:
                adds[key] = wanted
        deck: DraftDeck = self.replaced(
            name=self.words_of("name"),
            without=tuple(cleaned["without"]),
            adds_all=cleaned["adds_all"],
            adds=adds,
        )
        return deck


def printed_with(reading: Reading, deck: str) -> Pack:
    """The game, or the first of its boxes that has such a deck."""
    if deck in reading.game.decks:
        return reading.game
    box = next(
        (key for key, contents in reading.game.expansions.items() if deck in contents.decks), ""
    )
    return played_pack(reading.house.game, (box,)) if box else reading.game


def group_word(group: str, pack: Pack) -> str:
    """What a group of printed cards is called."""
    part, _colon, key = group.partition(":")
    language = get_language() or "en"
    if group == ALL:
        return _("Every card of the box")
    if part == "zombie":
        zombie = next((kind for kind in pack.zombies if kind.id == key), None)
        return _("With %(zombies)s") % {
            "zombies": plural(zombie.name.in_language(language), language) if zombie else key
        }
    if part == "kind" and any(card.kind == key for card in pack.spawns):
        return _("Kind: %(kind)s") % {"kind": card_kind_word(key, pack.game)}
    known = {**EQUIPMENT_KINDS, **TIER_WORDS}
    return str(known[key]) if key in known else capfirst(value_word(key, pack.game))


TIER_WORDS = {
    "easier": gettext_lazy("The easier half"),
    "harder": gettext_lazy("The harder half"),
}


# --- its odds ---


class LevelOdds(NamedTuple):
    """One card of the deck at one danger level, of the box and of ours."""

    level: str
    box: str
    ours: str


class ChanceRow(NamedTuple):
    icon: str
    name: str
    box: str
    ours: str


class DeckOdds(NamedTuple):
    """What a composed deck is like beside the printed one."""

    box_cards: int
    our_cards: int
    own_share: str
    """How often a card drawn is one of ours."""
    levels: list[LevelOdds]
    chances: list[ChanceRow]
    """At the danger level in the middle."""
    level: str


def deck_odds(piece: DraftDeck, reading: Reading) -> DeckOdds | None:
    """Of a draw from the whole deck; None where the deck is not there."""
    printed = printed_with(reading, piece.deck)
    if piece.deck not in printed.decks:
        return None
    boxes = () if printed is reading.game else _boxes(reading, piece.deck)
    plain = _table(printed, boxes)
    ours = _composed(piece, reading, printed, boxes)
    count, total = len(ours[0].decks[piece.deck].draw), len(plain[0].decks[piece.deck].draw)
    own = _own_copies(piece, ours)
    share = per_cent(Fraction(own, count)) if count else per_cent(Fraction(0))
    levels, chances = [], []
    if piece.deck == SPAWNS and count:
        levels = [_level(level, plain, ours) for level in LEVELS]
        chances = _chances(plain, ours)
    return DeckOdds(total, count, share, levels, chances, danger_word(MIDDLE))


MIDDLE: DangerId = "orange"
Played = tuple[TableState, Pack]


def _boxes(reading: Reading, deck: str) -> tuple[str, ...]:
    return tuple(key for key, box in reading.game.expansions.items() if deck in box.decks)[:1]


def _table(pack: Pack, boxes: tuple[str, ...]) -> Played:
    state = new_table(
        pack=pack,
        expansions=boxes,
        survivors=[("somebody", Survivor(name="?", player=""))],
        zones=[Zone(id="1")],
    )
    return state, pack


def _composed(piece: DraftDeck, reading: Reading, printed: Pack, boxes: tuple[str, ...]) -> Played:
    own = brought(reading.content, reading.setting, printed, Wanted(decks=(piece,)))
    box = together([own.box])
    pack = pack_with(reading.house.game, boxes, box)
    state = new_table(
        pack=pack,
        expansions=boxes,
        survivors=[("somebody", Survivor(name="?", player=""))],
        zones=[Zone(id="1")],
        own_box=box,
        left_out=own.left_out,
    )
    return state, pack


def _own_copies(piece: DraftDeck, ours: Played) -> int:
    """How many cards of the composed deck are the pack's own."""
    state, pack = ours
    box = state.own_box
    if box is None:
        return 0
    numbers = {card.number for card in box.spawns}
    ids = {card.id for card in box.equipment} | {
        card.id for cards in box.cards.values() for card in cards
    }
    cards = deck_copies(pack, piece.deck)
    return sum(
        getattr(cards[copy], "number", None) in numbers or getattr(cards[copy], "id", None) in ids
        for copy in state.decks[piece.deck].draw
    )


def _level(level: DangerId, plain: Played, ours: Played) -> LevelOdds:
    means = [forecast(state, pack, level=level) for state, pack in (plain, ours)]
    box, own = (_mean(mean.least.mean, mean.most.mean) for mean in means)
    return LevelOdds(level, box, own)


def _mean(least: Fraction, most: Fraction) -> str:
    low, high = (number_format(round(float(number), 1), 1) for number in (least, most))
    return low if low == high else _("%(low)s to %(high)s") % {"low": low, "high": high}


def _chances(plain: Played, ours: Played) -> list[ChanceRow]:
    chances_of = [
        {
            chance.name: chance
            for chance in all_chances(Teller(state, pack), forecast(state, pack, level=MIDDLE))
        }
        for state, pack in (plain, ours)
    ]
    names = dict.fromkeys(name for chances in chances_of for name in chances)
    rows = []
    for name in names:
        box, own = (chances.get(name) for chances in chances_of)
        known = own or box
        assert known is not None
        words = [
            per_cent(chance.most) if chance else per_cent(Fraction(0)) for chance in (box, own)
        ]
        if set(words) != {per_cent(Fraction(0))}:
            rows.append(ChanceRow(known.icon, name, *words))
    return rows


# --- in words ---


def _summary(piece: DraftDeck, reading: Reading) -> str:
    language = get_language() or "en"
    printed = printed_with(reading, piece.deck)
    deck = printed.decks.get(piece.deck)
    parts = [deck.name.in_language(language) if deck else piece.deck]
    if piece.without:
        count = len(piece.without)
        parts.append(
            ngettext("%(n)d group left out", "%(n)d groups left out", count) % {"n": count}
        )
    return " · ".join(parts)


ROOM = PieceRoom(
    kind="decks",
    name=gettext_lazy("Decks"),
    single=gettext_lazy("Deck"),
    about=gettext_lazy("put together for a table"),
    icon="stack",
    form=DeckForm,
    template="workshop/pieces/decks.html",
    title=lambda piece, reading: named(piece.name),
    summary=_summary,
    lines=lambda piece, reading: [("", _summary(piece, reading))],
)
