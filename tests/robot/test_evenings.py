"""Evenings of a robot that knows nothing but the pages, at every game.

`make test` plays short ones; `make soak` plays long ones and counts what they have reached.
"""

import os
from collections.abc import Iterator

import pytest

from rules import games
from tests.robot import census
from tests.robot.evening import Evening, Report
from tests.robot.known import KNOWN, unknown, unsent
from tests.robot.promises import Fault
from tests.robot.refused import refused

pytestmark = pytest.mark.django_db
SOAK = int(os.environ.get("SOAK", "0"))
TURNS = int(os.environ.get("TURNS", "0")) or (150 if SOAK else 26)
"""So many for an evening."""
CITY_TURNS = 3
"""So many times more where a turn is one answer to one question."""
SENT, SENT_IN_SHORT = 0.9, 0.4
"""The share of a game's commands that evenings must send."""
READ = 0.65
"""The share of a game's events that long evenings must read on a page."""
# Missions whose board brings what free play has not: a clock, doors, a meter.
MISSIONS = {
    "zombicide-2e": "washington-zc%3AM6",
    "black-plague": "black-plague%3AA2",
    "rue-morgue": "rue-morgue%3AM00-2",
    "army-of-the-dead": "army-of-the-dead%3AM2",
}


def evenings(game: str, report: Report) -> Iterator[Fault]:
    """Two evenings, or the long ones: by app and by hand, alone and with another phone."""
    wanted = census.every_command(game) - {each.kind for each in unsent(game)}
    is_family = game in MISSIONS
    for seed, language in enumerate(("es", "en", "es", "en") if SOAK else ("es", "en")):
        evening = Evening(report, game=game, seed=seed, language=language)
        evening.set_up(
            mission=MISSIONS[game] if is_family and seed % 2 else "",
            by_hand=is_family and seed == 1,
            house_rules=is_family and seed == 3,
        )
        if seed % 2:
            evening.join("Luis")
        evening.play(TURNS if is_family else TURNS * CITY_TURNS, wanted)
        evening.end()
        before = len(report.answers)
        evening.read()
        yield from refused(report.answers[before:])


@pytest.mark.parametrize("game", list(games))
def test_an_evening_keeps_what_its_pages_promise(game: str) -> None:
    report = Report()
    report.faults |= set(evenings(game, report))
    wanted = census.every_command(game) - {each.kind for each in unsent(game)}
    missed = wanted - report.commands
    unread = census.every_event(game) - report.events
    print(
        f"{game}: {report.pages} pages, {len(report.answers)} sent, {len(report.commands)} kinds;"
        f" never sent {sorted(missed)}, never read {sorted(unread)}"
    )
    faults = unknown(report.faults, game)
    assert not faults, "\n".join(faults)
    assert len(missed) <= (1 - (SENT if SOAK else SENT_IN_SHORT)) * len(wanted)
    if SOAK:
        assert len(unread) <= (1 - READ) * len(census.every_event(game))
        assert [each for each in unsent(game) if each.kind in report.commands] == []
        for known in KNOWN:
            if known.game == game:
                assert any(known.fits(game, fault) for fault in report.faults), known
