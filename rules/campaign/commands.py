"""What may be asked of a campaign."""

from typing import Annotated, Literal

import msgspec

from rules.commands.base import BaseCommand, Faces, Key
from rules.state import Result

Copies = Annotated[tuple[Key, ...], msgspec.Meta(max_length=20)]


class MissionStart(BaseCommand, tag="mission.start", frozen=True):
    """Begin a mission; another than the next one only by decision of the keeper."""

    mission: Key
    out_of_order: bool = False


class CepGain(BaseCommand, tag="cep.gain", frozen=True):
    """A campaign point: for first reaching orange or red, or granted by the mission."""

    sheet: Key
    why: Literal["orange", "red", "mission"]


class RewardChoose(BaseCommand, tag="reward.choose", frozen=True):
    """A milestone's reward: an extra action, or one of the campaign skills."""

    sheet: Key
    skill: Key | None = None


class ExtraActionUse(BaseCommand, tag="extra_action.use", frozen=True):
    sheet: Key


class AchievementEarn(BaseCommand, tag="achievement.earn", frozen=True):
    achievement: Key
    sheet: Key | None = None
    """Nobody's in particular: everyone's."""


class MissionFinish(BaseCommand, tag="mission.finish", frozen=True):
    """How it ended, what each survivor carries, and who fell."""

    result: Result
    carried: Annotated[dict[Key, Copies], msgspec.Meta(max_length=12)] = {}
    out_of_action: Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)] = ()
    dead: Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)] = ()


class UpkeepRoll(BaseCommand, tag="upkeep.roll", frozen=True):
    """Roll for one card; no second roll, ever."""

    sheet: Key
    card: Key
    dice: Faces = ()


class SheetSucceed(BaseCommand, tag="sheet.succeed", frozen=True):
    """A new survivor for the player of a dead one: an empty sheet but for the achievements."""

    sheet: Key
    successor: Key
    name: Key


CampaignCommand = (
    MissionStart
    | CepGain
    | RewardChoose
    | ExtraActionUse
    | AchievementEarn
    | MissionFinish
    | UpkeepRoll
    | SheetSucceed
)
