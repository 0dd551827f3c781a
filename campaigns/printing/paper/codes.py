"""Bytes as text for QR codes, cut into parts and put together again.

A part is `SET.NUMBER.OF.DATA`. SET is made of the whole, so parts of two prints never mix. DATA is
base 41: two bytes in three characters that are in QR's alphanumeric set and safe in an address.
Behind `#` of a link nothing of it is sent to a server by opening the link.
"""

import re
import zlib
from collections.abc import Iterable

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.:*$"
BASE = len(ALPHABET)
PAIR, TRIPLE = 2, 3
PART_BYTES = 400
"""A code of version 17 at error correction M: printed at 34 mm a module is 0.38 mm wide."""
MOST_PARTS = 24
_VALUES = {letter: value for value, letter in enumerate(ALPHABET)}
_PART = re.compile(r"\b([0-9A-F]{4})\.(\d{1,2})\.(\d{1,2})\.([0-9A-Z\-.:*$]+)")


class PaperError(Exception):
    """A refusal of scanned codes; `code` says why, `params` which parts."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code, self.params = code, params


def to_text(data: bytes) -> str:
    """Base 41; a last single byte takes two characters."""
    letters: list[str] = []
    for first in range(0, len(data), PAIR):
        pair = data[first : first + PAIR]
        value = int.from_bytes(pair, "big")
        for _ in range(TRIPLE if len(pair) == PAIR else PAIR):
            value, digit = divmod(value, BASE)
            letters.append(ALPHABET[digit])
    return "".join(letters)


def to_bytes(text: str) -> bytes:
    """Return the reverse of `to_text`; `PaperError` for what it never writes."""
    out = bytearray()
    for first in range(0, len(text), TRIPLE):
        letters = text[first : first + TRIPLE]
        value = sum(_VALUES[letter] * BASE**place for place, letter in enumerate(letters))
        size = PAIR if len(letters) == TRIPLE else 1
        if len(letters) == 1 or value >= 256**size:
            raise PaperError("damaged")
        out += value.to_bytes(size, "big")
    return bytes(out)


def cut(data: bytes, size: int = PART_BYTES) -> list[str]:
    """Return the parts of one set, as even as can be."""
    count = max(1, -(-len(data) // size))
    step = -(-len(data) // count)
    step += step % PAIR  # an odd byte only at the very end
    name = _name(data)
    return [
        f"{name}.{number}.{count}.{to_text(data[first : first + step])}"
        for number, first in enumerate(range(0, len(data), step), 1)
    ]


def _name(data: bytes) -> str:
    return f"{zlib.crc32(data):08X}"[:4]


def join(scanned: Iterable[str]) -> bytes:
    """The whole from its parts: links or bare, from any host, in any order, some of them twice."""
    sets: dict[tuple[str, int], dict[int, str]] = {}
    for text in scanned:
        for name, number, count, data in _PART.findall(text):
            sets.setdefault((name, int(count)), {})[int(number)] = data
    if not sets:
        raise PaperError("nothing")
    if len(sets) > 1:
        raise PaperError("mixed", sets=", ".join(sorted(name for name, _count in sets)))
    ((name, count), parts), *_ = sets.items()
    missing = [number for number in range(1, count + 1) if number not in parts]
    if missing:
        raise PaperError("missing", numbers=", ".join(map(str, missing)), of=count)
    data = b"".join(to_bytes(parts[number]) for number in range(1, count + 1))
    if _name(data) != name:
        raise PaperError("damaged")
    return data
