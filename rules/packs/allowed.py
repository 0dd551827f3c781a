"""A value that may not stand where it stands, said with those that may."""

from collections.abc import Iterable
from difflib import SequenceMatcher

SHOWN = 8


def not_there(value: object, allowed: Iterable[object]) -> str:
    """`there is no 'fat'; allowed: 'fatty', 'walker'`: the nearest first, long lists cut short."""
    words = nearest(str(value), {str(choice) for choice in allowed})
    if not words:
        return f"there is no {value!r}: nothing is allowed here"
    shown = ", ".join(repr(word) for word in words[:SHOWN])
    more = f" and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
    return f"there is no {value!r}; allowed: {shown}{more}"


def nearest(value: str, allowed: Iterable[str]) -> list[str]:
    """The words that look most like a value first; equally like ones by the alphabet."""

    def unlike(word: str) -> tuple[float, str]:
        return -SequenceMatcher(None, value, word).ratio(), word

    return sorted(allowed, key=unlike)
