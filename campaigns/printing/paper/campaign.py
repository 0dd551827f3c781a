"""A campaign as the bytes of a paper set: all that its sheets show, and no word twice.

The log does not fit. What the sheets know from it, points by mission and rewards in their order,
goes along as a few letters a sheet and comes back as lines of a log that say just that.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Literal, NamedTuple

import msgspec
from django.conf import settings
from msgspec.structs import replace

from campaigns.printing.facts import CampaignFacts, SheetFacts
from campaigns.printing.paper.codes import MOST_PARTS, PaperError, cut, join
from campaigns.printing.paper.seal import seal, unseal
from campaigns.transfer.document import (
    FORMAT,
    VERSION,
    SavedCampaign,
    SavedEntry,
    check_document,
)
from rules import RuleError
from rules.campaign.commands import CepGain, RewardChoose
from rules.campaign.events import CepGained, RewardChosen

MARKS = {"o": "orange", "r": "red", "m": "mission"}
LETTERS = {why: letter for letter, why in MARKS.items()}
REWARD = "!"


LeftOut = Literal["log", "texts", "notes", "sentences", "everything"]


class OnPaper(NamedTuple):
    """The parts to print, and what is not in them; never nothing, for the log is not."""

    parts: list[str]
    left_out: list[LeftOut]


class Restored(NamedTuple):
    """What the paper brings, and whether this house printed it."""

    saved: SavedCampaign
    is_ours: bool


def campaign_on_paper(saved: SavedCampaign, facts: CampaignFacts) -> OnPaper:
    """What fits: what the group typed of cards gives way first, then the notes of the sheets, and
    last what it says of its missions."""
    sheets = {key: replace(sheet, note="") for key, sheet in saved.state.sheets.items()}
    played = tuple(replace(each, sentence="") for each in saved.state.played)
    steps: list[tuple[LeftOut, dict[str, Any]]] = [
        ("log", {}),
        ("texts", {"texts": {}}),
        ("notes", {"sheets": sheets}),
        ("sentences", {"played": played}),
    ]
    kept, left_out = replace(saved, entries=()), list[LeftOut]()
    for what, without in steps:
        leaner = replace(kept, state=replace(kept.state, **without))
        if what == "log" or leaner != kept:
            left_out.append(what)
        kept = leaner
        parts = cut(seal(to_payload(kept, facts), _keys()[0]))
        if len(parts) <= MOST_PARTS:
            return OnPaper(parts, left_out)
    return OnPaper([], ["everything"])


def campaign_from_paper(text: str) -> Restored:
    """The campaign of scanned codes; `PaperError` says what is missing or wrong."""
    payload, is_ours = unseal(join([text.upper()]), _keys())
    try:
        told: Any = msgspec.json.decode(payload)
        history = msgspec.convert(told.pop(HISTORY, {}), dict[str, list[str]])
        saved = msgspec.convert(
            {**told, "format": FORMAT, "version": VERSION, "entries": []}, SavedCampaign
        )
        saved = replace(saved, entries=tuple(_entries(saved, history)))
        check_document(saved)
    except (
        msgspec.DecodeError,
        msgspec.ValidationError,
        AttributeError,
        LookupError,
        TypeError,
        RuleError,
    ) as error:
        raise PaperError("unsound") from error
    return Restored(saved, is_ours)


HISTORY = "told"


def _history(facts: CampaignFacts) -> dict[str, list[str]]:
    """By mission, a text for each sheet: `o r !lifesaver`, in the order of its log."""
    codes = dict.fromkeys(
        code
        for sheet in facts.sheets
        for code in (*sheet.marks, *(reward.mission or "" for reward in sheet.rewards))
    )
    return {code: [_letters(sheet, code) for sheet in facts.sheets] for code in codes}


def _letters(sheet: SheetFacts, code: str) -> str:
    marks = [LETTERS[why] for why in sheet.marks.get(code, ()) if why in LETTERS]
    rewards = [
        REWARD + (reward.skill or "") for reward in sheet.rewards if (reward.mission or "") == code
    ]
    return " ".join([*marks, *rewards])


def _entries(saved: SavedCampaign, history: dict[str, list[str]]) -> Iterator[SavedEntry]:
    """The lines of a log that say what the sheets showed."""
    ended = {run.mission: run.ended or run.started for run in saved.runs}
    points: Counter[str] = Counter()
    seq = 0
    for mission, texts in history.items():
        for (key, sheet), text in zip(saved.state.sheets.items(), texts, strict=True):
            for word in text.split():
                seq += 1
                skill = word.removeprefix(REWARD) or None
                is_reward = word.startswith(REWARD)
                points[key] += not is_reward
                line = {"id": f"paper-{seq:08}", "seen": seq - 1, "sheet": key}
                why: Any = "" if is_reward else MARKS[word]
                yield SavedEntry(
                    seq=seq,
                    at=ended.get(mission, saved.begun),
                    who=sheet.player,
                    kind="do",
                    command=RewardChoose(**line, skill=skill)  # type: ignore[arg-type]
                    if is_reward
                    else CepGain(**line, why=why),  # type: ignore[arg-type]
                    events=(
                        RewardChosen(sheet=key, skill=skill)
                        if is_reward
                        else CepGained(sheet=key, why=why, after=points[key]),
                    ),
                    mission=mission,
                )


def to_payload(saved: SavedCampaign, facts: CampaignFacts) -> bytes:
    """JSON without anything that stands at its default."""
    told = _told(saved)
    for name in ("format", "version", "entries"):
        told.pop(name, None)
    return msgspec.json.encode(told | {HISTORY: _history(facts)})


def _told(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return {
            field.encode_name: _told(found)
            for field in msgspec.structs.fields(value)
            if (found := getattr(value, field.name)) != field.default
            and not (field.default_factory is not msgspec.NODEFAULT and not found)
        }
    if isinstance(value, dict):
        return {key: _told(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_told(one) for one in value]
    if isinstance(value, datetime):
        return value.replace(second=0, microsecond=0).isoformat()
    return value


def _keys() -> list[bytes]:
    """Made of the site's secret: the newest first."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [hashlib.sha256(b"safehouse.paper:" + secret.encode()).digest() for secret in secrets]
