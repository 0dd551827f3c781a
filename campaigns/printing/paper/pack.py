"""A house pack as the parts of printed codes, and back: where it fits, all of it."""

from typing import Any, NamedTuple

import msgspec

from campaigns.printing.paper.campaign import paper_keys
from campaigns.printing.paper.codes import MOST_PARTS, PaperError, cut, join
from campaigns.printing.paper.seal import seal, unseal
from rules import IllegalCommand
from rules.workshop import PackContent, PackHead, read_file, write_file
from rules.workshop.file import PARTS

PACK = "pack"
"""The key of the payload by which it is known as a pack."""


class RestoredPack(NamedTuple):
    """The file the paper brings, and whether this house printed it."""

    document: bytes
    is_ours: bool


def pack_on_paper(head: PackHead, content: PackContent) -> list[str]:
    """The parts to print; none where there would be too many. What is in the bin stays there."""
    shown = msgspec.structs.replace(content, **{part: content.pieces(part) for part in PARTS})
    payload = msgspec.json.encode({PACK: head, "content": shown})
    parts = cut(seal(payload, paper_keys()[0]))
    return parts if len(parts) <= MOST_PARTS else []


def pack_from_paper(text: str) -> RestoredPack | None:
    """The pack of scanned codes as its file, read as strictly as one; None for other codes."""
    payload, is_ours = unseal(join([text.upper()]), paper_keys())
    try:
        fields: Any = msgspec.json.decode(payload)
        if not isinstance(fields, dict) or PACK not in fields:
            return None
        head = msgspec.convert(fields[PACK], PackHead)
        document = write_file(head, msgspec.convert(fields.get("content", {}), PackContent))
        read_file(document)
    except (msgspec.DecodeError, msgspec.ValidationError, IllegalCommand) as error:
        raise PaperError("unsound") from error
    return RestoredPack(document, is_ours)
