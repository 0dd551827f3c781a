"""Cards: zombie decks, equipment, and the special decks of each game."""

from typing import Literal

from rules.packs.schema.base import (
    By,
    Count,
    DangerId,
    Face,
    Fact,
    Natural,
    Slug,
    Strict,
    Term,
    Word,
)

Mode = Literal["melee", "ranged", "magic", "ram"]

UNKNOWN = "unknown"
"""Kind of a zombie card that we have not seen."""


class Effect(Strict, frozen=True, kw_only=True):
    """An effect of a card and its parameters; a mechanic of the game knows its name."""

    do: Slug
    value: int | None = None
    zombie: Slug | None = None
    mode: Mode | None = None
    skill: Slug | None = None
    specialty: Slug | None = None
    ammo: Slug | None = None
    equipment: tuple[Slug, ...] = ()
    gives: Slug | None = None
    action: Slug | None = None
    where: Slug | None = None
    when: Slug | None = None
    until: Slug | None = None
    range: tuple[Natural, Natural] | None = None
    actions: Natural | None = None
    damage: Natural | None = None
    points: Natural | None = None
    once: Literal["turn", "round", "attempt"] | None = None
    discard: Literal["use", "hit", "aside"] | None = None
    """Discard of the card: when used, when it hits, or out of the deck for good (`aside`)."""


BOARD = frozenset(("free-action", "no-combat-in-zone", "push-zombies"))
"""Effects that only the board shows: the card's page names them, and the players apply them."""


def left_to_players(effects: tuple[Effect, ...]) -> bool:
    """Check if the players apply part of the effects, with a reminder by the app."""
    lent = (effect for effect in effects if effect.do == "grant-skill")
    return any(effect.do in BOARD for effect in effects) or any(
        effect.until or effect.when == "own-turn" for effect in lent
    )


class Levels(Strict, frozen=True, kw_only=True):
    """Zombies at each danger level; an empty table means none."""

    blue: dict[Slug, Count]
    yellow: dict[Slug, Count]
    orange: dict[Slug, Count]
    red: dict[Slug, Count]

    def at(self, level: DangerId) -> dict[str, int]:
        counts: dict[str, int] = getattr(self, level)
        return counts


class SpawnCard(Fact, frozen=True, kw_only=True):
    """A card of the zombie deck, by its printed number."""

    number: str
    kind: Word
    """Kind that a mechanic of the game resolves, or `unknown`."""
    levels: Levels | None = None
    bed: Literal["blue", "green"] | None = None
    tier: Literal["easier", "harder"] | None = None
    copies: Count = 1
    """Number of identical cards; in a box each card has a number of its own."""


class Profile(Strict, frozen=True, kw_only=True):
    """One way to use a weapon. A missing value is named in the card's `unknown`."""

    mode: Mode
    range: tuple[Natural, Natural]
    dice: Natural | None = None
    accuracy: Face | None = None
    damage: Natural | None = None
    noisy: bool | None = None
    ammo_dice: Natural = 0
    automatic: bool = False
    """Hits without a roll: no dice, no accuracy."""
    kills_all: bool = False
    """Kills everyone in the target zone: no damage value."""

    @property
    def range_min(self) -> int:
        return self.range[0]

    @property
    def range_max(self) -> int:
        return self.range[1]


class Doors(Strict, frozen=True, kw_only=True):
    """Ability of a card to open doors: at once, or with a die of `roll` or more."""

    noisy: bool
    roll: Face | None = None


EquipmentKind = Literal[
    "melee",
    "ranged",
    "melee-ranged",
    "spell",
    "enchantment",
    "armour",
    "shield",
    "protection",
    "trap",
    "item",
]


class Equipment(Fact, frozen=True, kw_only=True):
    """An equipment card, with its number of copies by deck."""

    id: Slug
    name: Term
    kind: EquipmentKind
    copies: dict[Slug, Count]
    slot: Literal["hand", "body", "backpack"] = "hand"
    """Slot in which it works; a card that works in the backpack works everywhere."""
    profiles: tuple[Profile, ...] = ()
    ammo: Slug | None = None
    dual: bool = False
    reload: bool = False
    explosive: bool = False
    doors: Doors | None = None
    armour: Face | None = None
    all_out: Natural = 0
    upkeep: Natural | None = None
    no_upkeep: tuple[Slug, ...] = ()
    """Decks whose copies of this card print no upkeep value."""
    set_aside: bool = False
    """True if it is not shuffled into its deck: missions or other cards hand it out."""
    dealt: bool = False
    """True if it is dealt at the start: one of each such card to every team, the rest at random."""
    noisy: bool = False
    """True if using it makes noise although it is no weapon."""
    effects: tuple[Effect, ...] = ()

    @property
    def by(self) -> By:
        """Return who applies it: the app, unless a value is unknown or only the board shows it."""
        if self.unknown and not set(self.unknown) <= {"noisy"}:
            return "players"
        return "reminder" if left_to_players(self.effects) else "app"


class Vehicle(Fact, frozen=True, kw_only=True):
    """A vehicle: its seats, and its profiles for running others over."""

    id: Slug
    name: Term
    seats: dict[Slug, Count]
    zones_per_action: Count
    profiles: tuple[Profile, ...] = ()
    """Attack profiles; skills do not apply to them."""


class SpecialCard(Fact, frozen=True, kw_only=True):
    """A card of any other deck: abominations, tents, team actions, orders, objectives..."""

    id: Slug
    copies: Count = 1
    name: Term | None = None
    kind: Slug | None = None
    text: Term | None = None
    """Effect of the card, in our words."""
    effects: tuple[Effect, ...] = ()
    zombie: Slug | None = None
    survivor: Slug | None = None
    mission: str | None = None
    tile: str | None = None
    number: int | None = None
    beds: dict[Literal["blue", "green"], Natural] = {}
    searchable: bool | None = None

    @property
    def by(self) -> By:
        """Return who applies it.

        A place that is turned over needs a reminder: only the board shows who is in it.
        """
        if "effects" in self.unknown:
            return "players"
        is_place = self.searchable is not None
        return "reminder" if is_place or left_to_players(self.effects) else "app"


class Deck(Strict, frozen=True, kw_only=True):
    """A deck of the box: its name and the kind of its cards."""

    id: Slug
    name: Term
    holds: Literal["spawns", "equipment", "cards"]
    drawn: bool = False
    """True if cards are drawn from this special deck during a game."""
    cards: tuple[SpecialCard, ...] = ()
    """Cards of a special deck; those of other decks are `spawns` and `equipment` of the pack."""
