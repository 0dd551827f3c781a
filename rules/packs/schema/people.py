"""Records of survivors with their skills, of companions and of zombies."""

from typing import Literal

from rules.packs.schema.base import By, Count, Fact, Natural, Slug, Strict, Sure, Term

SkillTag = Literal[
    "free_action", "dice", "reroll", "accuracy", "damage", "search", "move", "defence", "other"
]
Gives = dict[str, int | bool | str | tuple[int | str, ...]]
AttackKind = Literal["melee", "ranged", "magic", "explosive"]
"""Kind of attack; an attack with an explosive is of its mode and of that kind."""
Moment = Literal["own-turn", "search", "after-attack", "spawn", "zombies-phase", "end-phase"]
Only = Literal["last", "last-here", "kill", "quiet", "used", "hurt"]
"""Condition for the app to remind of a skill.

`last`, `last-here`: the attack left no one standing in the zone, or in the survivor's own; `kill`:
they killed this turn; `quiet`: they neither attacked nor made noise; `used`: they used it this
turn; `hurt`: a survivor was wounded this round.
"""
Why = Literal["board", "turns", "set-up", "other-box", "unnamed", "unread"]
"""Reason why the app does not apply it.

`board`: only the board shows it; `turns`: turns and actions are not tracked; `set-up`: it is
settled before the game; `other-box`: it is about another box; `unnamed`: the card does not say
which; `unread`: no one could read the card.
"""


TAPPED = frozenset(("actions", "free_search", "heals", "lends_action", "redraws"))
"""Gifts of skills that a player takes at any time, within the app's count."""


class Skill(Strict, frozen=True, kw_only=True):
    """A skill of a game, its bracketed part filled in."""

    id: Slug
    family: Slug
    """Id without its bracketed part: `plus-1-die` for `plus-1-die-melee`."""
    name: Term
    tag: SkillTag
    effect: Term
    """Effect in one sentence of ours."""
    gives: Gives = {}
    """Effect as numbers the rules can use."""
    kind: Slug | None = None
    """Kind of action it is for: combat, melee, ranged, move..."""
    of: tuple[Slug, ...] = ()
    """Cards, skills or zombies it is about; of several cards the player chooses one."""
    attacks: tuple[AttackKind, ...] = ()
    """Kinds of attack it counts in, if no kind of action says so; empty means all."""
    never: tuple[AttackKind, ...] = ()
    """Kinds of attack in which it does not count nevertheless."""
    once: Literal["turn", "round", "card", "action"] | None = None
    by: By
    needs: Literal["kill"] | None = None
    """Event in the turn that must come before it can be used."""
    when: Moment | None = None
    """Moment of the app's reminder."""
    only: Only | None = None
    """Condition for the reminder."""
    why: Why | None = None
    """Reason why the app does not apply it by itself."""
    sure: Sure

    @property
    def is_tapped(self) -> bool:
        """Check if players report its use, so that it is not used too often."""
        return self.once in ("turn", "round") and (
            self.by != "app" or bool(TAPPED & self.gives.keys())
        )


class SkillVariant(Strict, frozen=True, kw_only=True):
    """A skill with its bracketed part filled in."""

    id: Slug
    es: str
    en: str
    own: tuple[Literal["es", "en"], ...] = ()
    of: tuple[Slug, ...] = ()
    """Cards, skills or zombies it is about; without it, the id is a kind of action."""


class SkillRecord(Fact, frozen=True, kw_only=True):
    """A skill with its variants, as in `skills.toml`."""

    id: Slug
    name: Term
    tag: SkillTag
    effect: Term
    gives: Gives = {}
    attacks: tuple[AttackKind, ...] = ()
    never: tuple[AttackKind, ...] = ()
    once: Literal["turn", "round", "card", "action"] | None = None
    by: By
    needs: Literal["kill"] | None = None
    when: Moment | None = None
    only: Only | None = None
    why: Why | None = None
    variants: tuple[SkillVariant, ...] = ()


class SkillTree(Strict, frozen=True, kw_only=True):
    """The skills of a survivor by danger level; an unknown level is missing."""

    blue: tuple[Slug, ...] | None = None
    yellow: tuple[Slug, ...] | None = None
    orange: tuple[Slug, ...] | None = None
    red: tuple[Slug, ...] | None = None


class PackSurvivor(Fact, frozen=True, kw_only=True):
    """A survivor of the box."""

    id: Slug
    name: str
    name_en: str | None = None
    """Name in the English box, if it differs."""
    kid: bool = False
    health: Count | None = None
    skills: SkillTree
    specialties: tuple[Slug, ...] | None = None
    body: Slug | None = None
    """Equipment that may be worn in the body slot."""
    starts_with: tuple[tuple[Slug, ...], ...] = ()
    """Sets of starting equipment, one of which is chosen."""


class Companion(Fact, frozen=True, kw_only=True):
    """A companion of the group who is no survivor."""

    id: Slug
    name: Term


class Zombie(Fact, frozen=True, kw_only=True):
    """A type of zombie: how to kill one, and the points for it."""

    id: Slug
    name: Term
    family: Slug
    """Family it belongs to in every game: walker, fatty, runner, abomination..."""
    icon: Slug | None = None
    """Icon, if that of its family would not tell it from others."""
    actions: Count
    toughness: Count | None = None
    """Damage that kills it; missing where no damage does, see `killed_by`."""
    killed_by: Literal["damage", "all", "nothing"] = "damage"
    """Way to kill it; `all` means only an effect that kills everything in the zone."""
    wounds: Count
    points: Natural
    points_to: Literal["killer", "everyone"] = "killer"
    miniatures: Natural
    figure: Slug | None = None
    """Type whose miniature it shares, having none of its own."""
    on_board: Count | None = None
    """Most of them on the board at a time; one more is an extra activation of those there."""
    unique: bool = False
    """True if neither it nor its zombie card comes back once it is killed."""
    ignores_armour: bool = False
    leaves: Slug | None = None
    """Type that may rise from it: one for each natural 1 of the attack that killed it."""
    escort: dict[Slug, Count] = {}
    substitute: Slug | None = None
    """Type placed when no miniature is left, instead of an extra activation."""
    becomes: Slug | None = None
    """Type it turns into when hit by an explosive."""
    traits: tuple[Slug, ...] = ()
    """Traits beyond its numbers, known to a mechanic of the game."""


class TargetOrder(Strict, frozen=True, kw_only=True):
    """The order in which ranged hits must be assigned, and the targets of misses."""

    order: tuple[tuple[str, ...], ...]
    """Ranks of zombie ids; `survivor` stands for survivors other than the shooter."""
    misses_hit_survivors: bool
