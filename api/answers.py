"""Answers of the API."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from api.shapes import View
from api.state import StateView
from rules import Event
from rules.campaign import CampaignEvent
from rules.campaign.state import Leg
from rules.fields import Field
from rules.offers import Refusal
from rules.packs.schema.base import Term
from rules.packs.schema.missions import Mission
from rules.packs.schema.people import SkillTree
from rules.state import Description
from rules.workshop.draft import Said
from rules.workshop.road import RoadStep

Role = Literal["keeper", "player", "reader"]


class GameAnswer(View, frozen=True, kw_only=True):
    """A game of this house, with its name in both languages."""

    game: str
    name: Term
    url: str


class JoinAnswer(View, frozen=True, kw_only=True):
    """The way in for others: the code to read out, and the address behind the QR code."""

    code: str
    url: str


class SeatAnswer(View, frozen=True, kw_only=True):
    """Somebody at a table, and whose survivors they play; `mine` marks the asker's own seat.

    A player with `asked_to_keep_at` asks to keep the table since then.
    """

    id: int
    name: str
    player: str | None
    role: Role
    mine: bool
    asked_to_keep_at: datetime | None


class TableRow(View, frozen=True, kw_only=True):
    """A table in a list, without its state."""

    id: UUID
    game: str
    version: int
    code: str
    mission: str
    archived: bool
    locked: bool
    role: Role
    created_at: datetime
    updated_at: datetime
    url: str


class TablesPage(View, frozen=True, kw_only=True):
    """My tables, the newest seat first."""

    results: tuple[TableRow, ...]
    next: str | None


class TableAnswer(View, frozen=True, kw_only=True):
    """A table and all that everybody there may see. Its ETag is the version."""

    id: UUID
    game: str
    version: int
    join: JoinAnswer
    state: StateView


class NewTableAnswer(TableAnswer, frozen=True, kw_only=True):
    """A new table. `token` is the keeper's key, for whoever came without one; shown once."""

    token: str | None


class MendedName(View, frozen=True, kw_only=True):
    """A name in a file that was too long or untidy, or of which nothing could be seen."""

    was: str
    now: str


class BroughtTableAnswer(NewTableAnswer, frozen=True, kw_only=True):
    """A table out of a file."""

    mended: tuple[MendedName, ...]


def mended_names(mended: Mapping[str, str]) -> tuple[MendedName, ...]:
    """Return the names of a file that were mended."""
    return tuple(MendedName(was=was, now=now) for was, now in mended.items())


class SatAnswer(View, frozen=True, kw_only=True):
    """The seat taken. `token` is its key, for whoever came without one; shown once."""

    table: UUID
    seat: SeatAnswer
    token: str | None


class CommandAnswer(View, frozen=True, kw_only=True):
    """The effect of a command. `repeated`: this id was known, and this is the first answer again.

    `events` tell it whole, as a spawn step with all its draws; `facts` are the same one by one.
    """

    version: int
    seq: int
    events: tuple[Event, ...]
    facts: tuple[Event, ...]
    state: StateView
    repeated: bool


class LineAnswer(View, frozen=True, kw_only=True):
    """One line of a log; `target` is what an undo or redo speaks of.

    Several steps taken back at once are one line: `target` is the newest of them, `down_to` the
    oldest.
    """

    seq: int
    kind: Literal["do", "undo", "redo"]
    at: datetime
    target: int | None
    down_to: int | None


class LinesPage(View, frozen=True, kw_only=True):
    """The log after a `seq`, oldest first; ask again after `last` while there is `more`."""

    results: tuple[Any, ...]
    last: int
    more: bool


class EntryAnswer(LineAnswer, frozen=True, kw_only=True):
    """One line of a table's log; `text` is it in words."""

    seat: str
    command: dict[str, Any] | None
    events: tuple[Event, ...]
    facts: tuple[Event, ...]
    """The events one by one, for whoever counts."""
    text: str


class LogPage(LinesPage, frozen=True, kw_only=True):
    """The log after a `seq`, oldest first; ask again after `last` while there is `more`."""

    results: tuple[EntryAnswer, ...]


class ChancesAnswer(View, frozen=True, kw_only=True):
    """Chances of a whole spawn step; lists go by number, from none on.

    `kinds`: at least one such card; `activated`: those of a type act once more; `short`:
    miniatures of a type are missing; `any_activated` and `any_short`: some type's do;
    `runs_out`: the deck is shuffled in the middle.
    """

    total: list[float]
    zombies: dict[str, list[float]]
    kinds: dict[str, float]
    abomination: float
    activated: dict[str, float]
    any_activated: float
    short: dict[str, float]
    any_short: float
    runs_out: float


class ForecastAnswer(View, frozen=True, kw_only=True):
    """Odds of the next spawn step, from the cards that are left, without their order.

    `kinds` is the chance of each kind of card for one draw, `expected` the mean number of each
    type in the step, `short` the chance that miniatures of it are missing. Where cards are
    unknown, `least` and `most` are what they may make of it; else both are the same. `asked` are
    kinds of cards that ask for places nobody has counted: what they bring comes on top.
    """

    danger: str
    draws: int
    left: int
    unknown: int
    exact: bool
    asked: tuple[str, ...]
    kinds: dict[str, float]
    expected: dict[str, float]
    short: dict[str, float]
    least: ChancesAnswer
    most: ChancesAnswer


class Offer(View, frozen=True, kw_only=True):
    """One command that may be sent now.

    `fixed` is its subject, for example the survivor and the weapon; `fields` are left to choose.
    With `why_not` it is refused, unless `overrule` allows the players to insist by sending
    `overrule`.
    """

    kind: str
    fixed: Mapping[str, Any] = {}
    fields: Mapping[str, Field] = {}
    why_not: Refusal | None = None
    overrule: bool = False


class LegalAnswer(View, frozen=True, kw_only=True):
    """Commands that are legal at this `version`.

    A command is the `kind` of an offer, what is `fixed` in it, and values for its `fields`; `id`
    and `seen` are the sender's.
    """

    version: int
    offers: tuple[Offer, ...]


class RoundTallyAnswer(View, frozen=True, kw_only=True):
    """A round in numbers; `began_with` is the entry of the log before it."""

    round: int
    began_with: int
    placed: dict[str, int]
    killed: dict[str, int]
    points: dict[str, int]
    """Points of every survivor at its end."""
    wounds: dict[str, int]


class SurvivorTallyAnswer(View, frozen=True, kw_only=True):
    """A survivor in numbers."""

    name: str
    points: int
    danger: str
    kills: int
    wounds: int


class StoryAnswer(View, frozen=True, kw_only=True):
    """A whole game in numbers; zombies by kind, survivors by key."""

    rounds: tuple[RoundTallyAnswer, ...]
    survivors: dict[str, SurvivorTallyAnswer]
    placed: int
    killed: int
    wounds: int
    points: int


class HouseAnswer(View, frozen=True, kw_only=True):
    """Cards of a game as a group has described them: zombie cards by copy, survivors by key."""

    cards: dict[str, Description]
    survivors: dict[str, SkillTree]


class PackRow(View, frozen=True, kw_only=True):
    """A house pack on my shelf; `mine`: I made it."""

    id: UUID
    game: str
    name: str
    author: str
    languages: tuple[str, ...]
    version: int
    mine: bool
    updated_at: datetime
    url: str


class PacksAnswer(View, frozen=True, kw_only=True):
    """My packs and those of my groups, the one changed last first."""

    results: tuple[PackRow, ...]


class PackMissionAnswer(View, frozen=True, kw_only=True):
    """A mission of a pack, by what `openTable` takes; a draft may have problems."""

    mission: str
    code: str
    title: Said
    problems: int


class PackSurvivorAnswer(View, frozen=True, kw_only=True):
    """A survivor of a pack, by what `openTable` takes."""

    survivor: str
    name: str


class PackDeckAnswer(View, frozen=True, kw_only=True):
    """A way to put a deck together; without a name: the box and every card of the pack."""

    key: str
    deck: str
    name: Said | None


class PackAnswer(PackRow, frozen=True, kw_only=True):
    """A house pack and what it offers to a table; `counts` of all that is in it, by kind."""

    counts: dict[str, int]
    missions: tuple[PackMissionAnswer, ...]
    survivors: tuple[PackSurvivorAnswer, ...]
    decks: tuple[PackDeckAnswer, ...]


class PieceRow(View, frozen=True, kw_only=True):
    """A mission or piece of a pack while it is written; `problems` in words, a draft may have some.

    `tag` is what `If-Match` takes.
    """

    id: str
    name: str
    binned: bool
    problems: tuple[str, ...]
    tag: str
    url: str


class PiecesAnswer(View, frozen=True, kw_only=True):
    """All of one kind in the newest version of a pack, those in its bin, too."""

    version: int
    results: tuple[PieceRow, ...]


class RoadAnswer(View, frozen=True, kw_only=True):
    """The missions of a pack as a campaign: as they were put, and as one would be played."""

    version: int
    road: tuple[RoadStep, ...]
    legs: tuple[Leg, ...]


class PublicPackRow(View, frozen=True, kw_only=True):
    """A pack that its owner shows to everybody, in the version that is shown."""

    id: UUID
    game: str
    name: str
    author: str
    languages: tuple[str, ...]
    version: int
    put_at: datetime
    url: str


class PublicPacksPage(View, frozen=True, kw_only=True):
    """The packs on the public shelf, the newest first."""

    results: tuple[PublicPackRow, ...]
    next: str | None


class PublicPackAnswer(PublicPackRow, frozen=True, kw_only=True):
    """A pack on the public shelf with all that is in it, as TOML."""

    document: str


class PackFileAnswer(View, frozen=True, kw_only=True):
    """One version of a pack as TOML, for `importPack` here or elsewhere."""

    version: int
    document: str


class PlaceAnswer(View, frozen=True, kw_only=True):
    """A player of the table, their survivors by name, and the `seat` that plays them, if any."""

    player: str
    survivors: tuple[str, ...]
    seat: int | None
    closed: bool


class SeatsAnswer(View, frozen=True, kw_only=True):
    """The seats of a table in the order they were taken, its places, and the way in for others."""

    seats: tuple[SeatAnswer, ...]
    places: tuple[PlaceAnswer, ...]
    join: JoinAnswer


class CampaignEntryAnswer(LineAnswer, frozen=True, kw_only=True):
    """One line of a campaign's log; `command` is its kind, `lines` are it in words."""

    member: str
    mission: str | None
    command: str | None
    events: tuple[CampaignEvent, ...]
    lines: tuple[str, ...]


class CampaignLogPage(LinesPage, frozen=True, kw_only=True):
    """The log after a `seq`, oldest first; ask again after `last` while there is `more`."""

    results: tuple[CampaignEntryAnswer, ...]


class MemberAnswer(View, frozen=True, kw_only=True):
    """Somebody in a campaign; `mine` marks the asker's own membership."""

    id: int
    name: str
    role: Role
    mine: bool
    joined_at: datetime


class InvitationAnswer(View, frozen=True, kw_only=True):
    """An open invitation: the address to send on, and what a program joins with."""

    id: int
    role: Role
    invitation: str
    url: str
    made_by: str
    created_at: datetime


class MembersAnswer(View, frozen=True, kw_only=True):
    """The members of a campaign; its open invitations only for its keepers."""

    members: tuple[MemberAnswer, ...]
    invitations: tuple[InvitationAnswer, ...]


class AccessAnswer(View, frozen=True, kw_only=True):
    """The access of this request; `table` is the one table of a seat's token."""

    by: Literal["browser", "token", "seat"]
    scope: Literal["read", "play", "manage"]
    table: UUID | None


class MeAnswer(View, frozen=True, kw_only=True):
    """The person who asks."""

    id: UUID
    name: str
    has_account: bool
    access: AccessAnswer


class TokenAnswer(View, frozen=True, kw_only=True):
    """A personal token by the first letters of its secret."""

    id: int
    name: str
    scope: Literal["read", "play", "manage"]
    hint: str
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


class NewTokenAnswer(TokenAnswer, frozen=True, kw_only=True):
    """A new token with its secret, which is shown this once."""

    token: str | None


class MissionAnswer(View, frozen=True, kw_only=True):
    """A mission and the box it is in: the game's, or an expansion's."""

    box: str
    mission: Mission
