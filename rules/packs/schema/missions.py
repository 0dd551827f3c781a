"""Missions, and the campaigns that link them."""

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
"""Moment at which players must think of a rule: a phase, or something done in it."""


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
    """Smallest number of survivors at the table for which it applies."""
    on_board: Slug | None = None
    """Zombie that must be on the board for it to apply, or `count` of them."""
    so: Slug | None = None
    """Condition in the game's own state, or `cards-left`: unread objective cards remain."""
    unread: bool = False
    """True if it applies only in free play and for missions whose page we have not read.

    The mission may or may not have it.
    """
    page: str | None = None
    when: Moment | None = None
    """Moment of the reminder, where no mechanic carries it out."""
    players: bool = False
    """True if it needs no reminder: players see it on the board or read it on a card."""

    def in_language(self, code: str) -> str:
        return self.es if code.startswith("es") else self.en


class MissionZone(Strict, frozen=True, kw_only=True, omit_defaults=True):
    """A spawn zone as it is before the first round."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    start: bool = False
    colour: Slug | None = None
    asleep: bool = False
    """True if it is inactive until something in the mission activates it."""
    locators: Annotated[tuple[Face, ...], msgspec.Meta(max_length=6)] = ()
    tokens: Annotated[int, msgspec.Meta(ge=1, le=12)] = 1
    kind: Slug = "normal"
    """Kind of its tokens, for example `zeus`."""


class Mission(Fact, frozen=True, kw_only=True):
    """A mission as far as we know it. The places on the map of a printed one are not known."""

    code: str
    title: Term
    detail: Literal["full", "partial", "index"]
    """Source: the printed page; a digital version, perhaps adapted; or only the title line."""
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
    """Other tokens on the map, in unknown numbers."""
    spawn_colours: tuple[Slug, ...] = ()
    objective_colours: tuple[Slug, ...] = ()
    door_colours: tuple[Slug, ...] = ()
    zombies: dict[Slug, Count] = {}
    """Zombies already on the board at the start."""
    time_track: Count | None = None
    needs: tuple[Slug, ...] = ()
    """Skills or specialties that one of the survivors must have."""
    boss: Slug | None = None
    """Abomination that leads this mission."""
    page: str | None = None
    """Page of its book."""
    zones: tuple[MissionZone, ...] = ()
    """Spawn zones of the mission, if they have been recorded one by one."""
    map: DrawnMap | None = None
    """Map as a group has drawn it."""
    goals: tuple[MissionRule, ...] = ()
    rules: tuple[MissionRule, ...] = ()


class Achievement(Fact, frozen=True, kw_only=True):
    """An achievement earned in a mission that later ones ask for."""

    id: Slug
    name: Term
    used_in: tuple[str, ...] = ()


class Hours(Strict, frozen=True, kw_only=True):
    """A span of hours, first and last included."""

    first: Hour
    last: Hour


class Night(Strict, frozen=True, kw_only=True):
    """The effects of darkness."""

    zombies_see: Natural
    survivors_see: Natural
    ranged_accuracy: Count
    lit_zones: Natural
    light_activations: Natural


class Campaign(Strict, frozen=True, kw_only=True):
    """A series of missions, and what survivors keep from one to the next."""

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
    """Rewards of a milestone, of which one is chosen."""
    extra_actions_max: Count
    skills: tuple[Slug, ...]
    """Campaign skills: each once, all at blue."""
    day: Hours
    night: Hours
    hours_per_round: Natural
    dark: Night
    rescue_rounds: Natural
    """Rounds after the loss until the end of which a survivor out of action may be picked up."""
    rescue_actions: Natural
    break_face: Count
    """Face of an all-out die that breaks the weapon."""
    achievements_complete: bool
    achievements: tuple[Achievement, ...] = ()
    companions: tuple[Companion, ...] = ()
