"""A whole game of City of Horror, from what was not taken back."""

from typing import NamedTuple

from companion.models import Table
from companion.narration import narrate
from companion.pages import is_secret
from companion.shelf.selectors import standing_entries
from companion.systems.city_of_horror.selectors import Somebody, somebodies
from companion.systems.city_of_horror.terms import FORFEIT
from rules import pack_of
from rules.systems.city_of_horror import CityPack, CityState, events
from rules.systems.city_of_horror.board import living
from rules.systems.city_of_horror.ending import Score, scores, winners
from rules.systems.city_of_horror.seats import view

TOLD = (
    events.CharacterDied,
    events.VoteCounted,
    events.TowerFell,
    events.ArmoryBurnt,
    events.ArmoryBlocked,
    events.PlayerOut,
    events.InvasionShown,
    events.GameScored,
    events.GameAbandoned,
)


class Ranked(NamedTuple):
    """A player at the end, or so far."""

    place: int
    name: str
    colour: str
    score: Score
    is_winner: bool
    alive: list[Somebody]
    lost: list[Somebody]


class ToldRound(NamedTuple):
    round: int
    began_with: int
    """The entry after which the round stood at its beginning."""
    lines: list[str]


class CityStory(NamedTuple):
    state: CityState
    pack: CityPack
    ranked: list[Ranked]
    winners: tuple[str, ...]
    is_tie: bool
    """Decided by who is alive, or shared."""
    forfeit: str
    """Why the things of some do not add up to their points; empty where all do."""
    is_secret: bool
    rounds: list[ToldRound]


def city_story(table: Table) -> CityStory:
    """Two queries, however long the log is. While it lasts, only what everybody sees counts."""
    truth = table.any_state
    assert isinstance(truth, CityState)
    pack = pack_of(truth)
    assert isinstance(pack, CityPack)
    secret = is_secret(truth)
    state = view(truth, None, pack) if secret else truth
    points = scores(state, pack)
    won = winners(state, pack) if state.result == "over" else ()
    order = sorted(points, key=lambda name: (-points[name].points, -points[name].living))
    rank = {
        name: 1
        + sum(
            (point.points, point.living) > (points[name].points, points[name].living)
            for point in points.values()
        )
        for name in order
    }
    best = max((point.points for point in points.values()), default=0)
    return CityStory(
        state=state,
        pack=pack,
        ranked=[
            Ranked(
                place=rank[name],
                name=name,
                colour=state.seats[name].colour,
                score=points[name],
                is_winner=name in won,
                alive=_those(state, pack, name, alive=True),
                lost=_those(state, pack, name, alive=False),
            )
            for name in order
        ],
        winners=won,
        is_tie=bool(won) and sum(point.points == best for point in points.values()) > 1,
        forfeit=str(FORFEIT) if any(point.is_forfeit for point in points.values()) else "",
        is_secret=secret,
        rounds=_rounds(table, state, pack),
    )


def _those(state: CityState, pack: CityPack, player: str, *, alive: bool) -> list[Somebody]:
    keys = (
        living(state, player)
        if alive
        else [
            key
            for key, character in state.characters.items()
            if character.player == player and not character.alive
        ]
    )
    return somebodies(state, pack, keys)


def _rounds(table: Table, state: CityState, pack: CityPack) -> list[ToldRound]:
    rounds = [ToldRound(0, 0, [])]
    for seq, happened in standing_entries(table):
        for event in happened:
            if isinstance(event, events.CityPhaseBegan) and event.round != rounds[-1].round:
                rounds.append(ToldRound(event.round, seq, []))
            if isinstance(event, TOLD):
                rounds[-1].lines.extend(narrate(event, state, pack))
    return rounds
