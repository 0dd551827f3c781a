"""What every record of a pack is made of: ids, words in two languages, and how sure we are."""

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
"""Where a fact comes from.

`rulebook`: printed in a rulebook we hold. `two sources`: two independent public sources agree.
`one source`: a single public source. `inferred`: derived by us, printed nowhere we saw.
`unknown`: the card exists, its content is not known; only what stands in the record is.
"""


By = Literal["app", "reminder", "players"]
"""Who sees to it that something is done: the app, the app by reminding of it, or the players."""


class Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record that refuses keys it does not know."""


class Term(Strict, frozen=True, kw_only=True):
    """A word of the game in both languages."""

    es: str
    en: str
    own: tuple[Language, ...] = ()
    """Languages in which the word is our translation and may differ from the printed one."""

    def in_language(self, code: str) -> str:
        return self.es if code.startswith("es") else self.en

    def own_translation(self, code: str) -> bool:
        """Whether the word in this language is ours, not the printed one."""
        return ("es" if code.startswith("es") else "en") in self.own


class Conflict(Strict, frozen=True, kw_only=True):
    """A value on which the sources differ. The one we chose stands in the record itself."""

    field: str
    other: int | bool | str
    source: Slug
    undecided: bool = False
    """One source each: the printed card should be looked at."""


class Fact(Strict, frozen=True, kw_only=True):
    """A record that says how sure it is. A file may give `sure` once for all its records."""

    sure: Sure
    unknown: tuple[str, ...] = ()
    """Fields whose value the card has and we do not know."""
    inferred: tuple[str, ...] = ()
    """Fields whose value is derived by us, on a record that is otherwise known."""
    conflicts: tuple[Conflict, ...] = ()
