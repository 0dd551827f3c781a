"""The one large button: what this phone does next, or for whom the table waits."""

import json
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from companion.systems.city_of_horror.asking import Words, awaited, piece, said
from companion.systems.city_of_horror.narration import CityTeller
from companion.systems.city_of_horror.questions import question_for, title_for
from companion.systems.city_of_horror.selectors import CityBoard, PlayerRow
from companion.systems.city_of_horror.terms import stage_word
from rules.systems.city_of_horror.board import Attack, attack_on, can_pay, mover

STEP_NEXT = '{"kind":"step.next"}'
SETTLE = '{"kind":"action.settle"}'
REVEAL = '{"kind":"invasion.reveal"}'


class CityNext(NamedTuple):
    """A title, what it means, and the command it sends or the sheet it opens; neither: wait."""

    title: str
    meaning: str
    command: str = ""
    sheet: str = ""
    is_hot: bool = False
    is_wait: bool = False
    """It is for others to decide; the sheet, if any, is one's own sealed choice."""
    leave: str = ""
    """The command that leaves it, where one may."""


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
    if (sure := _nothing_to_choose(board, player)) is not None:
        return sure
    title = title_for(board, player)
    several = len(board.mine) > 1 or player != board.seat.player
    meaning = _("%(player)s decides") % {"player": player} if several else _("It is your turn")
    leave = piece(kind="effect.pass", player=player) if board.truth.stage == "effect" else ""
    return CityNext(title, meaning, sheet=f"ask/{board.number(player)}", leave=leave)


def _nothing_to_choose(board: CityBoard, player: str) -> CityNext | None:
    """One tap where there is but one answer: nothing to pay an effect with, nobody to leave out."""
    if board.truth.stage == "effect":
        if board.truth.at is None or can_pay(board.truth, board.pack, player):
            return None
        name = said(board.pack.locations[board.truth.at].name)
        return CityNext(
            title=pgettext("next step", "Leave it"),
            meaning=_("%(location)s: %(player)s has nothing to pay its effect with")
            % {"location": name, "player": player},
            command=piece(kind="effect.pass", player=player),
        )
    question = question_for(board, player)
    if question is None or len(question.forms) != 1:
        return None
    (form,) = question.forms
    if form.fields or form.number:
        return None
    command = piece(**{"kind": form.kind, **json.loads(form.fixed)})
    return CityNext(title=form.button, meaning=f"{player}: {question.text}", command=command)


def _wait(board: CityBoard, waited: tuple[str, ...]) -> CityNext:
    state = board.truth
    own = [one for one in board.mine if one in state.choices or one in state.ballots]
    can_change = own and state.stage in (None, "vote", "share-vote")
    return CityNext(
        title=pgettext("next step", "Wait"),
        meaning=_("%(players)s decides") % {"players": waited[0]}
        if len(waited) == 1
        else _("%(players)s decide") % {"players": ", ".join(waited)},
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
            meaning=_("no card and no power any more"),
            command=STEP_NEXT,
        )
    found = attack_on(state, board.pack, at)
    title = pgettext("next step", "Attack: %(location)s") if found.attacks else "%(location)s"
    return CityNext(
        title=title % {"location": name},
        meaning=condition(found),
        command=STEP_NEXT,
        is_hot=found.attacks,
    )


def condition(attack: Attack) -> str:
    """The arithmetic of an attack, as short as a row has room for."""
    words = {"zombies": attack.zombies, "people": attack.people, "least": attack.at_least}
    if attack.at_least is None and attack.attacks:
        return _("more zombies than people: %(zombies)d to %(people)d") % words
    if attack.at_least is None:
        return _("not more zombies than people: %(zombies)d to %(people)d") % words
    return _("zombies: %(zombies)d (attack from %(least)d on)") % words
