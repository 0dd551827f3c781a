"""Drafts of a group's own pieces: what all kinds share, and the setting in which they are read.

A draft is refused only for values that no form could send: its types are those of a pack, with
limits, and no field is required. `finished` turns it into what a table plays.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta

from rules.packs.checks.own import scope_of
from rules.packs.checks.scope import KnownNames
from rules.packs.checks.scope import Problem as Mistake
from rules.packs.schema import Pack
from rules.packs.schema.base import Strict, Term
from rules.packs.vocabulary import Vocabulary

LANGUAGES = ("es", "en")
MISSIONS = "missions"
MOST_MISSIONS, MOST_PIECES = 60, 300
OWN = "own-"
"""Prefix of the name by which pieces and missions refer to another piece of the pack."""
Name = Annotated[str, Meta(max_length=60)]
Text = Annotated[str, Meta(max_length=600)]
Key = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Keys = Annotated[tuple[Key, ...], Meta(max_length=12)]
Part = Literal["title", "board", "goals", "rules", "zones", "start", "decks"]
PARTS: tuple[Part, ...] = get_args(Part)
"""Parts of a mission."""
Value = str | int


class DraftRecord(Strict, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a draft; default values are not stored."""


class Said(DraftRecord, frozen=True, kw_only=True):
    """Words in the languages of the pack."""

    es: Text = ""
    en: Text = ""

    def in_language(self, code: str) -> str:
        """Return the words in this language, else in the other."""
        return (self.es or self.en) if code.startswith("es") else (self.en or self.es)

    @property
    def term(self) -> Term:
        """Return the words as a pack has them, in every language."""
        return Term(es=self.in_language("es"), en=self.in_language("en"))


def said_of(term: Any, languages: tuple[str, ...]) -> Said:
    """Return a printed word in the languages of a pack."""
    return Said(**{language: getattr(term, language) for language in languages}) if term else Said()


def shared(record: Any, other: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the fields of a record that another type has, too."""
    names = record.__struct_fields__
    return {name: getattr(record, name) for name in other.__struct_fields__ if name in names}


def plain_text(text: str) -> str:
    """Return the text without characters that cannot be shown; line breaks are kept."""
    lines = text.replace("\r\n", "\n").split("\n")
    shown = ("".join(c if c.isprintable() else " " for c in line).rstrip() for line in lines)
    return "\n".join(shown).strip()


class Piece(DraftRecord, frozen=True, kw_only=True):
    """A part of a pack that is no mission. `id` never changes, whatever its name."""

    id: Key
    fills: Name = ""
    """Id of the printed card that was copied here."""
    binned: bool = False

    @property
    def called(self) -> str:
        """Return the name by which others of the pack refer to it."""
        return self.fills or f"{OWN}{self.id}"


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """A missing or unfit value of a draft."""

    code: str
    field: str = ""
    """Field of the form where it is mended."""
    params: Mapping[str, Value] = {}
    part: Part | Literal[""] = ""
    """Part of a mission."""
    number: int | None = None
    """Number of the goal or rule, counted from 1."""
    place: str = ""
    """Place on the map."""


class Printed(NamedTuple):
    """A record of a box that can be copied; `is_open` if part of it is unknown and can be added."""

    id: str
    box: str
    record: Any
    is_open: bool
    of: str = ""
    """Special deck of a card, expansion of a mission."""


class PieceSetting:
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
    def scope(self) -> KnownNames:
        """Return the names for the checks of packs, with the ids of a table."""
        return scope_of(self.pack)._replace(
            zombies=frozenset(map(self.final, self.zombies)),
            equipment=frozenset(map(self.final, self.equipment)),
            survivors=frozenset(map(self.final, self.survivors)),
        )


class DraftKind(NamedTuple):
    """A kind of piece: its record, its printed examples, and its conversion for a table."""

    name: str
    """Name in the content and in addresses."""
    letter: str
    """First letter of the ids of its pieces."""
    draft: type[Any]
    printed: Callable[[Pack], Iterator[Printed]]
    """Function that yields the printed records of this kind."""
    copied: Callable[[Printed, str, tuple[str, ...]], Any]
    """Function that makes a draft of a printed record, with this id and in these languages."""
    finished: Callable[[Any, PieceSetting], Any] = lambda draft, setting: None
    """Function that makes the record a table plays with; None if it cannot be played yet."""
    problems: Callable[[Any, PieceSetting], Iterator[Problem]] = lambda draft, setting: iter(())
    checked: Callable[[Any, Any, KnownNames, Vocabulary], Iterator[Mistake]] = (
        lambda record, draft, scope, known: iter(())
    )
    """Function that yields the problems the packs' checks find in a record and its draft."""
    most: int = MOST_PIECES


def boxes_of(pack: Pack) -> Iterator[tuple[str, Any]]:
    """Yield the game and each of its expansions."""
    yield pack.game, pack
    yield from pack.expansions.items()


def wordless(words: Said, setting: PieceSetting, field: str) -> Iterator[Problem]:
    """Yield a problem for each language without words."""
    for language in setting.languages:
        if not getattr(words, language).strip():
            yield Problem(
                code="piece.words", field=f"{field}_{language}", params={"language": language}
            )


def unfilled(draft: Piece, known: frozenset[str] | set[str]) -> Iterator[Problem]:
    """Yield a problem for a copy of a printed card that the game does not have."""
    if draft.fills and draft.fills not in known:
        yield Problem(code="piece.fills", params={"name": draft.fills})
