"""What holds on every page: words in the reader's language, a way back, a next step."""

import re
from collections.abc import Container, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from babel.messages.pofile import read_po
from msgspec import inspect

from rules import games, kind_of, load_packs
from tests.robot.page import Page
from tests.robot.player import place

ROOT = Path(__file__).resolve().parent.parent.parent
JOINED = re.compile(r"(?<![\w./-])[a-z0-9]+(?:[-_.][a-z0-9]+)+(?![\w-])")
"""Words as ids have them: `machete-2`, `spawn.resolved`, `own-abuela`."""
COPY = re.compile(r"-\d+$")
LEFT_OVER = re.compile(r"\{\{|\{%|%\(\w+\)[sd]|\bundefined\b|<[a-z]+\.|\bNaN\b|\w \.$")
SHORTEST = 4
STEP = re.compile(r"\bstep=(\d)")
TABLE = re.compile(r"^/tables/[0-9a-f-]{36}/(sheets/.*)?$")
SAME_IN_BOTH = frozenset({"app", "no", "ram"})


class Fault(NamedTuple):
    """A promise that a page does not keep."""

    promise: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.promise}: {self.where}: {self.what}"


@cache
def ids() -> frozenset[str]:
    """Every id of every pack that nobody would write like that, and every kind."""
    known: set[str] = set()
    for pack in load_packs().values():
        known |= {each for each in _ids_in(msgspec.to_builtins(pack)) if re.search("[-_.]", each)}
    for game in games.values():
        known |= set(game.commands) | {kind_of(event) for event in game.events}
    return frozenset(known)


def _ids_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value["id"]
        for each in value.values():
            yield from _ids_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _ids_in(each)


@cache
def bare_values() -> frozenset[str]:
    """Values of commands, which have a word of their own in every language."""
    literals: set[str] = set()
    for game in games.values():
        for info in inspect.multi_type_info(list(game.asks)):
            literals |= set(_literals(info))
    return frozenset(each for each in literals if each.isalpha()) - SAME_IN_BOTH


def _literals(info: Any) -> Iterator[str]:
    if isinstance(info, inspect.LiteralType):
        yield from (each for each in info.values if isinstance(each, str))
    elif isinstance(info, inspect.UnionType):
        for each in info.types:
            yield from _literals(each)
    elif isinstance(info, inspect.StructType):
        for field in info.fields:
            yield from _literals(field.type)
    for name in ("item_type", "key_type", "value_type"):
        if isinstance(inner := getattr(info, name, None), inspect.Type):
            yield from _literals(inner)


@cache
def english_only() -> frozenset[str]:
    """Texts that are no Spanish: of the catalogue and of the packs."""
    english: set[str] = set()
    spanish: set[str] = set()
    with (ROOT / "locale/es/LC_MESSAGES/django.po").open("rb") as file:
        for message in read_po(file, locale="es"):
            if isinstance(message.id, str) and message.id:
                english.add(message.id)
                spanish.add(str(message.string))
    for pack in load_packs().values():
        for terms in _terms(msgspec.to_builtins(pack)):
            english.add(terms["en"])
            spanish.add(terms["es"])
    return frozenset(each for each in english - spanish if len(each) >= SHORTEST)


def _terms(value: Any) -> Iterator[dict[str, str]]:
    if isinstance(value, dict):
        if isinstance(value.get("en"), str) and isinstance(value.get("es"), str):
            yield value
        for each in value.values():
            yield from _terms(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _terms(each)


def faults(page: Page, language: str, typed: Container[str] = ()) -> Iterator[Fault]:
    """What is wrong with a page; what somebody has typed may be said back to them."""
    where = place(page.url)
    if page.status >= 500:
        yield Fault("never fails", where, str(page.status))
        return
    for promise, what in _unfit_words(page, language):
        if what.partition(" in ")[0] not in typed:
            yield Fault(promise, where, what)
    if not _leads_back(page):
        yield Fault("has a way back", where, "no link leads on")
    if TABLE.match(page.path) and page.status == 200 and not _goes_on(page):
        yield Fault("has a next step", where, "nothing says what comes next")


def _unfit_words(page: Page, language: str) -> Iterator[tuple[str, str]]:
    for piece in page.texts:
        yield from _unfit(piece, language)


@lru_cache(maxsize=20_000)
def _unfit(piece: str, language: str) -> tuple[tuple[str, str], ...]:
    """What is wrong with a piece of text; most of them stand on many pages."""
    known = ids()
    wrong = [
        ("has no raw id", f"{word} in {piece!r}")
        for word in JOINED.findall(piece)
        if word in known or COPY.sub("", word) in known
    ]
    if LEFT_OVER.search(piece) or piece in ("None", "null", "()", "[]"):
        wrong.append(("is all words", repr(piece)))
    if language == "es":
        if "None" in re.findall(r"\w+", piece):
            wrong.append(("is all words", repr(piece)))
        if piece in bare_values() or piece in english_only():
            wrong.append(("is translated", repr(piece)))
    return tuple(wrong)


def _leads_back(page: Page) -> bool:
    return any("#" not in link.href and _elsewhere(link.href, page) for link in page.links)


def _elsewhere(href: str, page: Page) -> bool:
    """Another page, or another step of the same one."""
    path, _mark, query = href.partition("?")
    steps = STEP.findall(query)
    return path != page.path or (bool(steps) and steps != STEP.findall(page.url))


def _goes_on(page: Page) -> bool:
    """By the large button, or, once it is over, by the one that leads back to its campaign."""
    return "next" in page.ids or "onward" in page.ids
