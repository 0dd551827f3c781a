"""A campaign as the bytes of a paper set: all of it but the log, and no word twice."""

import hashlib
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from msgspec.structs import replace

from campaigns.printing.paper.codes import MOST_PARTS, PaperError, cut, join
from campaigns.printing.paper.seal import seal, unseal
from campaigns.transfer.document import FORMAT, VERSION, SavedCampaign, check_document
from rules import RuleError


class OnPaper(NamedTuple):
    """The parts to print, and what had to be left out to make them few enough."""

    parts: list[str]
    left_out: list[str]


class Restored(NamedTuple):
    """What the paper brings, and whether this house printed it."""

    saved: SavedCampaign
    is_ours: bool


def campaign_on_paper(saved: SavedCampaign) -> OnPaper:
    """Without the log; and without what the group typed of cards if it is too much for paper."""
    bare = replace(saved, entries=())
    lean = replace(bare, state=replace(bare.state, texts={}))
    sheets = {key: replace(one, note="") for key, one in lean.state.sheets.items()}
    least = replace(lean, state=replace(lean.state, sheets=sheets))
    for one, left_out in ((bare, []), (lean, ["texts"]), (least, ["texts", "notes"])):
        parts = cut(seal(to_payload(one), _keys()[0]))
        if len(parts) <= MOST_PARTS:
            return OnPaper(parts, left_out)
    return OnPaper([], ["everything"])


def campaign_from_paper(text: str) -> Restored:
    """The campaign of scanned codes; `PaperError` says what is missing or wrong."""
    payload, is_ours = unseal(join([text.upper()]), _keys())
    try:
        told: Any = msgspec.json.decode(payload)
        saved = msgspec.convert(
            {**told, "format": FORMAT, "version": VERSION, "entries": []}, SavedCampaign
        )
        check_document(saved)
    except (msgspec.DecodeError, msgspec.ValidationError, TypeError, RuleError) as error:
        raise PaperError("unsound") from error
    return Restored(saved, is_ours)


def to_payload(saved: SavedCampaign) -> bytes:
    """JSON without anything that stands at its default."""
    told = _told(saved)
    for name in ("format", "version", "entries"):
        told.pop(name, None)
    return msgspec.json.encode(told)


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
    return [hashlib.sha256(b"safehouse.paper:" + one.encode()).digest() for one in secrets]
