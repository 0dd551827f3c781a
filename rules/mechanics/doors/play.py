from rules.errors import IllegalCommand
from rules.mechanics.doors.commands import DoorOpen
from rules.mechanics.doors.events import DoorTried
from rules.mechanics.equipment.cards import named_card
from rules.mechanics.noise.play import make_noise
from rules.play import Play


def open_door(play: Play, command: DoorOpen) -> None:
    """At once, or with the weapon's own dice, skills not counted (Black Plague, p. 20)."""
    play.in_play(command.survivor)
    card = named_card(play.pack, command.card)
    if card.doors is None:
        raise IllegalCommand("door.no_tool", weapon=card.id)
    faces: tuple[int, ...] = ()
    if card.doors.roll is not None:
        faces = play.chance.roll(card.profiles[0].dice or 1)
    opened = card.doors.roll is None or any(face >= card.doors.roll for face in faces)
    play.emit(DoorTried(survivor=command.survivor, card=command.card, faces=faces, opened=opened))
    if card.doors.noisy:
        make_noise(play, command.survivor)
