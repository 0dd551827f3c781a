"""The bank vault (p. 12): a straight of five dice beats its traps."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from rules.commands import BaseCommand, Faces, Key
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.fields import Choice, Field, Flag, Reported, Several
from rules.mechanic import mechanic
from rules.mechanics.actions import spend
from rules.mechanics.cards import card_of, special_card
from rules.mechanics.inventory import drop
from rules.mechanics.looking import About, in_play, judged, keys_in_play
from rules.mechanics.rounds import when_phase_begins
from rules.mechanics.wounds.wound import lost_because
from rules.offers import Offer, closed, offer
from rules.packs.copies import deck_copies
from rules.packs.schema.cards import Effect
from rules.play import Play
from rules.state import Phase
from rules.systems.army_of_the_dead.specialties import LOCKSMITH, may_be
from rules.systems.army_of_the_dead.state import ArmyState, Vault


class VaultThrown(BaseEvent, tag="vault.thrown", frozen=True, kw_only=True):
    survivor: str
    faces: tuple[int, ...]
    throws: int


class VaultHelped(BaseEvent, tag="vault.helped", frozen=True, kw_only=True):
    faces: tuple[int, ...]
    by: str | None


class VaultOpened(BaseEvent, tag="vault.opened", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    survivor: str


class VaultBeaten(BaseEvent, tag="vault.beaten", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    faces: tuple[int, ...]


Place = Annotated[int, msgspec.Meta(ge=0, le=5)]


Face = Annotated[int, msgspec.Meta(ge=1, le=6)]


class VaultAttempt(BaseCommand, tag="vault.attempt", frozen=True):
    """The first throw at the traps of the bank vault, for two actions."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    survivor: Key
    card: Key | None = None
    """The vault card at the vault."""
    extra_die: bool = False
    extra_throw: bool = False
    """True for the die or throw that helpers close by add, as the card says."""
    dice: Faces = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        why_not = no_attempt(look)
        cards: list[str | None] = [None, *deck_copies(look.pack, DECK)]
        for key, _survivor in in_play(look, about):
            for card in cards:
                more = {
                    name: Flag()
                    for name, do in (("extra_die", EXTRA_DIE), ("extra_throw", EXTRA_THROW))
                    if helpers(look, card, do)
                }
                given = offer(cls, why_not, survivor=key, card=card, **more, **_dice(look))
                no_help = IllegalCommand("vault.no_help")
                yield given.otherwise(extra_die=no_help, extra_throw=no_help)
        sent = judged(cls, about)
        if sent and sent.card not in cards:
            yield closed(cls, why_not or UnknownId("card.impossible", card=sent.card, deck=DECK))

    def play(self, play: Play) -> None:
        """Make the first of up to three throws, for two actions.

        Helpers may add a throw or a die.
        """
        spend(play, self.survivor, DECK, ACTIONS)
        faces = play.chance.roll(DICE + self.extra_die)
        vault = Vault(
            survivor=self.survivor,
            card=self.card,
            faces=faces,
            most=THROWS + self.extra_throw,
        )
        play.emit(VaultThrown(survivor=vault.survivor, faces=faces, throws=1))
        _settle(play, vault)


class VaultThrow(BaseCommand, tag="vault.throw", frozen=True):
    """Keep some dice, throw the others again."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    keep: Annotated[tuple[Place, ...], msgspec.Meta(max_length=6)]
    """Indices of the dice to keep, from 0."""
    dice: Faces = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        vault = ArmyState.of(look.before).vault
        if vault is None or vault.beaten:
            yield closed(cls, IllegalCommand("vault.no_attempt"))
            return
        why_not = None if vault.goes_on else IllegalCommand("vault.no_throw")
        places = Several(values=tuple(range(len(vault.faces))), most=len(vault.faces) - 1)
        given = offer(cls, why_not, keep=places, **_dice(look))
        yield given.otherwise(keep=partial(_not_kept, len(vault.faces)))

    def play(self, play: Play) -> None:
        """Throw the dice that are not kept again."""
        vault = open_vault(play)
        kept = [vault.faces[index] for index in sorted(set(self.keep))]
        thrown = play.chance.roll(len(vault.faces) - len(kept))
        vault = replace(vault, faces=(*kept, *thrown), throws=vault.throws + 1)
        play.emit(VaultThrown(survivor=vault.survivor, faces=vault.faces, throws=vault.throws))
        _settle(play, vault)


class VaultHelp(BaseCommand, tag="vault.help", frozen=True):
    """A helper changes dice as the vault card allows."""

    how: Literal["shift", "shift-two", "set"]
    die: Place
    face: Face
    second_die: Place | None = None
    second_face: Face | None = None
    by: Key | None = None
    """The helper: trained as the card says, or with the thing it costs."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield every change of the dice by a helper; on a known card, only those it names."""
        vault = ArmyState.of(look.before).vault
        if vault is None or vault.beaten:
            yield closed(cls, IllegalCommand("vault.no_attempt"))
            return
        by = {how: _by(look, vault, how) for how in CHANGES}
        for place, now in enumerate(vault.faces):
            if by["set"]:
                other = Choice(values=tuple(face for face in FACES if face != now))
                yield offer(cls, how="set", die=place, face=other, by=by["set"])
            if by["shift"]:
                near = Choice(values=tuple(face for face in FACES if abs(face - now) == 1))
                yield offer(cls, how="shift", die=place, face=near, by=by["shift"])
        for up, down in permutations(range(len(vault.faces)), 2) if by["shift-two"] else ():
            if vault.faces[up] < max(FACES) and vault.faces[down] > min(FACES):
                yield offer(
                    cls,
                    how="shift-two",
                    die=up,
                    face=vault.faces[up] + 1,
                    second_die=down,
                    second_face=vault.faces[down] - 1,
                    by=by["shift-two"],
                )
        sent = judged(cls, about)
        if sent and (error := _not_helped(look, vault, sent)):
            yield closed(cls, error)

    def play(self, play: Play) -> None:
        """Change dice: one up or down (no 1 to 6), one up and another down, or set one.

        On a known card, only as it says: by whom, how often in an attempt, at what price.
        """
        vault = open_vault(play)
        faces = list(vault.faces)
        faces[self.die] = self.face
        if self.how == "shift-two" and self.second_die is not None and self.second_face is not None:
            faces[self.second_die] = self.second_face
        effect = help_of(play, vault.card, CHANGES[self.how])
        is_paid = is_known(play, vault.card) and effect is not None and bool(effect.equipment)
        if self.by is not None and effect is not None and is_paid:
            drop(play, self.by, _price(play, self.by, effect)[0])
        vault = replace(vault, faces=tuple(faces), helped=(*vault.helped, self.how))
        play.emit(VaultHelped(faces=vault.faces, by=self.by))
        _settle(play, vault)


class VaultOpen(BaseCommand, tag="vault.open", frozen=True):
    """A locksmith opens the door of the vault, once its traps are beaten."""

    survivor: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        vault = ArmyState.of(look.before).vault
        if vault is None or not vault.beaten or vault.opened:
            yield closed(cls, IllegalCommand("vault.not_beaten"))
            return
        who = tuple(key for key in keys_in_play(look) if may_be(look, key, LOCKSMITH))
        yield offer(cls, survivor=Choice(values=who)).otherwise(
            survivor=partial(_no_locksmith, look)
        )

    def play(self, play: Play) -> None:
        """Open it by a locksmith, with one action (p. 12)."""
        spend(play, self.survivor, DECK)
        play.set(vault=replace(open_vault(play), opened=True))
        play.emit(VaultOpened(survivor=self.survivor))


DECK = "vault"


DICE, THROWS, ACTIONS = 5, 3, 2


STRAIGHTS = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})


EXTRA_DIE, EXTRA_THROW = "vault-extra-die", "vault-extra-roll"


CHANGES = {"set": "vault-set-die", "shift": "vault-shift-die", "shift-two": "vault-shift-two"}
"""Effects of a vault card that let helpers change dice, by the kind of change."""


NEEDS = "vault-needs-specialty"


def is_known(play: Play, card: str | None) -> bool:
    """Return True if the text of the vault card there is known."""
    return card is not None and "effects" not in special_card(play.pack, DECK, card).unknown


def help_of(play: Play, card: str | None, do: str) -> Effect | None:
    """Return the effect for that help on the card; None without it, or without a card."""
    effects = special_card(play.pack, DECK, card).effects if card is not None else ()
    return next((effect for effect in effects if effect.do == do), None)


def helpers(play: Play, card: str | None, do: str) -> tuple[str, ...]:
    """Return survivors who may help so: trained, or with the thing it costs.

    On an unknown card, everybody in play may.
    """
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
    """Return the things a survivor carries that pay for a help."""
    carried = play.survivors[key].inventory.values()
    return tuple(copy for copy in carried if card_of(play.pack, copy).id in effect.equipment)


def no_attempt(play: Play) -> IllegalCommand | None:
    """Return the reason why nobody can begin on the traps now, or None."""
    vault = ArmyState.of(play.before).vault
    if vault is None:
        return None
    if vault.beaten:
        return IllegalCommand("vault.beaten")
    if vault.goes_on:
        return IllegalCommand("vault.going_on", left=vault.most - vault.throws)
    return None


def may_help(play: Play, vault: Vault, how: str) -> tuple[str, ...]:
    """Return survivors who may change the dice so, now."""
    effect = help_of(play, vault.card, CHANGES[how])
    is_once = effect is not None and effect.once == "attempt"
    return () if is_once and how in vault.helped else helpers(play, vault.card, CHANGES[how])


def _not_helped(look: Play, vault: Vault, command: VaultHelp) -> RuleError | None:
    """Return why nobody changes the dice so, or None if who does it is not in play."""
    by, dice = command.by, (command.die, command.second_die)
    if is_known(look, vault.card) and by not in may_help(look, vault, command.how):
        return IllegalCommand("vault.no_help")
    if by not in (None, *keys_in_play(look)):
        return None
    if any(die is not None and die >= len(vault.faces) for die in dice):
        return IllegalCommand("vault.keep")
    return IllegalCommand("vault.help")


def _not_kept(count: int, keep: Sequence[int]) -> RuleError | None:
    """Return an error if a die is not among so many or none is thrown, otherwise None."""
    is_throw = len({*keep}) < count and all(index < count for index in keep)
    return None if is_throw else IllegalCommand("vault.keep")


def _no_locksmith(look: Play, key: str) -> RuleError | None:
    survivor = look.survivor(key)
    if may_be(look, key, LOCKSMITH):
        return None
    return IllegalCommand("vault.no_locksmith", survivor=survivor.name)


def open_vault(play: Play) -> Vault:
    """Return the attempt that goes on, or the vault whose traps are beaten."""
    vault = ArmyState.of(play.before).vault
    assert vault is not None
    return vault


def _settle(play: Play, vault: Vault) -> None:
    """Store the attempt; a straight 1-5 or 2-6 among the dice beats the traps."""
    if any(straight <= set(vault.faces) for straight in STRAIGHTS):
        vault = replace(vault, beaten=True)
        play.emit(VaultBeaten(faces=vault.faces))
    play.set(vault=vault)


def leave_off(play: Play, phase: Phase) -> None:
    """Drop an open attempt when the players' phase ends: it was an action of theirs (p. 12)."""
    vault = ArmyState.of(play.before).vault
    if vault is not None and not vault.beaten and phase != "players":
        play.set(vault=None)


def out_of_reach(play: Play) -> str | None:
    """Return a reason to lose if nobody is left who could open the vault (p. 8, 12), or None.

    It counts only while the objective in the vault is not taken.
    """
    vault = ArmyState.of(play.before).vault
    for rule in play.mission_rules(NEEDS):
        is_open = vault is not None and vault.opened
        is_taken = set(rule.colours) <= set(play.get("taken"))
        left = any(may_be(play, key, rule.specialty) for key in keys_in_play(play))
        if not (is_open or is_taken or left):
            return "vault"
    return None


FACES = range(1, 7)


def _dice(look: Play) -> dict[str, Field]:
    return {"dice": Reported(what="dice")} if look.before.dice == "table" else {}


def _by(look: Play, vault: Vault, how: str) -> Choice | None:
    """Return a choice of those who may help so, or None if nobody may.

    It is optional where the card is unknown.
    """
    who = may_help(look, vault, how)
    return Choice(values=who, optional=not is_known(look, vault.card)) if who else None


VAULT = mechanic(
    __name__,
    mission_rules=(NEEDS,),
    effects=(
        "vault-extra-die",
        "vault-extra-roll",
        "vault-set-die",
        "vault-shift-die",
        "vault-shift-two",
    ),
    joins=(
        when_phase_begins.by(leave_off),
        lost_because.by(out_of_reach),
    ),
)
