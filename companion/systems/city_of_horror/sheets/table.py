"""What the whole table does together: the invasion card, a vote by hands, corrections, the end."""

import json
from typing import Any, NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from companion.systems.city_of_horror.asking import (
    AimWords,
    AnswerOption,
    CommandField,
    CommandForm,
    piece,
    said,
)
from companion.systems.city_of_horror.refusals import REFUSALS
from companion.systems.city_of_horror.selectors import CityAsk, CityBoard
from companion.systems.city_of_horror.terms import city_field_word, colour_word
from companion.table.asking import Shown
from companion.table.sheets import correct as correcting
from companion.table.sheets.correct import EditableValue, SettingGroup
from companion.words import error_message
from rules import RuleError, apply
from rules.mechanics.house import TableCorrect
from rules.systems.city_of_horror.board import (
    building_numbers,
    candidates,
    colours_in_play,
    weights,
)
from rules.systems.city_of_horror.house import check_quiet
from rules.systems.city_of_horror.pack import Invasion
from rules.systems.city_of_horror.play import CityPlay

MOST_MOVES = 2
"""On one card (p. 5)."""
USUAL = 1
"""The default for a number on a card: fewer taps than from 0, for cards like that of p. 5."""
MOST_SUPPLIES = 4
"""Of one kind at one place, by tapping; more can be typed."""
MOST_OF_A_KIND = 20


class NumberedPlace(NamedTuple):
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
    """Show the card of the hour: one the group knows, or fields for the one just drawn."""
    board = asked.board
    state, pack = board.truth, board.pack
    numbers = building_numbers(state, pack)
    spots = [
        NumberedPlace(
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
        "most_supplies": MOST_SUPPLIES,
        "usual": USUAL,
        "track": json.dumps(_track(board), ensure_ascii=False),
        "known": known,
        "unknown": unknown,
        "is_now": state.phase == "invasion" and state.invasion == "table" and not state.stack,
        "may_move": state.round > 1,
        "moves": range(1, MOST_MOVES + 1),
        "pairs": _pairs(spots) if state.round > 1 else [],
        "last": content,
    }
    return Shown("city/sheets/invasion.html", context)


def _track(board: CityBoard) -> list[str]:
    """Return the players the straggler comes to after none, one, two ... steps."""
    state, colours = board.state, colours_in_play(board.state, board.pack)
    start = colours.index(state.straggler)
    names = {seat.colour: name for name, seat in state.seats.items()}
    return [
        f"{colour_word(colour)}, {names[colour]}" for colour in (*colours[start:], *colours[:start])
    ]


def _pairs(spots: list[NumberedPlace]) -> list[tuple[str, str]]:
    """Return the pairs of places from and to which zombies move, as pieces of the card."""
    return [
        (
            piece(content={"moves": [[spot.id, other.id]]}),
            f"{spot.number} → {other.number} ({spot.short} → {other.short})",
        )
        for spot in spots
        for other in spots
        if spot != other
    ]


def vote(asked: CityAsk) -> Shown:
    """Ask for a vote by show of hands: who pointed at whom, or only who was chosen."""
    board = asked.board
    state = board.truth
    is_vote = state.stage in ("vote", "share-vote") and state.voting == "hands"
    if not is_vote or state.at is None:
        raise Http404
    share = state.stage == "share-vote"
    who = candidates(state, state.at, for_share=share)
    voters = weights(state, board.pack, state.at)
    fields = [
        CommandField(
            f"with-{number}",
            _("%(player)s points at (%(votes)d)") % {"player": voter, "votes": votes},
            [
                AnswerOption(
                    piece(ballots={voter: target}), target, colour=state.seats[target].colour
                )
                for target in who
            ],
        )
        for number, (voter, votes) in enumerate(voters.items())
    ]
    chosen = [
        AnswerOption(piece(chosen=target), target, colour=state.seats[target].colour)
        for target in who
    ]
    context = {
        "title": _("Who hands out the supplies?") if share else _("Who loses a character?"),
        "under": AimWords(board.state, board.pack).location(state.at),
        "first": state.first,
        "counted": CommandForm("vote.enter", "", fields, _("Count")) if voters else None,
        "named": CommandForm(
            "vote.enter",
            "",
            [CommandField("with-chosen", _("It was"), chosen)],
            _("That is the result"),
        ),
    }
    return Shown("city/sheets/vote.html", context)


def settle(asked: CityAsk) -> Shown:
    """Ask where the kitten leads them, when the table draws its own movement cards."""
    board = asked.board
    words = AimWords(board.state, board.pack)
    options = [
        AnswerOption(piece(location=key), words.location(key)) for key in board.state.locations
    ]
    form = CommandForm(
        "action.settle",
        "",
        [CommandField("with-location", _("Movement card"), options)],
        _("Go on"),
    )
    context = {
        "title": _("Draw a movement card"),
        "text": _("The zombies follow the kitten to the location on it."),
        "form": form if board.truth.stack else None,
        "bar": REFUSALS["action.none_waits"],
    }
    return Shown("city/sheets/act.html", context)


def correct(asked: CityAsk) -> Shown:
    """Show the fields that correct any value; a correction is logged like every step."""
    board = asked.board
    subjects = [(place.key, said(place.card.name)) for place in board.places]
    subjects += [(name, name) for name in board.state.players]
    why_not = _why_not_now(board)
    groups = [] if why_not else _groups(board, asked.query.get("who", ""))
    return correcting.shown(asked, subjects, groups, why_not=why_not)


def _groups(board: CityBoard, who: str) -> list[SettingGroup]:
    """Return what can be set of a location, a player or the table."""
    words = AimWords(board.state, board.pack)
    if board.place(who):
        fields = ("zombies", "explosions", "antidotes")
        return [_group("", *(_number(board, f"locations.{who}.{name}") for name in fields))]
    row = next((player for player in board.players if player.name == who), None)
    if row is None:
        colours = [
            (colour, colour_word(colour)) for colour in colours_in_play(board.state, board.pack)
        ]
        names = [(player, player) for player in board.state.players]
        return [_group("", _choice(board, "first", names), _choice(board, "straggler", colours))]
    yes_no = [(True, _("yes")), (False, _("no"))]
    places = [(key, words.location(key)) for key in board.state.locations]
    return [
        _group("", _number(board, f"seats.{who}.antidotes")),
        *(
            _group(
                words.character(person.key),
                _choice(board, f"characters.{person.key}.at", places),
                *(
                    _choice(board, f"characters.{person.key}.{name}", yes_no)
                    for name in ("fit", "hidden", "alive")
                ),
            )
            for person in row.people
        ),
    ]


def _group(title: str, *settings: EditableValue | None) -> SettingGroup:
    return SettingGroup(title, [setting for setting in settings if setting is not None])


def _number(board: CityBoard, path: str) -> EditableValue | None:
    """Return a number up to the highest that the rules take; None where they take no other."""
    taken = [value for value in range(MOST_OF_A_KIND + 1) if _is_taken(board, path, value)]
    if not taken:
        return None
    now = _now(board, path)
    return EditableValue(path, _label(path), now, least=min(*taken, now), most=max(*taken, now))


def _choice(board: CityBoard, path: str, values: list[tuple[Any, str]]) -> EditableValue | None:
    """Return the values that the rules take, as pieces of the command; None if they take none."""
    options = [
        (piece(value=value), words) for value, words in values if _is_taken(board, path, value)
    ]
    now = _now(board, path)
    label = f"{_label(path)} ({dict(values)[now]})" if now in dict(values) else _label(path)
    return EditableValue(path, label, "", options, field="with-value") if options else None


def _is_taken(board: CityBoard, path: str, value: Any) -> bool:
    command = TableCorrect(id="00000000", seen=0, path=path, value=value)
    try:
        apply(board.truth, command, board.pack)
    except RuleError:
        return False
    return True


def _now(board: CityBoard, path: str) -> Any:
    where, _dot, rest = path.partition(".")
    key, _dot, name = rest.rpartition(".")
    return getattr(getattr(board.truth, where)[key], name) if rest else getattr(board.truth, where)


def _label(path: str) -> str:
    return city_field_word(path.rpartition(".")[2]).capitalize()


def _why_not_now(board: CityBoard) -> str:
    """Return why nothing can be corrected at this moment; empty where it can."""
    try:
        check_quiet(CityPlay(board.truth, board.pack))
    except RuleError as error:
        return error_message(error)
    return ""


def ending(asked: CityAsk) -> Shown:
    """Show the form that stops the game before the helicopter comes."""
    return Shown("city/sheets/ending.html", {})
