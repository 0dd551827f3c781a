"""What the whole table does together: the invasion card, a vote by hands, corrections, the end."""

from typing import NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from companion.systems.city_of_horror.asking import Field, Form, Option, Words, piece, said
from companion.systems.city_of_horror.sheets.address import CityAsk
from companion.table.asking import Shown
from rules.systems.city_of_horror.board import (
    building_numbers,
    candidates,
    colours_in_play,
    in_game,
    weights,
)
from rules.systems.city_of_horror.pack import Invasion

MOST_MOVES = 3


class Spot(NamedTuple):
    """A place as invasion cards name it."""

    id: str
    number: int
    location: str
    short: str
    zombies: int
    has_supplies: bool


class KnownCard(NamedTuple):
    key: str
    content: Invasion
    is_described: bool


def invasion(asked: CityAsk) -> Shown:
    """The card of the hour: one the group knows, or what stands on the one just drawn."""
    board = asked.board
    state, pack = board.truth, board.pack
    numbers = building_numbers(state, pack)
    spots = [
        Spot(
            id=numbers.get(place.key, place.key),
            number=place.number,
            location=place.key,
            short=said(place.card.short),
            zombies=place.state.zombies,
            has_supplies=place.key in numbers,
        )
        for place in board.places
    ]
    known = [
        KnownCard(card.id, content, card.content is None)
        for card in pack.invasions.values()
        if card.hour == state.round
        and (content := card.content or state.described.get(card.id)) is not None
    ]
    unknown = [
        card.id
        for card in pack.invasions.values()
        if card.hour == state.round and card.content is None and card.id not in state.described
    ]
    last = state.revealed[-1] if state.revealed else ""
    content = (pack.invasions[last].content or state.described.get(last)) if last else None
    context = {
        "spots": spots,
        "known": known,
        "unknown": unknown,
        "is_now": state.phase == "invasion" and state.invasion == "table" and not state.stack,
        "may_move": state.round > 1,
        "moves": range(1, MOST_MOVES + 1),
        "pairs": _pairs(asked, spots) if state.round > 1 else [],
        "last": (last, content) if content else None,
    }
    return Shown("city/sheets/invasion.html", context)


def _pairs(asked: CityAsk, spots: list[Spot]) -> list[tuple[str, str]]:
    """From where to where, as pieces of the card."""
    words = Words(asked.board.state, asked.board.pack)
    return [
        (
            piece(content={"moves": [[one.id, other.id]]}),
            f"{words.location(one.location)} → {words.location(other.location)}",
        )
        for one in spots
        for other in spots
        if one != other
    ]


def vote(asked: CityAsk) -> Shown:
    """By hands: who pointed at whom, or only whom it was."""
    board = asked.board
    state = board.truth
    is_vote = state.stage in ("vote", "share-vote") and state.voting == "hands"
    if not is_vote or state.at is None:
        raise Http404
    share = state.stage == "share-vote"
    who = candidates(state, state.at, for_share=share)
    voters = weights(state, board.pack, state.at)
    fields = [
        Field(
            f"with-{number}",
            _("%(player)s points at (%(votes)d)") % {"player": voter, "votes": votes},
            [
                Option(piece(ballots={voter: one}), one, colour=state.seats[one].colour)
                for one in who
            ],
        )
        for number, (voter, votes) in enumerate(voters.items())
    ]
    chosen = [Option(piece(chosen=one), one, colour=state.seats[one].colour) for one in who]
    context = {
        "title": _("Who hands out the supplies?") if share else _("Who loses a character?"),
        "under": Words(board.state, board.pack).location(state.at),
        "first": state.first,
        "counted": Form("vote.enter", "", fields, _("Count")) if voters else None,
        "named": Form(
            "vote.enter", "", [Field("with-chosen", _("It was"), chosen)], _("That is the result")
        ),
    }
    return Shown("city/sheets/vote.html", context)


def settle(asked: CityAsk) -> Shown:
    """Where the kitten leads them, when the table draws its own movement cards."""
    board = asked.board
    words = Words(board.state, board.pack)
    options = [Option(piece(location=key), words.location(key)) for key in board.state.locations]
    form = Form(
        "action.settle", "", [Field("with-location", _("Movement card"), options)], _("Go on")
    )
    context = {
        "title": _("Draw a movement card"),
        "text": _("The zombies follow the kitten to the location on it."),
        "form": form if board.truth.stack else None,
    }
    return Shown("city/sheets/act.html", context)


def correct(asked: CityAsk) -> Shown:
    """Any value, logged like every step; the app goes on from there."""
    board = asked.board
    who = asked.query.get("who", "")
    context = {
        "who": who,
        "place": board.place(who),
        "row": next((one for one in board.players if one.name == who), None),
        "colours": colours_in_play(board.state, board.pack),
        "standing": [one for one in board.state.players if in_game(board.state, one)],
        "yes_no": (("true", _("yes")), ("false", _("no"))),
    }
    return Shown("city/sheets/correct.html", context)


def ending(asked: CityAsk) -> Shown:
    """Stop before the helicopter comes."""
    return Shown("city/sheets/ending.html", {})
