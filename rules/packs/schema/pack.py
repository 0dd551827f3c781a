"""A whole pack: the frame of a game and everything in its box."""

from typing import Literal

from rules.packs.schema.base import Count, DangerId, Natural, Slug, Strict, Term
from rules.packs.schema.cards import Deck, Equipment, SpawnCard, Vehicle
from rules.packs.schema.maps import MapFile, MapKit
from rules.packs.schema.missions import Campaign, Mission, MissionRule
from rules.packs.schema.people import Companion, PackSurvivor, Skill, TargetOrder, Zombie


class DangerLevel(Strict, frozen=True, kw_only=True):
    """A level of the danger bar and the points that reach it."""

    id: DangerId
    points: int


class Box(Strict, frozen=True, kw_only=True):
    """What the component list of the box prints; the cards are counted against it."""

    cards: dict[Slug, Natural]
    """Cards by deck."""
    tokens: dict[Slug, Count] = {}
    tokens_total: Natural | None = None
    survivors: Natural
    zombies: Natural = 0
    tiles: Natural = 0
    dice: dict[Slug, Count] = {}


class Slots(Strict, frozen=True, kw_only=True):
    """The places of an inventory."""

    hand: Natural
    body: Natural = 0
    backpack: Natural


class Crowd(Strict, frozen=True, kw_only=True):
    """What changes with the number of survivors at the start."""

    up_to: Count
    spawn_dice: Natural = 0
    spawn_tokens: Natural = 0
    token_limit: Natural = 0


class Frame(Strict, frozen=True, kw_only=True):
    """What every box prints on its outside."""

    name: Term
    short: Term
    box: Box
    sources: dict[str, str]
    """Where the facts come from; conflicts name one of these."""


class Cover(Frame, frozen=True, kw_only=True):
    """What every game has on its cover, whatever its rules."""

    game: Slug
    icon: str


class GameFrame(Cover, frozen=True, kw_only=True):
    """`game.toml`: the numbers everything else hangs on."""

    points: Term
    survivors_at_table: int
    survivors_max: Count
    health: Count
    minimum_accuracy: Natural = 0
    slots: Slots
    slots_by_icon: bool = False
    """A card lies in a hand or on the body only if its icon says so."""
    wounds_take_slots: bool = False
    """A wound costs a card and lies in its place."""
    wounds_spill: bool = False
    """Wounds beyond a survivor's health go to the others in the zone."""
    concentrated: bool = False
    """All hits of an attack may be put on one target."""
    noise: Literal["tokens", "one"] = "tokens"
    """A token for each noisy action until the end phase, or a single one that moves."""
    split_adds: bool = False
    """A group that splits grows until every route has as many of each type."""
    bile_tokens: Natural = 0
    danger: tuple[DangerLevel, ...]
    crowd: tuple[Crowd, ...] = ()
    specialties: dict[Slug, Term] = {}
    options: tuple[Slug, ...]
    """Rules a table of this game may switch on; a mechanic of the game knows each."""
    reminders: tuple[MissionRule, ...] = ()
    """Rules of every mission that only the players can see to."""


class ExpansionFrame(Frame, frozen=True, kw_only=True):
    """`expansion.toml`: a box that is played with a game."""

    id: Slug
    expands: Slug
    reminders: tuple[MissionRule, ...] = ()


class Expansion(ExpansionFrame, frozen=True, kw_only=True):
    """All we know of an expansion. Its decks replace those of the game with the same id."""

    decks: dict[str, Deck]
    equipment: tuple[Equipment, ...] = ()
    survivors: tuple[PackSurvivor, ...] = ()
    missions: tuple[Mission, ...] = ()
    skills: dict[str, Skill] = {}
    """Those of the game and its own."""
    campaign: Campaign | None = None
    rulebook: dict[str, str] = {}
    """On which page of its book a rule stands."""
    map: MapFile | None = None
    """What it adds to maps."""


class Pack(GameFrame, frozen=True, kw_only=True):
    """All we know of one game."""

    zombies: tuple[Zombie, ...]
    targets: TargetOrder
    decks: dict[str, Deck]
    spawns: tuple[SpawnCard, ...]
    equipment: tuple[Equipment, ...]
    survivors: tuple[PackSurvivor, ...]
    missions: tuple[Mission, ...]
    vehicles: tuple[Vehicle, ...] = ()
    skills: dict[str, Skill]
    terms: dict[str, Term]
    rulebook: dict[str, str] = {}
    """On which page of its book a rule stands."""
    companions: tuple[Companion, ...] = ()
    """Those of the boxes that a table plays with."""
    map: MapKit = MapKit()
    """What its maps are made of."""
    expansions: dict[str, Expansion] = {}
