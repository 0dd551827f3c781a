"""Base of all pieces of a pack and of their kinds, and the names by which they refer to others."""

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
"""Prefix of the name by which pieces and missions refer to another piece of the pack."""
Value = str | int


class Piece(Record, frozen=True, kw_only=True):
    """A part of a pack that is no mission. `id` never changes, whatever its name."""

    id: Key
    fills: Name = ""
    """Id of the printed card that was copied here."""
    binned: bool = False

    @property
    def called(self) -> str:
        """Return the name by which others of the pack refer to it."""
        return self.fills or f"{OWN}{self.id}"


class PieceProblem(msgspec.Struct, frozen=True, kw_only=True):
    """A missing or unfit value of a piece."""

    code: str
    field: str = ""
    """Field of the form where it is mended."""
    params: Mapping[str, Value] = {}


class Printed(NamedTuple):
    """A record of a box that can be copied; `is_open` if part of it is unknown and can be added."""

    id: str
    box: str
    record: Any
    is_open: bool


class Setting:
    """The context of a piece: the game and its boxes, and the other pieces by name."""

    def __init__(
        self,
        pack: Pack,
        others: Mapping[str, Mapping[str, Said]],
        languages: tuple[str, ...],
        tag: str = "own",
    ) -> None:
        self.pack = pack
        """Pack of the game with all its boxes."""
        self.others = others
        """Names of the pack's own pieces, by kind and by the name others use."""
        self.languages = languages
        self.tag = tag
        """Prefix of the ids of its pieces at a table, so that those of two packs differ."""

    def final(self, name: str) -> str:
        """Return the id that a table uses."""
        return f"{self.tag}-{name.removeprefix(OWN)}" if name.startswith(OWN) else name

    # --- names a piece may refer to ---

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
        """Return the numbers of printed zombie cards."""
        return frozenset(card.number for card in self.pack.spawns)

    @cached_property
    def own_numbers(self) -> Mapping[str, set[str]]:
        """Return the zombie cards of the pack that have each number."""
        numbers: dict[str, set[str]] = {}
        for key, name in self.others["spawns"].items():
            numbers.setdefault(name.en, set()).add(key)
        return numbers

    @cached_property
    def scope(self) -> Scope:
        """Return the names for the checks of packs, with the ids of a table."""
        return scope_of(self.pack)._replace(
            zombies=frozenset(map(self.final, self.zombies)),
            equipment=frozenset(map(self.final, self.equipment)),
            survivors=frozenset(map(self.final, self.survivors)),
        )


class Kind(NamedTuple):
    """A kind of piece: its record, its printed examples, and its conversion for a table."""

    name: str
    """Name in the content and in addresses."""
    letter: str
    """First letter of the ids of its pieces."""
    draft: type[Any]
    printed: Callable[[Pack], Iterator[Printed]]
    """Function that yields the printed records of this kind."""
    copied: Callable[[Any, str, tuple[str, ...]], Any]
    """Function that makes a draft of a printed record, in these languages."""
    finished: Callable[[Any, Setting], Any]
    """Function that makes the record a table plays with; None if it cannot be played yet."""
    problems: Callable[[Any, Setting], Iterator[PieceProblem]]
    checked: Callable[[Any, Any, Scope, Vocabulary], Iterator[Problem]]
    """Function that yields the problems the packs' checks find in a record and its draft."""
    most: int = 300


def boxes_of(pack: Pack) -> Iterator[tuple[str, Any]]:
    """Yield the game and each of its expansions."""
    yield pack.game, pack
    yield from pack.expansions.items()


def said_of(term: Any, languages: tuple[str, ...]) -> Said:
    """Return a printed word in the languages of a pack."""
    return Said(**{language: getattr(term, language) for language in languages}) if term else Said()


def wordless(words: Said, setting: Setting, field: str) -> Iterator[PieceProblem]:
    """Yield a problem for each language without words."""
    for language in setting.languages:
        if not getattr(words, language).strip():
            yield PieceProblem(
                code="piece.words", field=f"{field}_{language}", params={"language": language}
            )
