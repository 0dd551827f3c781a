from rules.errors import IllegalCommand
from rules.mechanics.decks.play import discard, draw_quietly
from rules.mechanics.spawn.drawing import Point
from rules.mechanics.spawn.play import Step, check_nothing_waits
from rules.play import Play
from rules.systems.rue_morgue.tents.commands import TentOpen
from rules.systems.rue_morgue.tents.events import TentOpened

DECK = "tents"
TENT = "tent"
"""Why a card is drawn."""


def open_tent(play: Play, command: TentOpen) -> None:
    """Its card is turned over and stays so; then a zombie card is drawn for it (p. 31)."""
    opened: tuple[str, ...] = play.get("open_tents")
    if command.zone.casefold() in map(str.casefold, opened):
        raise IllegalCommand("tent.is_open", zone=command.zone)
    if not play.deck(DECK).draw:
        raise IllegalCommand("deck.empty", deck=DECK)
    if not command.empty:
        check_nothing_waits(play)
    card = draw_quietly(play, DECK, command.zone)
    discard(play, DECK, card)
    play.set(open_tents=(*opened, command.zone))
    play.emit(TentOpened(zone=command.zone, card=card))
    if not command.empty:
        Step(play, why=TENT, points=[Point(command.zone)]).run()
