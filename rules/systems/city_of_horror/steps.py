"""The next step, where it is the table that says so."""

from rules.errors import IllegalCommand
from rules.systems.city_of_horror import locations, moves, rounds
from rules.systems.city_of_horror.commands import StepNext
from rules.systems.city_of_horror.play import Play


def next_step(play: Play, command: StepNext) -> None:
    """Go on to the next step; raise where somebody's choice is awaited."""
    state = play.state
    rounds.need_settled(state)
    if state.phase == "move":
        moves.go_on_moving(play)
    elif state.stage in ("effect", "attack"):
        play.set(waiting=())
        locations.resolve_attack(play)
    elif state.stage == "share":
        locations.begin_share_vote(play)
    else:
        raise IllegalCommand("step.waits", phase=state.stage or state.phase)
