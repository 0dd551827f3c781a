"""Nothing overprints, is cut or missing, or cannot be read aloud: with the worst anybody types.

`make test` tries each content in one of four looks; `make soak` tries all contents in all looks.
"""

import os
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from django.utils import translation

from campaigns.printing import cutting, tents
from campaigns.printing.kind import Content
from campaigns.printing.kinds import KINDS
from campaigns.printing.look import Look
from campaigns.printing.render import Made, make_pdf
from tests.printing import extreme
from tests.printing.boxes import crossing, faults, letters, pages, squeezed
from tests.printing.reading import text_of
from tests.printing.tags import silences

PAIRS: tuple[tuple[Look, str], ...] = (
    (Look(paper="a4", ink="full", type="ordinary"), "es"),
    (Look(paper="letter", ink="saving", type="ordinary"), "en"),
    (Look(paper="a4", ink="saving", type="large"), "en"),
    (Look(paper="letter", ink="full", type="large"), "es"),
)
ALL: tuple[tuple[Look, str], ...] = tuple(
    (Look(paper=paper, ink=ink, type=size), language)  # type: ignore[arg-type]
    for paper, ink, size, language in product(
        ("a4", "letter"), ("full", "saving"), ("ordinary", "large"), ("es", "en")
    )
)
CONTENTS = {
    (which, name): (kind, content)
    for which in ("worst", "usual")
    for name, kind, content in extreme.contents(which)
}


def cases() -> Iterator[tuple[str, str, Look, str]]:
    for number, (which, name) in enumerate(CONTENTS):
        looks = ALL if os.environ.get("SOAK") else (PAIRS[number % len(PAIRS)],)
        for look, language in looks:
            if os.environ.get("SOAK") or which == "worst":
                yield which, name, look, language


@cache
def made(which: str, name: str, look: Look, language: str) -> Made:
    kind, content = CONTENTS[which, name]
    with translation.override(language):
        record = KINDS[kind]
        return make_pdf(record.pieces(content), look, title=record.title(content))


def test_every_kind_is_tried() -> None:
    assert {kind for kind, _content in CONTENTS.values()} == set(KINDS)


@pytest.mark.parametrize(("which", "name", "look", "language"), list(cases()))
def test_no_word_lies_over_another_or_over_the_edge(
    which: str, name: str, look: Look, language: str
) -> None:
    print_ = made(which, name, look, language)
    assert print_.flaws == []
    assert faults(print_.pdf) == []
    text = letters(print_.pdf)
    kind, content = CONTENTS[which, name]
    words = typed(content) if kind != "city-reference" else ()  # which names nobody
    missing = [word for word in words if squeezed(word) not in text]
    assert missing == []
    assert silences(print_.pdf, language) == []


def test_a_tick_is_text() -> None:
    text = " ".join(text_of(made("usual", "campaign", PAIRS[0][0], "es").pdf).split())
    assert "X en juego" in text
    assert "X fuera de combate" not in text


def typed(content: Content | Any) -> Iterator[str]:
    """What people typed, word by word: names, notes, sentences."""
    told: list[str] = []
    for campaign in (getattr(content, "campaign", None), getattr(content, "story", None)):
        facts = getattr(campaign, "campaign", campaign)
        if facts is None:
            continue
        told.append(facts.name)
        keys = getattr(content, "sheets", None)
        for sheet in facts.sheets:
            if isinstance(keys, tuple) and sheet.key in keys:
                told += [sheet.name, sheet.player, sheet.notes, *sheet.achievements[2:]]
        if keys is None:
            told += [run.sentence for run in facts.runs if run.sentence]
    for attribute in ("survivors", "players", "seats"):
        for person in getattr(content, attribute, ()):
            told += [getattr(person, "name", ""), getattr(person, "player", "")]
    for text in told:
        yield from text.split()


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", ["ordinary", "large"])
@pytest.mark.parametrize("kind", ["survivors", "weapons"])
def test_no_cut_goes_through_a_word(paper: Any, size: Any, kind: str) -> None:
    look = Look(paper=paper, type=size)
    cut = {"survivors": cutting.SURVIVORS, "weapons": cutting.WEAPONS}[kind].on(look)
    pdf = made("worst", f"{kind}-black-plague", look, "es").pdf
    for page in pages(pdf):
        assert crossing(page, cut.columns, cut.rows) == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", ["ordinary", "large"])
def test_no_fold_goes_through_a_word(paper: Any, size: Any) -> None:
    look = Look(paper=paper, type=size)
    tent, seats = tents.tent(look), tents.seats(look)
    for page in pages(made("worst", "table-card", look, "es").pdf)[:1]:
        assert crossing(page, [], tent.folds) == []
    for page in pages(made("worst", "seats", look, "es").pdf)[:1]:
        assert crossing(page, seats.columns, [*seats.rows, *seats.folds]) == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_name_runs_into_the_code_of_its_seat(paper: Any) -> None:
    look = Look(paper=paper)
    seats, below = tents.seats(look), {"a4": 23.6, "letter": 21.0}[paper]
    page = pages(made("worst", "seats", look, "es").pdf)[0]
    for number in range(tents.SEATS_A_PAGE):
        left, top = seats.front(number)
        name = [
            word
            for word in page.words
            if left - 1 < word.left < left + 30 and top + 6 < word.core[0] < top + below + 30
        ]
        assert name
        assert max(word.core[1] for word in name) < top + below


def test_the_heads_of_a_table_come_again_on_every_page() -> None:
    pdf = made("worst", "reference-black-plague", PAIRS[0][0], "es").pdf
    skills = [page for page in pages(pdf)[1:] if page.words]
    assert len(skills) > 2
    assert all("HABILIDAD" in {word.text for word in page.words} for page in skills)


def test_nothing_is_smaller_than_eight_points() -> None:
    """The box of a word is about as tall as its line: a fifth more than the type."""
    for name in ("campaign", "mission-black-plague", "story", "city-score", "seats"):
        pdf = made("worst", name, PAIRS[0][0], "es").pdf
        heights = [
            word.bottom - word.top
            for page in pages(pdf)
            for word in page.words
            if any(letter.isalpha() for letter in word.text)
        ]
        assert min(heights) * 72 / 25.4 >= 8, name
