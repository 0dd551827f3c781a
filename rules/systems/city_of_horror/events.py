"""What happened at a table of City of Horror. No event tells a secret: the log is open to all."""

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
    """First placement. `card` is the movement card; a full location sends to the crossroads."""

    character: str
    card: str
    location: str


class CardsDealt(BaseEvent, tag="cards.dealt", frozen=True):
    """Action cards, so many to everybody."""

    count: int


class DraftKept(BaseEvent, tag="draft.kept", frozen=True):
    player: str


class DraftPassed(BaseEvent, tag="draft.passed", frozen=True):
    """Everybody has kept a card; `left`: so many go to the left."""

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
    """`stayed`: no room for them, eight is the most."""

    before: str
    after: str
    count: int
    stayed: int


class HordeCame(BaseEvent, tag="horde.came", frozen=True):
    """`kept_out`: beyond eight, or none left in the reserve."""

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
    """`card` is where the movement card sent them; full or closed: `after` is the crossroads."""

    player: str
    character: str
    before: str
    after: str
    card: str


class MoveSkipped(BaseEvent, tag="move.skipped", frozen=True):
    """Nobody of theirs can move."""

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
    """Nobody cancelled it: the card takes effect."""

    player: str
    card: str


class ActionCancelled(BaseEvent, tag="action.cancelled", frozen=True):
    player: str
    card: str


class PowerUsed(BaseEvent, tag="power.used", frozen=True):
    player: str
    character: str


class ActionDiscarded(BaseEvent, tag="action.discarded", frozen=True):
    """As a price, without effect."""

    player: str
    card: str


class ActionDrawn(BaseEvent, tag="action.drawn", frozen=True):
    """From the deck, face down; `count` 0: the deck is empty."""

    player: str
    count: int


class ActionTaken(BaseEvent, tag="action.taken", frozen=True):
    """From the discards, for all to see."""

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
    """`value` of a token that lay open; None: face down."""

    player: str
    value: int | None = None


class FoodGone(BaseEvent, tag="food.gone", frozen=True):
    """Out of the game."""

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
    """Its people stand on the crossroads now."""

    characters: tuple[str, ...]


class ArmoryBlocked(BaseEvent, tag="armory.blocked", frozen=True):
    """Nobody in, nobody out."""

    characters: tuple[str, ...]


class AttackChecked(BaseEvent, tag="attack.checked", frozen=True):
    """The arithmetic: `at_least` zombies, or more than the people where it is None."""

    location: str
    zombies: int
    people: int
    at_least: int | None
    attacks: bool


class NobodyEaten(BaseEvent, tag="nobody.eaten", frozen=True):
    """An attack, but everybody there hides, or nobody is there."""

    location: str


class VoteSealed(BaseEvent, tag="vote.sealed", frozen=True):
    player: str


class PlayersReady(BaseEvent, tag="players.ready", frozen=True):
    """They have no vote and let it come."""

    players: tuple[str, ...]


class VoteCounted(BaseEvent, tag="vote.counted", frozen=True):
    """`counts`: votes for each; `ballots`: who voted for whom, `weights` with how many."""

    counts: dict[str, int]
    ballots: dict[str, str] = {}
    weights: dict[str, int] = {}


class TieBroken(BaseEvent, tag="tie.broken", frozen=True):
    player: str
    choice: str


class VoteWon(BaseEvent, tag="vote.won", frozen=True):
    """`what`: who loses a character, or who hands out the supplies."""

    player: str
    what: Literal["victim", "share"]


class CharacterDied(BaseEvent, tag="character.died", frozen=True):
    character: str
    player: str
    why: Literal["eaten", "tower", "no_antidote"]


class FirstPlayerTook(BaseEvent, tag="first_player.took", frozen=True):
    player: str


class PlayerOut(BaseEvent, tag="player.out", frozen=True):
    """Nobody of theirs is left."""

    player: str


class SuppliesShared(BaseEvent, tag="supplies.shared", frozen=True):
    """Who got what; `left` stays at the location."""

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
