"""Survivors: a name, and the skills of the card by danger level."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rules.packs.checks.boxes import check_survivor
from rules.packs.checks.scope import Problem, Scope
from rules.packs.schema import Pack
from rules.packs.schema.people import PackSurvivor, SkillTree
from rules.packs.vocabulary import Vocabulary
from rules.workshop.draft import Key, Name
from rules.workshop.pieces.base import Kind, Piece, PieceProblem, Printed, Setting, boxes_of

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


def _is_open(survivor: PackSurvivor) -> bool:
    return bool(survivor.unknown)


def _printed(pack: Pack) -> Iterator[Printed]:
    for box, contents in boxes_of(pack):
        for survivor in contents.survivors:
            yield Printed(survivor.id, box, survivor, _is_open(survivor))


def _copied(survivor: PackSurvivor, key: str, languages: tuple[str, ...]) -> DraftSurvivor:
    skills = survivor.skills
    return DraftSurvivor(
        id=key,
        name=survivor.name,
        kid=survivor.kid,
        health=survivor.health,
        blue=skills.blue or (),
        yellow=skills.yellow or (),
        orange=skills.orange or (),
        red=skills.red or (),
        specialties=survivor.specialties or (),
        body=survivor.body,
        starts_with=survivor.starts_with,
    )


def _finished(draft: DraftSurvivor, setting: Setting) -> PackSurvivor | None:
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
    made = PackSurvivor(
        sure="one source",
        unknown=unknown if draft.health else (*unknown, "health"),
        id=setting.final(draft.called),
        name=draft.name,
        kid=draft.kid,
        health=draft.health,
        skills=SkillTree(**skills),
        specialties=draft.specialties or None,
        body=setting.final(draft.body) if draft.body else None,
        starts_with=tuple(
            tuple(setting.final(card) for card in cards) for cards in draft.starts_with
        ),
    )
    printed = {survivor.id: survivor for survivor in setting.pack.survivors}
    if draft.fills in printed:
        return replace(made, name_en=printed[draft.fills].name_en)
    return made


def _problems(draft: DraftSurvivor, setting: Setting) -> Iterator[PieceProblem]:
    pack = setting.pack
    if not draft.name.strip():
        yield PieceProblem(code="survivor.name", field="name")
    if draft.fills and draft.fills not in setting.survivors:
        yield PieceProblem(code="piece.fills", params={"name": draft.fills})
    for level, (least, most) in LEVELS.items():
        skills = getattr(draft, level)
        if not least <= len(skills) <= most:
            yield PieceProblem(
                code="survivor.level",
                field=f"{level}_1",
                params={"level": level, "least": least, "there": len(skills)},
            )
        for skill in skills:
            if skill not in pack.skills:
                yield PieceProblem(
                    code="survivor.skill", field=f"{level}_1", params={"skill": skill}
                )
    worn = (draft.body,) if draft.body else ()
    for card in (*worn, *(card for cards in draft.starts_with for card in cards)):
        if card not in setting.equipment:
            yield PieceProblem(code="card.unknown", field="body", params={"card": card})
    for specialty in draft.specialties:
        if specialty not in pack.specialties:
            yield PieceProblem(
                code="survivor.specialty", field="specialties", params={"specialty": specialty}
            )


def _checked(
    survivor: PackSurvivor, draft: DraftSurvivor, scope: Scope, known: Vocabulary
) -> Iterator[Problem]:
    return check_survivor(survivor, scope)


SURVIVORS = Kind("survivors", "s", DraftSurvivor, _printed, _copied, _finished, _problems, _checked)
