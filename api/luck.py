"""Answers about luck."""

from api.shapes import View
from campaigns.luck import CampaignLuck, kept_better_than
from companion.odds.luck import Luck, better_than
from rules.odds.luck import Keeping, Throws
from rules.packs.schema.base import DangerId


class StepLuckAnswer(View, frozen=True, kw_only=True):
    """A spawn step and its luck: eight of ten steps like it bring `low` to `high` zombies."""

    round: int
    danger: DangerId
    came: int
    mean: float
    low: int
    high: int


class ThrowsAnswer(View, frozen=True, kw_only=True):
    """Dice that were thrown in attacks, how many hit, and how many hit on average."""

    dice: int
    hits: int
    expected: float
    better_than: int | None
    """Per cent of throws of as many such dice; null for less than ten dice."""


class DiceLuckAnswer(ThrowsAnswer, frozen=True, kw_only=True):
    """Dice that a survivor has thrown in attacks."""

    survivor: str
    name: str


class LuckAnswer(View, frozen=True, kw_only=True):
    """The luck of an evening, read from its log; it foretells nothing."""

    harder_than: int | None
    """Per cent of evenings with these zones, cards and danger; null before the third step."""
    came: int
    mean: float
    """Zombies of all spawn steps, and how many come on average."""
    steps: tuple[StepLuckAnswer, ...]
    left_out: int
    """Spawn steps with cards nobody knew."""
    throws: ThrowsAnswer
    """The dice of everybody."""
    dice: tuple[DiceLuckAnswer, ...]


class KeepingAnswer(View, frozen=True, kw_only=True):
    """Cards that were rolled for in upkeep, how many were kept, and how many are on average."""

    rolls: int
    kept: int
    expected: float
    better_than: int | None
    """Per cent of as many such rolls; null for less than four."""


class MissionLuckAnswer(View, frozen=True, kw_only=True):
    """The spawn steps of a mission that was played at a table."""

    number: int
    mission: str
    steps: int
    came: int
    mean: float
    harder_than: int
    """Per cent of evenings with the same zones, cards and danger."""


class SheetLuckAnswer(View, frozen=True, kw_only=True):
    sheet: str
    name: str
    throws: ThrowsAnswer
    upkeep: KeepingAnswer


class CampaignLuckAnswer(View, frozen=True, kw_only=True):
    """The luck of a campaign, read from its logs; tables that play without odds tell none."""

    harder_than: int | None
    """Per cent of campaigns with the same zones, cards and danger; null for a few steps."""
    missions: tuple[MissionLuckAnswer, ...]
    throws: ThrowsAnswer
    upkeep: KeepingAnswer
    sheets: tuple[SheetLuckAnswer, ...]


def luck_answer(luck: Luck) -> LuckAnswer:
    whole = luck.whole
    return LuckAnswer.of(
        whole,
        harder_than=whole.per_cent if luck.is_enough else None,
        steps=tuple(
            StepLuckAnswer.of(
                step.fall,
                round=step.round,
                danger=step.danger,
                low=step.fall.band[0],
                high=step.fall.band[1],
            )
            for step in luck.rounds
        ),
        left_out=luck.left_out,
        throws=_throws(luck.throws),
        dice=tuple(
            DiceLuckAnswer.of(
                row.throws, survivor=row.key, name=row.name, better_than=row.better_than
            )
            for row in luck.dice
        ),
    )


def campaign_luck_answer(luck: CampaignLuck) -> CampaignLuckAnswer:
    return CampaignLuckAnswer(
        harder_than=luck.harder_than,
        missions=tuple(
            MissionLuckAnswer.of(
                mission.steps,
                number=mission.number,
                mission=mission.mission,
                harder_than=mission.steps.per_cent,
            )
            for mission in luck.missions
        ),
        throws=_throws(luck.throws),
        upkeep=_keeping(luck.keeping),
        sheets=tuple(
            SheetLuckAnswer(
                sheet=person.key,
                name=person.name,
                throws=_throws(person.throws),
                upkeep=_keeping(person.keeping),
            )
            for person in luck.people
        ),
    )


def _throws(throws: Throws) -> ThrowsAnswer:
    return ThrowsAnswer.of(throws, better_than=better_than(throws))


def _keeping(keeping: Keeping) -> KeepingAnswer:
    return KeepingAnswer.of(keeping, better_than=kept_better_than(keeping))
