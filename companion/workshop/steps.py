"""Steps of writing in words: what undo would take back, and whose work that was."""

from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from companion.terms import danger_word
from companion.workshop.models import HousePack, PackMember
from companion.workshop.pieces import ROOMS
from companion.workshop.pieces.spawns import line_words
from companion.workshop.reading import Reading
from companion.workshop.selectors import changed_fields, piece_of, step_of
from companion.workshop.words import PART_WORDS, draft_title, part_of_field
from rules.workshop.content import MISSIONS
from rules.workshop.pieces.spawns import LEVELS


class Step(NamedTuple):
    """The last step on a page."""

    seq: int
    words: str
    who: str
    """Empty where it was the reader's own."""
    made_at: datetime


def step_shown(
    house: HousePack, kind: str, key: str, reading: Reading, share: PackMember
) -> Step | None:
    step = step_of(house, kind, key)
    if step is None:
        return None
    before, after = piece_of(step, "before"), piece_of(step, "after")
    words = step_words(kind, before, after, reading)
    who = "" if step.person_id == share.person_id else step.who
    return Step(step.seq, words, who, step.made_at)


def step_words(kind: str, before: Any, after: Any, reading: Reading) -> str:
    """In a few words: what was added, thrown away or changed, and how it is now."""
    if before is None:
        return _("new")
    if before.binned != after.binned:
        return _("into the bin") if after.binned else _("out of the bin")
    if kind == MISSIONS:
        return _mission_words(before, after)
    if kind == "spawns":
        return _card_words(before, after, reading)
    return ROOMS[kind].summary(after, reading) or ROOMS[kind].title(after, reading)


def _mission_words(before: Any, after: Any) -> str:
    parts = dict.fromkeys(
        part for name in sorted(changed_fields(before, after)) if (part := part_of_field(name))
    )
    names = [str(PART_WORDS[part]) for part in parts]
    if list(parts) == ["title"]:
        names = [f"{names[0]}: {draft_title(after)}"]
    for side in ("goals", "rules"):
        old, new = getattr(before, side), getattr(after, side)
        if [side] == list(parts) and len(old) != len(new):
            names = [f"{names[0]}: {len(old)} → {len(new)}"]
    return ", ".join(names)


def _card_words(before: Any, after: Any, reading: Reading) -> str:
    """`Red: 3 Fatties`: the line that is another one."""
    zombies = list(reading.whole.zombies)
    lines = [
        f"{danger_word(level)}: {line_words(after.levels.get(level, {}), zombies)}"
        for level in LEVELS
        if before.levels.get(level, {}) != after.levels.get(level, {})
    ]
    if len(lines) == 1 and before.kind == after.kind:
        return lines[0]
    return ROOMS["spawns"].summary(after, reading) or ROOMS["spawns"].title(after, reading)
