from msgspec.structs import replace

from rules.errors import IllegalCommand, UnknownId
from rules.mechanics.actions.play import spend
from rules.mechanics.equipment.cards import card_of, special_card
from rules.mechanics.equipment.slots import drop
from rules.mechanics.looking import keys_in_play
from rules.packs.copies import deck_copies
from rules.packs.schema.cards import Effect
from rules.play import Play
from rules.state import Phase
from rules.systems.army_of_the_dead.specialties import LOCKSMITH, may_be
from rules.systems.army_of_the_dead.state import ArmyState
from rules.systems.army_of_the_dead.vault.commands import (
    VaultAttempt,
    VaultHelp,
    VaultOpen,
    VaultThrow,
)
from rules.systems.army_of_the_dead.vault.events import (
    VaultBeaten,
    VaultHelped,
    VaultOpened,
    VaultThrown,
)
from rules.systems.army_of_the_dead.vault.state import Vault

DECK = "vault"
DICE, THROWS, ACTIONS = 5, 3, 2
STRAIGHTS = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})
EXTRA_DIE, EXTRA_THROW = "vault-extra-die", "vault-extra-roll"
CHANGES = {"set": "vault-set-die", "shift": "vault-shift-die", "shift-two": "vault-shift-two"}
"""How helpers change dice, and the effect of a vault card that lets them."""
NEEDS = "vault-needs-specialty"


# --- who helps, as the card says (p. 12) ---


def is_known(play: Play, card: str | None) -> bool:
    """Whether we know what the vault card that lies there says."""
    return card is not None and "effects" not in special_card(play.pack, DECK, card).unknown


def help_of(play: Play, card: str | None, do: str) -> Effect | None:
    """That help on the card, if it is a card we know."""
    effects = special_card(play.pack, DECK, card).effects if card is not None else ()
    return next((effect for effect in effects if effect.do == do), None)


def helpers(play: Play, card: str | None, do: str) -> tuple[str, ...]:
    """Who may help so: trained for it, or with the thing it costs; of an unknown card anybody."""
    there = keys_in_play(play)
    if not is_known(play, card):
        return there
    effect = help_of(play, card, do)
    return tuple(key for key in there if effect is not None and _can(play, key, effect))


def _can(play: Play, key: str, effect: Effect) -> bool:
    if effect.equipment:
        return bool(_price(play, key, effect))
    return may_be(play, key, effect.specialty)


def _price(play: Play, key: str, effect: Effect) -> tuple[str, ...]:
    """What somebody carries of the things a help costs."""
    carried = play.survivors[key].inventory.values()
    return tuple(copy for copy in carried if card_of(play.pack, copy).id in effect.equipment)


# --- the attempt ---


def no_attempt(play: Play) -> IllegalCommand | None:
    """Why nobody can begin on the traps now."""
    vault = ArmyState.of(play.before).vault
    if vault is None:
        return None
    if vault.beaten:
        return IllegalCommand("vault.beaten")
    if vault.goes_on:
        return IllegalCommand("vault.going_on", left=vault.most - vault.throws)
    return None


def attempt_vault(play: Play, command: VaultAttempt) -> None:
    """The first of up to three throws, for two actions; helpers may add a throw or a die."""
    if why_not := no_attempt(play):
        raise why_not
    play.in_play(command.survivor)
    if command.card is not None and command.card not in deck_copies(play.pack, DECK):
        raise UnknownId("card.impossible", card=command.card, deck=DECK)
    for is_said, do in ((command.extra_die, EXTRA_DIE), (command.extra_throw, EXTRA_THROW)):
        if is_said and not helpers(play, command.card, do):
            raise IllegalCommand("vault.no_help")
    spend(play, command.survivor, DECK, ACTIONS)
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
    """One up or down (a 1 never becomes a 6), one up and another down, or set a die.

    Where we know the card, only as it says: by whom, how often in an attempt, and at what price.
    """
    vault = open_vault(play)
    faces = list(vault.faces)
    if command.by is not None:
        play.in_play(command.by)
    _check_helper(play, vault, command)
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
    vault = replace(vault, faces=tuple(faces), helped=(*vault.helped, command.how))
    play.emit(VaultHelped(faces=vault.faces, by=command.by))
    _settle(play, vault)


def may_help(play: Play, vault: Vault, how: str) -> tuple[str, ...]:
    """Who may change the dice so, now."""
    effect = help_of(play, vault.card, CHANGES[how])
    is_once = effect is not None and effect.once == "attempt"
    return () if is_once and how in vault.helped else helpers(play, vault.card, CHANGES[how])


def _check_helper(play: Play, vault: Vault, command: VaultHelp) -> None:
    """The helper gives up what the card asks for."""
    if not is_known(play, vault.card):
        return
    if command.by not in may_help(play, vault, command.how):
        raise IllegalCommand("vault.no_help")
    effect = help_of(play, vault.card, CHANGES[command.how])
    if command.by is not None and effect is not None and effect.equipment:
        drop(play, command.by, _price(play, command.by, effect)[0])


def open_vault(play: Play) -> Vault:
    vault = ArmyState.of(play.before).vault
    if vault is None or vault.beaten:
        raise IllegalCommand("vault.no_attempt")
    return vault


def _settle(play: Play, vault: Vault) -> None:
    """A straight 1-5 or 2-6 among the dice beats the traps."""
    if any(straight <= set(vault.faces) for straight in STRAIGHTS):
        vault = replace(vault, beaten=True)
        play.emit(VaultBeaten(faces=vault.faces))
    play.set(vault=vault)


def leave_off(play: Play, phase: Phase) -> None:
    """An attempt is an action: what is left of it is lost with the players' phase (p. 12)."""
    vault = ArmyState.of(play.before).vault
    if vault is not None and not vault.beaten and phase != "players":
        play.set(vault=None)


# --- the door ---


def open_door(play: Play, command: VaultOpen) -> None:
    """A locksmith, with one action (p. 12)."""
    vault, survivor = ArmyState.of(play.before).vault, play.in_play(command.survivor)
    if vault is None or not vault.beaten or vault.opened:
        raise IllegalCommand("vault.not_beaten")
    if not may_be(play, command.survivor, LOCKSMITH):
        raise IllegalCommand("vault.no_locksmith", survivor=survivor.name)
    spend(play, command.survivor, DECK)
    play.set(vault=replace(vault, opened=True))
    play.emit(VaultOpened(survivor=command.survivor))


def out_of_reach(play: Play) -> str | None:
    """Nobody is left who could open the vault in which the objective lies (p. 8, 12)."""
    vault = ArmyState.of(play.before).vault
    for rule in play.mission_rules(NEEDS):
        is_open = vault is not None and vault.opened
        is_taken = set(rule.colours) <= set(play.get("taken"))
        left = any(may_be(play, key, rule.specialty) for key in keys_in_play(play))
        if not (is_open or is_taken or left):
            return "vault"
    return None
