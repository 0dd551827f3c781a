"""What the pen changed: lines to show, and the commands that book them."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from campaigns import words
from campaigns.printing.pen.forms import STATUSES, PenForm
from rules.campaign import CampaignBook, CampaignState
from rules.campaign.commands import SheetAmend, SheetEdit
from rules.campaign.upkeep import card_of, free_copy


class PaperChange(NamedTuple):
    """One line: what, how it stood, how it stands on paper."""

    what: str
    before: str
    after: str


class Difference(NamedTuple):
    """All that the pen changed on one sheet."""

    lines: list[PaperChange]
    amended: dict[str, Any]
    """Fields of `sheet.amend`."""
    note: str | None


def difference(form: PenForm, state: CampaignState, book: CampaignBook, key: str) -> Difference:
    """Compare a valid form with the sheet as it stands."""
    sheet, entered = state.sheets[key], form.cleaned_data
    after = {
        "status": entered["status"],
        "points": entered["points"],
        "extra_actions": entered["extra_actions"],
        # In the order they were taken; new ones follow.
        "skills": _in_order(sheet.skills, entered["skills"]),
        "kept": _kept(form.kept, state, book, key),
        "achievements": _in_order(sheet.achievements, entered["achievements"]),
    }
    amended = {
        name: value
        for name, value in after.items()
        if (sorted(value) if isinstance(value, tuple) else value)
        != (sorted(getattr(sheet, name)) if isinstance(value, tuple) else getattr(sheet, name))
    }
    shown: dict[str, tuple[str, Callable[[Any], str]]] = {
        "status": (_("Status"), _status_word),
        "points": (book.rules.points.in_language(words.language()), str),
        "extra_actions": (_("Extra actions"), str),
        "skills": (_("Campaign skills"), lambda ids: _names(ids, book, words.skill_name)),
        "kept": (_("Kept equipment"), lambda ids: _names(ids, book, words.card_name)),
        "achievements": (_("Achievements"), lambda ids: _names(ids, book, words.achievement_name)),
    }
    lines = [
        PaperChange(shown[name][0], shown[name][1](getattr(sheet, name)), shown[name][1](value))
        for name, value in amended.items()
    ]
    note_text = entered["note"].replace("\r\n", "\n")
    note = note_text if note_text != sheet.note else None
    if note is not None:
        lines.append(PaperChange(_("Notes"), sheet.note, note))
    return Difference(lines, amended, note)


def commands_of(
    changes: Difference, *, key: str, reason: str, command_id: str, seen: int
) -> list[SheetAmend | SheetEdit]:
    """Return the commands that book the changes; the same id sent twice books them once."""
    commands: list[SheetAmend | SheetEdit] = []
    if changes.amended:
        commands.append(
            SheetAmend(id=command_id, seen=seen, sheet=key, reason=reason, **changes.amended)
        )
    if changes.note is not None:
        commands.append(SheetEdit(id=f"{command_id}-n", seen=seen, sheet=key, note=changes.note))
    return commands


def _in_order(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    stays = [key for key in before if key in after]
    return (*stays, *(key for key in after if key not in stays))


def _kept(
    cards: Sequence[str], state: CampaignState, book: CampaignBook, key: str
) -> tuple[str, ...]:
    """Copies for the cards on paper: those that were there, then free ones of the box."""
    left = list(state.sheets[key].kept)
    taken = {copy for sheet in state.sheets.values() for copy in sheet.kept}
    copies: list[str] = []
    for card in cards:
        mine = next((copy for copy in left if card_of(book, copy).id == card), None)
        if mine is not None:
            left.remove(mine)
        else:
            mine = free_copy(book, card, taken)
            taken.add(mine)
        copies.append(mine)
    return tuple(copies)


def _status_word(status: str) -> str:
    return str(dict(STATUSES)[status])


def _names(keys: Sequence[str], book: CampaignBook, name: Any) -> str:
    return ", ".join(name(book, key) for key in keys)
