"""A whole game of City of Horror, from the steps that stand."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from companion.models import Seat, Table
from companion.narration import narrate
from companion.pages import is_secret
from companion.shelf.selectors import standing_entries
from companion.systems.city_of_horror.selectors import Somebody, somebodies
from rules import pack_of
from rules.systems.city_of_horror import CityPack, CityState, actions, ending, play, rounds, votes
from rules.systems.city_of_horror.ending import Score, ranking, winners
from rules.systems.city_of_horror.seats import view

TOLD = (
    play.CharacterDied,
    votes.VoteCounted,
    actions.TowerFell,
    actions.ArmoryBurnt,
    actions.ArmoryBlocked,
    play.PlayerOut,
    rounds.InvasionShown,
    ending.GameScored,
    ending.GameAbandoned,
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
    """A round in words, and the entry after which it began."""

    round: int
    began_with: int
    lines: list[str]


class CityStory(NamedTuple):
    """A game so far; while it lasts, only what everybody sees counts."""

    ranked: list[Ranked]
    winners: tuple[str, ...]
    is_tie: bool
    """True if who is alive decided, or the victory is shared."""
    is_forfeit: bool
    """True if the things of some do not add up to their points."""
    rounds: list[ToldRound]


def story_context(seat: Seat) -> dict[str, Any]:
    """Return the result with its points and ties, and what became of everybody."""
    again = _("The same players and sides, dealt anew")
    return {"story": city_story(seat.table), "again": again}


def city_story(table: Table) -> CityStory:
    """Return the story of a table; two queries, however long its log is."""
    truth = table.any_state
    assert isinstance(truth, CityState)
    pack = pack_of(truth)
    assert isinstance(pack, CityPack)
    state = view(truth, None, pack) if is_secret(truth) else truth
    points = ranking(state, pack)
    won = winners(state, pack) if state.result == "over" else ()
    best = max(score.points for score in points.values())
    return CityStory(
        ranked=[
            Ranked(
                place=1 + sum(other.rank > score.rank for other in points.values()),
                name=name,
                colour=state.seats[name].colour,
                score=score,
                is_winner=name in won,
                alive=_people(state, pack, name, alive=True),
                lost=_people(state, pack, name, alive=False),
            )
            for name, score in points.items()
        ],
        winners=won,
        is_tie=bool(won) and sum(score.points == best for score in points.values()) > 1,
        is_forfeit=any(score.is_forfeit for score in points.values()),
        rounds=_rounds(table, state, pack),
    )


def _people(state: CityState, pack: CityPack, player: str, *, alive: bool) -> list[Somebody]:
    own = (
        key
        for key, character in state.characters.items()
        if character.player == player and character.alive is alive
    )
    return somebodies(state, pack, own)


def _rounds(table: Table, state: CityState, pack: CityPack) -> list[ToldRound]:
    rounds = [ToldRound(0, 0, [])]
    for seq, happened in standing_entries(table):
        for event in happened:
            if isinstance(event, play.CityPhaseBegan) and event.round != rounds[-1].round:
                rounds.append(ToldRound(event.round, seq, []))
            if isinstance(event, TOLD):
                rounds[-1].lines.extend(narrate(event, state, pack))
    return rounds
