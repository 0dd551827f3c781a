"""The helicopter: antidotes, deaths, points, winners (p. 7)."""

from collections.abc import Iterator
from typing import ClassVar, Self

import msgspec

from rules.commands import Guard, Key
from rules.errors import IllegalCommand
from rules.events import BaseEvent
from rules.systems.city_of_horror.board import living, own_character
from rules.systems.city_of_horror.pack import CityPack, Few
from rules.systems.city_of_horror.play import CityCommand, CityPlay, Keys
from rules.systems.city_of_horror.state import HIDDEN, CityState


class CharactersSaved(BaseEvent, tag="characters.saved", frozen=True):
    player: str
    characters: tuple[str, ...]


class GameScored(BaseEvent, tag="game.scored", frozen=True):
    points: dict[str, int]
    winners: tuple[str, ...]


class GameAbandoned(BaseEvent, tag="game.abandoned", frozen=True):
    round: int


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """The points of a player, part by part."""

    characters: int
    antidotes: int
    food: int
    """Food tokens and canned food."""
    living: int
    points: int

    @property
    def rank(self) -> tuple[int, int]:
        """Return what decides: most points, then most characters alive (p. 7)."""
        return self.points, self.living

    @property
    def is_forfeit(self) -> bool:
        """Return True if there are things that would count, but nobody alive to count them for."""
        return self.points < self.characters + self.antidotes + self.food


def scores(state: CityState, pack: CityPack) -> dict[str, Score]:
    """Return each player's score as the table stands; without anybody alive it is 0."""
    return {player: _score(state, pack, player) for player in state.players}


def _score(state: CityState, pack: CityPack, player: str) -> Score:
    seat, alive = state.seats[player], living(state, player)
    values = [
        pack.characters[key].fit if state.characters[key].fit else pack.characters[key].exhausted
        for key in alive
    ]
    kept = [pack.action(copy) for copy in seat.hand if copy != HIDDEN]
    cans = sum(card.count for card in kept if card.do == "keep")
    food = cans + sum(max(0, value) for value in seat.food) + (seat.larder or 0)
    total = sum(values) + seat.antidotes + food
    return Score(
        characters=sum(values),
        antidotes=seat.antidotes,
        food=food,
        living=len(alive),
        points=total if alive else 0,
    )


def ranking(state: CityState, pack: CityPack) -> dict[str, Score]:
    """Return the scores, the best first; equal ones as the players sit."""
    points = scores(state, pack)
    return dict(sorted(points.items(), key=lambda row: row[1].rank, reverse=True))


def winners(state: CityState, pack: CityPack) -> tuple[str, ...]:
    """Return the winners; equal ones share the victory."""
    alive = {name: score for name, score in scores(state, pack).items() if score.living}
    best = max((score.rank for score in alive.values()), default=None)
    return tuple(name for name, score in alive.items() if score.rank == best)


def begin_rescue(play: CityPlay) -> None:
    """Begin the rescue: everybody left may trade until they choose whom to save (p. 7)."""
    play.begin_phase("rescue")
    for player in play.state.players:
        if not living(play.state, player):
            play.change_player(player, saved=())
    finish_if_said(play)


class RescueChoose(CityCommand, tag="rescue.choose", frozen=True):
    """The characters who get an antidote at the end; the others die."""

    player: Key
    characters: Keys = ()
    larder: Few | None = None
    """Points of food and canned food, counted by a table that holds its own."""

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if state.phase != "rescue":
            return
        for player, seat in state.seats.items():
            if seat.saved is None:
                alive = living(state, player)
                count = min(seat.antidotes, len(alive))
                larder = 0 if state.cards == "table" else None
                for saved in dict.fromkeys((alive[:count], alive[len(alive) - count :])):
                    yield cls.made(player=player, characters=saved, larder=larder)

    def play(self, play: CityPlay) -> None:
        """Save as many characters as there are antidotes for: none is held back."""
        state = play.state
        play.need_phase("rescue")
        player = play.player(self.player)
        seat, alive = state.seats[player], living(state, player)
        if seat.saved is not None:
            raise IllegalCommand("rescue.said", player=player)
        for key in self.characters:
            own_character(state, player, key)
        needed = min(seat.antidotes, len(alive))
        if len(self.characters) != needed or len(set(self.characters)) != needed:
            raise IllegalCommand("rescue.number", player=player, count=needed)
        if (self.larder is None) is (state.cards == "table"):
            raise IllegalCommand("rescue.larder", player=player)
        play.change_player(player, saved=self.characters, larder=self.larder)
        play.emit(CharactersSaved(player=player, characters=self.characters))
        finish_if_said(play)


def finish_if_said(play: CityPlay) -> None:
    """Let the others die and count the points, once everybody has chosen whom to save."""
    if any(seat.saved is None for seat in play.state.seats.values()):
        return
    for player, seat in play.state.seats.items():
        saved = seat.saved or ()
        play.set(spent=play.state.spent + len(saved))
        play.change_player(player, antidotes=seat.antidotes - len(saved))
        lost = tuple(key for key in living(play.state, player) if key not in saved)
        if lost:
            play.kill(lost, "no_antidote")
    finish(play)


def finish(play: CityPlay) -> None:
    play.set(at=None, stage=None, result="over")
    play.begin_phase("over")
    points = {name: score.points for name, score in scores(play.state, play.pack).items()}
    play.emit(GameScored(points=points, winners=winners(play.state, play.pack)))


class GameAbandon(CityCommand, tag="game.abandon", frozen=True):
    """The players stop before the helicopter comes."""

    is_flow: ClassVar[bool] = False

    guard: ClassVar[Guard] = Guard.EXACT

    def play(self, play: CityPlay) -> None:
        state = play.state
        play.set(result="abandoned")
        play.emit(GameAbandoned(round=state.round))
