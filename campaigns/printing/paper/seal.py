"""Compressed and signed. Whoever has the key knows a sheet as their own; anybody can read it."""

import hashlib
import hmac
import zlib
from pathlib import Path
from typing import NamedTuple

from campaigns.printing.paper.codes import PaperError

FORM = 3
"""Of what is sealed. A new one for every change, and the old ones stay readable."""
READABLE = (1, 2, 3)
"""The second one also has what the sheets know from the log, the third has it in its order."""
SIGNATURE, CHECK = 8, 4
MOST_BYTES = 500_000
# Words both sides know; never change this file, begin another one for another dictionary.
WORDS = (Path(__file__).parent / "words-1.txt").read_bytes()


class Unsealed(NamedTuple):
    """The data from the paper, and whether this site printed it."""

    payload: bytes
    is_ours: bool


def seal(payload: bytes, key: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, WORDS)
    packed = packer.compress(payload) + packer.flush()
    check = zlib.crc32(payload).to_bytes(CHECK, "big")
    return bytes([FORM]) + _signature(payload, key) + check + packed


def unseal(data: bytes, keys: list[bytes]) -> Unsealed:
    """Return the payload of a whole set; `PaperError` when it is not what was printed."""
    if not data or data[0] not in READABLE:
        raise PaperError("form")
    signature = data[1 : 1 + SIGNATURE]
    check = data[1 + SIGNATURE : 1 + SIGNATURE + CHECK]
    unpacker = zlib.decompressobj(-15, WORDS)
    try:
        payload = unpacker.decompress(data[1 + SIGNATURE + CHECK :], MOST_BYTES)
    except zlib.error as error:
        raise PaperError("damaged") from error
    if unpacker.unconsumed_tail or zlib.crc32(payload).to_bytes(CHECK, "big") != check:
        raise PaperError("damaged")
    is_ours = any(hmac.compare_digest(signature, _signature(payload, key)) for key in keys)
    return Unsealed(payload, is_ours)


def _signature(payload: bytes, key: bytes) -> bytes:
    return hmac.digest(key, payload, hashlib.sha256)[:SIGNATURE]
