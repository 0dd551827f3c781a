"""Basic records of packs: ids, words in two languages, and how sure a fact is."""

from typing import Annotated, Literal

import msgspec

Slug = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Word = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$")]
Count = Annotated[int, msgspec.Meta(ge=1)]
Natural = Annotated[int, msgspec.Meta(ge=0)]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Language = Literal["es", "en"]
DangerId = Literal["blue", "yellow", "orange", "red"]

Sure = Literal["rulebook", "two sources", "one source", "inferred", "unknown"]
"""Origin of a fact.

`rulebook`: printed in a rulebook we hold. `two sources`: two independent public sources agree. `one
source`: a single public source. `inferred`: derived by us, printed nowhere we saw. `unknown`: the
card exists, but nothing is known of it beyond the values in the record.
"""


By = Literal["app", "reminder", "players"]
"""Party that applies it: the app, the app by a reminder, or the players alone."""


class Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record that refuses unknown keys."""


class Term(Strict, frozen=True, kw_only=True):
    """A word of the game in both languages."""

    es: str
    en: str
    own: tuple[Language, ...] = ()
    """Languages in which the word is our translation and may differ from the printed one."""

    def in_language(self, code: str) -> str:
        return self.es if code.startswith("es") else self.en

    def own_translation(self, code: str) -> bool:
        """Check if the word in this language is our translation, not the printed one."""
        return ("es" if code.startswith("es") else "en") in self.own


class Conflict(Strict, frozen=True, kw_only=True):
    """A value on which the sources differ. The value we chose is in the record itself."""

    field: str
    other: int | bool | str
    source: Slug
    undecided: bool = False
    """True if each value has one source only: the printed card should be looked at."""


class Fact(Strict, frozen=True, kw_only=True):
    """A record that says how sure it is. A file may give `sure` once for all its records."""

    sure: Sure
    unknown: tuple[str, ...] = ()
    """Fields that are on the card but not known to us."""
    inferred: tuple[str, ...] = ()
    """Fields derived by us, on a record that is otherwise known."""
    conflicts: tuple[Conflict, ...] = ()
