"""Cards of the special decks: abominations, team actions, tents, orders, objectives."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta

from rules.packs.checks.own import check_own_special
from rules.packs.schema import Pack
from rules.packs.schema.base import Term
from rules.packs.schema.cards import Deck, SpecialCard
from rules.packs.schema.own import MOST_COPIES
from rules.workshop.draft import (
    DraftKind,
    Key,
    Name,
    Piece,
    PieceSetting,
    Printed,
    Problem,
    Said,
    boxes_of,
    said_of,
    shared,
    unfilled,
    wordless,
)
from rules.workshop.pieces.effects import Effects, effect_problems, finished_effects

NAMED = ("name", "text")
FIELDS = (
    *("name", "text", "kind", "copies", "zombie", "survivor", "mission", "number", "tile"),
    *("beds", "searchable", "effects"),
)
"""Fields that a form asks for, as far as the cards of a deck have them."""
Few = Annotated[int, Meta(ge=0, le=20)]


class DraftCard(Piece, frozen=True, kw_only=True):
    """A card of the deck that `deck` names."""

    deck: Key = ""
    name: Said = Said()
    text: Said = Said()
    copies: Annotated[int, Meta(ge=1, le=MOST_COPIES)] = 1
    kind: Key | None = None
    effects: Effects = ()
    zombie: Key | None = None
    survivor: Key | None = None
    mission: Name = ""
    """Id of the pack's mission that an objective card is for."""
    tile: Annotated[str, Meta(max_length=6)] = ""
    number: Annotated[int, Meta(ge=0, le=999)] | None = None
    beds: dict[Literal["blue", "green"], Few] = {}
    searchable: bool = False


def special_decks(pack: Pack) -> dict[str, Deck]:
    """Return the special decks of a game and its boxes."""
    return {
        deck.id: deck
        for _name, box in boxes_of(pack)
        for deck in box.decks.values()
        if deck.holds == "cards"
    }


def fields_of(pack: Pack, deck: str) -> tuple[str, ...]:
    """Return the fields that printed cards of a deck have, known or not; always name and text."""
    cards = special_decks(pack)[deck].cards if deck in special_decks(pack) else ()
    used = {field for card in cards for field in FIELDS if _says(card, field)}
    used |= {field for card in cards for field in card.unknown if field in FIELDS}
    return tuple(field for field in FIELDS if field in used or field in (*NAMED, "copies"))


def _says(card: SpecialCard, field: str) -> bool:
    value = getattr(card, field)
    return value is not None if field in ("searchable", "number") else bool(value)


def kinds_in(pack: Pack, deck: str) -> tuple[str, ...]:
    """Return the kinds that printed cards of a deck have."""
    cards = special_decks(pack)[deck].cards if deck in special_decks(pack) else ()
    return tuple(dict.fromkeys(card.kind for card in cards if card.kind))


def _printed(pack: Pack) -> Iterator[Printed]:
    for box, contents in boxes_of(pack):
        for deck in contents.decks.values():
            for card in deck.cards:
                # Cards counted together have different texts, which one record cannot hold.
                is_open = card.copies == 1 and (card.sure == "unknown" or bool(card.unknown))
                yield Printed(card.id, box, card, is_open, deck.id)


def _copied(printed: Printed, key: str, languages: tuple[str, ...]) -> DraftCard:
    card = printed.record
    own = {
        "id": key,
        "deck": printed.of,
        "name": said_of(card.name, languages),
        "text": said_of(card.text, languages),
        "mission": card.mission or "",
        "tile": card.tile or "",
        "searchable": bool(card.searchable),
    }
    return DraftCard(**{**shared(card, DraftCard), **own})


def _term(words: Said) -> Term | None:
    return words.term if words.in_language("en").strip() else None


def _finished(draft: DraftCard, setting: PieceSetting) -> SpecialCard | None:
    if draft.deck not in special_decks(setting.pack):
        return None
    name, text = _term(draft.name), _term(draft.text)
    if name is None and text is None and draft.kind is None:
        return None
    has_search = "searchable" in fields_of(setting.pack, draft.deck)
    own = {
        "sure": "one source",
        "id": setting.final(draft.called),
        "name": name,
        "text": text,
        "effects": finished_effects(draft.effects, setting),
        "zombie": setting.final(draft.zombie) if draft.zombie else None,
        "survivor": setting.final(draft.survivor) if draft.survivor else None,
        "mission": _code(draft, setting),
        "tile": draft.tile or None,
        "searchable": draft.searchable if has_search else None,
    }
    return SpecialCard(**{**shared(draft, SpecialCard), **own})


def _code(draft: DraftCard, setting: PieceSetting) -> str | None:
    """Return the code of the mission it is for, as a campaign stores it."""
    own = setting.others["missions"].get(draft.mission)
    return (own.en if own else draft.mission) or None


def _problems(draft: DraftCard, setting: PieceSetting) -> Iterator[Problem]:
    pack = setting.pack
    decks = special_decks(pack)
    if draft.deck not in decks:
        yield Problem(code="deck.unknown", field="deck", params={"deck": draft.deck})
        return
    if not any((draft.name.in_language("en"), draft.text.in_language("en"), draft.kind)):
        yield from wordless(draft.name, setting, "name")
    known = {card.id for deck in decks.values() for card in deck.cards}
    yield from unfilled(draft, known)
    for code, field, value, there in (
        ("zombie.unknown", "zombie", draft.zombie, setting.zombies),
        ("card.survivor", "survivor", draft.survivor, setting.survivors),
        ("card.kind", "kind", draft.kind, kinds_in(pack, draft.deck)),
    ):
        if value is not None and value not in there:
            yield Problem(code=code, field=field, params={field: value})
    for field, missing in _missing(draft, fields_of(pack, draft.deck)).items():
        if missing:
            yield Problem(code="card.missing", field=field, params={"field": field})
    yield from effect_problems(draft.effects, setting)


def _missing(draft: DraftCard, fields: tuple[str, ...]) -> Mapping[str, bool]:
    """Return the fields that every card of such a deck needs, with True for missing ones."""
    return {
        "zombie": "zombie" in fields and not draft.zombie,
        "kind": "kind" in fields and not draft.kind,
    }


SPECIAL = DraftKind(
    "cards",
    "k",
    DraftCard,
    _printed,
    _copied,
    _finished,
    _problems,
    lambda record, draft, scope, known: check_own_special(draft.deck, record, scope, known),
)
