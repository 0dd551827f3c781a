"""Evenings of a robot that knows nothing but the pages, at every game.

`make test` plays short ones and the scenes that reach every command and every event; `make soak`
plays long ones before the scenes.
"""

import os
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from rules import games, load_packs, played_pack, rulesets
from tests.robot import census
from tests.robot.evening import Evening, Report
from tests.robot.known import KNOWN, NEVER, Never, never, unknown
from tests.robot.promises import Fault
from tests.robot.refused import refused
from tests.robot.scenes import SCENES

pytestmark = pytest.mark.django_db
SOAK = int(os.environ.get("SOAK", "0"))
TURNS = int(os.environ.get("TURNS", "0")) or (150 if SOAK else 12)
"""So many for an evening."""
EVENINGS = range(4) if SOAK else (1,)
CITY_TURNS = 3 if SOAK else 1
"""So many times more where a turn is one answer to one question; the short evening of that game
is in `test_city.py`."""
MISSIONS = {
    "zombicide-2e": "washington-zc:M6",
    "black-plague": "black-plague:A2",
    "rue-morgue": "rue-morgue:M00-2",
    "army-of-the-dead": "army-of-the-dead:M2",
}
"""Missions whose board brings what free play has not: a clock, doors, a meter."""


def mission_for(game: str) -> str:
    """That one, else the first of the box; nothing where it has none."""
    first = (f"{game}:{mission.code}" for mission in load_packs()[game].missions)
    return MISSIONS.get(game) or next(first, "")


def evenings(game: str, report: Report) -> Iterator[Fault]:
    """One, or the long ones: by app and by hand, alone and with another phone."""
    wanted = census.every_command(game) - never(game)
    is_family = game in rulesets
    for seed in EVENINGS:
        evening = Evening(report, game=game, seed=seed, language=("es", "en")[seed % 2])
        evening.set_up(
            mission=quote(mission_for(game), safe="") if is_family and seed % 2 else "",
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


def scenes(game: str, report: Report) -> Iterator[Fault]:
    """On purpose, in either language, what the evenings have not met."""
    for number, scene in enumerate(SCENES.get(game, ())):
        if scene.kinds <= report.commands | report.events:
            continue
        evening = Evening(report, game=game, seed=number, language=("es", "en")[number % 2])
        evening.open(scene.address)
        evening.stage(scene)
        before = len(report.answers)
        evening.read()
        yield from refused(report.answers[before:])
        assert scene.kinds <= report.commands | report.events, scene


@pytest.mark.parametrize("game", list(games))
def test_evenings_reach_everything_and_keep_what_their_pages_promise(game: str) -> None:
    report = Report()
    report.faults |= set(evenings(game, report))
    by_chance = len(report.commands), len(report.events)
    report.faults |= set(scenes(game, report))
    reached = report.commands | report.events
    print(
        f"{game}: {report.pages} pages, {len(report.answers)} sent; by chance {by_chance[0]} kinds"
        f" of commands sent and {by_chance[1]} of events read, with scenes"
        f" {len(report.commands)} and {len(report.events)}"
    )
    faults = unknown(report.faults, game)
    assert not faults, "\n".join(faults)
    if game in SCENES:  # the other one has `test_city.py`
        missed = (census.every_command(game) | census.every_event(game)) - reached
        unseen = sorted(missed - never(game))
        assert unseen == [], "needs a scene in tests/robot/scenes that sends it from a page"
        assert sorted(never(game) - missed) == [], "said never to be reached, and was"
    if SOAK:
        for known in KNOWN:
            if known.game == game:
                assert any(known.fits(game, fault) for fault in report.faults), known


@pytest.mark.parametrize("each", NEVER, ids=lambda each: each.kinds)
def test_what_is_never_reached_is_not_in_the_box(each: Never) -> None:
    for game in each.games.split():
        pack = played_pack(game, tuple(played_pack(game).expansions))
        assert each.holds(pack), f"{game}: {each.reason}"
