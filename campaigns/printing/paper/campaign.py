"""A campaign as the bytes of a paper set: all that its sheets show, and no word twice.

The log does not fit; what the sheets know from it goes along (`steps.py`).
"""

import hashlib
from datetime import datetime
from itertools import chain
from typing import Any, Literal, NamedTuple

import msgspec
from django.conf import settings
from msgspec.structs import replace

from campaigns.printing.facts import CampaignFacts
from campaigns.printing.paper import steps
from campaigns.printing.paper.codes import MOST_PARTS, PaperError, cut, join
from campaigns.printing.paper.seal import seal, unseal
from campaigns.transfer.document import (
    FORMAT,
    VERSION,
    SavedCampaign,
    check_document,
    with_proper_names,
)
from companion.files.mending import Mended
from rules import RuleError

STEPS, BY_MISSION = "log", "told"
"""Keys of the payload for facts from the log; the second one up to form 2."""
LeftOut = Literal["log", "luck", "texts", "notes", "sentences", "everything"]


class PrintedParts(NamedTuple):
    """The parts to print, and what is not in them; never nothing, for the log is not."""

    parts: list[str]
    left_out: list[LeftOut]


class Restored(NamedTuple):
    """A campaign from paper, whether this site printed it, and the names that were corrected."""

    saved: SavedCampaign
    is_ours: bool
    mended: Mended


def campaign_on_paper(
    saved: SavedCampaign, facts: CampaignFacts, *, has_luck: bool = False
) -> PrintedParts:
    """As much as fits: what the group wrote of cards gives way first, then of sheets and missions.

    The luck of the dice is in the logs of tables only.
    """
    sheets = {key: replace(sheet, note="") for key, sheet in saved.state.sheets.items()}
    played = tuple(replace(run, sentence="") for run in saved.state.played)
    leaner_by: list[tuple[LeftOut, dict[str, Any]]] = [
        ("log", {}),
        ("texts", {"texts": {}}),
        ("notes", {"sheets": sheets}),
        ("sentences", {"played": played}),
    ]
    kept, left_out = replace(saved, entries=()), list[LeftOut]()
    for what, without in leaner_by:
        leaner = replace(kept, state=replace(kept.state, **without))
        if what == "log":
            left_out += ["log", "luck"] if has_luck else ["log"]
        elif leaner != kept:
            left_out.append(what)
        kept = leaner
        parts = cut(seal(to_payload(kept, facts), paper_keys()[0]))
        if len(parts) <= MOST_PARTS:
            return PrintedParts(parts, left_out)
    return PrintedParts([], ["everything"])


def campaign_from_paper(text: str) -> Restored:
    """Return the campaign of scanned codes; `PaperError` says what is missing or wrong."""
    payload, is_ours = unseal(join([text.upper()]), paper_keys())
    try:
        fields: Any = msgspec.json.decode(payload)
        by_mission = msgspec.convert(fields.pop(BY_MISSION, {}), dict[str, list[str]])
        written = msgspec.convert(fields.pop(STEPS, ([], [])), steps.Written)
        saved = msgspec.convert(
            {**fields, "format": FORMAT, "version": VERSION, "entries": []}, SavedCampaign
        )
        known = chain(steps.read_by_mission(by_mission), steps.read(written))
        saved = replace(saved, entries=tuple(steps.lines_of(saved, known)))
        saved, mended = with_proper_names(saved)
        check_document(saved)
    except (
        msgspec.DecodeError,
        msgspec.ValidationError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
        RuleError,
    ) as error:
        raise PaperError("unsound") from error
    return Restored(saved, is_ours, mended)


def to_payload(saved: SavedCampaign, facts: CampaignFacts) -> bytes:
    """JSON without anything that stands at its default."""
    fields = _told(saved)
    for name in ("format", "version", "entries"):
        fields.pop(name, None)
    return msgspec.json.encode(fields | {STEPS: steps.written(facts)})


def _told(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return {
            field.encode_name: _told(stored)
            for field in msgspec.structs.fields(value)
            if (stored := getattr(value, field.name)) != field.default
            and not (field.default_factory is not msgspec.NODEFAULT and not stored)
        }
    if isinstance(value, dict):
        return {key: _told(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_told(item) for item in value]
    if isinstance(value, datetime):
        return value.replace(second=0, microsecond=0).isoformat()
    return value


def paper_keys() -> list[bytes]:
    """Made of the site's secret: the newest first."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [hashlib.sha256(b"safehouse.paper:" + secret.encode()).digest() for secret in secrets]
