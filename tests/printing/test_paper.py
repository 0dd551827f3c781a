"""A campaign in QR codes: cut, sealed, read back whole or refused in words."""

import hashlib
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.printing.paper import codes, seal
from campaigns.printing.paper.codes import PaperError

KEY, OTHER = b"k" * 32, b"o" * 32
PAYLOAD = b'{"name":"Los del s\xc3\xb3tano"}' * 60


@given(st.binary(max_size=900))
def test_every_byte_comes_back_from_text(data: bytes) -> None:
    text = codes.to_text(data)
    assert set(text) <= set(codes.ALPHABET)
    assert codes.to_bytes(text) == data


@given(st.binary(min_size=1, max_size=3000), st.randoms())
def test_parts_come_together_in_any_order_from_any_host(data: bytes, random: object) -> None:
    parts = codes.cut(data, 100)
    links = [f"https://somewhere.example:8443/r#{part}" for part in (*parts, parts[0])]
    random.shuffle(links)  # type: ignore[attr-defined]
    assert codes.join(links) == data
    assert codes.join([" ".join(parts)]) == data


def broken(text: str) -> PaperError:
    with pytest.raises(PaperError) as caught:
        codes.join([text])
    return caught.value


def test_a_missing_part_is_named() -> None:
    parts = codes.cut(bytes(range(250)), 100)
    error = broken(" ".join((parts[0], parts[2])))
    assert (error.code, error.params) == ("missing", {"numbers": "2", "of": 3})


def test_parts_of_two_sets_are_not_mixed() -> None:
    first, other = codes.cut(b"one" * 100, 100), codes.cut(b"two" * 100, 100)
    assert broken(f"{first[0]} {other[1]}").code == "mixed"


@pytest.mark.parametrize("text", ["", "hello", "http://x/r#", "ZZZZ.1.1.AAA"])
def test_text_without_a_code_is_none(text: str) -> None:
    assert broken(text).code == "nothing"


def test_a_changed_letter_is_noticed() -> None:
    (part,) = codes.cut(b"a campaign", 100)
    letter = "0" if part[-1] != "0" else "1"
    assert broken(part[:-1] + letter).code == "damaged"


@given(st.binary(max_size=3000))
def test_sealed_is_unsealed(payload: bytes) -> None:
    assert seal.unseal(seal.seal(payload, KEY), [KEY]) == (payload, True)


def test_whoever_has_another_key_reads_it_and_knows_it_is_not_theirs() -> None:
    data = seal.seal(PAYLOAD, KEY)
    assert seal.unseal(data, [OTHER]) == (PAYLOAD, False)
    assert seal.unseal(data, [OTHER, KEY]).is_ours


def test_a_changed_signature_is_not_ours_and_a_changed_check_is_damage() -> None:
    data = bytearray(seal.seal(PAYLOAD, KEY))
    data[5] ^= 1
    assert not seal.unseal(bytes(data), [KEY]).is_ours
    data[10] ^= 1
    with pytest.raises(PaperError, match="damaged"):
        seal.unseal(bytes(data), [KEY])


def test_a_newer_form_says_so() -> None:
    with pytest.raises(PaperError, match="form"):
        seal.unseal(b"\x09whatever", [KEY])


def test_a_bomb_is_refused() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, seal.WORDS)
    packed = packer.compress(b"0" * 5_000_000) + packer.flush()
    with pytest.raises(PaperError, match="damaged"):
        seal.unseal(bytes([seal.FORM]) + b"\0" * 12 + packed, [KEY])


def test_the_words_of_form_1_never_change() -> None:
    """Sheets printed years ago are read with them."""
    assert hashlib.sha256(seal.WORDS).hexdigest() == WORDS_1


WORDS_1 = "ac3fb2e1e1e1da7e7c89f97f11664ecf8af33fa4e5db2c9c8a66628dd95238ab"
