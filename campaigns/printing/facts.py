"""What the sheets of a campaign show, as plain values that can be stored with a print.

What only the history knows (when a reward was taken, how many rounds a mission had) may be missing
and is then left empty on paper.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from rules.campaign import CampaignBook, Leg, open_book
from rules.packs.copies import all_copies
from rules.packs.schema import Equipment, Pack
from rules.packs.schema.missions import Mission
from rules.state import Result


class Facts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Plain values."""


class MilestoneReward(Facts, frozen=True, kw_only=True):
    """The reward for a milestone: a campaign skill, or without one an extra action."""

    skill: str | None = None
    mission: str | None = None


class KeptCard(Facts, frozen=True, kw_only=True):
    """A card carried over, and the mission after which it was kept."""

    card: str
    mission: str | None = None


class SheetFacts(Facts, frozen=True, kw_only=True):
    """One survivor."""

    key: str
    name: str
    player: str
    status: str = "ready"
    points: int = 0
    rewards: tuple[MilestoneReward, ...] = ()
    extra_actions_used: int = 0
    kept: tuple[KeptCard, ...] = ()
    achievements: tuple[str, ...] = ()
    marks: dict[str, tuple[str, ...]] = {}
    """Campaign points by mission, in the order gained: `orange`, `red`, `mission`."""
    fell_in: tuple[str, ...] = ()
    """Missions in which this survivor was out of action or died."""
    notes: str = ""

    @property
    def extra_actions(self) -> int:
        return sum(reward.skill is None for reward in self.rewards)

    @property
    def skills(self) -> dict[str, str]:
        """The skills taken, and in which mission if that is known."""
        return {
            reward.skill: reward.mission or ""
            for reward in self.rewards
            if reward.skill is not None
        }


class Run(Facts, frozen=True, kw_only=True):
    """A mission that was played."""

    mission: str
    result: Result
    played_on: str = ""
    rounds: int | None = None
    kills: dict[str, int] = {}
    """By sheet."""
    fell: tuple[str, ...] = ()
    """Names of those out of action or dead."""
    notes: tuple[str, ...] = ()
    """The notes that were read: the ways taken."""
    achievements: tuple[str, ...] = ()
    sentence: str | UnsetType = UNSET
    """The group's own sentence about it."""


class CampaignFacts(Facts, frozen=True, kw_only=True):
    """The campaign as its sheets show it."""

    name: str
    game: str
    expansion: str | None
    free: bool = False
    road: tuple[Leg, ...] | UnsetType = UNSET
    sheets: tuple[SheetFacts, ...] = ()
    achievements: tuple[str, ...] = ()
    runs: tuple[Run, ...] = ()
    mission: str | None = None
    """The one being played now."""
    result: Result | None = None

    @property
    def told(self) -> dict[str, Any]:
        facts: dict[str, Any] = msgspec.to_builtins(self)
        return facts

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> "CampaignFacts":
        return msgspec.convert(facts, cls)

    @property
    def book(self) -> CampaignBook:
        book = open_book(self.game, self.expansion, self.free)
        return book._replace(road=self.road) if self.road else book


def cards_of(pack: Pack) -> dict[str, Equipment]:
    """Return the equipment of a pack, by card and by copy."""
    cards = {card.id: card for card in pack.equipment}
    return cards | {
        copy: card for _deck, copy, card in all_copies(pack) if isinstance(card, Equipment)
    }


def missions_of(book: CampaignBook) -> list[Mission]:
    """Return the missions of a box's campaign, in order; a free one has no list of its own."""
    return [mission for code in book.rules.missions if (mission := book.mission(code))]
