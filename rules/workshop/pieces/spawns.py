"""Zombie cards: a kind, and the zombies at each danger level."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from rules.packs.checks.own import check_own_spawn
from rules.packs.loader import load_packs
from rules.packs.schema import Pack
from rules.packs.schema.base import DangerId, Word
from rules.packs.schema.cards import UNKNOWN, Levels, SpawnCard
from rules.packs.schema.own import MOST_COPIES
from rules.registry import rulesets
from rules.workshop.draft import DraftKind, Key, Piece, PieceSetting, Printed, Problem

LEVELS: tuple[DangerId, ...] = ("blue", "yellow", "orange", "red")
SPAWN = "spawn"
MOST_IN_LINE = 30
Number = Annotated[str, Meta(pattern=r"^([A-Z0-9]+(-[A-Z0-9]+)*)?$", max_length=8)]
Line = Annotated[dict[Key, Annotated[int, Meta(ge=1, le=MOST_IN_LINE)]], Meta(max_length=6)]


class DraftSpawn(Piece, frozen=True, kw_only=True):
    """A zombie card, by the number printed on it."""

    number: Number = ""
    kind: Word = SPAWN
    copies: Annotated[int, Meta(ge=1, le=MOST_COPIES)] = 1
    levels: dict[DangerId, Line] = {}
    bed: Literal["blue", "green"] | None = None
    tier: Literal["easier", "harder"] | None = None


class Shape(NamedTuple):
    """The form of a kind's cards: four lines, one type for all levels, or no zombies."""

    form: Literal["lines", "one", "none"]
    levels: tuple[DangerId, ...] = LEVELS
    """Levels at which cards of one type name it."""
    is_bed: bool = False
    types: tuple[str, ...] = ()
    """Types that printed cards of one type name."""


def kinds_of(game: str) -> dict[str, Shape]:
    """Return the kinds of zombie cards a game resolves, the most frequent of its own deck first."""
    return _kinds_of(game, id(load_packs()[game]))


@lru_cache(maxsize=64)
def _kinds_of(game: str, _pack: int) -> dict[str, Shape]:
    vocabulary = rulesets[game].vocabulary
    printed: dict[str, list[SpawnCard]] = {}
    for pack in sorted(load_packs().values(), key=lambda pack: pack.game != game):
        for card in pack.spawns:
            if card.kind in vocabulary.cards:
                printed.setdefault(card.kind, []).append(card)
    kinds = {kind: _shape(cards) for kind, cards in printed.items()}
    kinds |= {kind: Shape("lines") for kind in sorted(vocabulary.cards) if kind not in kinds}
    own = [card.kind for card in load_packs()[game].spawns]
    kinds = dict(sorted(kinds.items(), key=lambda pair: -own.count(pair[0])))
    return {
        kind: Shape("none") if kind in vocabulary.bare_cards else shape
        for kind, shape in kinds.items()
    }


def _shape(cards: list[SpawnCard]) -> Shape:
    is_bed = any(card.bed for card in cards)
    lines = [[card.levels.at(level) for level in LEVELS] for card in cards if card.levels]
    is_one = all(len({*map(str, filter(None, four))}) == 1 for four in lines) and lines
    if not is_one:
        return Shape("lines", is_bed=is_bed)
    filled = tuple(level for level, line in zip(LEVELS, lines[0], strict=True) if line)
    types = tuple(dict.fromkeys(zombie for four in lines for line in four for zombie in line))
    return Shape("one", filled, is_bed, types)


def one_type(zombie: str, shape: Shape) -> dict[DangerId, dict[str, int]]:
    """Return the lines of a card that has one type at all its levels."""
    return {level: {zombie: 1} for level in shape.levels}


def next_number(number: str) -> str:
    """Return the next number: `C-10` after `C-09`; a number without digits gets some."""
    head = number.rstrip("0123456789")
    digits = number.removeprefix(head) or "0"
    return f"{head}{int(digits) + 1:0{len(digits)}}"[:8]


def _printed(pack: Pack) -> Iterator[Printed]:
    for card in pack.spawns:
        yield Printed(card.number, pack.game, card, card.kind == UNKNOWN)


def _copied(printed: Printed, key: str, languages: tuple[str, ...]) -> DraftSpawn:
    card: SpawnCard = printed.record
    levels = {level: dict(card.levels.at(level)) for level in LEVELS} if card.levels else {}
    return DraftSpawn(
        id=key,
        kind=SPAWN if card.kind == UNKNOWN else card.kind,
        levels={level: line for level, line in levels.items() if line},
        bed=card.bed,
        tier=card.tier,
    )


def _finished(draft: DraftSpawn, setting: PieceSetting) -> SpawnCard | None:
    """Return the card; None without a number, which a table needs to name it.

    An empty line brings no zombies.
    """
    number = draft.fills or draft.number
    shape = kinds_of(setting.pack.game).get(draft.kind)
    if not number or shape is None:
        return None
    lines: dict[str, dict[str, int]] = {
        level: {setting.final(zombie): n for zombie, n in draft.levels.get(level, {}).items()}
        for level in LEVELS
    }
    return SpawnCard(
        sure="one source",
        number=number,
        kind=draft.kind,
        levels=None if shape.form == "none" else Levels(**lines),
        bed=(draft.bed or "blue") if shape.is_bed else None,
        tier=draft.tier,
        copies=1 if draft.fills else draft.copies,
    )


def _problems(draft: DraftSpawn, setting: PieceSetting) -> Iterator[Problem]:
    kinds = kinds_of(setting.pack.game)
    if not (draft.fills or draft.number):
        yield Problem(code="spawn.number", field="number")
    elif not draft.fills and draft.number in setting.numbers:
        yield Problem(code="spawn.number_printed", field="number", params={"number": draft.number})
    elif draft.fills and draft.fills not in setting.numbers:
        yield Problem(code="piece.fills", params={"name": draft.fills})
    if draft.number and setting.own_numbers.get(draft.number, set()) - {draft.called}:
        yield Problem(code="spawn.number_twice", field="number", params={"number": draft.number})
    shape = kinds.get(draft.kind)
    if shape is None:
        yield Problem(code="spawn.kind", field="kind", params={"kind": draft.kind})
        return
    if shape.form != "none" and not any(draft.levels.values()):
        yield Problem(code="spawn.empty", field="levels")
    for line in draft.levels.values():
        for zombie in line:
            if zombie not in setting.zombies:
                yield Problem(code="zombie.unknown", field="levels", params={"zombie": zombie})


SPAWNS = DraftKind(
    "spawns",
    "c",
    DraftSpawn,
    _printed,
    _copied,
    _finished,
    _problems,
    lambda record, draft, scope, known: check_own_spawn(record, scope, known),
)
