from msgspec.structs import replace

from rules.errors import IllegalCommand, UnknownId
from rules.packs.copies import deck_copies
from rules.play import Play
from rules.systems.army_of_the_dead.state import ArmyState
from rules.systems.army_of_the_dead.vault.commands import VaultAttempt, VaultHelp, VaultThrow
from rules.systems.army_of_the_dead.vault.events import VaultBeaten, VaultHelped, VaultThrown
from rules.systems.army_of_the_dead.vault.state import Vault

DECK = "vault"
DICE, THROWS = 5, 3
STRAIGHTS = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})


def attempt_vault(play: Play, command: VaultAttempt) -> None:
    """The first of up to three throws; helpers may add a throw or a die."""
    before = ArmyState.of(play.before).vault
    if before is not None and before.goes_on:
        raise IllegalCommand("vault.going_on", left=before.most - before.throws)
    play.in_play(command.survivor)
    if command.card is not None and command.card not in deck_copies(play.pack, DECK):
        raise UnknownId("card.impossible", card=command.card, deck=DECK)
    faces = play.chance.roll(DICE + command.extra_die)
    vault = Vault(
        survivor=command.survivor,
        card=command.card,
        faces=faces,
        most=THROWS + command.extra_throw,
    )
    play.emit(VaultThrown(survivor=vault.survivor, faces=faces, throws=1))
    _settle(play, vault)


def throw_again(play: Play, command: VaultThrow) -> None:
    """Dice that are not kept are thrown again."""
    vault = open_vault(play)
    if vault.throws >= vault.most:
        raise IllegalCommand("vault.no_throw")
    keep = sorted(set(command.keep))
    if any(index >= len(vault.faces) for index in keep) or len(keep) == len(vault.faces):
        raise IllegalCommand("vault.keep")
    kept = [vault.faces[index] for index in keep]
    thrown = play.chance.roll(len(vault.faces) - len(kept))
    vault = replace(vault, faces=(*kept, *thrown), throws=vault.throws + 1)
    play.emit(VaultThrown(survivor=vault.survivor, faces=vault.faces, throws=vault.throws))
    _settle(play, vault)


def help_vault(play: Play, command: VaultHelp) -> None:
    """One up or down (a 1 never becomes a 6), one up and another down, or set a die."""
    vault = open_vault(play)
    faces = list(vault.faces)
    if command.by is not None:
        play.in_play(command.by)
    changes = [(command.die, command.face)]
    if command.how == "shift-two":
        if command.second_die is None or command.second_face is None:
            raise IllegalCommand("vault.help")
        changes.append((command.second_die, command.second_face))
    steps = []
    for index, face in changes:
        if index >= len(faces):
            raise IllegalCommand("vault.keep")
        steps.append(face - faces[index])
        faces[index] = face
    allowed = {
        "set": steps[0] != 0,
        "shift": steps[0] in (-1, 1),
        "shift-two": sorted(steps) == [-1, 1] and command.die != command.second_die,
    }
    if not allowed[command.how]:
        raise IllegalCommand("vault.help")
    vault = replace(vault, faces=tuple(faces))
    play.emit(VaultHelped(faces=vault.faces, by=command.by))
    _settle(play, vault)


def open_vault(play: Play) -> Vault:
    vault = ArmyState.of(play.before).vault
    if vault is None or vault.beaten:
        raise IllegalCommand("vault.no_attempt")
    return vault


def _settle(play: Play, vault: Vault) -> None:
    """A straight 1-5 or 2-6 among the dice; then the locksmith opens the door with one action."""
    if any(straight <= set(vault.faces) for straight in STRAIGHTS):
        vault = replace(vault, beaten=True)
        play.emit(VaultBeaten(faces=vault.faces))
    play.set(vault=vault)
