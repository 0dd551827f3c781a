"""Who walks the board: survivors with their skills, companions, zombies."""

from typing import Literal

from rules.packs.schema.base import By, Count, Fact, Natural, Slug, Strict, Sure, Term

SkillTag = Literal[
    "free_action", "dice", "reroll", "accuracy", "damage", "search", "move", "defence", "other"
]
Gives = dict[str, int | bool | str | tuple[int | str, ...]]
AttackKind = Literal["melee", "ranged", "magic", "explosive"]
"""How an attack is made; one with an explosive is of its mode and of that kind."""
Moment = Literal["own-turn", "search", "after-attack", "spawn", "zombies-phase", "end-phase"]
Only = Literal["last", "last-here", "kill", "quiet", "used", "hurt"]
"""What must be so before the app reminds of a skill: the attack left nobody standing in the zone,
or in the survivor's own; they killed this turn; they neither attacked nor made noise; they used it
this turn; somebody was wounded this round."""
Why = Literal["board", "turns", "set-up", "other-box", "unnamed", "unread"]
"""Why the app does not do it: only the board shows it; turns and actions are not followed; it is
settled before the game; it is about another box; the card does not say which; nobody could read
the card."""


TAPPED = frozenset(("actions", "free_search", "heals", "lends_action", "redraws"))
"""What skills give that a player takes when they like, within the app's count."""


class Skill(Strict, frozen=True, kw_only=True):
    """A skill of a game, its bracketed part filled in."""

    id: Slug
    family: Slug
    """The id without its bracketed part: `plus-1-die` for `plus-1-die-melee`."""
    name: Term
    tag: SkillTag
    effect: Term
    """One sentence in our words."""
    gives: Gives = {}
    """The same as numbers the rules can use."""
    kind: Slug | None = None
    """The kind of action it is for: combat, melee, ranged, move..."""
    of: tuple[Slug, ...] = ()
    """The cards, skills or zombies it is about; of several cards the player chooses one."""
    attacks: tuple[AttackKind, ...] = ()
    """The kinds of attack it counts in, where no kind of action says so; none: all."""
    never: tuple[AttackKind, ...] = ()
    """Kinds of attack in which it does not count all the same."""
    once: Literal["turn", "round", "card", "action"] | None = None
    by: By
    needs: Literal["kill"] | None = None
    """What must have happened in the turn before it can be used."""
    when: Moment | None = None
    """When the app reminds of it."""
    only: Only | None = None
    """What must be so for that."""
    why: Why | None = None
    """Why the app does not apply it by itself."""
    sure: Sure

    @property
    def is_tapped(self) -> bool:
        """Whether a player says that it was used, so that it is not used too often."""
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
    """The cards, skills or zombies it is about; without it, the id is a kind of action."""


class SkillRecord(Fact, frozen=True, kw_only=True):
    """A skill as `skills.toml` has it, with its variants."""

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
    """The skills of a survivor by danger level; a level we do not know is missing."""

    blue: tuple[Slug, ...] | None = None
    yellow: tuple[Slug, ...] | None = None
    orange: tuple[Slug, ...] | None = None
    red: tuple[Slug, ...] | None = None


class PackSurvivor(Fact, frozen=True, kw_only=True):
    """A survivor of the box."""

    id: Slug
    name: str
    name_en: str | None = None
    """Where the English box has another name."""
    kid: bool = False
    health: Count | None = None
    skills: SkillTree
    specialties: tuple[Slug, ...] | None = None
    body: Slug | None = None
    """The equipment that may be worn in the body slot."""
    starts_with: tuple[tuple[Slug, ...], ...] = ()
    """Sets of starting equipment, one of which is chosen."""


class Companion(Fact, frozen=True, kw_only=True):
    """Somebody who goes along and is no survivor."""

    id: Slug
    name: Term


class Zombie(Fact, frozen=True, kw_only=True):
    """A type of zombie: what it takes to kill one and what that is worth."""

    id: Slug
    name: Term
    family: Slug
    """What it is in every game: walker, fatty, runner, abomination..."""
    icon: Slug | None = None
    """Its picture, where that of its family would not tell it from others."""
    actions: Count
    toughness: Count | None = None
    """Damage that kills it; missing where no damage does, see `killed_by`."""
    killed_by: Literal["damage", "all", "nothing"] = "damage"
    """`all`: only what kills everything in the zone."""
    wounds: Count
    points: Natural
    points_to: Literal["killer", "everyone"] = "killer"
    miniatures: Natural
    figure: Slug | None = None
    """The type whose miniature it shares, having none of its own."""
    on_board: Count | None = None
    """At most so many at a time; one more is an extra activation of those there."""
    unique: bool = False
    """Once killed, neither it nor its zombie card comes back."""
    ignores_armour: bool = False
    leaves: Slug | None = None
    """What may rise from it: one for each natural 1 of the attack that killed it."""
    escort: dict[Slug, Count] = {}
    substitute: Slug | None = None
    """What comes when no miniature is left, instead of an extra activation."""
    becomes: Slug | None = None
    """What an explosive makes of it."""
    traits: tuple[Slug, ...] = ()
    """What a mechanic of the game makes of it beside its numbers."""


class TargetOrder(Strict, frozen=True, kw_only=True):
    """In which order ranged hits must be given out, and whom misses hit."""

    order: tuple[tuple[str, ...], ...]
    """Ranks of zombie ids; `survivor` stands for survivors other than the shooter."""
    misses_hit_survivors: bool
