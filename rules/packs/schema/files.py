"""The heads of the files: what stands in them beside their records."""

from rules.packs.schema.base import Slug, Strict, Term
from rules.packs.schema.people import TargetOrder


class Nothing(Strict, frozen=True, kw_only=True):
    """A file that holds records only."""


class ZombiesHead(Strict, frozen=True, kw_only=True):
    """`zombies.toml`."""

    targets: TargetOrder


class DeckHead(Strict, frozen=True, kw_only=True):
    """What a deck is called."""

    id: Slug
    name: Term
    drawn: bool = False


class DeckFile(Strict, frozen=True, kw_only=True):
    """`spawns.toml` and the files in `decks/`."""

    deck: DeckHead


class EquipmentHead(Strict, frozen=True, kw_only=True):
    """`equipment.toml`: its decks, in the order in which copies are numbered."""

    decks: tuple[DeckHead, ...]


class SkillsHead(Strict, frozen=True, kw_only=True):
    """`skills.toml`: which skills a game has, and kinds of actions that only it has."""

    has: tuple[Slug, ...] | None = None
    """Every skill of the game in the order of its book; those not spelled below are shared."""
    kinds: dict[Slug, Term] = {}


class TermsFile(Strict, frozen=True, kw_only=True):
    """`common/terms.toml`: words of all games."""

    terms: dict[Slug, Term]
    kinds: dict[Slug, Term]
    """What fills `{kind}` in the sentence of a skill."""
