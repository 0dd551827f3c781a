"""A robot that knows nothing but the pages keeps a campaign, mission after mission."""

import os
from typing import get_args

import pytest

from rules import kind_of
from rules.campaign.commands import CampaignCommand
from rules.campaign.events import CampaignEvent
from tests.robot.evening import Report
from tests.robot.journey import Journey
from tests.robot.known import unknown
from tests.robot.refused import refused

pytestmark = pytest.mark.django_db
SOAK = int(os.environ.get("SOAK", "0"))
TURNS = 60 if SOAK else 8
MOST_MISSIONS = 30
GAME, BOX = "zombicide-2e", "infected-state"
EVERY_COMMAND = {kind_of(each) for each in get_args(CampaignCommand)}
EVERY_EVENT = {kind_of(each) for each in get_args(CampaignEvent)}
SENT, SENT_IN_SHORT = 0.8, 0.2
"""The share of a campaign's commands that it must send."""


@pytest.mark.parametrize("language", ["es", "en"] if SOAK else ["es"])
def test_a_campaign_goes_on_from_mission_to_mission(language: str) -> None:
    """Missions at the table and on paper by turns; in the long run to the campaign's end."""
    report = Report()
    journey = Journey(report, game=GAME, seed=1, language=language)
    journey.begin(BOX)
    for _turn in range(3 if SOAK else 1):
        journey.mission(TURNS)
        journey.mission_on_paper()
    for _mission in range(MOST_MISSIONS if SOAK else 0):
        if journey.is_over:
            break
        journey.mission(1)
    assert not SOAK or journey.is_over, "a campaign comes to its end"
    journey.read()
    report.faults |= set(refused(report.answers))
    missed = EVERY_COMMAND - report.commands
    print(
        f"campaign: {report.pages} pages, {len(report.answers)} sent; never sent {sorted(missed)},"
        f" never read {sorted(EVERY_EVENT - report.events)}"
    )
    faults = unknown(report.faults, GAME)
    assert not faults, "\n".join(faults)
    assert "extra_action.use" in journey.at_tables
    assert len(missed) <= (1 - (SENT if SOAK else SENT_IN_SHORT)) * len(EVERY_COMMAND)
