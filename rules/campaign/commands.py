"""What may be asked of a campaign."""

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.campaign.state import CompanionStatus, SheetStatus
from rules.commands import BaseCommand, Faces, Guard, Key
from rules.packs.schema.maps import DrawnMap
from rules.state import Result

Copies = Annotated[tuple[Key, ...], msgspec.Meta(max_length=20)]
Keys = Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)]
ByKey = Annotated[dict[Key, Key], msgspec.Meta(max_length=12)]
Text = Annotated[str, msgspec.Meta(max_length=2000)]
Line = Annotated[str, msgspec.Meta(max_length=60)]
REASON_LENGTH = 200
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=REASON_LENGTH)]
Sentence = Annotated[str, msgspec.Meta(max_length=200)]
Small = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Level = Literal["orange", "red"]
"""Danger levels that give a campaign point."""


class MissionStart(BaseCommand, tag="mission.start", frozen=True):
    """Begin a mission; another than the next one only by decision of the keeper."""

    guard: ClassVar[Guard] = Guard.EXACT

    mission: Key
    out_of_order: bool = False
    versatile: ByKey = {}
    """For survivors with that skill: the campaign skill they borrow, by sheet."""
    picks: Annotated[dict[Key, ByKey], msgspec.Meta(max_length=12)] = {}
    """Which card a skill with several brings, by sheet and skill."""
    leaders: ByKey = {}
    """With whom a companion goes, by companion; who is left out stays behind."""


class CepGain(BaseCommand, tag="cep.gain", frozen=True):
    """A campaign point: for first reaching orange or red, or granted by the mission."""

    sheet: Key
    why: Literal["orange", "red", "mission"]


class CepLose(BaseCommand, tag="cep.lose", frozen=True):
    """The level was not reached after all: the table took the step back."""

    sheet: Key
    why: Level


class RewardChoose(BaseCommand, tag="reward.choose", frozen=True):
    """A milestone's reward: an extra action, or one of the campaign skills."""

    sheet: Key
    skill: Key | None = None


class SheetActionUse(BaseCommand, tag="extra_action.use", frozen=True):
    """An extra action of the sheet is used up for this mission."""

    sheet: Key


class AchievementEarn(BaseCommand, tag="achievement.earn", frozen=True):
    """The group, or one survivor, has earned an achievement."""

    achievement: Key
    sheet: Key | None = None
    """Nobody's in particular: everyone's."""


class ObjectivePlace(BaseCommand, tag="objective.place", frozen=True):
    """Where a card lies face down: a tile, and there a zone or a door."""

    card: Key
    tile: Annotated[str, msgspec.Meta(max_length=4)] | None = None
    on: Literal["zone", "door"] = "zone"


class ObjectiveTake(BaseCommand, tag="objective.take", frozen=True):
    """A survivor takes a card, to be read aloud; `override` where a card says otherwise."""

    card: Key
    sheet: Key
    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    tile: Annotated[str, msgspec.Meta(max_length=4)] | None = None
    """Where it lay, if nobody has said so before."""
    on: Literal["zone", "door"] | None = None
    override: bool = False


class ObjectiveKeep(BaseCommand, tag="objective.keep", frozen=True):
    """What becomes of a card that was read: discarded, in force, or back on its door."""

    card: Key
    where: Literal["done", "face_up", "beside", "back"] = "done"
    needs: Key | None = None
    """The keyword it asks for, when it goes back."""


class ObjectiveReveal(BaseCommand, tag="objective.reveal", frozen=True):
    """The clock strikes the hour at which a card is read by itself."""

    card: Key
    hour: Annotated[int, msgspec.Meta(ge=0, le=23)]
    override: bool = False


class ObjectiveDescribe(BaseCommand, tag="objective.describe", frozen=True):
    """What the group notes down of a card it has read."""

    card: Key
    number: Annotated[str, msgspec.Meta(max_length=8)] = ""
    text: Text = ""


class NoteRead(BaseCommand, tag="note.read", frozen=True):
    """Read a note; those of the other choices are closed and stay unread."""

    card: Key
    closes: Keys = ()
    override: bool = False


class KeywordGain(BaseCommand, tag="keyword.gain", frozen=True):
    """A card gives a word in capitals, to a survivor or to all."""

    word: Key
    sheet: Key | None = None


class CompanionNote(BaseCommand, tag="companion.note", frozen=True):
    """Somebody goes along, as a card says; or has gone, or is dead. Said again, it corrects itself.

    What is left out of what their card says stays as it is.
    """

    companion: Key
    """`own` for somebody new of no box."""
    status: CompanionStatus = "here"
    name: Line = ""
    sheet: Key | None = None
    """Their leader at the table of the running mission."""
    skill: Key | None = None
    health: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    expendable: bool | None = None
    exits: bool | None = None


class MapDraw(BaseCommand, tag="map.draw", frozen=True):
    """The map of a mission as the group has it: the tiles in rows, copied from the printed map, a
    text a row, parted by spaces, `-` for a gap; or the whole map, drawn."""

    mission: Key
    rows: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(max_length=6)
    ] = ()
    map: DrawnMap | None = None


class MissionFinish(BaseCommand, tag="mission.finish", frozen=True):
    """How it ended, what each survivor carries, who fell. Said again, it corrects itself; by
    somebody who has not seen the first word it is refused."""

    guard: ClassVar[Guard] = Guard.EXACT

    result: Result
    carried: Annotated[dict[Key, Copies], msgspec.Meta(max_length=12)] = {}
    """Copy ids, or card ids where nobody knows which copy it was."""
    out_of_action: Keys = ()
    dead: Keys = ()
    reached: Annotated[
        dict[Key, Annotated[tuple[Level, ...], msgspec.Meta(max_length=2)]],
        msgspec.Meta(max_length=12),
    ] = {}
    """Levels that give a campaign point, by sheet; who is left out stays as they are."""
    kills: Annotated[dict[Key, Small], msgspec.Meta(max_length=12)] = {}
    rounds: Small | None = None


class UpkeepRoll(BaseCommand, tag="upkeep.roll", frozen=True):
    """Roll for one card: by the app, or with the faces of real dice. No second roll, ever."""

    sheet: Key
    card: Key
    dice: Faces = ()


class UpkeepDrop(BaseCommand, tag="upkeep.drop", frozen=True):
    """The box has too few of that card: the players decide that this one is not kept."""

    sheet: Key
    card: Key


class MissionBook(BaseCommand, tag="mission.book", frozen=True):
    """Book the end of the mission, all of it at once."""

    guard: ClassVar[Guard] = Guard.EXACT


class SheetAdd(BaseCommand, tag="sheet.add", frozen=True):
    """Another survivor joins the group."""

    sheet: Key
    name: Key
    player: Line = ""


class SheetSucceed(BaseCommand, tag="sheet.succeed", frozen=True):
    """A new survivor for the player of a dead one: an empty sheet but for the achievements.

    While a mission goes on, or its end is worked out, it is said for those who died in it, and
    said again for another.
    """

    sheet: Key
    successor: Key
    name: Key


class SheetEdit(BaseCommand, tag="sheet.edit", frozen=True):
    """What no rule speaks of: who plays, the emblem, a note."""

    sheet: Key
    player: Line | None = None
    emblem: Line | None = None
    note: Text | None = None


class SheetAmend(BaseCommand, tag="sheet.amend", frozen=True):
    """A sheet set right by hand, weeks later if need be; what is left out stays as it is."""

    guard: ClassVar[Guard] = Guard.EXACT

    sheet: Key
    reason: Reason
    points: Small | None = None
    skills: Copies | None = None
    extra_actions: Small | None = None
    kept: Copies | None = None
    achievements: Copies | None = None
    status: SheetStatus | None = None


class MissionAmend(BaseCommand, tag="mission.amend", frozen=True):
    """The booked result of a mission was wrong; `number` counts the missions played from 1."""

    guard: ClassVar[Guard] = Guard.EXACT

    number: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    result: Result
    reason: Reason


class MissionTell(BaseCommand, tag="mission.tell", frozen=True):
    """What the group says of a mission it has played, in a sentence; `number` counts from 1.

    Said again, it replaces itself; an empty one takes it back.
    """

    number: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    sentence: Sentence = ""


class CampaignEnd(BaseCommand, tag="campaign.end", frozen=True):
    """Over by the players' word: a free campaign has no last mission of its own."""

    guard: ClassVar[Guard] = Guard.EXACT

    result: Result


CampaignCommand = (
    MissionStart
    | CepGain
    | CepLose
    | RewardChoose
    | SheetActionUse
    | AchievementEarn
    | ObjectivePlace
    | ObjectiveTake
    | ObjectiveKeep
    | ObjectiveReveal
    | ObjectiveDescribe
    | NoteRead
    | KeywordGain
    | CompanionNote
    | MapDraw
    | MissionFinish
    | UpkeepRoll
    | UpkeepDrop
    | MissionBook
    | SheetAdd
    | SheetSucceed
    | SheetEdit
    | SheetAmend
    | MissionAmend
    | MissionTell
    | CampaignEnd
)
