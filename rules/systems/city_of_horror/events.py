"""The events of City of Horror. None of them tells a secret: the log is open to all."""

from typing import Literal

from rules.events import BaseEvent
from rules.systems.city_of_horror.pack import Colour


class CityPhaseBegan(BaseEvent, tag="city.phase_began", frozen=True):
    round: int
    phase: str


class LocationBegan(BaseEvent, tag="location.began", frozen=True):
    location: str


class StageBegan(BaseEvent, tag="stage.began", frozen=True):
    location: str
    stage: str


class CharacterPlaced(BaseEvent, tag="character.placed", frozen=True):
    """First placement by the movement card `card`; a full location sends to the crossroads."""

    character: str
    card: str
    location: str


class CardsDealt(BaseEvent, tag="cards.dealt", frozen=True):
    """Action cards are dealt, `count` to each player."""

    count: int


class DraftKept(BaseEvent, tag="draft.kept", frozen=True):
    player: str


class DraftPassed(BaseEvent, tag="draft.passed", frozen=True):
    """Everybody has kept a card; the other `left` of each hand go to the left."""

    left: int


class MovementSealed(BaseEvent, tag="movement.sealed", frozen=True):
    player: str


class MovementShown(BaseEvent, tag="movement.shown", frozen=True):
    player: str
    location: str


class MovementChanged(BaseEvent, tag="movement.changed", frozen=True):
    player: str
    before: str
    after: str


class InvasionShown(BaseEvent, tag="invasion.shown", frozen=True):
    card: str


class InvasionDescribed(BaseEvent, tag="invasion.described", frozen=True):
    card: str


class InvasionLooked(BaseEvent, tag="invasion.looked", frozen=True):
    player: str


class HordeMoved(BaseEvent, tag="horde.moved", frozen=True):
    """Zombies move; `stayed` found no room, as eight is the most."""

    before: str
    after: str
    count: int
    stayed: int


class HordeCame(BaseEvent, tag="horde.came", frozen=True):
    """Zombies come; `kept_out` are beyond eight, or missing in the reserve."""

    location: str
    count: int
    kept_out: int
    why: Literal["card", "alarm", "lured"] = "card"


class HordeShot(BaseEvent, tag="horde.shot", frozen=True):
    location: str
    count: int


class SuppliesCame(BaseEvent, tag="supplies.came", frozen=True):
    location: str
    antidotes: int
    cards: int


class StragglerMoved(BaseEvent, tag="straggler.moved", frozen=True):
    before: Colour
    after: Colour


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


class MoveTakenBack(BaseEvent, tag="move.taken_back", frozen=True):
    character: str
    before: str
    after: str


class EffectUsed(BaseEvent, tag="effect.used", frozen=True):
    player: str
    location: str


class EffectPassed(BaseEvent, tag="effect.passed", frozen=True):
    player: str
    location: str


class ActionPlayed(BaseEvent, tag="action.played", frozen=True):
    player: str
    card: str
    location: str | None = None


class ActionSettled(BaseEvent, tag="action.settled", frozen=True):
    """A card takes effect: nobody canceled it."""

    player: str
    card: str


class ActionCancelled(BaseEvent, tag="action.cancelled", frozen=True):
    player: str
    card: str


class PowerUsed(BaseEvent, tag="power.used", frozen=True):
    player: str
    character: str


class ActionDiscarded(BaseEvent, tag="action.discarded", frozen=True):
    """A card is discarded as a price, without effect."""

    player: str
    card: str


class ActionDrawn(BaseEvent, tag="action.drawn", frozen=True):
    """Cards are drawn from the deck, face down; `count` 0: the deck is empty."""

    player: str
    count: int


class ActionTaken(BaseEvent, tag="action.taken", frozen=True):
    """A card is taken from the discards, for all to see."""

    player: str
    card: str


class ActionStolen(BaseEvent, tag="action.stolen", frozen=True):
    player: str
    target: str
    count: int


class AntidoteTaken(BaseEvent, tag="antidote.taken", frozen=True):
    player: str
    count: int


class FoodTaken(BaseEvent, tag="food.taken", frozen=True):
    """A food token is taken; `value` if it lay open, None: face down."""

    player: str
    value: int | None = None


class FoodGone(BaseEvent, tag="food.gone", frozen=True):
    """A food token leaves the game."""

    player: str


class CharacterTurned(BaseEvent, tag="character.turned", frozen=True):
    character: str
    fit: bool


class CharacterHid(BaseEvent, tag="character.hid", frozen=True):
    character: str


class ExplosionPlaced(BaseEvent, tag="explosion.placed", frozen=True):
    location: str
    count: int
    most: int


class TowerFell(BaseEvent, tag="tower.fell", frozen=True):
    zombies: int


class ArmoryBurnt(BaseEvent, tag="armory.burnt", frozen=True):
    """The armory burns out; its people stand on the crossroads now."""

    characters: tuple[str, ...]


class ArmoryBlocked(BaseEvent, tag="armory.blocked", frozen=True):
    """The armory is blocked: nobody in, nobody out."""

    characters: tuple[str, ...]


class AttackChecked(BaseEvent, tag="attack.checked", frozen=True):
    """The arithmetic of an attack: `at_least` zombies, or more than the people where it is None."""

    location: str
    zombies: int
    people: int
    at_least: int | None
    attacks: bool


class NobodyEaten(BaseEvent, tag="nobody.eaten", frozen=True):
    """Zombies attack, but everybody there hides, or nobody is there."""

    location: str


class VoteSealed(BaseEvent, tag="vote.sealed", frozen=True):
    player: str


class PlayersReady(BaseEvent, tag="players.ready", frozen=True):
    """Players without a vote say that they will not act."""

    players: tuple[str, ...]


class VoteCounted(BaseEvent, tag="vote.counted", frozen=True):
    """Votes are counted: `counts` for each candidate; `ballots` and `weights` by voter."""

    counts: dict[str, int]
    ballots: dict[str, str] = {}
    weights: dict[str, int] = {}


class TieBroken(BaseEvent, tag="tie.broken", frozen=True):
    player: str
    choice: str


class VoteWon(BaseEvent, tag="vote.won", frozen=True):
    """A player is chosen: to lose a character, or to hand out the supplies."""

    player: str
    what: Literal["victim", "share"]


class CharacterDied(BaseEvent, tag="character.died", frozen=True):
    character: str
    player: str
    why: Literal["eaten", "tower", "no_antidote"]


class FirstPlayerTook(BaseEvent, tag="first_player.took", frozen=True):
    player: str


class PlayerOut(BaseEvent, tag="player.out", frozen=True):
    """No character of the player is left."""

    player: str


class SuppliesShared(BaseEvent, tag="supplies.shared", frozen=True):
    """Supplies are handed out; `left` is the number that stays at the location."""

    player: str
    location: str
    antidotes: tuple[str, ...]
    cards: tuple[str, ...]
    left: int


class TradeMade(BaseEvent, tag="trade.made", frozen=True):
    player: str
    to: str
    antidotes: int
    cards: int


class CharactersSaved(BaseEvent, tag="characters.saved", frozen=True):
    player: str
    characters: tuple[str, ...]


class GameScored(BaseEvent, tag="game.scored", frozen=True):
    points: dict[str, int]
    winners: tuple[str, ...]


class GameAbandoned(BaseEvent, tag="game.abandoned", frozen=True):
    round: int
