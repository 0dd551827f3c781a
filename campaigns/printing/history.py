"""What the sheets of a campaign show, from its state and its log."""

from collections.abc import Iterator

from msgspec import UNSET

from campaigns.models import Campaign, CampaignEntry
from campaigns.printing.facts import CampaignFacts, KeptCard, MilestoneReward, Run, SheetFacts
from companion.journal.standing import standing_in
from rules.campaign import CampaignEvent, CampaignState, Sheet, decode_campaign_events
from rules.campaign.events import CepGained, CepLost, RewardChosen

TOLD = ("cep.gain", "cep.lose", "reward.choose")


def campaign_facts(campaign: Campaign) -> CampaignFacts:
    """Three queries, however long the story."""
    state = campaign.state
    dates = {run.number: run.ended_at or run.started_at for run in campaign.runs.all()}
    events = list(_standing(campaign))
    return CampaignFacts(
        name=campaign.name,
        game=state.game,
        expansion=state.expansion,
        free=state.free,
        road=state.road or UNSET,
        sheets=tuple(_sheet(key, sheet, state, events) for key, sheet in state.sheets.items()),
        achievements=state.achievements,
        runs=tuple(
            Run(
                mission=run.mission,
                result=run.result,
                played_on=dates[number].date().isoformat() if number in dates else "",
                rounds=run.rounds,
                kills=run.kills,
                fell=tuple(state.sheets[key].name for key in run.fallen if key in state.sheets),
                notes=run.notes,
                achievements=run.achievements,
                sentence=run.sentence or UNSET,
            )
            for number, run in enumerate(state.played, 1)
        ),
        mission=state.mission,
        result=state.result,
    )


def _standing(campaign: Campaign) -> Iterator[tuple[str, CampaignEvent]]:
    """Mission and event of what was not taken back, as far as the sheets tell it."""
    stands = standing_in(campaign)
    rows = campaign.entries.filter(kind=CampaignEntry.Kind.DO, command_kind__in=TOLD)
    for seq, mission, events in rows.values_list("seq", "mission", "events_json"):
        if seq in stands:
            for event in decode_campaign_events(events):
                yield mission, event


def _sheet(
    key: str, sheet: Sheet, state: CampaignState, events: list[tuple[str, CampaignEvent]]
) -> SheetFacts:
    marks: dict[str, list[str]] = {}
    rewards: list[MilestoneReward] = []
    for mission, event in events:
        match event:
            case CepGained(sheet=owner) if owner == key:
                marks.setdefault(mission, []).append(event.why)
            case CepLost(sheet=owner) if owner == key and event.why in marks.get(mission, []):
                marks[mission].remove(event.why)
            case RewardChosen(sheet=owner) if owner == key:
                rewards.append(MilestoneReward(skill=event.skill, mission=mission or None))
    return SheetFacts(
        key=key,
        name=sheet.name,
        player=sheet.player,
        status=sheet.status,
        points=sheet.points,
        rewards=_as_booked(sheet, rewards),
        extra_actions_used=sheet.extra_actions_used,
        kept=tuple(KeptCard(card=copy, mission=_kept_in(key, copy, state)) for copy in sheet.kept),
        achievements=sheet.achievements,
        marks={mission: tuple(mark) for mission, mark in marks.items()},
        fell_in=tuple(run.mission for run in state.played if key in run.fallen),
        notes=sheet.note,
    )


def _as_booked(sheet: Sheet, chosen: list[MilestoneReward]) -> tuple[MilestoneReward, ...]:
    """The rewards of the state, in the order of the log; an amended sheet may have others."""
    left, actions = list(sheet.skills), sheet.extra_actions
    booked: list[MilestoneReward] = []
    for reward in chosen:
        if reward.skill is None and actions:
            actions -= 1
            booked.append(reward)
        elif reward.skill in left:
            left.remove(reward.skill)
            booked.append(reward)
    booked += [MilestoneReward(skill=skill) for skill in left]
    return (*booked, *[MilestoneReward()] * actions)


def _kept_in(key: str, copy: str, state: CampaignState) -> str | None:
    """Return the last mission after which its upkeep was rolled."""
    for run in reversed(state.played):
        if copy in run.kept.get(key, ()):
            return run.mission
    return None
