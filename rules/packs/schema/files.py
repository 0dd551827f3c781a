"""Heads of the files: their fields besides the records."""

from rules.packs.schema.base import Slug, Strict, Term
from rules.packs.schema.people import TargetOrder


class Nothing(Strict, frozen=True, kw_only=True):
    """The empty head of a file that holds records only."""


class ZombiesHead(Strict, frozen=True, kw_only=True):
    """The head of `zombies.toml`."""

    targets: TargetOrder


class DeckHead(Strict, frozen=True, kw_only=True):
    """The id and name of a deck."""

    id: Slug
    name: Term
    drawn: bool = False


class DeckFile(Strict, frozen=True, kw_only=True):
    """The head of `spawns.toml` and of the files in `decks/`."""

    deck: DeckHead


class EquipmentHead(Strict, frozen=True, kw_only=True):
    """The head of `equipment.toml`: its decks, in the order in which copies are numbered."""

    decks: tuple[DeckHead, ...]


class SkillsHead(Strict, frozen=True, kw_only=True):
    """The head of `skills.toml`: which skills a game has, and kinds of actions only it has."""

    has: tuple[Slug, ...] | None = None
    """Every skill of the game in the order of its book; those not spelled below are shared."""
    kinds: dict[Slug, Term] = {}


class TermsFile(Strict, frozen=True, kw_only=True):
    """The file `common/terms.toml`: words of all games."""

    terms: dict[Slug, Term]
    kinds: dict[Slug, Term]
    """Texts for `{kind}` in the sentence of a skill."""
