"""Who carries out each command."""

from collections.abc import Mapping
from typing import Any

from rules.commands import TableCorrect
from rules.errors import IllegalCommand
from rules.ruleset import Handler
from rules.systems.city_of_horror import (
    actions,
    commands,
    corrections,
    ending,
    locations,
    moves,
    rounds,
    votes,
)
from rules.systems.city_of_horror.pack import CityPack
from rules.systems.city_of_horror.play import CityOutcome, Play
from rules.systems.city_of_horror.state import CityState


def next_step(state: CityState, command: commands.StepNext, pack: CityPack) -> CityOutcome:
    """On, where it is the table that says so; elsewhere somebody's choice is waited for."""
    play = Play(state, pack)
    rounds.need_settled(state)
    if state.phase == "move":
        moves.go_on_moving(play)
    elif state.stage == "effect":
        play.set(waiting=())
        locations.begin_stage(play, "attack")
    elif state.stage == "attack":
        locations.resolve_attack(play)
    elif state.stage == "share":
        locations.begin_share_vote(play)
    else:
        raise IllegalCommand("step.waits", phase=state.stage or state.phase)
    return play.outcome()


def _while_it_lasts(handler: Handler) -> Handler:
    def carry_out(state: CityState, command: Any, pack: CityPack) -> Any:
        if state.result is not None:
            raise IllegalCommand("game.over")
        return handler(state, command, pack)

    return carry_out


_CARRIED_OUT_BY: Mapping[type, Handler] = {
    commands.CharactersPlace: rounds.place_characters,
    commands.MovementChoose: rounds.choose_movement,
    commands.InvasionReveal: rounds.reveal_invasion,
    commands.CharacterMove: moves.move_character,
    commands.StepNext: next_step,
    commands.EffectUse: locations.use_effect,
    commands.EffectPass: locations.pass_effect,
    commands.ActionPlay: actions.play_action,
    commands.ActionSettle: actions.settle_actions,
    commands.PowerUse: actions.use_power,
    commands.VoteSeal: votes.seal_vote,
    commands.VoteEnter: votes.enter_vote,
    commands.TieBreak: votes.break_tie,
    commands.VictimChoose: votes.choose_victim,
    commands.SuppliesShare: votes.share_supplies,
    commands.TradeGive: actions.give,
    commands.RescueChoose: ending.choose_rescue,
    commands.GameAbandon: ending.abandon,
    TableCorrect: corrections.correct_table,
}
HANDLERS: Mapping[type, Handler] = {
    kind: _while_it_lasts(handler) for kind, handler in _CARRIED_OUT_BY.items()
}
