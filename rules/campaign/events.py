"""What happened to a campaign."""

from rules.events import BaseEvent
from rules.state import Result


class MissionStarted(BaseEvent, tag="mission.started", frozen=True):
    mission: str
    out_of_order: bool


class CepGained(BaseEvent, tag="cep.gained", frozen=True):
    sheet: str
    why: str
    after: int


class RewardDue(BaseEvent, tag="reward.due", frozen=True):
    sheet: str
    milestone: int


class RewardChosen(BaseEvent, tag="reward.chosen", frozen=True):
    sheet: str
    skill: str | None


class ExtraActionUsed(BaseEvent, tag="extra_action.used", frozen=True):
    sheet: str
    left: int


class AchievementEarned(BaseEvent, tag="achievement.earned", frozen=True):
    achievement: str
    sheet: str | None


class MissionFinished(BaseEvent, tag="mission.finished", frozen=True):
    mission: str
    result: Result


class EquipmentLost(BaseEvent, tag="equipment.lost", frozen=True):
    sheet: str
    card: str
    why: str
    faces: tuple[int, ...]


class EquipmentKept(BaseEvent, tag="equipment.kept", frozen=True):
    sheet: str
    card: str
    faces: tuple[int, ...]


class SheetFell(BaseEvent, tag="sheet.fell", frozen=True):
    sheet: str
    status: str


class SheetSucceeded(BaseEvent, tag="sheet.succeeded", frozen=True):
    sheet: str
    successor: str


class CampaignLost(BaseEvent, tag="campaign.lost", frozen=True):
    why: str


CampaignEvent = (
    MissionStarted
    | CepGained
    | RewardDue
    | RewardChosen
    | ExtraActionUsed
    | AchievementEarned
    | MissionFinished
    | EquipmentLost
    | EquipmentKept
    | SheetFell
    | SheetSucceeded
    | CampaignLost
)
