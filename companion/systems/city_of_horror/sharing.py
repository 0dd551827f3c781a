"""Handing out supplies: one thing after another, each to somebody who has got nothing yet.

The address of the sheet says who got what so far (`ask/1?to=2-0`: the first thing went to the
second player, the next to nobody), and the last answer sends it all as one command. So no answer
offers more than there is, and nobody is offered a second thing, with and without script.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from companion.posted import whole_number
from companion.systems.city_of_horror.asking import (
    AimWords,
    AnswerOption,
    CommandField,
    CommandForm,
    Handed,
    Question,
    piece,
    said,
)
from companion.systems.city_of_horror.selectors import CityBoard
from rules.systems.city_of_horror.board import turn_order
from rules.systems.city_of_horror.state import HIDDEN, Location

NOBODY = 0
GIVEN = "to"
"""The name in the address of the answers so far."""


ANTIDOTE, UNSEEN = "antidote", "card"


class Thing(NamedTuple):
    """Something to hand out: an antidote, a card that lies face down on the table, or a copy."""

    key: str
    name: str
    note: str = ""


class Hands(NamedTuple):
    """The progress of handing out."""

    answers: tuple[int, ...]
    """For each thing asked so far the number of a player, or `NOBODY`."""
    given: tuple[tuple[Thing, str | None], ...]
    left: tuple[Thing, ...]

    def takers(self, players: Sequence[str]) -> list[str]:
        """Return the players who have nothing yet: nobody gets two things (p. 6)."""
        served = {player for _thing, player in self.given}
        return [player for player in players if player not in served]

    def and_to(self, number: int, player: str | None) -> "Hands":
        """Give the next thing to that player; if it goes to nobody, all of its kind stay."""
        gift, *rest = self.left
        stay = [other for other in rest if player is None and other.key == gift.key]
        given = [(gift, player), *((other, None) for other in stay)]
        left = [other for other in rest if other not in stay]
        return Hands((*self.answers, number), (*self.given, *given), tuple(left))


def share(board: CityBoard, player: str, answers: str = "") -> Question | None:
    """Ask the winner of the vote who gets what; `answers` as in the address of the sheet."""
    state = board.truth
    if player != state.chosen or state.at is None:
        return None
    there = state.locations[state.at]
    hands = _read(board, tuple(_things(board, there)), answers)
    thing = hands.left[0]
    is_only = len(hands.left) == 1 and not hands.given
    options = list(_options(board, player, hands))
    field = CommandField("with-gift", thing.name, options, note=thing.note if is_only else "")
    text = _("To anybody in the game, one thing each; what nobody gets stays there.")
    if state.cards == "table" and there.cards:
        text += " " + _("Look at the cards first.")
    return Question(
        _("Who gets what?"),
        text,
        [CommandForm("supplies.share", piece(player=player), [field], _("Hand out"))],
        is_secret=bool(there.cards),
        short=_short(hands.left),
        things=() if is_only else _shown(AimWords(state, board.pack), hands),
        again=_address(board, player) if hands.given else "",
    )


def _read(board: CityBoard, things: tuple[Thing, ...], answers: str) -> Hands:
    """Return the answers so far; none if these answers cannot have been given."""
    begun = hands = Hands((), (), things)
    players = turn_order(board.truth)
    for text in answers.split("-") if answers else ():
        number = whole_number(text)
        name = next(
            (taker for taker in hands.takers(players) if board.number(taker) == number), None
        )
        if name is None and number != NOBODY:
            return begun
        hands = hands.and_to(number or NOBODY, name)
        if _is_done(board, hands):
            return begun
    return hands


def _is_done(board: CityBoard, hands: Hands) -> bool:
    return not hands.left or not hands.takers(turn_order(board.truth))


def _options(board: CityBoard, player: str, hands: Hands) -> Iterator[AnswerOption]:
    words = AimWords(board.truth, board.pack)
    for name in hands.takers(turn_order(board.truth)):
        after = hands.and_to(board.number(name), name)
        yield _onward(board, player, after, words.player(name, _gifts(after)))
    after = hands.and_to(NOBODY, None)
    stays = AnswerOption(_gifts(after), _("nobody: it stays there"), short=_("nobody"))
    yield _onward(board, player, after, stays)


def _onward(board: CityBoard, player: str, after: Hands, option: AnswerOption) -> AnswerOption:
    """Make the last answer send the command, and any other lead on to the next thing."""
    if _is_done(board, after):
        return option
    answers = "-".join(map(str, after.answers))
    return option._replace(value="", sheet=f"{_address(board, player)}?{GIVEN}={answers}")


def _address(board: CityBoard, player: str) -> str:
    return f"ask/{board.number(player)}"


def _gifts(hands: Hands) -> str:
    """Return everything that is given, as one piece of the command."""
    given = [(thing.key, player) for thing, player in hands.given if player is not None]
    return piece(
        antidotes=[player for key, player in given if key == ANTIDOTE],
        cards=[player for key, player in given if key == UNSEEN],
        given={key: player for key, player in given if key not in (ANTIDOTE, UNSEEN)},
    )


def _things(board: CityBoard, there: Location) -> list[Thing]:
    words = AimWords(board.truth, board.pack)
    return [
        *([Thing(ANTIDOTE, _("An antidote"))] * there.antidotes),
        *(
            Thing(UNSEEN, _("An action card"))
            if copy == HIDDEN
            else Thing(copy, words.card(copy), said(board.pack.action(copy).effect))
            for copy in there.cards
        ),
    ]


def _short(left: Sequence[Thing]) -> str:
    """Return the thing that is asked now, and what comes after it."""
    now, *later = (thing.name for thing in left)
    if not later:
        return now
    return _("%(thing)s; then: %(things)s") % {"thing": now, "things": ", ".join(later)}


def _shown(words: AimWords, hands: Hands) -> list[Handed]:
    given = [
        Handed(thing.name, thing.note, words.player(to, "") if to else None, stays=to is None)
        for thing, to in hands.given
    ]
    now, *later = hands.left
    return [
        *given,
        Handed(now.name, now.note, None, is_now=True),
        *(Handed(thing.name, thing.note, None) for thing in later),
    ]
