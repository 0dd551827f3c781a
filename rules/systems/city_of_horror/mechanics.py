"""The mechanics of City of Horror, each with its commands, handlers and events."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.commands import BaseCommand
from rules.mechanic import Ask, Handler, Mechanic
from rules.mechanics.house import TableCorrect, TableCorrected
from rules.offers import Offer
from rules.systems.city_of_horror import (
    actions,
    beginning,
    commands,
    corrections,
    ending,
    events,
    legality,
    locations,
    moves,
    rounds,
    steps,
    votes,
)
from rules.systems.city_of_horror.play import Play


def _ask(command: type[BaseCommand], handler: Handler) -> Ask:
    # There are more ballots, placements and hand-outs than are worth listing.
    return Ask(command, handler, _enumerated(command), is_whole=False)


def _enumerated(command: type[BaseCommand]) -> Callable[..., Iterator[Offer]]:
    """Return a function that yields one offer for each way to send this command now."""

    def offers(look: Play, about: Mapping[str, Any]) -> Iterator[Offer]:
        return legality.offers_of(look.state, look.pack, command)

    return offers


BEGINNING = Mechanic(
    home=__package__,
    name="beginning",
    asks=(
        _ask(commands.CharactersPlace, beginning.place_characters),
        _ask(commands.DraftKeep, beginning.keep_card),
    ),
    events=(
        events.CityPhaseBegan,
        events.CharacterPlaced,
        events.CardsDealt,
        events.DraftKept,
        events.DraftPassed,
    ),
)
MOVEMENT = Mechanic(
    home=__package__,
    name="movement",
    asks=(
        _ask(commands.MovementChoose, rounds.choose_movement),
        _ask(commands.CharacterMove, moves.move_character),
        _ask(commands.StepNext, steps.next_step),
    ),
    events=(
        events.MovementSealed,
        events.MovementShown,
        events.MovementChanged,
        events.CharacterMoved,
        events.MoveSkipped,
        events.MoveTakenBack,
    ),
)
INVASION = Mechanic(
    home=__package__,
    name="invasion",
    asks=(_ask(commands.InvasionReveal, rounds.reveal_invasion),),
    events=(
        events.InvasionShown,
        events.InvasionDescribed,
        events.InvasionLooked,
        events.HordeMoved,
        events.HordeCame,
        events.HordeShot,
        events.SuppliesCame,
        events.StragglerMoved,
    ),
)
LOCATIONS = Mechanic(
    home=__package__,
    name="locations",
    asks=(
        _ask(commands.EffectUse, locations.use_effect),
        _ask(commands.EffectPass, locations.pass_effect),
    ),
    events=(
        events.LocationBegan,
        events.StageBegan,
        events.EffectUsed,
        events.EffectPassed,
        events.AntidoteTaken,
        events.FoodTaken,
        events.FoodGone,
        events.AttackChecked,
        events.NobodyEaten,
        events.CharacterDied,
        events.FirstPlayerTook,
        events.PlayerOut,
    ),
)
ACTIONS = Mechanic(
    home=__package__,
    name="actions",
    asks=(
        _ask(commands.ActionPlay, actions.play_action),
        _ask(commands.ActionSettle, actions.settle_actions),
        _ask(commands.PowerUse, actions.use_power),
    ),
    events=(
        events.ActionPlayed,
        events.ActionSettled,
        events.ActionCancelled,
        events.PowerUsed,
        events.ActionDiscarded,
        events.ActionDrawn,
        events.ActionTaken,
        events.ActionStolen,
        events.CharacterTurned,
        events.CharacterHid,
        events.ExplosionPlaced,
        events.TowerFell,
        events.ArmoryBurnt,
        events.ArmoryBlocked,
    ),
)
VOTES = Mechanic(
    home=__package__,
    name="votes",
    asks=(
        _ask(commands.VoteSeal, votes.seal_vote),
        _ask(commands.VoteReady, votes.ready_players),
        _ask(commands.VoteEnter, votes.enter_vote),
        _ask(commands.TieBreak, votes.break_tie),
        _ask(commands.VictimChoose, votes.choose_victim),
        _ask(commands.SuppliesShare, votes.share_supplies),
    ),
    events=(
        events.VoteSealed,
        events.PlayersReady,
        events.VoteCounted,
        events.TieBroken,
        events.VoteWon,
        events.SuppliesShared,
    ),
)
TRADE = Mechanic(
    home=__package__,
    name="trade",
    asks=(_ask(commands.TradeGive, actions.give),),
    events=(events.TradeMade,),
)
ENDING = Mechanic(
    home=__package__,
    name="ending",
    asks=(
        _ask(commands.RescueChoose, ending.choose_rescue),
        _ask(commands.GameAbandon, ending.abandon),
    ),
    events=(events.CharactersSaved, events.GameScored, events.GameAbandoned),
)
HOUSE = Mechanic(
    home=TableCorrect.__module__,  # which says it in words
    name="house",
    asks=(_ask(TableCorrect, corrections.correct_table),),
    events=(TableCorrected,),
)

CITY = (BEGINNING, MOVEMENT, INVASION, LOCATIONS, ACTIONS, VOTES, TRADE, ENDING, HOUSE)
