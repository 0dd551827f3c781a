"""Campaign points, their rewards, extra actions, achievements (Washington Z.C., p. 13-15)."""

from rules.campaign.commands import AchievementEarn, CepGain, ExtraActionUse, RewardChoose
from rules.campaign.events import (
    AchievementEarned,
    CepGained,
    ExtraActionUsed,
    RewardChosen,
    RewardDue,
)
from rules.campaign.ledger import CampaignOutcome, Ledger
from rules.campaign.state import CampaignState, Sheet
from rules.errors import IllegalCommand, UnknownId
from rules.packs.schema.missions import Campaign
from rules.packs.schema.pack import Expansion


def rewards_due(sheet: Sheet, campaign: Campaign) -> int:
    """Milestones reached and not yet rewarded; each gives an extra action or a skill."""
    reached = sum(sheet.points >= milestone for milestone in campaign.milestones)
    return reached - sheet.extra_actions - len(sheet.skills)


def gain_cep(state: CampaignState, command: CepGain, box: Expansion) -> CampaignOutcome:
    """At most two a mission by danger levels; what the mission grants comes on top (p. 13)."""
    ledger = Ledger(state, box)
    sheet, rules = ledger.living(command.sheet), ledger.rules
    if command.why != "mission":
        if sheet.mission_points >= rules.points_per_mission:
            raise IllegalCommand("cep.enough", most=rules.points_per_mission)
        ledger.change(command.sheet, mission_points=sheet.mission_points + 1)
    if sheet.points >= rules.points_track:
        raise IllegalCommand("cep.full", most=rules.points_track)
    after = sheet.points + 1
    ledger.change(command.sheet, points=after)
    ledger.emit(CepGained(sheet=command.sheet, why=command.why, after=after))
    if after in rules.milestones:
        ledger.emit(RewardDue(sheet=command.sheet, milestone=after))
    return ledger.outcome()


def choose_reward(state: CampaignState, command: RewardChoose, box: Expansion) -> CampaignOutcome:
    """Usable at once. Each campaign skill once a sheet, at most seven extra actions (p. 14)."""
    ledger = Ledger(state, box)
    sheet, rules = ledger.living(command.sheet), ledger.rules
    if rewards_due(sheet, rules) <= 0:
        raise IllegalCommand("reward.not_due", survivor=sheet.name)
    if command.skill is None:
        if sheet.extra_actions >= rules.extra_actions_max:
            raise IllegalCommand("extra_action.full", most=rules.extra_actions_max)
        ledger.change(command.sheet, extra_actions=sheet.extra_actions + 1)
    elif command.skill not in rules.skills:
        raise UnknownId("skill.unknown", skill=command.skill)
    elif command.skill in sheet.skills:
        raise IllegalCommand("skill.twice", skill=command.skill)
    else:
        ledger.change(command.sheet, skills=(*sheet.skills, command.skill))
    ledger.emit(RewardChosen(sheet=command.sheet, skill=command.skill))
    return ledger.outcome()


def use_extra_action(
    state: CampaignState, command: ExtraActionUse, box: Expansion
) -> CampaignOutcome:
    """Each once a mission, several in a turn if one likes (p. 14)."""
    ledger = Ledger(state, box)
    sheet = ledger.living(command.sheet)
    left = sheet.extra_actions - sheet.extra_actions_used
    if left <= 0:
        raise IllegalCommand("extra_action.none", survivor=sheet.name)
    ledger.change(command.sheet, extra_actions_used=sheet.extra_actions_used + 1)
    ledger.emit(ExtraActionUsed(sheet=command.sheet, left=left - 1))
    return ledger.outcome()


def earn_achievement(
    state: CampaignState, command: AchievementEarn, box: Expansion
) -> CampaignOutcome:
    """For one survivor or for all; the cards name more than we know, so any name is taken."""
    ledger = Ledger(state, box)
    if command.sheet is None:
        if command.achievement in state.achievements:
            raise IllegalCommand("achievement.twice")
        ledger.fields["achievements"] = (*state.achievements, command.achievement)
    else:
        sheet = ledger.living(command.sheet)
        if command.achievement in sheet.achievements:
            raise IllegalCommand("achievement.twice")
        ledger.change(command.sheet, achievements=(*sheet.achievements, command.achievement))
    ledger.emit(AchievementEarned(achievement=command.achievement, sheet=command.sheet))
    return ledger.outcome()
