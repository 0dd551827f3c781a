"""Names of people, survivors and zones: visible and distinguishable, by one rule for all."""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator

from rules.errors import IllegalCommand

LENGTH = 60
OWN = "own-"
"""Prefix of the key of a survivor who is in no box."""
JOINER = "\u200d"
# Letters and symbols by category that are nevertheless invisible.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
SPACES = frozenset({"Zs", "Zl", "Zp"})
MARKS = frozenset({"Mn", "Me"})
MOST_MARKS = 3
"""Most combining marks on one letter: enough for any script, too few to cover the line above."""
# An emoji made of several; only between two of them is a joiner allowed.
_PICTURE = "[\u2190-\u2bff\U0001f000-\U0001faff]\ufe0f?[\U0001f3fb-\U0001f3ff]?"
_JOINED = re.compile(f"{_PICTURE}(?:{JOINER}{_PICTURE})+")
# Letters of other alphabets on phones that look like Latin ones.
_LOOKS = str.maketrans(
    "АВЕЗКМНОРСТУХаеорсухіїјѕԁԛԝһӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρυαιıɑɡƖ",
    "ABE3KMHOPCTYXaeopcyxiïjsdqwhlABEZHIKMNOPTYXovpuaiiagl",
)
# Capital i, one and small l; zero and capital o: the same strokes in most fonts.
_STROKES = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "O"})


def tidy(name: str) -> str:
    """Return the name as stored: composed (NFC), trimmed, single spaces, nothing invisible."""
    kept, start = [], 0
    composed = unicodedata.normalize("NFC", name)
    for joined in _JOINED.finditer(composed):
        kept += [_visible(composed[start : joined.start()]), joined[0]]
        start = joined.end()
    kept.append(_visible(composed[start:]))
    return " ".join("".join(kept).split())


def _visible(text: str) -> str:
    letters: list[str] = []
    marks = 0
    for letter in text:
        category = unicodedata.category(letter)
        if category in SPACES or letter in "\t\n\r":
            letters.append(" ")
        elif category not in INVISIBLE and letter not in BLANK:
            marks = marks + 1 if category in MARKS else 0
            if marks <= MOST_MARKS:
                letters.append(letter)
    return "".join(letters)


def is_name(name: str, most: int = LENGTH) -> bool:
    """Check if it is a valid stored name: tidy, not empty, not too long."""
    has_letters = any(unicodedata.category(character) not in MARKS for character in name)
    return 1 <= len(name) <= most and has_letters and tidy(name) == name


def checked(name: str, code: str, most: int = LENGTH) -> str:
    """Return the tidy name; raise with that code if nothing is left of it or it is too long."""
    kept = tidy(name)
    if not is_name(kept, most):
        raise IllegalCommand(code, most=most)
    return kept


def _seen(name: str) -> frozenset[tuple[str, str]]:
    """Return the forms by which names look alike: letters ignoring case, and similar strokes."""
    plain = "".join(unicodedata.normalize("NFKC", tidy(name)).translate(_LOOKS).split())
    return frozenset({("letters", plain.casefold()), ("strokes", plain.translate(_STROKES))})


def look_alike(name: str, other: str) -> bool:
    """Check if people at a table could mistake one name for the other."""
    return bool(_seen(name) & _seen(other))


def like(name: str, others: Iterable[str]) -> str | None:
    """Return the first of `others` that looks like that name, or None."""
    seen = _seen(name)
    return next((other for other in others if seen & _seen(other)), None)


def as_spelt(name: str, others: Iterable[str]) -> str:
    """Return the first of `others` that looks like the name, else the tidy name.

    Two spellings are one person.
    """
    return like(name, others) or tidy(name)


def alike(names: Iterable[str]) -> Iterator[str]:
    """Yield the earlier name for each name that looks like one."""
    earlier: list[str] = []
    for name in names:
        if (other := like(name, earlier)) is not None:
            yield other
        earlier.append(name)


def free_name(name: str, others: Iterable[str]) -> str:
    """Return the name, with the first number that makes it unique if it is taken."""
    taken = list(others)
    number, free = 1, name
    while like(free, taken) is not None:
        number += 1
        mark = f" ({number})"
        free = name[: LENGTH - len(mark)] + mark
    return free


def own_key(name: str, taken: Container[str]) -> str:
    """Return a key for a survivor the group made up; the same name gives the same key."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain)).strip("-_")
    key = unique = OWN + (words[:40].strip("-") or "survivor")
    number = 1
    while unique in taken:
        number += 1
        unique = f"{key}-{number}"
    return unique
