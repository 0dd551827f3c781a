"""What programs send. Unknown keys are refused, so that a typo is heard."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from api.models import Scope
from api.pagination import DEFAULT_LIMIT
from campaigns.printing.kind import MOST_BLANKS
from campaigns.printing.kinds import KINDS
from campaigns.printing.look import Ink, Paper, Type
from campaigns.transfer.document import FORMAT, VERSION
from companion.files.document import FORMAT as TABLE_FORMAT
from companion.files.document import VERSION as TABLE_VERSION
from companion.models import Seat
from rules import games, rulesets
from rules.campaign.commands import ByKey, Copies, Keys, Level, Small
from rules.campaign.state import ADVANCED, Advanced
from rules.commands import CommandId, Faces, Key, Version
from rules.mechanics.zones import MOST_TOKENS
from rules.packs.schema.base import DangerId
from rules.state import Option, Result, Source
from rules.systems.city_of_horror import CityState
from rules.systems.city_of_horror.pack import Colour
from rules.systems.city_of_horror.state import Dealing, Turned, Voting
from rules.workshop.draft import MOST_MISSIONS
from rules.workshop.road import RoadStep

# No control characters: a name is one line, and databases refuse some of them.
PRINTED = r"^[^\x00-\x1f\x7f]*(?![\s\S])"
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=PRINTED)]
Slug = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9-]+(?![\s\S])")]
Limit = Annotated[int, Meta(ge=1, le=200, description="Rows a page.")]
Cursor = Annotated[
    str, Meta(min_length=1, max_length=400, description="Where `next` of the last page points.")
]
Language = Literal["es", "en"]


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Part of a request."""


# --- query strings: what is not asked for is unset, because there is no null in them ---


class NoQuery(Body, frozen=True, kw_only=True):
    """Nothing is asked beside the address."""


class LegalQuery(Body, frozen=True, kw_only=True):
    kind: Annotated[Key, Meta(description="Offers of this command only.")] | UnsetType = UNSET


class ForecastQuery(Body, frozen=True, kw_only=True):
    rooms: Annotated[
        int, Meta(ge=0, le=12, description="Of a building that is opened; 0: the spawn step.")
    ] = 0
    places: (
        Annotated[int, Meta(ge=0, le=20, description="On which cards that ask put zombies.")]
        | UnsetType
    ) = UNSET
    level: (
        Annotated[DangerId, Meta(description="Read the cards at this danger level.")] | UnsetType
    ) = UNSET
    zones: Annotated[int, Meta(ge=-1, le=1, description="One spawn zone more or less.")] = 0
    without: Annotated[Key, Meta(description="As if this survivor were out.")] | UnsetType = UNSET


class PageQuery(Body, frozen=True, kw_only=True):
    cursor: Cursor | UnsetType = UNSET
    limit: Limit = DEFAULT_LIMIT


class TablesQuery(PageQuery, frozen=True, kw_only=True):
    shelf: Literal["playing", "archive", "bin"] = "playing"
    game: Slug | UnsetType = UNSET
    role: (
        Annotated[Literal["keeper", "player", "reader"], Meta(description="Mine there.")]
        | UnsetType
    ) = UNSET


class PublicPacksQuery(PageQuery, frozen=True, kw_only=True):
    game: Slug | UnsetType = UNSET


class CampaignsQuery(PageQuery, frozen=True, kw_only=True):
    shelf: Literal["playing", "archive", "bin"] = "playing"
    role: (
        Annotated[Literal["keeper", "player", "reader"], Meta(description="Mine there.")]
        | UnsetType
    ) = UNSET


class LogQuery(Body, frozen=True, kw_only=True):
    after: Annotated[Version, Meta(description="The last `seq` already known.")] = 0
    limit: Limit = DEFAULT_LIMIT


class CampaignLogQuery(LogQuery, frozen=True, kw_only=True):
    sheet: Annotated[Key, Meta(description="Only what happened to this one.")] | UnsetType = UNSET


# --- tables ---


class SurvivorBody(Body, frozen=True, kw_only=True):
    """One of the game or of a house pack by id (`survivor`), or one without a card by `name`."""

    survivor: Key | None = None
    name: Name | None = None
    player: Name | None = None
    """Player of the survivor; without one, survivors are dealt round the players."""
    team: Name | None = None
    """In games with teams."""


class ZoneBody(Body, frozen=True, kw_only=True):
    """A spawn zone of the map."""

    id: Name
    start: bool = False
    colour: Name | None = None
    active: bool = True
    locators: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(max_length=6)] = ()
    tokens: Annotated[int, Meta(ge=1, le=MOST_TOKENS)] = 1
    kind: Key = "normal"
    """Kind of the token, for example `zeus` or `necromancer`."""


class ChanceBody(Body, frozen=True, kw_only=True):
    """The source of each deck and of the dice: the app, or the table with real cards and dice."""

    decks: Annotated[dict[Key, Source], Meta(max_length=20)] = {}
    dice: Source = "app"


class ClockBody(Body, frozen=True, kw_only=True):
    """The hour at which the mission begins."""

    hour: Annotated[int, Meta(ge=0, le=23)]


class TableBody(Body, frozen=True, kw_only=True):
    """A new table. Whoever opens it keeps it."""

    game: Annotated[Slug, Meta(extra_json_schema={"enum": list(rulesets)})]
    expansions: Annotated[tuple[Slug, ...], Meta(max_length=10)] = ()
    players: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()
    survivors: Annotated[tuple[SurvivorBody, ...], Meta(min_length=1, max_length=12)]
    zones: Annotated[tuple[ZoneBody, ...], Meta(max_length=12)] | UnsetType = UNSET
    """Left out: those of its mission, as far as we know them; in free play none."""
    chance: ChanceBody = ChanceBody()
    clock: ClockBody | None = None
    mission: Annotated[str, Meta(max_length=60, pattern=PRINTED)] | None = None
    """`box:code`, as `listMissions` has them, or that of a house pack; free play without."""
    options: Annotated[tuple[Option, ...], Meta(max_length=20)] = ()
    decks: Annotated[
        dict[Key, Annotated[str, Meta(max_length=300, pattern=PRINTED)]], Meta(max_length=20)
    ] = {}
    """By deck, how a house pack puts it together: a key as `readPack` has it; with `+` between
    them, keys of several packs, whose cards all go in."""


CITIES = [slug for slug, ruleset in games.items() if ruleset.state is CityState]


class CitySeatBody(Body, frozen=True, kw_only=True):
    """Somebody at the table, clockwise."""

    name: Name
    colour: Colour


class CityTableBody(Body, frozen=True, kw_only=True):
    """A new table. Whoever opens it keeps it; what is not said is dealt, or as the book has it."""

    game: Annotated[Slug, Meta(extra_json_schema={"enum": CITIES})] = CITIES[0]
    seats: Annotated[tuple[CitySeatBody, ...], Meta(min_length=3, max_length=6)]
    first: Name | None = None
    sides: Annotated[dict[Key, Literal["A", "B"]], Meta(max_length=6)] = {}
    order: Annotated[tuple[Key, ...], Meta(max_length=6)] = ()
    """The locations as they are numbered; so the buildings among them are 1 to 4."""
    turned: Turned = 0
    """Turn of the crossroads board: quarters to the right, four more where numbers go round."""
    characters: Annotated[dict[Name, tuple[Key, ...]], Meta(max_length=6)] | None = None
    """Chosen ones by player; dealt without."""
    voting: Voting = "sealed"
    cards: Source = "app"
    dealing: Dealing = "dealt"
    """By the app: at random, or drafted as experts do."""
    invasion: Source = "table"


class StepBody(Body, frozen=True, kw_only=True):
    """A step: its id, and the version it was decided at (or `If-Match`)."""

    id: CommandId
    seen: Version | None = None


class UndoBody(StepBody, frozen=True, kw_only=True):
    """The last step, or every step down to an entry of the log, that one too."""

    to: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    along: Version | None = None
    """Taken from the refusal that named what was decided since: that goes with it."""


class TableChangeBody(Body, frozen=True, kw_only=True):
    """A change to a table. Fields left out stay as they are."""

    archived: bool | None = None
    locked: bool | None = None


class BranchBody(Body, frozen=True, kw_only=True):
    """After which entry of the log the new table begins; 0 is before the first."""

    seq: Version


class SitBody(Body, frozen=True, kw_only=True):
    """Sit down at the table of this code, as the group reads it out."""

    code: Annotated[str, Meta(min_length=1, max_length=20)]
    name: Name
    player: Name | None = None
    """Player whose survivors to play, if the place is free."""
    role: Literal["player", "reader"] = "player"


class PlaceBody(Body, frozen=True, kw_only=True):
    """The place of a player: kept for whoever the keeper wants there, or free."""

    player: Name
    closed: bool


class KeepingBody(Body, frozen=True, kw_only=True):
    """The keeper's answer to a seat that asks to keep the table."""

    agreed: bool


class SeatChangeBody(Body, frozen=True, kw_only=True):
    """A change to a seat; fields left out stay. Who is no keeper may change only their own name."""

    name: Name | None = None
    role: Literal["keeper", "player", "reader"] | None = None


class TableFile(msgspec.Struct, frozen=True, kw_only=True):
    """A whole table as it is saved; its seats, its seed and the order of its decks stay behind."""

    format: Annotated[str, Meta(extra_json_schema={"const": TABLE_FORMAT})] = TABLE_FORMAT
    version: Annotated[int, Meta(ge=1, le=TABLE_VERSION)] = TABLE_VERSION
    begun: datetime
    start: dict[str, Any]
    steps: tuple[dict[str, Any], ...]


class PackFileBody(Body, frozen=True, kw_only=True):
    """A house pack as TOML, as `exportPack` gives it."""

    document: Annotated[str, Meta(min_length=1)]


class RoadBody(Body, frozen=True, kw_only=True):
    """The missions of a pack in their order; without a word the next one follows a win."""

    road: Annotated[tuple[RoadStep, ...], Meta(max_length=MOST_MISSIONS)]


# --- what a group knows ---

Skills = Annotated[tuple[Slug, ...], Meta(max_length=3)]


class SurvivorCardBody(Body, frozen=True, kw_only=True):
    """Skills by danger level, as the card has them; levels we know are left out."""

    blue: Skills = ()
    yellow: Skills = ()
    orange: Skills = ()
    red: Skills = ()


# --- campaigns ---


class CampaignBody(Body, frozen=True, kw_only=True):
    """A new campaign: out of a box by its `expansion`, or a `free` one of any game."""

    name: Name
    game: Annotated[Slug, Meta(extra_json_schema={"enum": list(rulesets)})]
    free: bool
    expansion: Slug | None = None
    players: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()
    survivors: Annotated[tuple[SurvivorBody, ...], Meta(min_length=1, max_length=12)]
    advanced: Annotated[tuple[Advanced, ...], Meta(max_length=3)] = ADVANCED
    """A free campaign may do without some of them; one out of a box plays with all."""
    pack: UUID | None = None
    """A house pack of yours, whose missions a free campaign plays on the road the pack says."""
    dice: Source = "app"


class CampaignChangeBody(Body, frozen=True, kw_only=True):
    """A change to a campaign. Fields left out stay as they are."""

    name: Name | None = None
    archived: bool | None = None


class CampaignBranchBody(Body, frozen=True, kw_only=True):
    """Before which entry of the log the new campaign begins: a `mission.start` or `.book`."""

    seq: Version
    name: Name | None = None


class InvitationBody(Body, frozen=True, kw_only=True):
    """The role of those who join by the invitation."""

    role: Literal["keeper", "player", "reader"] = "player"


class JoinBody(Body, frozen=True, kw_only=True):
    """An invitation, as the last part of its address has it, and the name to go by."""

    invitation: Annotated[str, Meta(min_length=1, max_length=40, pattern=PRINTED)]
    name: Name


class MemberChangeBody(Body, frozen=True, kw_only=True):
    """The member's new role."""

    role: Literal["keeper", "player", "reader"]


class MissionStartBody(StepBody, frozen=True, kw_only=True):
    """The choices before the first round, and the table to lay."""

    where: Literal["table", "paper"] = "table"
    out_of_order: bool = False
    versatile: ByKey = {}
    """For survivors with that skill: the campaign skill they borrow, by sheet."""
    picks: Annotated[dict[Key, ByKey], Meta(max_length=12)] = {}
    """The chosen card of each skill that offers several, by sheet and skill."""
    sets: Annotated[dict[Key, Annotated[int, Meta(ge=0, le=9)]], Meta(max_length=12)] = {}
    """The set of starting equipment, counted from 0, where a survivor's card has several."""
    zones: Annotated[tuple[ZoneBody, ...], Meta(max_length=12)] | UnsetType = UNSET
    """Left out: those of the mission, as far as we know them."""
    chance: ChanceBody = ChanceBody()


class MissionFinishBody(StepBody, frozen=True, kw_only=True):
    """The end of a mission. For fields left out the table of the mission counts."""

    result: Result
    carried: Annotated[dict[Key, Copies], Meta(max_length=12)] | UnsetType = UNSET
    """Copy ids by sheet, or card ids where nobody knows which copy it was."""
    out_of_action: Keys | UnsetType = UNSET
    dead: Keys | UnsetType = UNSET
    reached: (
        Annotated[dict[Key, Annotated[tuple[Level, ...], Meta(max_length=2)]], Meta(max_length=12)]
        | UnsetType
    ) = UNSET
    """Levels that give a campaign point, by sheet, for a mission on paper."""
    kills: Annotated[dict[Key, Small], Meta(max_length=12)] | UnsetType = UNSET
    rounds: Small | UnsetType | None = UNSET


class UpkeepBody(StepBody, frozen=True, kw_only=True):
    """A roll for one card; `dice` where the campaign rolls its own."""

    sheet: Key
    card: Key
    dice: Faces = ()


class CampaignFile(msgspec.Struct, frozen=True, kw_only=True):
    """A whole campaign as it is saved; the seed of its dice and its members stay behind."""

    format: Annotated[str, Meta(extra_json_schema={"const": FORMAT})] = FORMAT
    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION
    name: Name
    begun: datetime
    state: dict[str, Any]
    entries: tuple[dict[str, Any], ...]
    runs: tuple[dict[str, Any], ...]


# --- prints, tokens ---

if TYPE_CHECKING:
    PrintKind = str
else:  # those that there are: msgspec refuses any other
    PrintKind = Literal[tuple(sorted(KINDS))]
Id = Annotated[str, Meta(min_length=36, max_length=36)]


class PrintBody(Body, frozen=True, kw_only=True):
    """The print to make, of one table, campaign, game or list of set-ups, and its look."""

    kind: PrintKind
    table: Id | None = None
    campaign: Id | None = None
    game: Slug | None = None
    set_ups: (
        Annotated[
            tuple[TableBody, ...],
            Meta(
                min_length=1,
                max_length=2,
                description="What has been measured of one, or of two beside each other.",
            ),
        ]
        | None
    ) = None
    mission: Annotated[
        str,
        Meta(
            max_length=80,
            pattern=PRINTED,
            description="Of a mission sheet: its code, `box:code` for a game's box; "
            "without one the sheet is blank.",
        ),
    ] = ""
    sheets: (
        Annotated[
            tuple[Key, ...],
            Meta(min_length=1, max_length=40, description="Whose campaign sheets; else all."),
        ]
        | None
    ) = None
    blanks: Annotated[
        int, Meta(ge=1, le=MOST_BLANKS, description="How many blank campaign sheets.")
    ] = 1
    language: Language | None = None
    paper: Paper = "a4"
    ink: Ink = "full"
    type: Type = "ordinary"


class TokenBody(Body, frozen=True, kw_only=True):
    """A personal token: what for, and what it may do."""

    name: Name
    scope: Literal["read", "play", "manage"]


assert {role.value for role in Seat.Role} == {"keeper", "player", "reader"}
assert {scope.value for scope in Scope} == {"read", "play", "manage"}
