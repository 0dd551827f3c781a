"""The shape of a pack."""

from typing import Annotated, Literal

import msgspec

Slug = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
DangerId = Literal["blue", "yellow", "orange", "red"]


class Term(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A word of the game in both languages."""

    es: str
    en: str

    def in_language(self, code: str) -> str:
        return self.es if code.startswith("es") else self.en


class DangerLevel(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A level of the danger bar and the points that reach it."""

    id: DangerId
    points: int


class PackSurvivor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A survivor of the box."""

    id: Slug
    name: str


class Pack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All we know of one game."""

    game: Slug
    name: Term
    short: Term
    icon: str
    points: Term
    survivors_at_table: int
    danger: tuple[DangerLevel, ...]
    survivors: tuple[PackSurvivor, ...]
