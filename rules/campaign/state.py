"""What a group keeps from one mission to the next, and where it stands in the running one."""

from typing import Literal

from rules.packs.schema.maps import DrawnMap
from rules.state import Record, Result, Source

SheetStatus = Literal["ready", "out_of_action", "dead"]
Advanced = Literal["points", "upkeep", "out-of-action"]
"""The advanced rules a free campaign may switch off; one from a box plays with all."""
ADVANCED: tuple[Advanced, ...] = ("points", "upkeep", "out-of-action")


class Sheet(Record, frozen=True, kw_only=True):
    """The campaign sheet of one survivor. Rewards still to choose are derived from the points."""

    name: str
    player: str
    points: int = 0
    reached: tuple[str, ...] = ()
    """Danger levels of the running mission that have given their point."""
    skills: tuple[str, ...] = ()
    lent: str | None = None
    """A campaign skill for the running mission only (Versatile)."""
    picks: dict[str, str] = {}
    """Which card a skill with several brings at the start, by skill."""
    extra_actions: int = 0
    extra_actions_used: int = 0
    kept: tuple[str, ...] = ()
    achievements: tuple[str, ...] = ()
    status: SheetStatus = "ready"
    fell_in: str | None = None
    """The mission in which a dead survivor died."""
    heir_of: str | None = None
    """The dead survivor whose player plays this one now."""
    emblem: str = ""
    note: str = ""


CompanionStatus = Literal["here", "gone", "dead"]


class Companion(Record, frozen=True, kw_only=True):
    """Somebody who goes along with the group; what their card says is told as they join."""

    name: str
    status: CompanionStatus = "here"
    skill: str | None = None
    health: int = 1
    expendable: bool = False
    exits: bool = False
    fell_in: str | None = None
    """The mission in which they died."""


CardStatus = Literal["face_down", "taken", "face_up", "beside", "done", "closed"]
"""`taken`: being read. `face_up` in its place or `beside` the board: still in force.
`closed`: a note of the way not taken, which nobody reads."""


class Objective(Record, frozen=True, kw_only=True):
    """An objective card or note of the running mission. What it says is not in here."""

    note: bool = False
    tile: str | None = None
    on: Literal["zone", "door", "beside"] = "zone"
    status: CardStatus = "face_down"
    needs: str | None = None
    """The keyword a card on a door asked for before it went back."""
    by: str | None = None
    round: int | None = None


class CardText(Record, frozen=True, kw_only=True):
    """What a group noted down of a card it has read."""

    number: str = ""
    text: str = ""
    tile: str | None = None
    """Where it lay when its mission was booked, for the next try."""


class Keyword(Record, frozen=True, kw_only=True):
    """A word in capitals that one card gives and another asks for (p. 18)."""

    word: str
    sheet: str | None = None
    mission: str | None = None


class Heir(Record, frozen=True, kw_only=True):
    """Who will play on for a survivor that died in the mission."""

    sheet: str
    name: str


class Ending(Record, frozen=True, kw_only=True):
    """The end of a mission while it is being worked out; nothing of it is booked yet."""

    result: Result
    carried: dict[str, tuple[str, ...]] = {}
    fallen: dict[str, SheetStatus] = {}
    rolls: dict[str, tuple[int, ...]] = {}
    """Faces by copy. A roll stays, whatever else is corrected: no second roll (p. 6)."""
    dropped: tuple[str, ...] = ()
    """Given up by choice, because the box has too few of them."""
    kills: dict[str, int] = {}
    rounds: int | None = None
    heirs: dict[str, Heir] = {}
    """By the sheet of whoever died."""


class Played(Record, frozen=True, kw_only=True):
    """A mission that is over, with what it brought."""

    mission: str
    result: Result
    out_of_order: bool = False
    points: dict[str, int] = {}
    """Campaign points of each sheet afterwards."""
    kept: dict[str, tuple[str, ...]] = {}
    fallen: dict[str, SheetStatus] = {}
    kills: dict[str, int] = {}
    rounds: int | None = None
    notes: tuple[str, ...] = ()
    """The notes that were read: the ways taken."""
    achievements: tuple[str, ...] = ()
    companions: dict[str, CompanionStatus] = {}
    """How those stood who went along then."""
    sentence: str = ""
    """What the group says of it."""


class Leg(Record, frozen=True, kw_only=True):
    """A mission of the group's own on the road of its campaign, and what may follow it."""

    mission: str
    es: str = ""
    en: str = ""
    won: tuple[str, ...] = ()
    """What may be played after a win; nothing: the campaign is won."""
    lost: tuple[str, ...] = ()
    """After a loss, itself among them where it is played again; nothing: the campaign is lost."""

    def in_language(self, code: str) -> str:
        """Its title in this language, else in the other."""
        return (self.es or self.en) if code.startswith("es") else (self.en or self.es)


Grid = tuple[tuple[str, ...], ...]
"""Rows of tiles; an empty name is a gap."""


class CampaignState(Record, frozen=True, kw_only=True):
    """Everything the campaign knows."""

    game: str
    expansion: str | None
    free: bool = False
    """Missions in any order and without an end of its own, unless there is a road."""
    road: tuple[Leg, ...] = ()
    """The missions of a house pack in their order or tree, the first one first."""
    advanced: tuple[Advanced, ...] = ADVANCED
    sheets: dict[str, Sheet]
    achievements: tuple[str, ...] = ()
    """Those earned by everyone."""
    keywords: tuple[Keyword, ...] = ()
    companions: dict[str, Companion] = {}
    leaders: dict[str, str] = {}
    """With whom companions begin the running mission, by companion."""
    mission: str | None = None
    out_of_order: bool = False
    objectives: dict[str, Objective] = {}
    texts: dict[str, CardText] = {}
    layouts: dict[str, Grid] = {}
    """How the group says that tiles lie, by mission."""
    maps: dict[str, DrawnMap] = {}
    """Whole maps that it drew, by mission; see `rules.campaign.maps`."""
    heirs: dict[str, Heir] = {}
    """Named while the mission goes on, for those who died at its table."""
    ending: Ending | None = None
    played: tuple[Played, ...] = ()
    result: Result | None = None
    dice: Source = "app"
    seed: str = ""
    cursor: int = 0
