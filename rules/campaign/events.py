"""Events of a campaign."""

from rules.events import BaseEvent
from rules.state import Result


class MissionStarted(BaseEvent, tag="mission.started", frozen=True):
    mission: str
    out_of_order: bool


class CepGained(BaseEvent, tag="cep.gained", frozen=True):
    sheet: str
    why: str
    after: int


class CepLost(BaseEvent, tag="cep.lost", frozen=True):
    sheet: str
    why: str
    after: int


class RewardDue(BaseEvent, tag="reward.due", frozen=True):
    sheet: str
    milestone: int


class RewardChosen(BaseEvent, tag="reward.chosen", frozen=True):
    sheet: str
    skill: str | None


class SheetActionUsed(BaseEvent, tag="extra_action.used", frozen=True):
    sheet: str
    left: int


class AchievementEarned(BaseEvent, tag="achievement.earned", frozen=True):
    achievement: str
    sheet: str | None


class ObjectivePlaced(BaseEvent, tag="objective.placed", frozen=True):
    card: str
    tile: str | None
    on: str


class ObjectiveTaken(BaseEvent, tag="objective.taken", frozen=True):
    card: str
    sheet: str
    override: bool


class ObjectiveKept(BaseEvent, tag="objective.kept", frozen=True):
    card: str
    where: str
    needs: str | None


class ObjectiveRevealed(BaseEvent, tag="objective.revealed", frozen=True):
    card: str
    hour: int
    override: bool


class ObjectiveDescribed(BaseEvent, tag="objective.described", frozen=True):
    card: str


class NoteWasRead(BaseEvent, tag="note.read", frozen=True):
    card: str
    closes: tuple[str, ...]
    override: bool


class KeywordGained(BaseEvent, tag="keyword.gained", frozen=True):
    word: str
    sheet: str | None


class CompanionNoted(BaseEvent, tag="companion.noted", frozen=True):
    companion: str
    name: str
    status: str


class MapDrawn(BaseEvent, tag="map.drawn", frozen=True):
    mission: str


class MissionFinished(BaseEvent, tag="mission.finished", frozen=True):
    mission: str
    result: Result


class UpkeepRolled(BaseEvent, tag="upkeep.rolled", frozen=True):
    sheet: str
    card: str
    faces: tuple[int, ...]
    kept: bool
    typed: bool


class UpkeepDropped(BaseEvent, tag="upkeep.dropped", frozen=True):
    sheet: str
    card: str


class EquipmentLost(BaseEvent, tag="equipment.lost", frozen=True):
    sheet: str
    card: str
    why: str


class EquipmentKept(BaseEvent, tag="equipment.kept", frozen=True):
    sheet: str
    card: str


class MissionBooked(BaseEvent, tag="mission.booked", frozen=True):
    mission: str
    result: Result


class SheetAdded(BaseEvent, tag="sheet.added", frozen=True):
    sheet: str


class SheetFell(BaseEvent, tag="sheet.fell", frozen=True):
    sheet: str
    status: str


class HeirNamed(BaseEvent, tag="heir.named", frozen=True):
    sheet: str
    name: str


class SheetSucceeded(BaseEvent, tag="sheet.succeeded", frozen=True):
    sheet: str
    successor: str


class SheetEdited(BaseEvent, tag="sheet.edited", frozen=True):
    sheet: str


class SheetAmended(BaseEvent, tag="sheet.amended", frozen=True):
    sheet: str
    fields: tuple[str, ...]
    reason: str


class MissionAmended(BaseEvent, tag="mission.amended", frozen=True):
    number: int
    mission: str
    before: Result
    after: Result
    reason: str


class MissionTold(BaseEvent, tag="mission.told", frozen=True):
    number: int
    mission: str
    sentence: str


class CampaignWon(BaseEvent, tag="campaign.won", frozen=True):
    why: str


class CampaignLost(BaseEvent, tag="campaign.lost", frozen=True):
    why: str


class CampaignAbandoned(BaseEvent, tag="campaign.abandoned", frozen=True):
    why: str


class CampaignReopened(BaseEvent, tag="campaign.reopened", frozen=True):
    why: str


ENDINGS: dict[str, type[CampaignWon] | type[CampaignLost] | type[CampaignAbandoned]] = {
    "won": CampaignWon,
    "lost": CampaignLost,
    "abandoned": CampaignAbandoned,
}

CampaignEvent = (
    MissionStarted
    | CepGained
    | CepLost
    | RewardDue
    | RewardChosen
    | SheetActionUsed
    | AchievementEarned
    | ObjectivePlaced
    | ObjectiveTaken
    | ObjectiveKept
    | ObjectiveRevealed
    | ObjectiveDescribed
    | NoteWasRead
    | KeywordGained
    | CompanionNoted
    | MapDrawn
    | MissionFinished
    | UpkeepRolled
    | UpkeepDropped
    | EquipmentLost
    | EquipmentKept
    | MissionBooked
    | SheetAdded
    | SheetFell
    | HeirNamed
    | SheetSucceeded
    | SheetEdited
    | SheetAmended
    | MissionAmended
    | MissionTold
    | CampaignWon
    | CampaignLost
    | CampaignAbandoned
    | CampaignReopened
)
