"""The luck of a campaign: cards, dice and upkeep, of the table and of everybody."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.db.models import Q

from campaigns.models import Campaign, CampaignEntry, MissionRun
from companion.journal.standing import standing
from companion.odds.luck import all_throws, better_than, luck_of_many
from companion.odds.outlook import HIDDEN
from rules.campaign import CampaignState
from rules.campaign.events import UpkeepRolled
from rules.odds import keep_chance
from rules.odds.luck import Keeping, Throws, Total

ENOUGH_STEPS = 8
"""Spawn steps before anything is said of a campaign's cards."""
ENOUGH_KEPT = 4
"""The same for cards that were rolled for."""


class MissionLuck(NamedTuple):
    """The spawn steps of a mission that was played at a table."""

    number: int
    mission: str
    steps: Total


class PersonLuck(NamedTuple):
    """The dice of a sheet at all tables, and its upkeep."""

    key: str
    name: str
    throws: Throws
    keeping: Keeping

    @property
    def throws_better_than(self) -> int | None:
        """Of a hundred such throws; None while there are too few to say."""
        return better_than(self.throws)

    @property
    def kept_better_than(self) -> int | None:
        return kept_better_than(self.keeping)


def kept_better_than(keeping: Keeping) -> int | None:
    return keeping.fall.per_cent if keeping.rolls >= ENOUGH_KEPT else None


class CampaignLuck(NamedTuple):
    missions: list[MissionLuck]
    people: list[PersonLuck]
    """People who have rolled."""

    @property
    def steps(self) -> Total:
        """All spawn steps as one."""
        whole = Total()
        for mission in self.missions:
            whole = whole.plus(mission.steps)
        return whole

    @property
    def harder_than(self) -> int | None:
        """Of a hundred campaigns; None while it is too early to say."""
        return self.steps.per_cent if self.steps.steps >= ENOUGH_STEPS else None

    @property
    def throws(self) -> Throws:
        return all_throws(person.throws for person in self.people)

    @property
    def throws_better_than(self) -> int | None:
        return better_than(self.throws)

    @property
    def keeping(self) -> Keeping:
        whole = Keeping()
        for person in self.people:
            whole = whole.plus(person.keeping)
        return whole

    @property
    def kept_better_than(self) -> int | None:
        return kept_better_than(self.keeping)


def luck_of_campaign(
    campaign: Campaign, state: CampaignState, runs: Iterable[MissionRun]
) -> CampaignLuck:
    """Of those of its runs that are over, with their tables; three questions, however many.

    Tables that play without odds tell none, nor does upkeep after the last one did.
    """
    with_table = {run.table.pk: run for run in runs if run.table and run.ended_at}
    evenings = luck_of_many(run.table for run in with_table.values() if run.table)
    throws: dict[str, Throws] = {}
    for evening in evenings.values():
        for key, more in evening.throws.items():
            throws[key] = throws.get(key, Throws()).plus(more)
    keeping = {} if hides_odds(with_table.values()) else _keeping(campaign)
    names = {key: sheet.name for key, sheet in state.sheets.items()}
    return CampaignLuck(
        missions=[
            MissionLuck(run.number, run.mission, evenings[pk].steps)
            for pk, run in with_table.items()
            if pk in evenings and evenings[pk].steps.steps
        ],
        people=[
            PersonLuck(key, name, throws.get(key, Throws()), keeping.get(key, Keeping()))
            for key, name in names.items()
            if key in throws or key in keeping
        ],
    )


def hides_odds(runs: Iterable[MissionRun]) -> bool:
    """Check if the newest table of these plays without odds."""
    tables = [run.table for run in sorted(runs, key=lambda run: run.number) if run.table]
    return bool(tables) and HIDDEN in tables[-1].state.options


def _keeping(campaign: Campaign) -> dict[str, Keeping]:
    """Return the upkeep rolls of each sheet; one query, however long the log is."""
    by_sheet: dict[str, Keeping] = {}
    for roll in _upkeep_rolls(campaign):
        tally = Keeping(int(roll.kept), (float(keep_chance(len(roll.faces))),))
        by_sheet[roll.sheet] = by_sheet.get(roll.sheet, Keeping()).plus(tally)
    return by_sheet


def _upkeep_rolls(campaign: Campaign) -> Iterator[UpkeepRolled]:
    """Yield the upkeep rolls that have not been undone."""
    rolls = Q(kind=CampaignEntry.Kind.DO, command_kind="upkeep.roll")
    entries = list(
        campaign.entries.filter(rolls | ~Q(kind=CampaignEntry.Kind.DO))
        .only("campaign", "seq", "kind", "target_seq", "down_to_seq", "events_json")
        .order_by("seq")
    )
    stands = standing((row.seq, row.kind, row.target_seq, row.down_to_seq) for row in entries)
    for entry in entries:
        for event in entry.events if entry.seq in stands else ():
            if isinstance(event, UpkeepRolled):
                yield event
