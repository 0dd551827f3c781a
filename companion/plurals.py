"""`3 Corredores`, `3 Runners`: the packs name one of a kind, the table counts them."""

_ES_ACCENTS = {"á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u"}
_LINKS = {"de", "del", "con", "a", "with", "of", "on"}


def plural(word: str, language: str) -> str:
    """Return a pack's noun in the plural: every word of it in Spanish, the last one in English."""
    words = word.split(" ")
    link = next((n for n, part in enumerate(words) if part in _LINKS), len(words))
    head, tail = words[:link], words[link:]
    if language.startswith("es"):
        head = [_several_es(part) for part in head]
    else:
        head[-1] = _several_en(head[-1])
    return " ".join((*head, *tail))


def agreeing(count: int, word: str, language: str) -> str:
    """Return the noun alone, as it stands after that number."""
    return word if count == 1 else plural(word, language)


def counted(count: int, word: str, language: str) -> str:
    """Return the number and the noun that agrees with it."""
    return f"{count} {agreeing(count, word, language)}"


def _several_es(word: str) -> str:
    last = word[-1].lower()
    if last in "sx" or len(word) == 1:
        return word
    if last in "aeiouáéó":
        return f"{word}s"
    if word[-2].lower() in _ES_ACCENTS and last == "n":
        word = f"{word[:-2]}{_ES_ACCENTS[word[-2].lower()]}{word[-1]}"
    return f"{word[:-1]}ces" if last == "z" else f"{word}es"


def _several_en(word: str) -> str:
    if len(word) == 1 or word.endswith(("us", "ss")):
        return word
    if word[-1] == "y" and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"
