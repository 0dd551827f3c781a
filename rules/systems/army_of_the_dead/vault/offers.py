from collections.abc import Iterator
from itertools import permutations

from rules.errors import IllegalCommand
from rules.fields import Choice, Field, Flag, Reported, Several
from rules.mechanics.looking import About, in_play, keys_in_play
from rules.offers import Offer, offer
from rules.packs.copies import deck_copies
from rules.play import Play
from rules.systems.army_of_the_dead.specialties import LOCKSMITH, may_be
from rules.systems.army_of_the_dead.state import ArmyState
from rules.systems.army_of_the_dead.vault.commands import (
    VaultAttempt,
    VaultHelp,
    VaultOpen,
    VaultThrow,
)
from rules.systems.army_of_the_dead.vault.play import (
    CHANGES,
    DECK,
    EXTRA_DIE,
    EXTRA_THROW,
    helpers,
    is_known,
    may_help,
    no_attempt,
)
from rules.systems.army_of_the_dead.vault.state import Vault

FACES = range(1, 7)


def _dice(look: Play) -> dict[str, Field]:
    return {"dice": Reported(what="dice")} if look.before.dice == "table" else {}


def attempts(look: Play, about: About) -> Iterator[Offer]:
    why_not = no_attempt(look)
    cards: list[str | None] = [None, *deck_copies(look.pack, DECK)]
    for key, _survivor in in_play(look, about):
        for card in cards:
            more = {
                name: Flag()
                for name, do in (("extra_die", EXTRA_DIE), ("extra_throw", EXTRA_THROW))
                if helpers(look, card, do)
            }
            yield offer(VaultAttempt, why_not, survivor=key, card=card, **more, **_dice(look))


def throws(look: Play, about: About) -> Iterator[Offer]:
    vault = ArmyState.of(look.before).vault
    if vault is None or vault.beaten:
        return
    why_not = None if vault.goes_on else IllegalCommand("vault.no_throw")
    places = Several(values=tuple(range(len(vault.faces))), most=len(vault.faces) - 1)
    yield offer(VaultThrow, why_not, keep=places, **_dice(look))


def helps(look: Play, about: About) -> Iterator[Offer]:
    """Every change of the dice that a helper may bring, as the card says where we know it."""
    vault = ArmyState.of(look.before).vault
    if vault is None or vault.beaten:
        return
    by = {how: _by(look, vault, how) for how in CHANGES}
    for place, now in enumerate(vault.faces):
        if by["set"]:
            other = Choice(values=tuple(face for face in FACES if face != now))
            yield offer(VaultHelp, how="set", die=place, face=other, by=by["set"])
        if by["shift"]:
            near = Choice(values=tuple(face for face in FACES if abs(face - now) == 1))
            yield offer(VaultHelp, how="shift", die=place, face=near, by=by["shift"])
    for up, down in permutations(range(len(vault.faces)), 2) if by["shift-two"] else ():
        if vault.faces[up] < max(FACES) and vault.faces[down] > min(FACES):
            yield offer(
                VaultHelp,
                how="shift-two",
                die=up,
                face=vault.faces[up] + 1,
                second_die=down,
                second_face=vault.faces[down] - 1,
                by=by["shift-two"],
            )


def _by(look: Play, vault: Vault, how: str) -> Choice | None:
    """Who may help so; of a card we do not know the players need not say."""
    who = may_help(look, vault, how)
    return Choice(values=who, optional=not is_known(look, vault.card)) if who else None


def openings(look: Play, about: About) -> Iterator[Offer]:
    vault = ArmyState.of(look.before).vault
    if vault is None or not vault.beaten or vault.opened:
        return
    who = tuple(key for key in keys_in_play(look) if may_be(look, key, LOCKSMITH))
    if who:
        yield offer(VaultOpen, survivor=Choice(values=who))
