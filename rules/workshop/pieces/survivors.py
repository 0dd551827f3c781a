"""Survivors: a name, and the skills of the card by danger level."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from rules.packs.checks.boxes import check_survivor
from rules.packs.schema import Pack
from rules.packs.schema.people import PackSurvivor, SkillTree
from rules.workshop.draft import (
    DraftKind,
    Key,
    Name,
    Piece,
    PieceSetting,
    Printed,
    Problem,
    boxes_of,
    shared,
    unfilled,
)

LEVELS = {"blue": (1, 2), "yellow": (1, 1), "orange": (2, 2), "red": (3, 3)}
"""Fewest and most skills a card prints at each level."""
Skills = Annotated[tuple[Key, ...], Meta(max_length=3)]


class DraftSurvivor(Piece, frozen=True, kw_only=True):
    """A survivor; a name is the same in every language."""

    name: Name = ""
    kid: bool = False
    health: Annotated[int, Meta(ge=1, le=12)] | None = None
    blue: Skills = ()
    yellow: Skills = ()
    orange: Skills = ()
    red: Skills = ()
    specialties: Annotated[tuple[Key, ...], Meta(max_length=4)] = ()
    body: Key | None = None
    """Equipment that may be worn in the body slot."""
    starts_with: Annotated[
        tuple[Annotated[tuple[Key, ...], Meta(max_length=6)], ...], Meta(max_length=4)
    ] = ()
    """Sets of starting equipment, one of which is chosen."""


def _printed(pack: Pack) -> Iterator[Printed]:
    for box, contents in boxes_of(pack):
        for survivor in contents.survivors:
            yield Printed(survivor.id, box, survivor, is_open=bool(survivor.unknown))


def _copied(printed: Printed, key: str, languages: tuple[str, ...]) -> DraftSurvivor:
    survivor = printed.record
    skills = {level: getattr(survivor.skills, level) or () for level in LEVELS}
    own = {**skills, "id": key, "specialties": survivor.specialties or ()}
    return DraftSurvivor(**{**shared(survivor, DraftSurvivor), **own})


def _finished(draft: DraftSurvivor, setting: PieceSetting) -> PackSurvivor | None:
    """Return the survivor; None without a name.

    Incomplete levels stay unknown, as on a card that no one has read.
    """
    if not draft.name.strip():
        return None
    skills = {
        level: getattr(draft, level) if least <= len(getattr(draft, level)) <= most else None
        for level, (least, most) in LEVELS.items()
    }
    unknown = tuple(level for level, known in skills.items() if known is None)
    printed = {survivor.id: survivor for survivor in setting.pack.survivors}
    own = {
        "sure": "one source",
        "unknown": unknown if draft.health else (*unknown, "health"),
        "id": setting.final(draft.called),
        "name_en": printed[draft.fills].name_en if draft.fills in printed else None,
        "skills": SkillTree(**skills),
        "specialties": draft.specialties or None,
        "body": setting.final(draft.body) if draft.body else None,
        "starts_with": tuple(tuple(map(setting.final, cards)) for cards in draft.starts_with),
    }
    return PackSurvivor(**{**shared(draft, PackSurvivor), **own})


def _problems(draft: DraftSurvivor, setting: PieceSetting) -> Iterator[Problem]:
    pack = setting.pack
    if not draft.name.strip():
        yield Problem(code="survivor.name", field="name")
    yield from unfilled(draft, setting.survivors)
    for level, (least, most) in LEVELS.items():
        skills = getattr(draft, level)
        if not least <= len(skills) <= most:
            yield Problem(
                code="survivor.level",
                field=f"{level}_1",
                params={"level": level, "least": least, "there": len(skills)},
            )
        for skill in skills:
            if skill not in pack.skills:
                yield Problem(code="survivor.skill", field=f"{level}_1", params={"skill": skill})
    worn = (draft.body,) if draft.body else ()
    for card in (*worn, *(card for cards in draft.starts_with for card in cards)):
        if card not in setting.equipment:
            yield Problem(code="card.unknown", field="body", params={"card": card})
    for specialty in draft.specialties:
        if specialty not in pack.specialties:
            yield Problem(
                code="survivor.specialty", field="specialties", params={"specialty": specialty}
            )


SURVIVORS = DraftKind(
    "survivors",
    "s",
    DraftSurvivor,
    _printed,
    _copied,
    _finished,
    _problems,
    lambda record, draft, scope, known: check_survivor(record, scope),
)
