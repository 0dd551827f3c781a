"""Evenings of a robot that knows nothing but the pages, at every game.

`make test` plays short ones; `make soak` plays long ones and counts what they have reached.
"""

import os
import re
from collections.abc import Iterator
from itertools import count

import pytest
from django.utils import translation

from companion.words import all_words
from rules import games
from tests.robot import census
from tests.robot.evening import Evening, Report
from tests.robot.known import KNOWN
from tests.robot.player import Answer
from tests.robot.promises import Fault, place

pytestmark = pytest.mark.django_db
SOAK = int(os.environ.get("SOAK", "0"))
STEPS = 14
SOAK_STEPS = 400
CITY_STEPS = 3
"""So many times more where a step is one answer to one question."""
UNREACHED = 0.25
"""The share of a game's commands that long evenings may still miss."""
HOLE = re.compile(r"%\(\w+\)[sd]|%%")
TELLING = frozenset(
    {
        # What was chosen does not fit together, and the sentence says how to mend it.
        *("choice.missing", "choice.several", "choice.count", "choice.number", "choice.same"),
        *("choice.exactly", "choice.twice", "choice.text", "choice.taken"),
        *("wounds.shared", "wounds.spill", "action.none", "place.one_each"),
        # Cards and dice lie on the table: it says how many more.
        *("dice.missing", "cards.missing", "dice.too_many", "cards.too_many"),
    }
)
# Missions whose board brings what free play has not: a clock, doors, a meter.
MISSIONS = {
    "zombicide-2e": "washington-zc%3AM6",
    "black-plague": "black-plague%3AA2",
    "rue-morgue": "rue-morgue%3AM1",
    "army-of-the-dead": "army-of-the-dead%3AM2",
}


@pytest.fixture(autouse=True)
def _same_decks_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The robot's evenings are the same each time: only the seed of the decks is chosen for it."""
    numbers = count(1)
    monkeypatch.setattr("secrets.token_hex", lambda size=16: f"{next(numbers):0{2 * size}x}")


def code_of(words: str, language: str) -> str:
    """The refusal a sentence stands for."""
    with translation.override(language):
        for code, sentence in all_words().refusals.items():
            pattern = ".*".join(re.escape(part) for part in HOLE.split(str(sentence)))
            if re.fullmatch(pattern, words):
                return code
    return "?"


def refused(answers: list[Answer], language: str) -> Iterator[Fault]:
    """What a page offered and the table did not take."""
    for answer in answers:
        if answer.status == 200:
            continue
        code = code_of(answer.words, language)
        is_form = any(control.type != "hidden" for control in answer.button.form.controls)
        if answer.status == 422 and is_form and code in TELLING:
            continue
        where = place(answer.page.url)
        yield Fault("takes what it offers", where, f"{answer.button.kind}: {code}: {answer}")


def unknown(faults: set[Fault], game: str) -> list[str]:
    return sorted(
        str(fault) for fault in faults if not any(known.fits(game, fault) for known in KNOWN)
    )


def evenings(game: str, report: Report) -> Iterator[Fault]:
    """Two evenings, or the long ones: by app and by hand, alone and with another phone."""
    steps = SOAK_STEPS if SOAK else STEPS
    wanted = census.every_command(game)
    is_family = game in MISSIONS
    if not is_family:
        steps *= CITY_STEPS
    for seed, language in enumerate(("es", "en", "es", "en") if SOAK else ("es", "en")):
        evening = Evening(report, seed=seed, language=language)
        evening.set_up(
            game,
            mission=MISSIONS[game] if is_family and seed % 2 else "",
            by_hand=is_family and seed == 1,
            house_rules=is_family and seed == 3,
        )
        if seed % 2:
            evening.join("Luis")
        evening.play(steps, wanted)
        evening.end()
        told = len(report.answers)
        evening.read()
        yield from refused(report.answers[told:], language)


@pytest.mark.parametrize("game", list(games))
def test_an_evening_keeps_what_its_pages_promise(game: str) -> None:
    report = Report()
    report.faults |= set(evenings(game, report))
    print(f"{game}: {report.pages} pages, {len(report.answers)} sent, {len(report.commands)} kinds")
    assert report.pages > STEPS
    assert unknown(report.faults, game) == []
    if SOAK:
        unsent = census.every_command(game) - report.commands
        unread = census.every_event(game) - report.events
        print(f"{game}: never sent {sorted(unsent)}, never read {sorted(unread)}")
        assert len(unsent) <= UNREACHED * len(census.every_command(game))
        for known in KNOWN:
            if known.game == game:
                assert any(known.fits(game, fault) for fault in report.faults), known
