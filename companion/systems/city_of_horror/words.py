"""What City of Horror says, for the house to find."""

from companion.systems.city_of_horror.narration import CITY_SENTENCES
from companion.systems.city_of_horror.refusals import REFUSALS
from companion.words import Words
from rules.systems.city_of_horror import events

WORDS = Words(
    sentences=CITY_SENTENCES,
    refusals=REFUSALS,
    icons={
        events.GameScored: "flag",
        events.CharacterDied: "tomb",
        events.TowerFell: "fire",
        events.ExplosionPlaced: "fire",
        events.VoteCounted: "vote",
        events.VoteSealed: "lock",
        events.InvasionShown: "walker",
        events.MovementSealed: "lock",
        events.DraftKept: "lock",
        events.CardsDealt: "cards",
        events.PlayersReady: "check",
        events.CharacterMoved: "steps",
        events.SuppliesShared: "crate",
        events.PowerUsed: "bolt",
        events.ActionPlayed: "cards",
        events.TradeMade: "swap",
        events.AttackChecked: "walker",
        events.CityPhaseBegan: "next",
    },
)
