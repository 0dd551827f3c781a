"""Commands of a campaign."""

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
    """Begin a mission; any but the next one is the keeper's decision (`out_of_order`)."""

    guard: ClassVar[Guard] = Guard.EXACT

    mission: Key
    out_of_order: bool = False
    versatile: ByKey = {}
    """Campaign skills borrowed by survivors with Versatile, by sheet."""
    picks: Annotated[dict[Key, ByKey], msgspec.Meta(max_length=12)] = {}
    """Card chosen where a skill brings one of several, by sheet and skill."""
    leaders: ByKey = {}
    """Leader of each companion; companions without one stay behind."""


class CepGain(BaseCommand, tag="cep.gain", frozen=True):
    """Gain a campaign point: for first reaching orange or red, or granted by the mission."""

    sheet: Key
    why: Literal["orange", "red", "mission"]


class CepLose(BaseCommand, tag="cep.lose", frozen=True):
    """Lose a campaign point again, after an undo at the table: the level was not reached."""

    sheet: Key
    why: Level


class RewardChoose(BaseCommand, tag="reward.choose", frozen=True):
    """Choose a milestone's reward: an extra action, or one of the campaign skills."""

    sheet: Key
    skill: Key | None = None


class SheetActionUse(BaseCommand, tag="extra_action.use", frozen=True):
    """Use up an extra action of the sheet for this mission."""

    sheet: Key


class AchievementEarn(BaseCommand, tag="achievement.earn", frozen=True):
    """Earn an achievement, for the group or for one survivor."""

    achievement: Key
    sheet: Key | None = None
    """Sheet of the survivor; without it, everyone earns the achievement."""


class ObjectivePlace(BaseCommand, tag="objective.place", frozen=True):
    """Place a card face down: on a tile, in a zone or at a door."""

    card: Key
    tile: Annotated[str, msgspec.Meta(max_length=4)] | None = None
    on: Literal["zone", "door"] = "zone"


class ObjectiveTake(BaseCommand, tag="objective.take", frozen=True):
    """Take a card, to be read aloud; set `override` if a card makes an exception."""

    card: Key
    sheet: Key
    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    tile: Annotated[str, msgspec.Meta(max_length=4)] | None = None
    """Tile the card was on, if not recorded before."""
    on: Literal["zone", "door"] | None = None
    override: bool = False


class ObjectiveKeep(BaseCommand, tag="objective.keep", frozen=True):
    """Discard a card that was read, keep it in force, or put it back on its door."""

    card: Key
    where: Literal["done", "face_up", "beside", "back"] = "done"
    needs: Key | None = None
    """Keyword it asks for, when it goes back."""


class ObjectiveReveal(BaseCommand, tag="objective.reveal", frozen=True):
    """Reveal a card at the hour at which it is read by itself."""

    card: Key
    hour: Annotated[int, msgspec.Meta(ge=0, le=23)]
    override: bool = False


class ObjectiveDescribe(BaseCommand, tag="objective.describe", frozen=True):
    """Note down the number and text of a card that was read."""

    card: Key
    number: Annotated[str, msgspec.Meta(max_length=8)] = ""
    text: Text = ""


class NoteRead(BaseCommand, tag="note.read", frozen=True):
    """Read a note; the notes of the other choices are closed and stay unread."""

    card: Key
    closes: Keys = ()
    override: bool = False


class KeywordGain(BaseCommand, tag="keyword.gain", frozen=True):
    """Gain a keyword (a word in capitals) from a card, for a survivor or for all."""

    word: Key
    sheet: Key | None = None


class CompanionNote(BaseCommand, tag="companion.note", frozen=True):
    """Record a companion: joined as a card says, gone, or dead. Sent again, it corrects.

    Fields of the companion's card that are left out keep their values.
    """

    companion: Key
    """Id of the companion; `own` for a new one of no box."""
    status: CompanionStatus = "here"
    name: Line = ""
    sheet: Key | None = None
    """Leader of the companion at the table of the running mission."""
    skill: Key | None = None
    health: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    expendable: bool | None = None
    exits: bool | None = None


class MapDraw(BaseCommand, tag="map.draw", frozen=True):
    """Record the map of a mission as the group has it.

    Either the tiles in rows, copied from the printed map: a text for each row, tiles separated by
    spaces, `-` for a gap. Or the whole map, drawn.
    """

    mission: Key
    rows: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(max_length=6)
    ] = ()
    map: DrawnMap | None = None


class MissionFinish(BaseCommand, tag="mission.finish", frozen=True):
    """Report the end of a mission: result, equipment carried, the fallen. Sent again, it corrects.

    It is refused from a sender who has not seen the first report.
    """

    guard: ClassVar[Guard] = Guard.EXACT

    result: Result
    carried: Annotated[dict[Key, Copies], msgspec.Meta(max_length=12)] = {}
    """Copy ids, or card ids if the copy is not known."""
    out_of_action: Keys = ()
    dead: Keys = ()
    reached: Annotated[
        dict[Key, Annotated[tuple[Level, ...], msgspec.Meta(max_length=2)]],
        msgspec.Meta(max_length=12),
    ] = {}
    """Levels that give a campaign point, by sheet; sheets left out do not change."""
    kills: Annotated[dict[Key, Small], msgspec.Meta(max_length=12)] = {}
    rounds: Small | None = None


class UpkeepRoll(BaseCommand, tag="upkeep.roll", frozen=True):
    """Roll for one card: by the app, or with the faces of real dice. No second roll, ever."""

    sheet: Key
    card: Key
    dice: Faces = ()


class UpkeepDrop(BaseCommand, tag="upkeep.drop", frozen=True):
    """Give up a card because the box has too few copies of it: the players decide whose."""

    sheet: Key
    card: Key


class MissionBook(BaseCommand, tag="mission.book", frozen=True):
    """Book the end of the mission, all of it at once."""

    guard: ClassVar[Guard] = Guard.EXACT


class SheetAdd(BaseCommand, tag="sheet.add", frozen=True):
    """Add a survivor to the group."""

    sheet: Key
    name: Key
    player: Line = ""


class SheetSucceed(BaseCommand, tag="sheet.succeed", frozen=True):
    """Add a survivor for the player of a dead one: an empty sheet except for the achievements.

    In a mission, or before its end is booked, it names the successor of a survivor who died in it.
    Sent again, it names another.
    """

    sheet: Key
    successor: Key
    name: Key


class SheetEdit(BaseCommand, tag="sheet.edit", frozen=True):
    """Change the fields without rules: the player, the emblem, a note."""

    sheet: Key
    player: Line | None = None
    emblem: Line | None = None
    note: Text | None = None


class SheetAmend(BaseCommand, tag="sheet.amend", frozen=True):
    """Correct a sheet by hand, even weeks later; fields left out keep their values."""

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
    """Correct the booked result of a mission; `number` counts the missions played from 1."""

    guard: ClassVar[Guard] = Guard.EXACT

    number: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    result: Result
    reason: Reason


class MissionTell(BaseCommand, tag="mission.tell", frozen=True):
    """Set the group's sentence about a mission it has played; `number` counts from 1.

    Sent again, it replaces the sentence; an empty one removes it.
    """

    number: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    sentence: Sentence = ""


class CampaignEnd(BaseCommand, tag="campaign.end", frozen=True):
    """End the campaign by decision of the players: a free one has no last mission of its own."""

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
