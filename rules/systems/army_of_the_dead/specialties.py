"""Specialties of survivors (p. 14, 27): printed on their card, or lent by a thing in hand."""

from rules.mechanics.cards import card_of
from rules.mechanics.wounds.wound import SPECIALTY
from rules.play import Play

STEALTHY, LOCKSMITH = "stealthy", "locksmith"


def specialties_of(play: Play, key: str) -> frozenset[str] | None:
    """Return the specialties of a survivor; None if the card is unknown."""
    printed = next(
        (survivor.specialties for survivor in play.pack.survivors if survivor.id == key), None
    )
    return None if printed is None else frozenset(printed) | _lent(play, key)


def may_be(play: Play, key: str, specialty: str | None) -> bool:
    """Return True if a survivor has it, or may have it because their card is unknown."""
    owned = specialties_of(play, key)
    return specialty is None or owned is None or specialty in owned


def is_surely(play: Play, key: str, specialty: str) -> bool:
    owned = specialties_of(play, key)
    return specialty in (_lent(play, key) if owned is None else owned)


def _lent(play: Play, key: str) -> frozenset[str]:
    """Return specialties lent by things in hand: a crowbar makes its holder aggressive (p. 24)."""
    return frozenset(
        effect.specialty
        for slot, copy in play.survivors[key].inventory.items()
        if slot.startswith("hand")
        for effect in card_of(play.pack, copy).effects
        if effect.do == SPECIALTY and effect.specialty is not None
    )
