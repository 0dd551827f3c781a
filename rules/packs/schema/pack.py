"""A whole pack: the frame of a game and everything in its box."""

from rules.packs.schema.base import Count, DangerId, Natural, Slug, Strict, Term
from rules.packs.schema.cards import Deck, Equipment, SpawnCard
from rules.packs.schema.missions import Campaign, Mission
from rules.packs.schema.people import PackSurvivor, Skill, TypeOrder, Zombie


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


class Contents(Strict, frozen=True, kw_only=True):
    """What a box holds, be it a game or an expansion."""

    name: Term
    short: Term
    sources: dict[str, str]
    box: Box
    decks: dict[str, Deck]
    spawns: tuple[SpawnCard, ...] = ()
    equipment: tuple[Equipment, ...] = ()
    survivors: tuple[PackSurvivor, ...] = ()
    missions: tuple[Mission, ...] = ()
    skills: dict[str, Skill] = {}


class Expansion(Contents, frozen=True, kw_only=True):
    """A box that is played with a game. Its decks replace those of the same id."""

    id: Slug
    expands: Slug
    campaign: Campaign | None = None


class Pack(Contents, frozen=True, kw_only=True):
    """All we know of one game."""

    game: Slug
    icon: str
    points: Term
    survivors_at_table: int
    survivors_max: Count
    health: Count
    minimum_accuracy: Natural = 0
    slots: Slots
    danger: tuple[DangerLevel, ...]
    crowd: tuple[Crowd, ...] = ()
    specialties: dict[Slug, Term] = {}
    zombies: tuple[Zombie, ...]
    targets: TypeOrder
    terms: dict[str, Term] = {}
    expansions: dict[str, Expansion] = {}
