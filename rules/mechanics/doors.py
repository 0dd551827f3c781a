"""Doors that are forced with a card."""

from rules.commands import DoorOpen
from rules.errors import IllegalCommand
from rules.events import DoorTried
from rules.mechanics.cards import named_card
from rules.mechanics.noise import make_noise
from rules.packs.schema import Pack
from rules.play import Play
from rules.ruleset import Outcome
from rules.state import TableState


def open_door(state: TableState, command: DoorOpen, pack: Pack) -> Outcome:
    """At once, or with the weapon's own dice, skills not counted (Black Plague, p. 20)."""
    play = Play(state, pack, dice=command.dice)
    play.in_play(command.survivor)
    card = named_card(pack, command.card)
    if card.doors is None:
        raise IllegalCommand("door.no_tool", weapon=card.id)
    faces: tuple[int, ...] = ()
    if card.doors.roll is not None:
        faces = play.chance.roll(card.profiles[0].dice or 1)
    opened = card.doors.roll is None or any(face >= card.doors.roll for face in faces)
    play.emit(DoorTried(survivor=command.survivor, card=command.card, faces=faces, opened=opened))
    if card.doors.noisy:
        make_noise(play, command.survivor)
    return play.outcome()
