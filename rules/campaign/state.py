"""What a group keeps from one mission to the next."""

from typing import Literal

from rules.state import Record, Result, Source

SheetStatus = Literal["ready", "out_of_action", "dead"]


class Sheet(Record, frozen=True, kw_only=True):
    """The campaign sheet of one survivor. Rewards still to choose are derived from the points."""

    name: str
    player: str
    points: int = 0
    mission_points: int = 0
    """Of these, gained in the running mission by danger levels."""
    skills: tuple[str, ...] = ()
    extra_actions: int = 0
    extra_actions_used: int = 0
    kept: tuple[str, ...] = ()
    achievements: tuple[str, ...] = ()
    status: SheetStatus = "ready"


class Played(Record, frozen=True, kw_only=True):
    """A mission that is over."""

    mission: str
    result: Result


class CampaignState(Record, frozen=True, kw_only=True):
    """Everything the campaign knows. `upkeep` are the cards still to be rolled for."""

    game: str
    expansion: str
    sheets: dict[str, Sheet]
    achievements: tuple[str, ...] = ()
    """Those earned by everyone."""
    mission: str | None = None
    played: tuple[Played, ...] = ()
    upkeep: dict[str, tuple[str, ...]] = {}
    result: Result | None = None
    dice: Source = "app"
    seed: str = ""
    cursor: int = 0
