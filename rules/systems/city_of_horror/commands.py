"""The commands of City of Horror. `kind` names are permanent once used.

A command with a `player` acts for that player alone, one with `players` for these: see
`seats.players_of`.
"""

from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Guard, Key
from rules.systems.city_of_horror.pack import Invasion
from rules.systems.city_of_horror.state import Aim

Few = Annotated[int, msgspec.Meta(ge=0, le=20)]
Keys = Annotated[tuple[Key, ...], msgspec.Meta(max_length=40)]


class CharactersPlace(BaseCommand, tag="characters.place", frozen=True):
    """First placement: a location for each character of a player, one for each card drawn."""

    player: Key
    places: dict[Key, Key]


class DraftKeep(BaseCommand, tag="draft.keep", frozen=True):
    """Keep one card of a draft, sealed; the rest is passed on once everybody has chosen."""

    player: Key
    card: Key


class MovementChoose(BaseCommand, tag="movement.choose", frozen=True):
    """Seal a movement card; it may be changed until the last one is sealed."""

    player: Key
    location: Key


class InvasionReveal(BaseCommand, tag="invasion.reveal", frozen=True):
    """Turn up the invasion card. A table that draws names the card, or enters its content."""

    guard: ClassVar[Guard] = Guard.STEP

    card: Key | None = None
    content: Invasion | None = None


class CharacterMove(BaseCommand, tag="character.move", frozen=True):
    """Move one character to the location of the player's card."""

    player: Key
    character: Key


class StepNext(BaseCommand, tag="step.next", frozen=True):
    """Nobody wants to act any more: on to the next step."""

    guard: ClassVar[Guard] = Guard.STEP


class EffectUse(BaseCommand, tag="effect.use", frozen=True):
    """Use the effect of the location in turn, once a player."""

    player: Key
    aim: Aim = Aim()


class EffectPass(BaseCommand, tag="effect.pass", frozen=True):
    """A player does not use the effect of the location."""

    player: Key


class ActionPlay(BaseCommand, tag="action.play", frozen=True):
    """Lay down an action card; its effect waits for `action.settle`."""

    player: Key
    card: Key
    """A copy, or the card's id where the table holds the cards."""
    aim: Aim = Aim()


class ActionSettle(BaseCommand, tag="action.settle", frozen=True):
    """Nobody cancels: the cards on the table take effect."""

    guard: ClassVar[Guard] = Guard.STEP

    location: Key | None = None
    """The movement card drawn for the kitten, by a table that draws."""


class PowerUse(BaseCommand, tag="power.use", frozen=True):
    """Use a fit character's power; they are exhausted by it."""

    player: Key
    character: Key
    aim: Aim = Aim()


class VoteSeal(BaseCommand, tag="vote.seal", frozen=True):
    """A sealed vote, with all the weight the player has; the last one opens them all."""

    player: Key
    choice: Key


class VoteReady(BaseCommand, tag="vote.ready", frozen=True):
    """Players without a vote say that they will not act this round, or `here`."""

    players: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=6)]
    here: bool = False
    """True: only at the location in turn; at the next one they are asked again."""


class VoteEnter(BaseCommand, tag="vote.enter", frozen=True):
    """A vote by hands: every ballot, or only the player chosen."""

    guard: ClassVar[Guard] = Guard.STEP

    ballots: dict[Key, Key] = {}
    chosen: Key | None = None


class TieBreak(BaseCommand, tag="tie.break", frozen=True):
    """The first player decides between those with most votes."""

    player: Key
    choice: Key


class VictimChoose(BaseCommand, tag="victim.choose", frozen=True):
    """The player who loses a character chooses which one dies."""

    player: Key
    character: Key


class SuppliesShare(BaseCommand, tag="supplies.share", frozen=True):
    """The winner hands out supplies: antidotes and cards, nobody more than one item."""

    player: Key
    antidotes: Keys = ()
    given: dict[Key, Key] = {}
    """Recipient of each known card: the winner sees the cards first."""
    cards: Keys = ()
    """Recipients of cards whose face the app does not know, or of any as they lie."""


class TradeGive(BaseCommand, tag="trade.give", frozen=True):
    """Give antidotes and cards to another player, for whatever was agreed."""

    player: Key
    to: Key
    antidotes: Few = 0
    cards: Keys = ()


class RescueChoose(BaseCommand, tag="rescue.choose", frozen=True):
    """The characters who get an antidote at the end; the others die."""

    player: Key
    characters: Keys = ()
    larder: Few | None = None
    """Points of food and canned food, counted by a table that holds its own."""


class GameAbandon(BaseCommand, tag="game.abandon", frozen=True):
    """The players stop before the helicopter comes."""

    guard: ClassVar[Guard] = Guard.EXACT
