"""What the sheets of a campaign show, as plain values that can be stored with a print.

`facts_of` reads the state of the rules; what only the history knows (when a reward was taken,
how many rounds a mission had) may be missing and is then left empty on paper.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.campaign import CampaignState, Sheet, campaign_pack
from rules.packs.copies import all_copies
from rules.packs.schema import Equipment, Pack
from rules.packs.schema.missions import Mission
from rules.packs.schema.pack import Expansion
from rules.state import Result


class Facts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Plain values."""


class Reward(Facts, frozen=True, kw_only=True):
    """What a milestone gave: a campaign skill, or without one an extra action."""

    skill: str | None = None
    mission: str | None = None


class Kept(Facts, frozen=True, kw_only=True):
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
    rewards: tuple[Reward, ...] = ()
    extra_actions_used: int = 0
    kept: tuple[Kept, ...] = ()
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
    fell: tuple[str, ...] = ()
    """Names of those out of action or dead."""
    decisions: tuple[str, ...] = ()
    notes: str = ""


class CampaignFacts(Facts, frozen=True, kw_only=True):
    """The campaign as its sheets show it."""

    name: str
    game: str
    expansion: str
    sheets: tuple[SheetFacts, ...] = ()
    achievements: tuple[str, ...] = ()
    runs: tuple[Run, ...] = ()
    mission: str | None = None
    """The one being played now."""
    result: Result | None = None

    @property
    def told(self) -> dict[str, Any]:
        told: dict[str, Any] = msgspec.to_builtins(self)
        return told

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> "CampaignFacts":
        return msgspec.convert(told, cls)

    @property
    def box(self) -> Expansion:
        return campaign_pack(self.game, self.expansion)


def facts_of(state: CampaignState, *, name: str = "") -> CampaignFacts:
    """What the state alone tells."""
    return CampaignFacts(
        name=name,
        game=state.game,
        expansion=state.expansion,
        sheets=tuple(_sheet(key, sheet) for key, sheet in state.sheets.items()),
        achievements=state.achievements,
        runs=tuple(Run(mission=one.mission, result=one.result) for one in state.played),
        mission=state.mission,
        result=state.result,
    )


def _sheet(key: str, sheet: Sheet) -> SheetFacts:
    skills = [Reward(skill=skill) for skill in sheet.skills]
    return SheetFacts(
        key=key,
        name=sheet.name,
        player=sheet.player,
        status=sheet.status,
        points=sheet.points,
        rewards=(*skills, *[Reward()] * sheet.extra_actions),
        extra_actions_used=sheet.extra_actions_used,
        kept=tuple(Kept(card=card) for card in sheet.kept),
        achievements=sheet.achievements,
    )


def cards_of(box: Pack | Expansion) -> dict[str, Equipment]:
    """The equipment of a box, by card and by copy."""
    found = {card.id: card for card in box.equipment}
    return found | {
        copy: card for _deck, copy, card in all_copies(box) if isinstance(card, Equipment)
    }


def missions_of(box: Expansion) -> list[Mission]:
    """The missions of its campaign, in order."""
    assert box.campaign is not None
    by_code = {mission.code: mission for mission in box.missions}
    return [by_code[code] for code in box.campaign.missions]
