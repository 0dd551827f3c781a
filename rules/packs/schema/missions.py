"""Missions, and the campaign that ties them together."""

from typing import Annotated, Literal

import msgspec

from rules.packs.schema.base import Count, Face, Fact, Natural, Slug, Strict, Term
from rules.packs.schema.maps import DrawnMap
from rules.packs.schema.people import Companion

Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]
Tile = Annotated[str, msgspec.Meta(pattern=r"^(\d+[RV]|[RV]\d+)$")]


Moment = Literal[
    "setup",
    "players",
    "move",
    "search",
    "door",
    "building",
    "objective",
    "vault",
    "zombies",
    "spawn",
    "end",
    "hour",
    "night",
]
"""When the players must think of a rule: in a phase, or when they do something in it."""


class MissionRule(Strict, frozen=True, kw_only=True):
    """A goal or a special rule: its name, its numbers, and one sentence of ours."""

    do: Slug
    es: str
    en: str
    count: Natural | None = None
    points: Natural | None = None
    hour: Hour | None = None
    tiles: tuple[Tile, ...] = ()
    colours: tuple[Slug, ...] = ()
    needs: tuple[Slug, ...] = ()
    """Objectives that must be taken first."""
    zombie: Slug | None = None
    deck: Slug | None = None
    equipment: dict[Slug, Count] = {}
    achievement: Slug | None = None
    specialty: Slug | None = None
    cards: tuple[Slug, ...] = ()
    survivors: Count | None = None
    """Only with so many at the table, or more."""
    on_board: Slug | None = None
    """Only while one of these zombies stands there, or `count` of them."""
    so: Slug | None = None
    """Only while this is so, as the game's own state says, or `cards-left`: objective cards."""
    unread: bool = False
    """Only in free play and where we have not read the mission's page: it may be there or not."""
    page: str | None = None
    when: Moment | None = None
    """When to remind the players of it, where no mechanic carries it out."""
    players: bool = False
    """Nothing to remind of: it lies on the board or on a card the players read."""

    def in_language(self, code: str) -> str:
        return self.es if code.startswith("es") else self.en


class MissionZone(Strict, frozen=True, kw_only=True, omit_defaults=True):
    """A spawn zone as it lies before the first round."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    start: bool = False
    colour: Slug | None = None
    asleep: bool = False
    """Something in the mission must wake it."""
    locators: Annotated[tuple[Face, ...], msgspec.Meta(max_length=6)] = ()
    tokens: Annotated[int, msgspec.Meta(ge=1, le=12)] = 1
    kind: Slug = "normal"
    """Whose tokens lie there, as `zeus`."""


class Mission(Fact, frozen=True, kw_only=True):
    """A mission as far as we know it. Of a printed one nobody knows where things lie on the map."""

    code: str
    title: Term
    detail: Literal["full", "partial", "index"]
    """The printed page; a digital version of it, perhaps adapted; or its title line only."""
    tutorial: bool = False
    difficulty: Literal["easy", "medium", "hard", "very-hard"] | None = None
    minutes: Count | None = None
    length: Literal["short", "long", "variable"] | None = None
    survivors: Count | None = None
    or_more: bool = False
    tiles: tuple[Tile, ...] = ()
    tile_count: Count | None = None
    grid: tuple[tuple[Tile, ...], ...] = ()
    start_hour: Hour | None = None
    objective_cards: Natural | None = None
    notes: Natural | None = None
    tokens: dict[Slug, Natural] = {}
    other_tokens: tuple[Slug, ...] = ()
    """On the map as well, in numbers we do not know."""
    spawn_colours: tuple[Slug, ...] = ()
    objective_colours: tuple[Slug, ...] = ()
    door_colours: tuple[Slug, ...] = ()
    zombies: dict[Slug, Count] = {}
    """Already on the board at the start."""
    time_track: Count | None = None
    needs: tuple[Slug, ...] = ()
    """Skills or specialties somebody must have."""
    boss: Slug | None = None
    """Which abomination leads this mission."""
    page: str | None = None
    """Of its book."""
    zones: tuple[MissionZone, ...] = ()
    """Its spawn zones, where somebody has written them down one by one."""
    map: DrawnMap | None = None
    """As a group has drawn it."""
    goals: tuple[MissionRule, ...] = ()
    rules: tuple[MissionRule, ...] = ()


class Achievement(Fact, frozen=True, kw_only=True):
    """Something earned in a mission that later ones ask for."""

    id: Slug
    name: Term
    used_in: tuple[str, ...] = ()


class Hours(Strict, frozen=True, kw_only=True):
    """From one hour of the clock to another, both included."""

    first: Hour
    last: Hour


class Night(Strict, frozen=True, kw_only=True):
    """What darkness does."""

    zombies_see: Natural
    survivors_see: Natural
    ranged_accuracy: Count
    lit_zones: Natural
    light_activations: Natural


class Campaign(Strict, frozen=True, kw_only=True):
    """A series of missions and what survivors carry from one to the next."""

    id: Slug
    name: Term
    in_order: bool
    missions: tuple[str, ...]
    points: Term
    points_track: Count
    points_per_mission: Count
    points_at: tuple[Literal["orange", "red"], ...]
    """Danger levels that give one point when first reached in a mission."""
    milestones: tuple[Count, ...]
    rewards: tuple[Literal["extra-action", "campaign-skill"], ...]
    """A milestone gives one of these."""
    extra_actions_max: Count
    skills: tuple[Slug, ...]
    """Campaign skills: each once, all at blue."""
    day: Hours
    night: Hours
    hours_per_round: Natural
    dark: Night
    rescue_rounds: Natural
    """A survivor out of action may be picked up until the end of so many rounds later."""
    rescue_actions: Natural
    break_face: Count
    """The face of an all-out die that breaks."""
    achievements_complete: bool
    achievements: tuple[Achievement, ...] = ()
    companions: tuple[Companion, ...] = ()
