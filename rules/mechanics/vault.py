"""The bank vault of Army of the Dead (p. 12): a straight of five dice beats its traps."""

from msgspec.structs import replace

from rules.commands import VaultAttempt, VaultHelp, VaultThrow
from rules.errors import IllegalCommand, UnknownId
from rules.events import VaultBeaten, VaultHelped, VaultThrown
from rules.packs.copies import deck_copies
from rules.packs.schema import Pack
from rules.play import Play
from rules.ruleset import Outcome
from rules.state import TableState, Vault

DECK = "vault"
DICE, THROWS = 5, 3
STRAIGHTS = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})


def attempt_vault(state: TableState, command: VaultAttempt, pack: Pack) -> Outcome:
    """The first of up to three throws; helpers may add a throw or a die."""
    going_on = state.vault is not None and not state.vault.beaten
    if going_on and state.vault is not None and state.vault.throws < state.vault.most:
        raise IllegalCommand("vault.going_on", left=state.vault.most - state.vault.throws)
    play = Play(state, pack, dice=command.dice)
    play.in_play(command.survivor)
    card = command.card
    if card is not None and card not in deck_copies(pack, DECK):
        raise UnknownId("card.impossible", card=card, deck=DECK)
    faces = play.chance.roll(DICE + command.extra_die)
    vault = Vault(
        survivor=command.survivor, card=card, faces=faces, most=THROWS + command.extra_throw
    )
    play.emit(VaultThrown(survivor=vault.survivor, faces=faces, throws=1))
    _settle(play, vault)
    return play.outcome()


def throw_again(state: TableState, command: VaultThrow, pack: Pack) -> Outcome:
    """Dice that are not kept are thrown again."""
    vault = _open(state)
    if vault.throws >= vault.most:
        raise IllegalCommand("vault.no_throw")
    play = Play(state, pack, dice=command.dice)
    keep = sorted(set(command.keep))
    if any(index >= len(vault.faces) for index in keep) or len(keep) == len(vault.faces):
        raise IllegalCommand("vault.keep")
    kept = [vault.faces[index] for index in keep]
    thrown = play.chance.roll(len(vault.faces) - len(kept))
    vault = replace(vault, faces=(*kept, *thrown), throws=vault.throws + 1)
    play.emit(VaultThrown(survivor=vault.survivor, faces=vault.faces, throws=vault.throws))
    _settle(play, vault)
    return play.outcome()


def help_vault(state: TableState, command: VaultHelp, pack: Pack) -> Outcome:
    """One up or down (a 1 never becomes a 6), one up and another down, or set a die."""
    vault, faces = _open(state), list(_open(state).faces)
    play = Play(state, pack)
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
    return play.outcome()


def _open(state: TableState) -> Vault:
    if state.vault is None or state.vault.beaten:
        raise IllegalCommand("vault.no_attempt")
    return state.vault


def _settle(play: Play, vault: Vault) -> None:
    """A straight 1-5 or 2-6 among the dice; then the locksmith opens the door with one action."""
    if any(straight <= set(vault.faces) for straight in STRAIGHTS):
        vault = replace(vault, beaten=True)
        play.emit(VaultBeaten(faces=vault.faces))
    play.fields["vault"] = vault
