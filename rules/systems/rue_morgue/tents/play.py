from rules.errors import IllegalCommand, RuleError
from rules.mechanics.decks.play import discard, draw_quietly
from rules.mechanics.spawn.drawing import Point
from rules.mechanics.spawn.play import Step, check_nothing_waits
from rules.play import Play
from rules.systems.rue_morgue.tents.commands import TentOpen
from rules.systems.rue_morgue.tents.events import TentOpened

DECK = "tents"
TENT = "tent"
"""Why a card is drawn."""


def is_open(play: Play, zone: str) -> RuleError | None:
    """Why no tent is opened there: one is open that goes by this name, however it is written."""
    if zone.casefold() not in map(str.casefold, play.get("open_tents")):
        return None
    return IllegalCommand("tent.is_open", zone=zone)


def open_tent(play: Play, command: TentOpen) -> None:
    """Its card is turned over and stays so; then a zombie card is drawn for it (p. 31)."""
    if error := is_open(play, command.zone):
        raise error
    if not play.deck(DECK).draw:
        raise IllegalCommand("deck.empty", deck=DECK)
    if not command.empty:
        check_nothing_waits(play)
    card = draw_quietly(play, DECK, command.zone)
    discard(play, DECK, card)
    play.set(open_tents=(*play.get("open_tents"), command.zone))
    play.emit(TentOpened(zone=command.zone, card=card))
    if not command.empty:
        Step(play, why=TENT, points=[Point(command.zone)]).run()
