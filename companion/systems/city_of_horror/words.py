"""What City of Horror says, for the house to find."""

from companion.systems.city_of_horror.narration import CITY_SENTENCES
from companion.systems.city_of_horror.refusals import REFUSALS
from companion.words import Words
from rules.systems.city_of_horror import (
    actions,
    beginning,
    ending,
    locations,
    moves,
    play,
    rounds,
    trade,
    votes,
)

WORDS = Words(
    sentences=CITY_SENTENCES,
    refusals=REFUSALS,
    icons={
        ending.GameScored: "flag",
        play.CharacterDied: "tomb",
        actions.TowerFell: "fire",
        actions.ExplosionPlaced: "fire",
        votes.VoteCounted: "vote",
        votes.VoteSealed: "lock",
        rounds.InvasionShown: "walker",
        rounds.MovementSealed: "lock",
        beginning.DraftKept: "lock",
        beginning.CardsDealt: "cards",
        votes.PlayersReady: "check",
        moves.CharacterMoved: "steps",
        votes.SuppliesShared: "crate",
        actions.PowerUsed: "bolt",
        actions.ActionPlayed: "cards",
        trade.TradeMade: "swap",
        locations.AttackChecked: "walker",
        play.CityPhaseBegan: "next",
    },
)
