"""Letters no font of this machine has, and the package that has them."""

import unicodedata

PACKAGES = (
    (("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"), "fonts-noto-cjk"),
    (("ARABIC", "HEBREW", "DEVANAGARI", "THAI", "GEORGIAN", "ARMENIAN"), "fonts-noto-core"),
)
OTHERS = "fonts-noto-extra"


def package_of(letter: str) -> str:
    """Return a Debian package; the large one for rare scripts."""
    name = unicodedata.name(letter, "")
    return next((package for words, package in PACKAGES if name.startswith(words)), OTHERS)


def packages_of(letters: str) -> list[str]:
    return list(dict.fromkeys(package_of(letter) for letter in letters))
