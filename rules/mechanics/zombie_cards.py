"""Zombie cards as the pack or the group knows them."""

from rules.errors import IllegalCommand
from rules.mechanic import Hook
from rules.packs.copies import deck_copies
from rules.packs.schema.base import DangerId
from rules.packs.schema.cards import SpawnCard
from rules.play import Play
from rules.state import Description

DECK = "zombies"
bare_kinds = Hook[str]()
"""Hook of kinds of zombie cards without lines: they name no zombie at any danger level."""


def known_card(play: Play, card: str) -> SpawnCard | Description:
    """Return the card as the group has typed it or as the pack has it; raise if it is unknown."""
    if described := play.before.described.get(card):
        return described
    printed = deck_copies(play.pack, DECK)[card]
    assert isinstance(printed, SpawnCard)
    if printed.kind == "unknown":
        raise IllegalCommand("card.undescribed", card=printed.number)
    return printed


def is_known(play: Play, card: str) -> bool:
    return card in play.before.described or deck_copies(play.pack, DECK)[card].sure != "unknown"


def known_kind(play: Play, card: str) -> str:
    return known_card(play, card).kind


def known_line(play: Play, card: str) -> dict[str, int]:
    """Return the zombies of a card at the current danger level."""
    return line_at(play, card, play.danger)


def line_at(play: Play, card: str, level: DangerId) -> dict[str, int]:
    """Return the zombies of a card at a danger level."""
    known = known_card(play, card)
    if isinstance(known, Description):
        return dict(known.levels.get(level, {}))
    return dict(known.levels.at(level)) if known.levels else {}
