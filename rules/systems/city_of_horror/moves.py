"""The move phase: one character each, in turn order, then what the blonde lures (p. 5, 9)."""

from rules.errors import IllegalCommand
from rules.systems.city_of_horror import events
from rules.systems.city_of_horror.board import gets_in, movable, mover, own_character
from rules.systems.city_of_horror.commands import CharacterMove
from rules.systems.city_of_horror.locations import begin_location
from rules.systems.city_of_horror.pack import CROSSROADS
from rules.systems.city_of_horror.play import Play
from rules.systems.city_of_horror.rounds import begin_phase, need_phase, need_settled
from rules.systems.city_of_horror.state import Move


def move_character(play: Play, command: CharacterMove) -> None:
    """Move a character to the location of the card; if full or closed, to the crossroads."""
    state, pack = play.state, play.pack
    need_phase(state, "move")
    need_settled(state)
    player, key = play.player(command.player), command.character
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
        events.CharacterMoved(
            player=player, character=key, before=character.at, after=goal, card=card
        )
    )
    go_on_if_all_moved(play)


def go_on_if_all_moved(play: Play) -> None:
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


def go_on_moving(play: Play) -> None:
    """Skip a player who cannot move; after the last one, go on to the locations.

    The blonde lures before that.
    """
    player = mover(play.state)
    if player is not None:
        if movable(play.state, play.pack, player):
            raise IllegalCommand("turn.other", player=player)
        play.set(moved=(*play.state.moved, player))
        play.emit(events.MoveSkipped(player=player))
        go_on_if_all_moved(play)
        return
    for key, character in play.state.characters.items():
        lures = play.pack.characters[key].drawback == "lures" and key not in play.state.freed
        if character.alive and lures and character.at is not None:
            come = play.add_zombies(character.at, 1)
            play.emit(
                events.HordeCame(location=character.at, count=come, kept_out=1 - come, why="lured")
            )
    begin_phase(play, "locations")
    begin_location(play, next(iter(play.state.locations)))
