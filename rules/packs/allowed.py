"""Messages for a value that is not allowed, with the allowed ones."""

from collections.abc import Iterable
from difflib import SequenceMatcher

SHOWN = 8


def not_there(value: object, allowed: Iterable[object]) -> str:
    """Return `there is no 'fat'; allowed: 'fatty', 'walker'`.

    The nearest words come first; long lists are cut short.
    """
    words = nearest(str(value), {str(choice) for choice in allowed})
    if not words:
        return f"there is no {value!r}: nothing is allowed here"
    shown = ", ".join(repr(word) for word in words[:SHOWN])
    more = f" and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
    return f"there is no {value!r}; allowed: {shown}{more}"


def nearest(value: str, allowed: Iterable[str]) -> list[str]:
    """Return the words sorted by likeness to a value; equally like ones alphabetically."""

    def unlike(word: str) -> tuple[float, str]:
        return -SequenceMatcher(None, value, word).ratio(), word

    return sorted(allowed, key=unlike)
