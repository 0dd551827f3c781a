"""What the sheets know from the log, in a few letters a sheet: points by mission, rewards in order.

`0 o r !lifesaver 1 m !` is Orange, Red and a skill in the first of the missions, a point of the
second and an extra action there. It comes back as lines of a log that say just that.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from campaigns.printing.facts import CampaignFacts, SheetFacts
from campaigns.transfer.document import SavedCampaign, SavedEntry
from rules.campaign.commands import CepGain, RewardChoose
from rules.campaign.events import CepGained, RewardChosen

MARKS = {"o": "orange", "r": "red", "m": "mission"}
LETTERS = {why: letter for letter, why in MARKS.items()}
REWARD = "!"

Written = tuple[list[str], list[str]]
"""Missions, and a text a sheet."""
ByMission = Mapping[str, Sequence[str]]
"""As sheets of form 2 have it: a text a sheet by mission, in which rewards may change places."""


class MarkedStep(NamedTuple):
    """Of the sheet with this number, in this mission or between two: a mark, or a reward."""

    sheet: int
    mission: str
    word: str


def written(facts: CampaignFacts) -> Written:
    missions = list(
        dict.fromkeys(
            mission
            for sheet in facts.sheets
            for mission in (*sheet.marks, *(reward.mission or "" for reward in sheet.rewards))
        )
    )
    return missions, [_text(sheet, missions) for sheet in facts.sheets]


def _text(sheet: SheetFacts, missions: Sequence[str]) -> str:
    words: list[str] = []
    for mission, marks in sheet.marks.items():
        words += [str(missions.index(mission)), *(LETTERS[why] for why in marks if why in LETTERS)]
    for reward in sheet.rewards:
        words += [str(missions.index(reward.mission or "")), REWARD + (reward.skill or "")]
    return " ".join(words)


def read(steps: Written) -> Iterator[MarkedStep]:
    missions, texts = steps
    for number, text in enumerate(texts):
        mission = ""
        for word in text.split():
            if word.isdecimal():
                mission = missions[int(word)]
            else:
                yield MarkedStep(number, mission, word)


def read_by_mission(by_mission: ByMission) -> Iterator[MarkedStep]:
    for mission, texts in by_mission.items():
        for number, text in enumerate(texts):
            yield from (MarkedStep(number, mission, word) for word in text.split())


def lines_of(saved: SavedCampaign, steps: Iterator[MarkedStep]) -> Iterator[SavedEntry]:
    """Yield the lines of a log that say what the sheets showed."""
    ended = {run.mission: run.ended or run.started for run in saved.runs}
    sheets = list(saved.state.sheets.items())
    points: Counter[str] = Counter()
    for seq, step in enumerate(steps, 1):
        key, sheet = sheets[step.sheet]
        line: dict[str, Any] = {"id": f"paper-{seq:08}", "seen": seq - 1, "sheet": key}
        command: CepGain | RewardChoose
        event: CepGained | RewardChosen
        if step.word.startswith(REWARD):
            skill = step.word.removeprefix(REWARD) or None
            command = RewardChoose(**line, skill=skill)
            event = RewardChosen(sheet=key, skill=skill)
        else:
            points[key] += 1
            why: Any = MARKS[step.word]
            command = CepGain(**line, why=why)
            event = CepGained(sheet=key, why=why, after=points[key])
        yield SavedEntry(
            seq=seq,
            at=ended.get(step.mission, saved.begun),
            who=sheet.player,
            kind="do",
            command=command,
            events=(event,),
            mission=step.mission,
        )
