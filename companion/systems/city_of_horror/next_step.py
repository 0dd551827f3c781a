"""The one large button: what this phone does next, or for whom the table waits."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from companion.systems.city_of_horror.asking import AimWords, CommandForm, awaited, piece, said
from companion.systems.city_of_horror.danger import danger_at
from companion.systems.city_of_horror.narration import CityTeller
from companion.systems.city_of_horror.questions import question_for
from companion.systems.city_of_horror.selectors import CityBoard, PlayerRow
from companion.systems.city_of_horror.terms import city_phase_word, stage_word
from rules.systems.city_of_horror.board import Attack, effect_users

TALKING = ("effect", "attack", "share")
STEP_NEXT = '{"kind":"step.next"}'
SETTLE = '{"kind":"action.settle"}'
REVEAL = '{"kind":"invasion.reveal"}'


class AnswerButton(NamedTuple):
    """One of the answers to a question, as a button of its own."""

    words: str
    command: str
    """Empty where the question goes on, on its `sheet`."""
    mark: str = ""
    colour: str = ""
    person: str = ""
    sheet: str = ""


class CityNext(NamedTuple):
    """A title, what it means, and the command it sends or the sheet it opens; neither: wait."""

    title: str
    meaning: str
    command: str = ""
    sheet: str = ""
    is_hot: bool = False
    is_wait: bool = False
    """It is for others to decide; the sheet, if any, is one's own sealed choice."""
    answers: Sequence[AnswerButton] = ()
    """The answers that one tap gives; the sheet then explains them."""
    effect: str = ""
    """The sheet of the location's effect, for who may use it now."""


def city_next(board: CityBoard) -> CityNext | None:
    """Return the next step for this phone; None when the game is over."""
    state = board.truth
    if state.result is not None:
        return None
    if state.stack:
        return _settle(board)
    waited = awaited(state, board.pack)
    own = [player for player in board.mine if player in waited]
    if state.stage in TALKING:
        return _location(board, waited, is_ours=bool(own) or not waited)
    if waited:
        return _ask(board, own[0]) if own else _wait(board, waited)
    return _invasion(board) if state.phase == "invasion" else _vote(board)


def waited_for(board: CityBoard) -> list[PlayerRow]:
    """Return the players the table waits for, which everybody sees."""
    names = awaited(board.truth, board.pack)
    return [row for row in board.players if row.name in names]


def now_line(board: CityBoard) -> str:
    """Return what is asked now, of all or of those awaited: the same on every big screen."""
    state = board.truth
    if state.stack:
        return _cancels(board)
    waited = awaited(state, board.pack)
    if not waited:
        coming = city_next(board)
        return coming.meaning if coming is not None else ""
    if state.at is None:
        return city_phase_word(state.phase)
    name = said(board.pack.locations[state.at].short)
    if state.stage in TALKING:
        return _helps(name)
    return f"{name}: {stage_word(state.stage or '')}"


def sealed_by(board: CityBoard) -> tuple[str, ...]:
    """Return the players who have chosen already, face down; everybody may know that much."""
    state = board.truth
    if state.phase == "choose":
        return tuple(state.choices)
    if state.phase == "late":
        return tuple(name for name in state.late if name in state.choices)
    if state.stage in ("vote", "share-vote"):
        return (*state.ballots, *state.ready, *state.ready_here)
    return tuple(state.keeping)


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
    """Return the step in which anybody but the card's player may say that nobody cancels it."""
    teller = CityTeller(board.state, board.pack)
    last = board.truth.stack[-1]
    words = {"card": teller.card(last.card), "player": last.player}
    if board.mine == (last.player,):
        return CityNext(title=pgettext("next step", "Wait"), meaning=_cancels(board), is_wait=True)
    kitten = board.truth.cards == "table" and any(
        board.pack.action(laid.card).do == "lead-away" for laid in board.truth.stack
    )
    return CityNext(
        title=pgettext("next step", "Nobody cancels it"),
        meaning=_("%(card)s of %(player)s takes effect") % words,
        command="" if kitten else SETTLE,
        sheet="settle" if kitten else "",
    )


def _cancels(board: CityBoard) -> str:
    card = CityTeller(board.state, board.pack).card(board.truth.stack[-1].card)
    return _("Does anybody cancel %(card)s?") % {"card": card}


def _ask(board: CityBoard, player: str) -> CityNext:
    question = question_for(board, player)
    assert question is not None, "only who can answer is waited for"
    is_others = len(board.mine) > 1 or player != board.seat.player
    only, *others = question.forms
    if not others and not only.fields and not only.number:  # there is but one answer
        meaning = f"{player}: {question.text}" if is_others else question.text
        return CityNext(only.button, meaning, command=_command(only, ""))
    meaning = question.short or _("It is your turn")
    if is_others:
        meaning = f"{player}: {question.short}" if question.short else _decides(player)
    hands_over = question.is_secret and len(board.mine) > 1
    return CityNext(
        question.title,
        meaning,
        sheet=f"ask/{board.number(player)}",
        answers=() if hands_over or question.is_read else _answers(question.forms),
    )


def _decides(player: str) -> str:
    return _("%(player)s decides") % {"player": player}


def _answers(forms: Sequence[CommandForm]) -> list[AnswerButton]:
    """Return a button for each answer that one tap gives; none where it takes more."""
    if not any(form.fields or form.number for form in forms):
        return [AnswerButton(form.button, _command(form, "")) for form in forms]
    form = forms[0]
    if not form.is_one_tap:
        return []
    options = form.fields[0].options
    # Whose people they are is only said where they are not all the same player's.
    says_whose = len({option.colour for option in options}) > 1 or not options[0].colour
    return [
        AnswerButton(
            option.short or option.words,
            "" if option.sheet else _command(form, option.value),
            option.mark if says_whose else "",
            option.colour if says_whose or option.person else "",
            option.person,
            option.sheet,
        )
        for option in options
    ]


def _command(form: CommandForm, value: str) -> str:
    """Return the whole command of a form with one thing chosen."""
    chosen = json.loads(value) if value else {}
    return piece(**{"kind": form.kind, **json.loads(form.fixed), **chosen})


def _wait(board: CityBoard, waited: tuple[str, ...]) -> CityNext:
    state = board.truth
    own = [player for player in board.mine if player in state.choices or player in state.ballots]
    can_change = own and state.stage in (None, "vote", "share-vote")
    what = stage_word(state.stage) if state.stage else city_phase_word(state.phase)
    return CityNext(
        title=pgettext("next step", "Wait"),
        meaning=f"{', '.join(waited)}: {what}",
        sheet=f"ask/{board.number(own[0])}" if can_change and question_for(board, own[0]) else "",
        is_wait=True,
    )


def _vote(board: CityBoard) -> CityNext:
    """Return the step in which somebody enters a vote by show of hands."""
    state = board.truth
    stage = state.stage or ""
    assert stage in ("vote", "share-vote"), "everywhere else somebody is waited for"
    return CityNext(
        title=pgettext("next step", "Vote"),
        meaning=f"{AimWords(board.state, board.pack).place(state.at or '')}: {stage_word(stage)}",
        sheet="vote",
        is_hot=stage == "vote",
    )


def _location(board: CityBoard, waited: tuple[str, ...], *, is_ours: bool) -> CityNext:
    """Return the step of talking at a location, before its attack or its supplies."""
    state = board.truth
    place = board.place(state.at or "")
    assert place is not None
    name = {"location": said(place.card.short)}
    if state.stage == "share":
        return CityNext(
            title=pgettext("next step", "Hand out: %(location)s") % name,
            meaning=_("if nobody plays anything more"),
            command=STEP_NEXT,
        )
    able = effect_users(state, board.pack) if state.stage == "effect" else ()
    own = next((player for player in able[:1] if player in board.mine), None)
    meaning = danger_at(place).why
    if able:
        meaning += " · " + _("its effect: %(players)s") % {"players": ", ".join(able)}
    effect = f"ask/{board.number(own)}" if own is not None else ""
    if not is_ours:
        title = pgettext("next step", "Wait")
        return CityNext(title, _helps(", ".join(waited)), is_wait=True, effect=effect)
    title = (
        pgettext("next step", "Attack: %(location)s")
        if place.is_attacked
        else pgettext("next step", "Go on: %(location)s")
    )
    if waited:
        meaning = _("Nobody helps %(name)s") % {"name": ", ".join(waited)}
    return CityNext(
        title % name, meaning, command=STEP_NEXT, is_hot=place.is_attacked, effect=effect
    )


def _helps(name: str) -> str:
    """Ask if anybody helps where somebody would lose a character without a vote."""
    return _("%(name)s: does anybody help?") % {"name": name}


def condition(attack: Attack) -> str:
    """Return the arithmetic of an attack, as short as a row has room for."""
    words = {"zombies": attack.zombies, "people": attack.people, "least": attack.at_least}
    if attack.at_least is None and attack.attacks:
        return _("more zombies than people: %(zombies)d to %(people)d") % words
    if attack.at_least is None:
        return _("not more zombies than people: %(zombies)d to %(people)d") % words
    return _("zombies: %(zombies)d (attack from %(least)d on)") % words
