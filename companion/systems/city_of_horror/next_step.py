"""The one large button: what this phone does next, or for whom the table waits."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from companion.systems.city_of_horror.asking import Form, Words, awaited, piece, said
from companion.systems.city_of_horror.danger import danger_at
from companion.systems.city_of_horror.narration import CityTeller
from companion.systems.city_of_horror.questions import question_for
from companion.systems.city_of_horror.selectors import CityBoard, PlayerRow
from companion.systems.city_of_horror.terms import city_phase_word, stage_word
from rules.systems.city_of_horror.board import Attack, effect_users, mover

STEP_NEXT = '{"kind":"step.next"}'
SETTLE = '{"kind":"action.settle"}'
REVEAL = '{"kind":"invasion.reveal"}'


class Answer(NamedTuple):
    """One of the answers to a question, as a button of its own."""

    words: str
    mark: str
    colour: str
    command: str


class CityNext(NamedTuple):
    """A title, what it means, and the command it sends or the sheet it opens; neither: wait."""

    title: str
    meaning: str
    command: str = ""
    sheet: str = ""
    is_hot: bool = False
    is_wait: bool = False
    """It is for others to decide; the sheet, if any, is one's own sealed choice."""
    answers: Sequence[Answer] = ()
    """Where one tap says it all; the sheet then explains them."""
    effect: str = ""
    """The sheet of the location's effect, for who may use it now."""


def city_next(board: CityBoard) -> CityNext | None:
    """What this phone does next; None when the game is over."""
    state = board.truth
    if state.result is not None:
        return None
    if state.stack:
        return _settle(board)
    waited = awaited(state, board.pack)
    own = [one for one in board.mine if one in waited]
    if waited:
        return _ask(board, own[0]) if own else _wait(board, waited)
    return {"invasion": _invasion, "move": _moves}.get(state.phase, _location)(board)


def waited_for(board: CityBoard) -> list[PlayerRow]:
    """Whom the table waits for, for everybody to see."""
    names = awaited(board.truth, board.pack)
    return [row for row in board.players if row.name in names]


def _invasion(board: CityBoard) -> CityNext:
    draws = board.truth.invasion == "app"
    return CityNext(
        title=pgettext("next step", "Invasion card"),
        meaning=_("hour %(hour)s: zombies and supplies") % {"hour": board.hour},
        command=REVEAL if draws else "",
        sheet="" if draws else "invasion",
        is_hot=True,
    )


def _settle(board: CityBoard) -> CityNext:
    teller = CityTeller(board.state, board.pack)
    last = board.truth.stack[-1]
    kitten = board.truth.cards == "table" and any(
        board.pack.action(one.card).do == "lead-away" for one in board.truth.stack
    )
    return CityNext(
        title=pgettext("next step", "Nobody cancels it"),
        meaning=_("%(card)s of %(player)s takes effect")
        % {"card": teller.card(last.card), "player": last.player},
        command="" if kitten else SETTLE,
        sheet="settle" if kitten else "",
    )


def _ask(board: CityBoard, player: str) -> CityNext:
    question = question_for(board, player)
    assert question is not None, "only who can answer is waited for"
    is_others = len(board.mine) > 1 or player != board.seat.player
    form = question.forms[0]
    if not form.fields and not form.number:  # there is but one answer
        meaning = f"{player}: {question.text}"
        return CityNext(form.button, meaning, command=_command(form, ""))
    meaning = question.short or _("It is your turn")
    if is_others:
        meaning = f"{player}: {question.short}" if question.short else _decides(player)
    hands_over = question.is_secret and len(board.mine) > 1
    return CityNext(
        question.title,
        meaning,
        sheet=f"ask/{board.number(player)}",
        answers=() if hands_over or not form.is_one_tap else _answers(form),
    )


def _decides(player: str) -> str:
    return _("%(player)s decides") % {"player": player}


def _answers(form: Form) -> list[Answer]:
    """Whose people they are is only said where they are not all the same player's."""
    options = form.fields[0].options
    says_whose = len({option.colour for option in options}) > 1 or not options[0].colour
    return [
        Answer(
            option.short or option.words,
            option.mark if says_whose else "",
            option.colour if says_whose else "",
            _command(form, option.value),
        )
        for option in options
    ]


def _command(form: Form, value: str) -> str:
    """The whole command of a form with one thing chosen."""
    chosen = json.loads(value) if value else {}
    return piece(**{"kind": form.kind, **json.loads(form.fixed), **chosen})


def _wait(board: CityBoard, waited: tuple[str, ...]) -> CityNext:
    state = board.truth
    own = [one for one in board.mine if one in state.choices or one in state.ballots]
    can_change = own and state.stage in (None, "vote", "share-vote")
    what = stage_word(state.stage) if state.stage else city_phase_word(state.phase)
    return CityNext(
        title=pgettext("next step", "Wait"),
        meaning=f"{', '.join(waited)}: {what}",
        sheet=f"ask/{board.number(own[0])}" if can_change and question_for(board, own[0]) else "",
        is_wait=True,
    )


def _moves(board: CityBoard) -> CityNext:
    player = mover(board.truth)
    if player is not None:
        meaning = _("%(player)s has nobody who can move") % {"player": player}
        return CityNext(pgettext("next step", "Next player"), meaning, command=STEP_NEXT)
    first = board.places[0]
    name = Words(board.state, board.pack).location(first.key)
    return CityNext(
        pgettext("next step", "Locations"),
        _("one after the other, %(location)s first") % {"location": name},
        command=STEP_NEXT,
    )


def _location(board: CityBoard) -> CityNext:
    state, words = board.truth, Words(board.state, board.pack)
    at = state.at or ""
    name = words.location(at)
    if state.stage in ("vote", "share-vote"):
        return CityNext(
            title=pgettext("next step", "Vote"),
            meaning=f"{name}: {stage_word(state.stage)}",
            sheet="vote",
            is_hot=state.stage == "vote",
        )
    if state.stage == "share":
        return CityNext(
            title=pgettext("next step", "Hand out: %(location)s") % {"location": name},
            meaning=_("if nobody plays anything more"),
            command=STEP_NEXT,
        )
    place = board.place(at)
    assert place is not None
    able = effect_users(state, board.pack) if state.stage == "effect" else ()
    own = next((player for player in able[:1] if player in board.mine), None)
    meaning = danger_at(place).why
    if able:
        meaning += " · " + _("its effect: %(players)s") % {"players": ", ".join(able)}
    return CityNext(
        title=(
            pgettext("next step", "Attack: %(location)s")
            if place.is_attacked
            else pgettext("next step", "Go on: %(location)s")
        )
        % {"location": said(place.card.short)},
        meaning=meaning,
        command=STEP_NEXT,
        is_hot=place.is_attacked,
        effect=f"ask/{board.number(own)}" if own is not None else "",
    )


def condition(attack: Attack) -> str:
    """The arithmetic of an attack, as short as a row has room for."""
    words = {"zombies": attack.zombies, "people": attack.people, "least": attack.at_least}
    if attack.at_least is None and attack.attacks:
        return _("more zombies than people: %(zombies)d to %(people)d") % words
    if attack.at_least is None:
        return _("not more zombies than people: %(zombies)d to %(people)d") % words
    return _("zombies: %(zombies)d (attack from %(least)d on)") % words
