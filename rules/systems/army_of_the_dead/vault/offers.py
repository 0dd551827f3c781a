from collections.abc import Iterator
from itertools import permutations

from rules.errors import IllegalCommand
from rules.fields import Choice, Field, Flag, Reported, Several
from rules.mechanics.looking import About, in_play, keys_in_play
from rules.offers import Offer, offer
from rules.packs.copies import deck_copies
from rules.play import Play
from rules.systems.army_of_the_dead.state import ArmyState
from rules.systems.army_of_the_dead.vault.commands import VaultAttempt, VaultHelp, VaultThrow
from rules.systems.army_of_the_dead.vault.play import DECK

FACES = range(1, 7)


def _dice(look: Play) -> dict[str, Field]:
    return {"dice": Reported(what="dice")} if look.before.dice == "table" else {}


def attempts(look: Play, about: About) -> Iterator[Offer]:
    vault = ArmyState.of(look.before).vault
    why_not = None
    if vault is not None and vault.goes_on:
        why_not = IllegalCommand("vault.going_on", left=vault.most - vault.throws)
    cards = Choice(values=tuple(deck_copies(look.pack, DECK)), optional=True)
    for key, _survivor in in_play(look, about):
        yield offer(
            VaultAttempt,
            why_not,
            survivor=key,
            card=cards,
            extra_die=Flag(),
            extra_throw=Flag(),
            **_dice(look),
        )


def throws(look: Play, about: About) -> Iterator[Offer]:
    vault = ArmyState.of(look.before).vault
    if vault is None or vault.beaten:
        return
    why_not = None if vault.goes_on else IllegalCommand("vault.no_throw")
    places = Several(values=tuple(range(len(vault.faces))), most=len(vault.faces) - 1)
    yield offer(VaultThrow, why_not, keep=places, **_dice(look))


def helps(look: Play, about: About) -> Iterator[Offer]:
    """Every change of the dice that a helper may bring."""
    vault = ArmyState.of(look.before).vault
    if vault is None or vault.beaten:
        return
    by = Choice(values=keys_in_play(look), optional=True)
    for place, now in enumerate(vault.faces):
        other = Choice(values=tuple(face for face in FACES if face != now))
        yield offer(VaultHelp, how="set", die=place, face=other, by=by)
        near = Choice(values=tuple(face for face in FACES if abs(face - now) == 1))
        yield offer(VaultHelp, how="shift", die=place, face=near, by=by)
    for up, down in permutations(range(len(vault.faces)), 2):
        if vault.faces[up] < max(FACES) and vault.faces[down] > min(FACES):
            yield offer(
                VaultHelp,
                how="shift-two",
                die=up,
                face=vault.faces[up] + 1,
                second_die=down,
                second_face=vault.faces[down] - 1,
                by=by,
            )
