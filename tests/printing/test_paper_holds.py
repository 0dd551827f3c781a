"""Nothing overprints, is cut or missing, or cannot be read aloud: with the worst anybody types.

`make test` tries each content in one of four looks, so that every kind is tried in all four as far
as it has so many contents; `make soak` tries all contents in all sixteen looks.
"""

import os
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from campaigns.printing import cutting, tents
from campaigns.printing.kind import Content
from campaigns.printing.kinds import KINDS
from campaigns.printing.look import Look
from campaigns.printing.render import lay_out
from tests.printing import extreme
from tests.printing.boxes import Page, crossing, faults, letters, pages, smallest, squeezed
from tests.printing.prints import made, pages_as_html, said
from tests.printing.rooms import too_low
from tests.printing.tags import silences

Case = tuple[str, str, Look, str]
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
QUICK = {"seat-cards", "table-card"}
"""Small enough to be tried in all four looks each time."""


def cases() -> Iterator[Case]:
    seen: dict[str, int] = {}
    for number, ((which, name), (kind, _content)) in enumerate(CONTENTS.items()):
        if os.environ.get("SOAK"):
            looks = ALL
        elif which == "usual":
            looks = ()
        elif kind in QUICK:
            looks = PAIRS
        else:
            seen[kind] = seen.get(kind, number) + 1
            looks = (PAIRS[seen[kind] % len(PAIRS)],)
        yield from ((which, name, look, language) for look, language in looks)


def named(case: Any) -> str | None:
    return "-".join(case.told.values()) if isinstance(case, Look) else None


def test_every_kind_is_tried() -> None:
    assert {kind for kind, _content in CONTENTS.values()} == set(KINDS)


@pytest.mark.parametrize(("which", "name", "look", "language"), list(cases()), ids=named)
def test_no_word_lies_over_another_or_over_the_edge(
    which: str, name: str, look: Look, language: str
) -> None:
    kind, content = CONTENTS[which, name]
    print_ = made(kind, content, language, look)
    assert print_.flaws == []
    assert faults(print_.pdf) == []
    assert smallest(print_.pdf) >= 8, "points"
    text = letters(print_.pdf)
    words = typed(content) if kind != "city-reference" else ()  # which names nobody
    assert [word for word in words if squeezed(word) not in text] == []
    assert silences(print_.pdf, language) == []
    assert list(cut_through(kind, pages(print_.pdf), look)) == []


def typed(content: Content | Any) -> Iterator[str]:
    """What people typed, word by word: names, notes, sentences."""
    texts: list[str] = []
    for campaign in (getattr(content, "campaign", None), getattr(content, "story", None)):
        facts = getattr(campaign, "campaign", campaign)
        if facts is None:
            continue
        texts.append(facts.name)
        keys = getattr(content, "sheets", None)
        for sheet in facts.sheets:
            if isinstance(keys, tuple) and sheet.key in keys:
                texts += [sheet.name, sheet.player, sheet.notes, *sheet.achievements[2:]]
        if keys is None:
            texts += [run.sentence for run in facts.runs if run.sentence]
    for attribute in ("survivors", "players", "seats"):
        for person in getattr(content, attribute, ()):
            texts += [getattr(person, "name", ""), getattr(person, "player", "")]
    for text in texts:
        yield from text.split()


def cut_through(kind: str, printed: list[Page], look: Look) -> Iterator[str]:
    """Words that a pair of scissors or a fold goes through."""
    places: dict[str, Callable[[Look], tuple[list[float], list[float]]]] = {
        "survivor-cards": lambda look: cutting.SURVIVORS.on(look)[2:4],
        "weapon-cards": lambda look: cutting.WEAPONS.on(look)[2:4],
        "table-card": lambda look: ([], tents.tent(look).folds),
        "seat-cards": lambda look: (
            tents.seats(look).columns,
            sorted([*tents.seats(look).rows, *tents.seats(look).folds]),
        ),
    }
    if kind in places:
        columns, rows = places[kind](look)
        # The list of who plays whom, behind cards that have no room for it, is not cut.
        whole = [page for page in printed if not any(word.size == 20 for word in page.words[:4])]
        for page in whole if kind in ("survivor-cards", "weapon-cards") else printed[:1]:
            yield from crossing(page, columns, rows)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_name_runs_into_the_code_of_its_seat(paper: Any) -> None:
    look = Look(paper=paper)
    seats, below = tents.seats(look), {"a4": 23.6, "letter": 21.0}[paper]
    language = {"a4": "es", "letter": "en"}[paper]
    ink = {"a4": "full", "letter": "saving"}[paper]
    content = CONTENTS["worst", "seats"][1]
    page = pages(made("seat-cards", content, language, Look(paper=paper, ink=ink)).pdf)[0]  # type: ignore[arg-type]
    for number in range(tents.SEATS_A_PAGE):
        left, top = seats.front(number)
        name = [
            word.box
            for word in page.words
            if left - 1 < word.box.left < left + 30 and top + 6 < word.box.top < top + below + 30
        ]
        assert name
        assert max(box.bottom for box in name) < top + below


def test_the_heads_of_a_table_come_again_on_every_page() -> None:
    look, language = next(
        (look, language)
        for which, name, look, language in cases()
        if (which, name) == ("worst", "reference-black-plague")
    )
    content = CONTENTS["worst", "reference-black-plague"][1]
    printed = pages(made("reference", content, language, look).pdf)
    head = {"es": "HABILIDAD", "en": "SKILL"}[language]
    with_skills = [
        page for page in printed if any(word.text.startswith("WWWWWWWW") for word in page.words)
    ]
    assert len(with_skills) > 1
    assert all(head in {word.text for word in page.words} for page in with_skills)


@pytest.mark.parametrize(
    "name", ["campaign-1", "blank", "mission-zc", "mission-rue-morgue", "story", "city-score"]
)
@pytest.mark.parametrize("classes", ["", "tight"])
def test_there_is_room_for_a_pen(name: str, classes: str) -> None:
    """Rows with print in them have six millimetres, empty ones and lines to write on eight."""
    kind, content = CONTENTS["usual", name]
    for page in pages_as_html(kind, content, "es")[:2]:
        document = lay_out(page.replace('class="a4 ', f'class="{classes} a4 '))
        assert too_low(document) == []


def test_a_tick_is_text() -> None:
    text = said("campaign-sheets", CONTENTS["usual", "campaign-1"][1], "es")
    assert "X en juego" in text
    assert "X fuera de combate" not in text
