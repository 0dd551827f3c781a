"""What every piece of a pack has, what a kind of piece can do, and how pieces name one another."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from rules.packs.checks.own import scope_of
from rules.packs.checks.scope import Problem, Scope
from rules.packs.schema import Pack
from rules.packs.vocabulary import Vocabulary
from rules.workshop.draft import Key, Name, Record, Said

OWN = "own-"
"""Begins the name by which pieces and missions of a pack speak of another piece of it."""
Value = str | int


class Piece(Record, frozen=True, kw_only=True):
    """Something of a pack beside its missions. `id` never changes, whatever it is called."""

    id: Key
    fills: Name = ""
    """The id of the printed card that was copied here."""
    binned: bool = False

    @property
    def called(self) -> str:
        """How others of the pack speak of it."""
        return self.fills or f"{OWN}{self.id}"


class PieceProblem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is missing or does not fit."""

    code: str
    field: str = ""
    """Of the form, where it is mended."""
    params: Mapping[str, Value] = {}


class Printed(NamedTuple):
    """A record of a box, to be copied; `is_open`: part of it is unknown and can be filled in."""

    id: str
    box: str
    record: Any
    is_open: bool


class Setting:
    """What a piece is read with: the game and its boxes, and the other pieces by name."""

    def __init__(
        self,
        pack: Pack,
        others: Mapping[str, Mapping[str, Said]],
        languages: tuple[str, ...],
        tag: str = "own",
    ) -> None:
        self.pack = pack
        """The game with all its boxes."""
        self.others = others
        """By kind, the names of the pack's own pieces by how they are called."""
        self.languages = languages
        self.tag = tag
        """Begins the ids of its pieces at a table, so that those of two packs differ."""

    def final(self, name: str) -> str:
        """An id as a table has it."""
        return f"{self.tag}-{name.removeprefix(OWN)}" if name.startswith(OWN) else name

    # --- what a piece may speak of ---

    @cached_property
    def zombies(self) -> frozenset[str]:
        return frozenset((*(zombie.id for zombie in self.pack.zombies), *self.others["zombies"]))

    @cached_property
    def equipment(self) -> frozenset[str]:
        return frozenset((*(card.id for card in self.pack.equipment), *self.others["equipment"]))

    @cached_property
    def survivors(self) -> frozenset[str]:
        printed = (survivor.id for survivor in self.pack.survivors)
        return frozenset((*printed, *self.others["survivors"]))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Those of printed zombie cards."""
        return frozenset(card.number for card in self.pack.spawns)

    @cached_property
    def own_numbers(self) -> Mapping[str, set[str]]:
        """Which zombie cards of the pack have each number."""
        numbers: dict[str, set[str]] = {}
        for key, name in self.others["spawns"].items():
            numbers.setdefault(name.en, set()).add(key)
        return numbers

    @cached_property
    def scope(self) -> Scope:
        """The same for the checks of packs, with the ids of a table."""
        return scope_of(self.pack)._replace(
            zombies=frozenset(map(self.final, self.zombies)),
            equipment=frozenset(map(self.final, self.equipment)),
            survivors=frozenset(map(self.final, self.survivors)),
        )


class Kind(NamedTuple):
    """A kind of piece: its record, where it comes from, what it becomes."""

    name: str
    """As the content and addresses call it."""
    letter: str
    """Begins the ids of its pieces."""
    draft: type[Any]
    printed: Callable[[Pack], Iterator[Printed]]
    """What the boxes of a game have of it."""
    copied: Callable[[Any, str, tuple[str, ...]], Any]
    """A draft of a printed record, in these languages."""
    finished: Callable[[Any, Setting], Any]
    """The record a table plays with; None for what cannot be played yet."""
    problems: Callable[[Any, Setting], Iterator[PieceProblem]]
    checked: Callable[[Any, Any, Scope, Vocabulary], Iterator[Problem]]
    """What the checks of packs say of a record, given its draft, too."""
    most: int = 300


def boxes_of(pack: Pack) -> Iterator[tuple[str, Any]]:
    """The game and its expansions, each by itself."""
    yield pack.game, pack
    yield from pack.expansions.items()


def said_of(term: Any, languages: tuple[str, ...]) -> Said:
    """A printed word in the languages of a pack."""
    return Said(**{language: getattr(term, language) for language in languages}) if term else Said()


def wordless(words: Said, setting: Setting, field: str) -> Iterator[PieceProblem]:
    """A problem for each language in which nothing is said."""
    for language in setting.languages:
        if not getattr(words, language).strip():
            yield PieceProblem(
                code="piece.words", field=f"{field}_{language}", params={"language": language}
            )
