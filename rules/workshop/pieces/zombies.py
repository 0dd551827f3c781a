"""Types of zombies, above all abominations: a printed type with other numbers."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rules.packs.checks.own import check_own_zombie
from rules.packs.checks.scope import Problem, Scope
from rules.packs.schema import Pack
from rules.packs.schema.base import Term
from rules.packs.schema.people import Zombie
from rules.packs.vocabulary import Vocabulary
from rules.workshop.draft import Key, Said
from rules.workshop.pieces.base import (
    Kind,
    Piece,
    PieceProblem,
    Printed,
    Setting,
    said_of,
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


def _copied(zombie: Zombie, key: str, languages: tuple[str, ...]) -> DraftZombie:
    return DraftZombie(
        id=key,
        name=said_of(zombie.name, languages),
        like=zombie.id,
        actions=zombie.actions,
        toughness=zombie.toughness,
        wounds=zombie.wounds,
        points=zombie.points,
        miniatures=max(zombie.miniatures, 1),
        ignores_armour=zombie.ignores_armour,
    )


def like(draft: DraftZombie, pack: Pack) -> Zombie | None:
    """Return the printed type it is like, or None."""
    return next((zombie for zombie in pack.zombies if zombie.id == draft.like), None)


def _finished(draft: DraftZombie, setting: Setting) -> Zombie | None:
    printed = like(draft, setting.pack)
    if printed is None or not draft.name.in_language("en").strip():
        return None
    optional = {
        name: value
        for name in ("actions", "wounds", "points", "miniatures")
        if (value := getattr(draft, name)) is not None
    }
    if draft.toughness is not None:
        optional |= {"toughness": draft.toughness, "killed_by": "damage"}
    return replace(
        printed,
        sure="one source",
        conflicts=(),
        inferred=(),
        unknown=(),
        id=setting.final(draft.called),
        name=Term(es=draft.name.in_language("es"), en=draft.name.in_language("en")),
        ignores_armour=draft.ignores_armour,
        figure=None,
        **optional,
    )


def _problems(draft: DraftZombie, setting: Setting) -> Iterator[PieceProblem]:
    yield from wordless(draft.name, setting, "name")
    if like(draft, setting.pack) is None:
        yield PieceProblem(code="zombie.like", field="like")


def _checked(
    zombie: Zombie, draft: DraftZombie, scope: Scope, known: Vocabulary
) -> Iterator[Problem]:
    return check_own_zombie(zombie, scope, known)


ZOMBIES = Kind(
    "zombies", "z", DraftZombie, _printed, _copied, _finished, _problems, _checked, most=60
)
