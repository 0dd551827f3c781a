"""Types of zombies, above all abominations: a printed type with other numbers."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rules.packs.checks.own import check_own_zombie
from rules.packs.schema import Pack
from rules.packs.schema.people import Zombie
from rules.workshop.draft import (
    DraftKind,
    Key,
    Piece,
    PieceSetting,
    Printed,
    Problem,
    Said,
    said_of,
    shared,
    wordless,
)

Small = Annotated[int, Meta(ge=1, le=9)]


class DraftZombie(Piece, frozen=True, kw_only=True):
    """A type of zombie; missing values are those of the type it is like."""

    name: Said = Said()
    like: Key | None = None
    """Printed type that gives its rank among targets, its traits and all missing values."""
    actions: Small | None = None
    toughness: Small | None = None
    wounds: Small | None = None
    points: Annotated[int, Meta(ge=0, le=50)] | None = None
    miniatures: Annotated[int, Meta(ge=1, le=99)] | None = None
    ignores_armour: bool = False


def _printed(pack: Pack) -> Iterator[Printed]:
    for zombie in pack.zombies:
        yield Printed(zombie.id, pack.game, zombie, is_open=False)


def _copied(printed: Printed, key: str, languages: tuple[str, ...]) -> DraftZombie:
    zombie = printed.record
    own = {
        "id": key,
        "name": said_of(zombie.name, languages),
        "like": zombie.id,
        "miniatures": max(zombie.miniatures, 1),
    }
    return DraftZombie(**{**shared(zombie, DraftZombie), **own})


def like(draft: DraftZombie, pack: Pack) -> Zombie | None:
    """Return the printed type it is like, or None."""
    return next((zombie for zombie in pack.zombies if zombie.id == draft.like), None)


def _finished(draft: DraftZombie, setting: PieceSetting) -> Zombie | None:
    printed = like(draft, setting.pack)
    if printed is None or not draft.name.in_language("en").strip():
        return None
    own = {name: value for name, value in shared(draft, Zombie).items() if value is not None}
    if draft.toughness is not None:
        own["killed_by"] = "damage"
    own |= {"id": setting.final(draft.called), "name": draft.name.term, "sure": "one source"}
    return replace(printed, conflicts=(), inferred=(), unknown=(), figure=None, **own)


def _problems(draft: DraftZombie, setting: PieceSetting) -> Iterator[Problem]:
    yield from wordless(draft.name, setting, "name")
    if like(draft, setting.pack) is None:
        yield Problem(code="zombie.like", field="like")


ZOMBIES = DraftKind(
    "zombies",
    "z",
    DraftZombie,
    _printed,
    _copied,
    _finished,
    _problems,
    lambda record, draft, scope, known: check_own_zombie(record, scope, known),
    most=60,
)
