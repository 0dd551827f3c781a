"""Abominations led by a card: a deck says which of the four has come."""

from collections.abc import Mapping

from rules.mechanic import mechanic
from rules.mechanics.blasts import blast_drawn
from rules.mechanics.cards import special_card
from rules.mechanics.decks import discard, draw_quietly, reshuffle
from rules.mechanics.kills import when_killed
from rules.mechanics.supply import Face, Group, when_placed
from rules.packs.schema import Pack
from rules.packs.schema.cards import SpecialCard
from rules.play import Play

FIRST, ALONE, NO_COMBAT = "first-target", "molotov-kills-only-this", "no-combat-in-zone"


def deck_of_faces(pack: Pack, zombie: str) -> str | None:
    """Return the deck that says which of several of this type comes, or None."""
    for deck in pack.decks.values():
        if sum(card.zombie == zombie for card in deck.cards) > 1:
            return deck.id
    return None


def draw_face(play: Play, group: Group, zombie: str, count: int) -> None:
    deck = deck_of_faces(play.pack, zombie)
    if deck is not None and deck in play.decks:
        card = draw_quietly(play, deck, group.zone)
        discard(play, deck, card)
        group.faces.append(Face(deck=deck, card=card))


def face_of(play: Play, zombie: str) -> SpecialCard | None:
    """Return the one on the board: the last card that was turned over."""
    deck = deck_of_faces(play.pack, zombie)
    turned = play.decks[deck].discard if deck in play.decks else ()
    if deck is None or not turned or not play.board.get(zombie):
        return None
    return special_card(play.pack, deck, turned[-1])


def _is_here(play: Play, zombie: str, effect: str) -> bool:
    face = face_of(play, zombie)
    return face is not None and any(printed.do == effect for printed in face.effects)


def is_first_target(play: Play, zombie: str) -> bool:
    """Return True if hits must be given to it before all others, like the Abominacop."""
    return _is_here(play, zombie, FIRST)


def burns_alone(play: Play, targets: Mapping[str, int]) -> str | None:
    """Return the type that takes a molotov alone, like the Abominawild, or None."""
    there = (zombie for zombie, count in targets.items() if count)
    return next((zombie for zombie in there if _is_here(play, zombie, ALONE)), None)


def shuffle_back(play: Play, killer: str | None, zombie: str, count: int) -> None:
    """Shuffle the deck once one is killed: any of them may come again."""
    deck = deck_of_faces(play.pack, zombie)
    if deck is not None and deck in play.decks:
        reshuffle(play, deck)


FACES = mechanic(
    __name__,
    effects=(FIRST, ALONE, NO_COMBAT),
    joins=(
        when_placed.by(draw_face),
        when_killed.by(shuffle_back),
        blast_drawn.by(burns_alone),
    ),
)
