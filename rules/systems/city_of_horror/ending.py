"""The helicopter: antidotes, deaths, points, winners (p. 7)."""

import msgspec

from rules.errors import IllegalCommand
from rules.systems.city_of_horror import events
from rules.systems.city_of_horror.board import living, own_character
from rules.systems.city_of_horror.commands import GameAbandon, RescueChoose
from rules.systems.city_of_horror.pack import CityPack
from rules.systems.city_of_horror.play import Play
from rules.systems.city_of_horror.rounds import begin_phase, need_phase
from rules.systems.city_of_horror.state import HIDDEN, CityState


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


def begin_rescue(play: Play) -> None:
    """Begin the rescue: everybody left may trade until they choose whom to save (p. 7)."""
    begin_phase(play, "rescue")
    for player in play.state.players:
        if not living(play.state, player):
            play.change_player(player, saved=())
    finish_if_said(play)


def choose_rescue(play: Play, command: RescueChoose) -> None:
    """Save as many characters as there are antidotes for: none is held back."""
    state = play.state
    need_phase(state, "rescue")
    player = play.player(command.player)
    seat, alive = state.seats[player], living(state, player)
    if seat.saved is not None:
        raise IllegalCommand("rescue.said", player=player)
    for key in command.characters:
        own_character(state, player, key)
    needed = min(seat.antidotes, len(alive))
    if len(command.characters) != needed or len(set(command.characters)) != needed:
        raise IllegalCommand("rescue.number", player=player, count=needed)
    if (command.larder is None) is (state.cards == "table"):
        raise IllegalCommand("rescue.larder", player=player)
    play.change_player(player, saved=command.characters, larder=command.larder)
    play.emit(events.CharactersSaved(player=player, characters=command.characters))
    finish_if_said(play)


def finish_if_said(play: Play) -> None:
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


def finish(play: Play) -> None:
    play.set(at=None, stage=None, result="over")
    begin_phase(play, "over")
    points = {name: score.points for name, score in scores(play.state, play.pack).items()}
    play.emit(events.GameScored(points=points, winners=winners(play.state, play.pack)))


def abandon(play: Play, command: GameAbandon) -> None:
    state = play.state
    play.set(result="abandoned")
    play.emit(events.GameAbandoned(round=state.round))
