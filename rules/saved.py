"""Saved files of ours: which kind one is, told by the format it names near its beginning."""

import re
from typing import Final

PACK: Final = "safehouse.pack"
TABLE: Final = "safehouse.table"
CAMPAIGN: Final = "safehouse.campaign"
_BEGINNING = 4_000
# `format = "..."` of a pack, `"format": "..."` of the others; also of one that is cut off.
_NAMED = re.compile(rb'\bformat"?\s*[=:]\s*["\'](safehouse\.[a-z]+)["\']')


def saved_kind(data: bytes) -> str:
    """The format of such a file, be the rest of it broken; nothing if it names none of ours."""
    named = _NAMED.search(data[:_BEGINNING])
    return named[1].decode() if named else ""
