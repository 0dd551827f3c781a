"""`make where TEXT="..."`: names file and line of a text that a page shows, in either language.

Looks in Python and templates, in the catalogues of locale/ and in the packs. A text with
placeholders is found as the page shows it, filled in: "Round 3: players" for "Round %(round)s:
%(phase)s". Scripts have no texts of their own: theirs stand in the templates.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from html import unescape
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("api", "campaigns", "companion", "config", "rules")
SHOWN = {"es", "en", "name", "title"}
"""Keys of the packs whose words are shown; the others hold ids, numbers and sources."""
MOST = 10
ELSEWHERE = (
    "Try a piece of it without names and numbers. Else somebody typed it, or it comes from Django, "
    "a group's own pack or a game from outside."
)

GETTEXT = re.compile(r"_|(?P<plural>n)?(?P<context>p)?gettext(?:_lazy|_noop)?")
STRING = r"u?(?:'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")"
CALL = re.compile(rf"\b(?P<name>_|n?p?gettext)\((?P<strings>{STRING}(?:, {STRING})*)")
HOLE = re.compile(r"%\(\w+\)\+?[sd]|%[sd]|\{\w*\}")
HOLE_AT_AN_END = re.compile(rf"^(?:(?:{HOLE.pattern})\W*)+|(?:\W*(?:{HOLE.pattern}))+$")
TAG = re.compile(r"</?[a-z][^>]*>")
FEWEST_LETTERS = 4
"""Of a text that is called a part of what is looked for: every page is full of "a" and "of"."""


def letters(text: str) -> int:
    return sum(letter.isalpha() for letter in text)


def plain(text: str) -> str:
    """As it is compared: without tags, upper case and line breaks."""
    return " ".join(unescape(TAG.sub("", text)).replace("%%", "%").casefold().split())


@dataclass(frozen=True)
class Text:
    """One form of a text in one language; `places` are where it is to be changed."""

    words: str
    places: tuple[str, ...]

    @cached_property
    def plain(self) -> str:
        return plain(self.words)

    def fills(self, wanted: str) -> tuple[str, ...] | None:
        """What stands in its placeholders, if it is the whole of what is looked for."""
        if not _may_hold(wanted, self.plain):
            return None
        match = re.fullmatch(_pattern(self.plain), wanted)
        return match and match.groups()

    def is_part_of(self, wanted: str) -> bool:
        inner = HOLE_AT_AN_END.sub("", self.plain)
        if letters(HOLE.sub("", inner)) < FEWEST_LETTERS or not _may_hold(wanted, inner):
            return False
        return re.search(rf"(?<!\w){_pattern(inner)}(?!\w)", wanted) is not None


def _may_hold(wanted: str, text: str) -> bool:
    """Quickly told for most of ten thousand texts."""
    return all(literal in wanted for literal in HOLE.split(text))


def _pattern(text: str) -> str:
    """Of a text as a page shows it, with something in each placeholder."""
    holes = (r"([+-]?\d+)" if hole.endswith("d") else "(.+?)" for hole in HOLE.findall(text))
    literals = map(re.escape, HOLE.split(text))
    return "".join(chain.from_iterable(zip_longest(literals, holes, fillvalue="")))


@dataclass(frozen=True)
class Key:
    """What a catalogue knows a text by."""

    context: str | None
    singular: str


# ---------- reading ----------


def calls_of_python(source: str) -> Iterator[tuple[int, str, list[str]]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            strings = [each.value for each in node.args if isinstance(each, ast.Constant)]
            yield node.lineno, node.func.id, [each for each in strings if isinstance(each, str)]


def calls_of_template(source: str) -> Iterator[tuple[int, str, list[str]]]:
    """As `makemessages` reads them."""
    for number, line in enumerate(templatize(source).splitlines(), 1):
        for call in CALL.finditer(line):
            strings = re.findall(STRING, call["strings"])
            yield number, call["name"], [ast.literal_eval(each) for each in strings]


def sources() -> Iterator[tuple[Path, Callable[[str], Iterator[tuple[int, str, list[str]]]]]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path, calls_of_python
    for path in sorted(each for each in (ROOT / "templates").rglob("*") if each.is_file()):
        yield path, calls_of_template


def written() -> dict[Key, tuple[list[str], list[str]]]:
    """The texts of code and templates: of each its forms and its places."""
    known: dict[Key, tuple[list[str], list[str]]] = {}
    for path, calls in sources():
        for line, name, strings in calls(path.read_text(encoding="utf-8")):
            if (match := GETTEXT.fullmatch(name)) and strings:
                context = strings.pop(0) if match["context"] and strings[1:] else None
                forms, places = known.setdefault(Key(context, strings[0]), ([], []))
                forms += strings[: 2 if match["plural"] else 1]
                places.append(f"{path.relative_to(ROOT)}:{line}")
    return known


def texts_of_the_site() -> Iterator[Text]:
    texts = written()
    for forms, places in texts.values():
        for form in dict.fromkeys(forms):
            yield Text(form, tuple(places))
    for path in sorted((ROOT / "locale").rglob("*.po")):
        with path.open("rb") as file:
            catalogue = list(read_po(file))
        for message in catalogue:
            if message.id:
                singular, *_ = [message.id] if isinstance(message.id, str) else message.id
                strings = [message.string] if isinstance(message.string, str) else message.string
                places = texts.get(Key(message.context, singular), ([], []))[1]
                here = f"{path.relative_to(ROOT)}:{message.lineno}"
                for string in filter(None, strings or ()):
                    yield Text(string, (here, *places))


def texts_of_packs() -> Iterator[Text]:
    for path in sorted((ROOT / "rules/packs/data").rglob("*.toml")):
        for key, words in _shown("", tomllib.loads(path.read_text(encoding="utf-8"))):
            yield Text(words, (f"{path.relative_to(ROOT)}: {key}",))


def _shown(key: str, node: Any) -> Iterator[tuple[str, str]]:
    if isinstance(node, str):
        if key.rpartition(".")[2] in SHOWN:
            yield key, node
    elif isinstance(node, dict):
        for name, value in node.items():
            yield from _shown(f"{key}.{name}".lstrip("."), value)
    elif isinstance(node, list):
        for number, value in enumerate(node):
            named = isinstance(value, dict) and (value.get("id") or value.get("code"))
            yield from _shown(f"{key}[{named or number}]", value)


@cache
def all_texts() -> tuple[Text, ...]:
    return (*texts_of_the_site(), *texts_of_packs())


# ---------- looking ----------


def where(wanted: str) -> tuple[str, list[Text]]:
    """How the text was found, and the texts it is found in, the likeliest first."""
    wanted = plain(wanted)
    texts = all_texts() if wanted else ()
    known = {text.plain for text in texts}
    unknown = {}  # how many letters in its placeholders are no text of ours, but say a name
    for text in texts:
        if (fills := text.fills(wanted)) is not None:
            unknown[text] = sum(letters(fill) for fill in fills if fill not in known)
    fewest = min(unknown.values(), default=0)
    if unknown and fewest <= letters(wanted) / 2:
        return "", [text for text, count in unknown.items() if count == fewest]
    if longer := [text for text in texts if wanted in text.plain]:
        return "In a longer text:", sorted(longer, key=lambda text: len(text.plain))
    parts = [text for text in texts if text.is_part_of(wanted)]
    return "Not as one text. Its parts may be:", sorted(parts, key=lambda t: -len(t.plain))


def main(wanted: str) -> None:
    how, found = where(wanted)
    if not found:
        print(f'"{wanted}" is in no text of ours. {ELSEWHERE}')
        return
    print(how, end="\n" if how else "")
    for text in found[:MOST]:
        print(text.words, *text.places, sep="\n  ")
    if found[MOST:]:
        print(f"And {len(found) - MOST} more. A longer piece of the text finds fewer.")


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
