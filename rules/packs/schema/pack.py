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
    """The component list printed in the box; the cards are counted against it."""

    cards: dict[Slug, Natural]
    """Number of cards by deck."""
    tokens: dict[Slug, Count] = {}
    tokens_total: Natural | None = None
    survivors: Natural
    zombies: Natural = 0
    tiles: Natural = 0
    dice: dict[Slug, Count] = {}


class Slots(Strict, frozen=True, kw_only=True):
    """The slots of an inventory."""

    hand: Natural
    body: Natural = 0
    backpack: Natural


class Crowd(Strict, frozen=True, kw_only=True):
    """Values that depend on the number of survivors at the start."""

    up_to: Count
    spawn_dice: Natural = 0
    spawn_tokens: Natural = 0
    token_limit: Natural = 0


class Frame(Strict, frozen=True, kw_only=True):
    """Facts printed on the outside of every box."""

    name: Term
    short: Term
    box: Box
    sources: dict[str, str]
    """Sources of the facts; conflicts name one of these."""


class Cover(Frame, frozen=True, kw_only=True):
    """The cover of a game, whatever its rules."""

    game: Slug
    icon: str


class GameFrame(Cover, frozen=True, kw_only=True):
    """The file `game.toml`: the basic numbers of a game."""

    points: Term
    survivors_at_table: int
    survivors_max: Count
    health: Count
    minimum_accuracy: Natural = 0
    slots: Slots
    slots_by_icon: bool = False
    """True if only cards with its icon may be placed in a hand or on the body."""
    wounds_take_slots: bool = False
    """True if a wound costs a card and takes its slot."""
    wounds_spill: bool = False
    """True if wounds beyond a survivor's health go to the others in the zone."""
    concentrated: bool = False
    """True if all hits of an attack may be assigned to one target."""
    noise: Literal["tokens", "one"] = "tokens"
    """Noise: a token for each noisy action until the end phase, or a single one that moves."""
    split_adds: bool = False
    """True if a group that splits grows until every route has as many of each type."""
    bile_tokens: Natural = 0
    danger: tuple[DangerLevel, ...]
    crowd: tuple[Crowd, ...] = ()
    specialties: dict[Slug, Term] = {}
    options: tuple[Slug, ...]
    """Rules a table of this game may switch on; a mechanic of the game knows each."""
    reminders: tuple[MissionRule, ...] = ()
    """Rules of every mission that only the players can apply."""


class ExpansionFrame(Frame, frozen=True, kw_only=True):
    """The file `expansion.toml`: a box that is played with a game."""

    id: Slug
    expands: Slug
    reminders: tuple[MissionRule, ...] = ()


class Expansion(ExpansionFrame, frozen=True, kw_only=True):
    """An expansion. Its decks replace those of the game with the same id."""

    decks: dict[str, Deck]
    equipment: tuple[Equipment, ...] = ()
    survivors: tuple[PackSurvivor, ...] = ()
    missions: tuple[Mission, ...] = ()
    skills: dict[str, Skill] = {}
    """Skills of the game and its own."""
    campaign: Campaign | None = None
    rulebook: dict[str, str] = {}
    """Page of its book for each rule."""
    map: MapFile | None = None
    """Additions to the map kit."""


class Pack(GameFrame, frozen=True, kw_only=True):
    """The pack of one game."""

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
    """Page of its book for each rule."""
    companions: tuple[Companion, ...] = ()
    """Companions of the boxes that a table plays with."""
    map: MapKit = MapKit()
    """Material for its maps."""
    expansions: dict[str, Expansion] = {}
