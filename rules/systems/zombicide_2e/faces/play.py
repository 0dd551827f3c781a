from rules.mechanics.decks.play import discard, draw_quietly, reshuffle
from rules.mechanics.supply.events import Face
from rules.mechanics.supply.play import Group
from rules.packs.schema import Pack
from rules.play import Play


def deck_of_faces(pack: Pack, zombie: str) -> str | None:
    """The deck that says which of several of this type comes."""
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


def shuffle_back(play: Play, killer: str | None, zombie: str, count: int) -> None:
    """Once killed, any of them may come again."""
    deck = deck_of_faces(play.pack, zombie)
    if deck is not None and deck in play.decks:
        reshuffle(play, deck)
