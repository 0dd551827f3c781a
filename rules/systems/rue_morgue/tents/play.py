from rules.errors import IllegalCommand
from rules.mechanics.decks.play import discard, draw_quietly
from rules.play import Play
from rules.systems.rue_morgue.tents.commands import TentOpen
from rules.systems.rue_morgue.tents.events import TentOpened

DECK = "tents"


def open_tent(play: Play, command: TentOpen) -> None:
    """Its card is turned over and stays so; what stands in it the players read off it."""
    if not play.deck(DECK).draw:
        raise IllegalCommand("deck.empty", deck=DECK)
    card = draw_quietly(play, DECK, command.zone)
    discard(play, DECK, card)
    play.emit(TentOpened(zone=command.zone, card=card))
