"""The move phase: one character each, in turn order, then what the blonde lures (p. 5, 9)."""

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.commands import Guard, Key
from rules.errors import IllegalCommand
from rules.events import BaseEvent
from rules.systems.city_of_horror.board import gets_in, movable, mover, own_character
from rules.systems.city_of_horror.locations import (
    begin_location,
    begin_share_vote,
    resolve_attack,
)
from rules.systems.city_of_horror.pack import CROSSROADS, CityPack
from rules.systems.city_of_horror.play import CityCommand, CityPlay, HordeCame
from rules.systems.city_of_horror.state import CityState, Move


class CharacterMoved(BaseEvent, tag="character.moved", frozen=True):
    """A character moves; `after` is the crossroads if the location of `card` is full or closed."""

    player: str
    character: str
    before: str
    after: str
    card: str


class MoveSkipped(BaseEvent, tag="move.skipped", frozen=True):
    """No character of the player can move."""

    player: str


class CharacterMove(CityCommand, tag="character.move", frozen=True):
    """Move one character to the location of the player's card."""

    player: Key
    character: Key

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        player = mover(state)
        for key in movable(state, pack, player) if player is not None else ():
            yield cls.made(player=player, character=key)

    def play(self, play: CityPlay) -> None:
        """Move a character to the location of the card; if full or closed, to the crossroads."""
        state, pack = play.state, play.pack
        play.need_phase("move")
        play.need_settled()
        player, key = play.player(self.player), self.character
        if player != mover(state):
            raise IllegalCommand("turn.other", player=mover(state) or player)
        character = own_character(state, player, key)
        card = state.choices[player]
        if character.at == card:
            raise IllegalCommand("move.already_there", character=key)
        if key not in movable(state, pack, player):
            raise IllegalCommand("move.held", character=key)
        assert character.at is not None
        goal = card if gets_in(state, pack, player, key, card) else CROSSROADS
        play.change_character(key, at=goal)
        play.set(
            moved=(*state.moved, player),
            last_move=Move(character=key, before=character.at, after=goal),
            squeezing=tuple(name for name in play.state.squeezing if name not in (player, key)),
        )
        play.emit(
            CharacterMoved(player=player, character=key, before=character.at, after=goal, card=card)
        )
        go_on_if_all_moved(play)


def go_on_if_all_moved(play: CityPlay) -> None:
    """Go on after the last move, unless the blonde could still be calmed.

    In that case her player says when.
    """
    state = play.state
    if state.phase != "move":
        return
    can_calm = any(
        character.alive
        and character.fit
        and play.pack.characters[key].do == "calm"
        and key not in state.freed
        for key, character in state.characters.items()
    )
    if mover(state) is None and not can_calm:
        go_on_moving(play)


def go_on_moving(play: CityPlay) -> None:
    """Skip a player who cannot move; after the last one, go on to the locations.

    The blonde lures before that.
    """
    player = mover(play.state)
    if player is not None:
        if movable(play.state, play.pack, player):
            raise IllegalCommand("turn.other", player=player)
        play.set(moved=(*play.state.moved, player))
        play.emit(MoveSkipped(player=player))
        go_on_if_all_moved(play)
        return
    for key, character in play.state.characters.items():
        lures = play.pack.characters[key].drawback == "lures" and key not in play.state.freed
        if character.alive and lures and character.at is not None:
            come = play.add_zombies(character.at, 1)
            play.emit(HordeCame(location=character.at, count=come, kept_out=1 - come, why="lured"))
    play.begin_phase("locations")
    begin_location(play, next(iter(play.state.locations)))


class StepNext(CityCommand, tag="step.next", frozen=True):
    """Nobody wants to act any more: on to the next step."""

    guard: ClassVar[Guard] = Guard.STEP

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        player = mover(state)
        is_nobody_to_move = state.phase == "move" and not (
            player is not None and movable(state, pack, player)
        )
        if is_nobody_to_move or state.stage in ("effect", "attack", "share"):
            yield cls.made()

    def play(self, play: CityPlay) -> None:
        """Go on to the next step; raise where somebody's choice is awaited."""
        state = play.state
        play.need_settled()
        if state.phase == "move":
            go_on_moving(play)
        elif state.stage in ("effect", "attack"):
            play.set(waiting=())
            resolve_attack(play)
        elif state.stage == "share":
            begin_share_vote(play)
        else:
            raise IllegalCommand("step.waits", phase=state.stage or state.phase)
