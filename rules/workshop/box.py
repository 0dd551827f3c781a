"""Conversion of a pack into a box for a table, with ids unique to the pack."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.packs.checks.own import check_own
from rules.packs.loader import load_packs
from rules.packs.played import joined, played_pack
from rules.packs.schema import Mission, MissionRule, Pack
from rules.packs.schema.cards import Effect
from rules.packs.schema.own import OwnBox
from rules.registry import rulesets
from rules.workshop.content import PackContent
from rules.workshop.draft import MISSIONS, Piece, PieceSetting, Problem, Said
from rules.workshop.pieces import PIECES, DraftDeck, DraftMission
from rules.workshop.pieces.decks import left_out
from rules.workshop.pieces.missions import finished

RECORDS = ("zombies", "spawns", "equipment", "survivors", "cards")
"""Kinds that become records of a box, those that others refer to first."""


class Wanted(NamedTuple):
    """A table's choice from one pack; copies of printed cards are always included."""

    survivors: tuple[str, ...] = ()
    """Ids of survivors."""
    decks: tuple[DraftDeck, ...] = ()
    """Decks as they are composed."""
    mission: DraftMission | None = None


class BroughtBox(NamedTuple):
    """A box that a pack brings to a table."""

    box: OwnBox
    left_out: frozenset[str] = frozenset()
    """Copies that are set aside."""


def whole_pack(game: str) -> Pack:
    """Return the game with every box and everything that only it has: all that pieces may name."""
    return _whole_pack(game, id(load_packs()[game]))


@lru_cache(maxsize=32)
def _whole_pack(game: str, _pack: int) -> Pack:
    pack = load_packs()[game]
    whole = played_pack(game, tuple(pack.expansions))
    there = {card.id for card in whole.equipment}
    only_there = tuple(card for card in pack.equipment if card.id not in there)
    return replace(whole, equipment=whole.equipment + only_there)


def setting_of(
    content: PackContent, game: str, languages: Iterable[str], tag: str = "own"
) -> PieceSetting:
    """Return the setting in which the pieces of a pack are read."""
    others = {
        kind: {piece.called: _name(piece) for piece in content.pieces(kind) if not piece.fills}
        for kind in PIECES
        if kind != MISSIONS
    }
    codes = {mission.id: Said(en=mission.code) for mission in content.shown()}
    return PieceSetting(whole_pack(game), {**others, MISSIONS: codes}, tuple(languages), tag)


def _name(piece: Any) -> Said:
    """Return the name of a piece; for a zombie card, its number."""
    words = getattr(piece, "name", None) or getattr(piece, "number", None) or ""
    return words if isinstance(words, Said) else Said(en=str(words))


def piece_problems(kind: str, piece: Piece, setting: PieceSetting) -> list[Problem]:
    """Return all problems of a piece; if the workshop finds none, those of the packs' checks."""
    problems = list(PIECES[kind].problems(piece, setting))
    if problems:
        return problems
    record = PIECES[kind].finished(piece, setting)
    vocabulary = rulesets[setting.pack.game].vocabulary
    return [
        Problem(code="checked", params={"where": f"{file} {key}", "what": text})
        for file, key, text in PIECES[kind].checked(record, piece, setting.scope, vocabulary)
    ]


# --- the box that is played ---


def brought(content: PackContent, setting: PieceSetting, pack: Pack, wanted: Wanted) -> BroughtBox:
    """Return the box that a pack brings to a table that plays with `pack`.

    Pieces that do not fit that table are left out: cards that name a piece of a box not played
    with, and unfinished ones.
    """
    chosen = _Chosen(content, setting, wanted)
    box = _sound(chosen.box(), pack)
    out = {copy for deck in wanted.decks for copy in left_out(deck, pack)}
    return BroughtBox(box, frozenset(out | chosen.aside(box)))


def everything(content: PackContent, pack: Pack) -> Wanted:
    """Return a choice of the whole pack, every card in the decks it belongs to."""
    return Wanted(
        survivors=tuple(survivor.id for survivor in content.pieces("survivors")),
        decks=tuple(DraftDeck(id="all", deck=deck) for deck in pack.decks),
    )


class _Chosen:
    """The records a table wants, and those that they refer to."""

    def __init__(self, content: PackContent, setting: PieceSetting, wanted: Wanted) -> None:
        self.content, self.setting, self.wanted = content, setting, wanted
        self.records: dict[str, dict[str, Any]] = {kind: {} for kind in RECORDS}
        """Records by kind and by their name in the pack."""
        self.decks = {deck.deck: deck for deck in wanted.decks}
        self.named = {
            piece.called: (kind, piece) for kind in RECORDS for piece in content.pieces(kind)
        }
        for kind in RECORDS:
            for piece in content.pieces(kind):
                if piece.fills or self._is_wanted(kind, piece):
                    self._take(kind, piece)
        if wanted.mission:
            for name in _named_by_mission(wanted.mission):
                self._take_named(name)

    def _is_wanted(self, kind: str, piece: Any) -> bool:
        match kind:
            case "survivors":
                return piece.id in self.wanted.survivors
            case "spawns":
                return self._count("zombies", piece.id, piece.copies) > 0
            case "equipment":
                return any(
                    self._count(deck, piece.id, count) > 0 for deck, count in piece.copies.items()
                )
            case "cards":
                is_objective = self.wanted.mission and piece.mission == self.wanted.mission.id
                return bool(is_objective) or self._count(piece.deck, piece.id, piece.copies) > 0
        return False

    def _count(self, deck: str, key: str, copies: int) -> int:
        """Return the number of copies of a card in this table's deck."""
        draft = self.decks.get(deck)
        if draft is None:
            return 0
        return draft.adds.get(key, copies if draft.adds_all else 0)

    def _take(self, kind: str, piece: Any) -> None:
        if piece.called in self.records[kind]:
            return
        record = PIECES[kind].finished(piece, self.setting)
        if record is None:
            return
        self.records[kind][piece.called] = self._counted(kind, piece, record)
        for name in _named_by(piece):
            self._take_named(name)

    def _take_named(self, name: str) -> None:
        """Include the piece of that name, if it is in the pack."""
        if name in self.named:
            self._take(*self.named[name])

    def _counted(self, kind: str, piece: Any, record: Any) -> Any:
        """Return the record with this table's number of copies.

        A card that is only named keeps its own number.
        """
        if piece.fills or not self._is_wanted(kind, piece):
            return record
        if kind == "spawns":
            return replace(record, copies=self._count("zombies", piece.id, piece.copies))
        if kind == "cards" and piece.deck in self.decks:
            return replace(record, copies=self._count(piece.deck, piece.id, piece.copies))
        if kind == "equipment":
            copies = {
                deck: self._count(deck, piece.id, count) if deck in self.decks else count
                for deck, count in record.copies.items()
            }
            return replace(record, copies={deck: n for deck, n in copies.items() if n})
        return record

    def box(self) -> OwnBox:
        cards: dict[str, list[Any]] = {}
        for piece in self.content.pieces("cards"):
            if piece.called in self.records["cards"]:
                cards.setdefault(piece.deck, []).append(self.records["cards"][piece.called])
        return OwnBox(
            **{kind: tuple(self.records[kind].values()) for kind in RECORDS if kind != "cards"},
            cards={deck: tuple(there) for deck, there in cards.items()},
            ranks={
                self.setting.final(piece.called): piece.like
                for piece in self.content.pieces("zombies")
                if piece.called in self.records["zombies"]
            },
        )

    def aside(self, box: OwnBox) -> set[str]:
        """Return the copies of own equipment that are in none of the table's decks.

        They can still be handed out by name.
        """
        out: set[str] = set()
        for card in box.equipment:
            number = 0
            is_printed = any(printed.id == card.id for printed in self.setting.pack.equipment)
            for deck in self.setting.pack.decks:
                for _copy in range(card.copies.get(deck, 0)):
                    number += 1
                    if deck not in self.decks and not is_printed:
                        out.add(f"{card.id}-{number}")
        return out


def _named_by(piece: Any) -> Iterator[str]:
    """Yield the names of other pieces that a piece refers to."""
    for line in getattr(piece, "levels", {}).values():
        yield from line
    yield from (name for name in (getattr(piece, "body", None),) if name)
    for cards in getattr(piece, "starts_with", ()):
        yield from cards
    yield from (name for name in (getattr(piece, "zombie", None),) if name)
    for effect in getattr(piece, "effects", ()):
        yield from _named_by_effect(effect)


def _named_by_effect(effect: Effect) -> Iterator[str]:
    yield from (name for name in (effect.zombie, effect.gives, *effect.equipment) if name)


def _named_by_mission(mission: DraftMission) -> Iterator[str]:
    yield from mission.zombies
    if mission.boss:
        yield mission.boss
    for rule in (*mission.goals, *mission.rules):
        yield from (rule.zombie,) if rule.zombie else ()
        yield from rule.equipment


def _sound(box: OwnBox, pack: Pack) -> OwnBox:
    """Return the box without records that do not fit the pack, nor those that refer to them.

    An empty box if three passes do not suffice.
    """
    known = rulesets[pack.game].vocabulary
    for _attempt in range(3):
        cards = {
            deck: there
            for deck, there in box.cards.items()
            if deck in pack.decks and pack.decks[deck].holds == "cards"
        }
        box = replace(box, cards=cards)
        bad = {key for _file, key, _text in check_own(box, joined(pack, box), known)}
        if not bad:
            return box
        box = _without(box, bad)
    return OwnBox()


def _without(box: OwnBox, bad: set[str]) -> OwnBox:
    """Return the box without the records of these keys, for example `zombies[own-z1].toughness`."""

    def stay(records: Iterable[Any], part: str, key: str) -> tuple[Any, ...]:
        return tuple(
            record
            for record in records
            if not any(path.startswith(f"{part}[{getattr(record, key)}]") for path in bad)
            and getattr(record, key) not in bad
        )

    zombies = stay(box.zombies, "zombies", "id")
    ids = {zombie.id for zombie in zombies}
    return replace(
        box,
        zombies=zombies,
        ranks={key: beside for key, beside in box.ranks.items() if key in ids},
        spawns=stay(box.spawns, "cards", "number"),
        equipment=stay(box.equipment, "equipment", "id"),
        survivors=stay(box.survivors, "survivors", "id"),
        cards={deck: stay(cards, "cards", "id") for deck, cards in box.cards.items()},
    )


def together(boxes: Iterable[OwnBox]) -> OwnBox | None:
    """Return the boxes of several packs as one; of pieces with the same id the first is kept."""
    all_boxes = [box for box in boxes if not box.is_empty]
    if not all_boxes:
        return None
    decks = dict.fromkeys(deck for box in all_boxes for deck in box.cards)
    return OwnBox(
        spawns=_once((card for box in all_boxes for card in box.spawns), "number"),
        equipment=_once((card for box in all_boxes for card in box.equipment), "id"),
        survivors=_once((survivor for box in all_boxes for survivor in box.survivors), "id"),
        zombies=_once((zombie for box in all_boxes for zombie in box.zombies), "id"),
        ranks={key: beside for box in reversed(all_boxes) for key, beside in box.ranks.items()},
        cards={
            deck: _once((card for box in all_boxes for card in box.cards.get(deck, ())), "id")
            for deck in decks
        },
    )


def _once(records: Iterable[Any], key: str) -> tuple[Any, ...]:
    kept: dict[str, Any] = {}
    for record in records:
        kept.setdefault(getattr(record, key), record)
    return tuple(kept.values())


# --- the mission that is played with it ---


def finished_mission(draft: DraftMission, content: PackContent, setting: PieceSetting) -> Mission:
    """Return the mission as played, with the ids that the box of its pack has at the table."""
    known = rulesets[setting.pack.game].vocabulary.mission_rules
    mission = finished(draft, known, content.map_of(draft) if draft.map else None)
    return replace(
        mission,
        zombies={setting.final(zombie): count for zombie, count in mission.zombies.items()},
        boss=setting.final(mission.boss) if mission.boss else None,
        goals=tuple(_finished_rule(rule, setting) for rule in mission.goals),
        rules=tuple(_finished_rule(rule, setting) for rule in mission.rules),
    )


def _finished_rule(rule: MissionRule, setting: PieceSetting) -> MissionRule:
    equipment: Mapping[str, int] = rule.equipment
    return replace(
        rule,
        zombie=setting.final(rule.zombie) if rule.zombie else None,
        equipment={setting.final(card): count for card, count in equipment.items()},
    )
