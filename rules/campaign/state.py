"""State of a campaign: what lasts from mission to mission, and the running mission."""

from typing import Literal

from rules.packs.schema.maps import DrawnMap
from rules.state import Record, Result, Source

SheetStatus = Literal["ready", "out_of_action", "dead"]
Advanced = Literal["points", "upkeep", "out-of-action"]
"""Advanced rules a free campaign may switch off; a campaign from a box has them all."""
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
    """Campaign skill for the running mission only (Versatile)."""
    picks: dict[str, str] = {}
    """Card chosen where a skill brings one of several at the start, by skill."""
    extra_actions: int = 0
    extra_actions_used: int = 0
    kept: tuple[str, ...] = ()
    achievements: tuple[str, ...] = ()
    status: SheetStatus = "ready"
    fell_in: str | None = None
    """Mission in which a dead survivor died."""
    heir_of: str | None = None
    """Dead survivor whose player plays this one now."""
    emblem: str = ""
    note: str = ""


CompanionStatus = Literal["here", "gone", "dead"]


class Companion(Record, frozen=True, kw_only=True):
    """A companion of the group; its card's values are told as it joins."""

    name: str
    status: CompanionStatus = "here"
    skill: str | None = None
    health: int = 1
    expendable: bool = False
    exits: bool = False
    fell_in: str | None = None
    """Mission in which the companion died."""


CardStatus = Literal["face_down", "taken", "face_up", "beside", "done", "closed"]
"""Status of a card.

`taken`: being read. `face_up` in its place or `beside` the board: still in force. `closed`: a note
of the choice not taken, which stays unread.
"""


class Objective(Record, frozen=True, kw_only=True):
    """An objective card or note of the running mission, without its text."""

    note: bool = False
    tile: str | None = None
    on: Literal["zone", "door", "beside"] = "zone"
    status: CardStatus = "face_down"
    needs: str | None = None
    """Keyword that a card on a door asked for before it went back."""
    by: str | None = None
    round: int | None = None


class CardText(Record, frozen=True, kw_only=True):
    """A group's notes of a card it has read."""

    number: str = ""
    text: str = ""
    tile: str | None = None
    """The tile on which it lay when its mission was booked, for the next try."""


class Keyword(Record, frozen=True, kw_only=True):
    """A word in capitals that one card gives and another asks for (p. 18)."""

    word: str
    sheet: str | None = None
    mission: str | None = None


class Heir(Record, frozen=True, kw_only=True):
    """A survivor who will replace one that died in the mission."""

    sheet: str
    name: str


class Ending(Record, frozen=True, kw_only=True):
    """The end of a mission before it is booked."""

    result: Result
    carried: dict[str, tuple[str, ...]] = {}
    fallen: dict[str, SheetStatus] = {}
    rolls: dict[str, tuple[int, ...]] = {}
    """Faces by copy. A roll is kept, whatever else is corrected: no second roll (p. 6)."""
    dropped: tuple[str, ...] = ()
    """Cards given up by choice, because the box has too few of them."""
    kills: dict[str, int] = {}
    rounds: int | None = None
    heirs: dict[str, Heir] = {}
    """Heirs by the sheet of the dead survivor."""


class Played(Record, frozen=True, kw_only=True):
    """A mission that is over, with its results."""

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
    """Notes that were read, which tell the choices made."""
    achievements: tuple[str, ...] = ()
    companions: dict[str, CompanionStatus] = {}
    """Status of the companions of that time."""
    sentence: str = ""
    """Sentence of the group about it."""


class Leg(Record, frozen=True, kw_only=True):
    """A mission the group wrote, in its campaign, and the missions that may follow it."""

    mission: str
    es: str = ""
    en: str = ""
    won: tuple[str, ...] = ()
    """Missions that may follow a win; if empty, the campaign is won."""
    lost: tuple[str, ...] = ()
    """Missions that may follow a loss, perhaps the same again; if empty, the campaign is lost."""

    def in_language(self, code: str) -> str:
        """Return its title in this language, else in the other."""
        return (self.es or self.en) if code.startswith("es") else (self.en or self.es)


Grid = tuple[tuple[str, ...], ...]
"""Rows of tiles; an empty name is a gap."""


class CampaignState(Record, frozen=True, kw_only=True):
    """The state of a campaign."""

    game: str
    expansion: str | None
    free: bool = False
    """True for missions in any order without an end of their own, unless there is a `road`."""
    road: tuple[Leg, ...] = ()
    """Missions of a pack of the group's own, in their order or tree, the first one first."""
    advanced: tuple[Advanced, ...] = ADVANCED
    sheets: dict[str, Sheet]
    achievements: tuple[str, ...] = ()
    """Achievements earned by everyone."""
    keywords: tuple[Keyword, ...] = ()
    companions: dict[str, Companion] = {}
    leaders: dict[str, str] = {}
    """Leaders of companions at the start of the running mission, by companion."""
    mission: str | None = None
    out_of_order: bool = False
    objectives: dict[str, Objective] = {}
    texts: dict[str, CardText] = {}
    layouts: dict[str, Grid] = {}
    """Tiles in rows as the group entered them, by mission."""
    maps: dict[str, DrawnMap] = {}
    """Whole maps that the group drew, by mission; see `rules.campaign.maps`."""
    heirs: dict[str, Heir] = {}
    """Heirs named while the mission goes on, for those who died at its table."""
    ending: Ending | None = None
    played: tuple[Played, ...] = ()
    result: Result | None = None
    dice: Source = "app"
    seed: str = ""
    cursor: int = 0
