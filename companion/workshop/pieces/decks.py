"""Decks composed for a table, with their odds beside those of the box."""

from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from companion.odds.outlook import all_chances, per_cent
from companion.plurals import plural
from companion.teller import Teller
from companion.terms import EQUIPMENT_KINDS, danger_word
from companion.words import card_kind_word, value_word
from companion.workshop.draft_forms import DraftForm, FieldRow, Inputs, several, small_number
from companion.workshop.pieces.base import PieceRoom, named
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


def _groups(form: DraftForm) -> dict[str, str]:
    """Return the groups of printed cards, each with its number; those that are left out as well."""
    printed = printed_with(form.reading, form.draft.deck)
    counts = deck_groups(printed, form.draft.deck)
    groups = {group: f"{group_word(group, printed)} ({n})" for group, n in counts.items()}
    return groups | {group: group_word(group, printed) for group in form.draft.without}


def _ours(form: DraftForm) -> list[tuple[str, str, int]]:
    """Return the cards of the pack that belong into this deck: id, name, copies."""
    deck, content = form.draft.deck, form.reading.content
    spawns = content.pieces("spawns") if deck == SPAWNS else ()
    cards = [
        *((card, card.number or "?", card.copies) for card in spawns),
        *(
            (card, named(card.name), card.copies[deck])
            for card in content.pieces("equipment")
            if deck in card.copies
        ),
        *(
            (card, named(card.name), card.copies)
            for card in content.pieces("cards")
            if card.deck == deck
        ),
    ]
    return [(card.id, name, count) for card, name, count in cards if not card.fills]


class Added(Inputs):
    """A number for each card that goes in; `adds_all` gives the numbers of those left empty."""

    def ask(self, form: DraftForm, name: str, value: Any) -> None:
        for key, title, count in _ours(form):
            shown = value.get(key, count if form.draft.adds_all else 0)
            form.add(f"{name}_{key}", small_number(title, MOST_COPIES), shown)

    def said(self, form: DraftForm, name: str, value: Any) -> Any:
        """Return numbers that are not the usual ones; untouched ones follow `adds_all`."""
        is_all = form.cleaned_data["adds_all"]
        adds = {}
        for key, _title, count in _ours(form):
            wanted = form.cleaned_data[f"{name}_{key}"]
            is_left = is_all != form.draft.adds_all and wanted == form[f"{name}_{key}"].initial
            if wanted is not None and wanted != (count if is_all else 0) and not is_left:
                adds[key] = wanted
        return adds


class DeckForm(DraftForm):
    rows = (
        FieldRow(
            name=gettext_lazy("Name of the deck"),
            without=several(gettext_lazy("These stay in the box"), _groups),
        ),
        FieldRow(
            "ours",
            legend=pgettext_lazy("cards of a deck", "Ours"),
            id="copies",
            adds_all=gettext_lazy("All of ours go in, as many as each has"),
            adds=Added(),
        ),
    )

    def asks(self, name: str) -> bool:
        return name not in ("adds_all", "adds") or bool(_ours(self))


def printed_with(reading: Reading, deck: str) -> Pack:
    """Return the game, or the first of its boxes that has such a deck."""
    if deck in reading.game.decks:
        return reading.game
    box = next(
        (key for key, contents in reading.game.expansions.items() if deck in contents.decks), ""
    )
    return played_pack(reading.house.game, (box,)) if box else reading.game


def group_word(group: str, pack: Pack) -> str:
    """Return the name of a group of printed cards."""
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
    """The odds of a composed deck beside those of the printed one."""

    box_cards: int
    our_cards: int
    own_share: str
    """Share of draws that are an own card."""
    levels: list[LevelOdds]
    chances: list[ChanceRow]
    """Chances at the danger level in the middle."""
    level: str


def deck_odds(piece: DraftDeck, reading: Reading) -> DeckOdds | None:
    """Return the odds of a draw from the whole deck; None if the game has no such deck."""
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
    """Return the number of cards of the composed deck that are the pack's own."""
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
    beside="workshop/pieces/_deck.html",
    shown=lambda piece, reading: {"face": deck_odds(piece, reading)},
)
