"""What one player decides: the question of the moment, the hand, cards, powers, trade.

Every sheet here shows secrets of the player in its address, so it is there for that phone only.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec.structs import replace

from companion.systems.city_of_horror.asking import (
    AimWords,
    AnswerOption,
    CommandField,
    CommandForm,
    aimed,
    holding,
    piece,
    possible_hand,
    said,
    ways,
)
from companion.systems.city_of_horror.questions import question_for
from companion.systems.city_of_horror.refusals import REFUSALS
from companion.systems.city_of_horror.selectors import CityAsk, CityBoard
from companion.systems.city_of_horror.sharing import GIVEN, share
from companion.systems.city_of_horror.when import bar, card_bar, power_bar, trade_bar
from companion.table.asking import Shown
from rules.packs.schema import Term
from rules.systems.city_of_horror.actions import ActionPlay, PowerUse
from rules.systems.city_of_horror.board import in_game, living, sites
from rules.systems.city_of_horror.pack import Invasion, PackCharacter
from rules.systems.city_of_horror.trade import TradeGive

ONWARD = "onward"
"""After an answer on a phone for several: the sheet of whoever is asked next."""


class HandCard(NamedTuple):
    """A card, and how often it is there."""

    copy: str
    name: Term
    effect: Term
    held: int
    is_kept: bool
    """It is not played: it counts at the end."""


class Figure(NamedTuple):
    """One of one's own characters."""

    key: str
    card: PackCharacter
    is_fit: bool
    is_hidden: bool
    at: str | None


def ask(asked: CityAsk) -> Shown:
    """Show what the table asks this player now."""
    player = asked.player()
    board = asked.board
    question = question_for(board, player)
    answers = asked.query.get(GIVEN, "")
    if question is not None and question.things and answers:
        question = share(board, player, answers)
    hands_over = question is not None and question.is_secret and len(board.mine) > 1
    stays = question is not None and question.is_read
    context = {
        "row": next(row for row in board.players if row.name == player),
        "player": player,
        "colour": board.state.seats[player].colour,
        "question": question,
        "hands_over": hands_over,
        "then": ONWARD if hands_over else asked.path if stays else "",
    }
    return Shown("city/sheets/ask.html", context)


def hand(asked: CityAsk) -> Shown:
    """Show everything that is this player's own."""
    player, board = asked.player(), asked.board
    state = board.seen_by(player)
    seat = state.seats[player]
    is_real = state.cards == "table"
    copies = possible_hand(board.truth, board.pack, player)
    context = {
        "player": player,
        "colour": seat.colour,
        "own": seat,
        "is_real": is_real,
        "cards": _cards(board, copies),
        "figures": _figures(board, player),
        "bar": bar(state, board.pack, player),
        "stack": state.stack,
        "sealed": state.choices.get(player, ""),
        "next_invasion": _looked(board, player),
        "has_looked": player in state.looked,
    }
    return Shown("city/sheets/hand.html", context)


def hands(asked: CityAsk) -> Shown:
    """Ask a phone that plays for several whose hand is to be shown."""
    return Shown("city/sheets/hands.html", {})


def _cards(board: CityBoard, copies: Sequence[str]) -> list[HandCard]:
    cards: dict[str, HandCard] = {}
    for copy in copies:
        card = board.pack.action(copy)
        held = cards[card.id].held + 1 if card.id in cards else 1
        cards[card.id] = HandCard(copy, card.name, card.effect, held, card.do == "keep")
    return list(cards.values())


def _figures(board: CityBoard, player: str) -> list[Figure]:
    state = board.truth
    return [
        Figure(
            key,
            board.pack.characters[key],
            state.characters[key].fit,
            state.characters[key].hidden,
            state.characters[key].at,
        )
        for key in living(state, player)
    ]


def _looked(board: CityBoard, player: str) -> Invasion | None:
    """Return the next invasion card, for a player who has looked at it."""
    state = board.truth
    if player not in state.looked or not state.coming:
        return None
    key = state.coming[0]
    return board.pack.invasions[key].content or state.described.get(key)


def card(asked: CityAsk) -> Shown:
    """Show a card of the hand: what it does, and what it may be aimed at."""
    player, board = asked.player(), asked.board
    copy = asked.query.get("card", "")
    if copy not in possible_hand(board.truth, board.pack, player):
        raise Http404
    aims = ways(board.truth, board.pack, player, ActionPlay, copy, cards=[copy])
    form = aimed(
        "action.play",
        player,
        aims,
        AimWords(board.state, board.pack),
        button=_("Play it"),
        card=copy,
    )
    action = board.pack.action(copy)
    context = {
        "player": player,
        "title": said(action.name),
        "text": said(action.effect),
        "explosion": _explosion(board) if action.explosion else "",
        "form": form,
        "bar": card_bar(board.truth, board.pack, player, copy),
    }
    return Shown("city/sheets/act.html", context)


def _explosion(board: CityBoard) -> str:
    """Say where the explosion of a card goes."""
    match sites(board.truth):
        case ():
            return _("Then no explosion: the water tower is down, the armory closed.")
        case (only,):
            return _("Then an explosion: %(location)s.") % {
                "location": AimWords(board.state, board.pack).location(only)
            }
    return _("Then an explosion on the water tower or the armory.")


def power(asked: CityAsk) -> Shown:
    """Show the power of one of the player's characters, and what it may be aimed at."""
    player, board = asked.player(), asked.board
    key = asked.query.get("character", "")
    if key not in living(board.truth, player):
        raise Http404
    character = board.pack.characters[key]
    aims = ways(board.truth, board.pack, player, PowerUse, key)
    form = aimed(
        "power.use",
        player,
        aims,
        AimWords(board.state, board.pack),
        button=pgettext("power", "Use it"),
        character=key,
    )
    text = said(character.effect)
    if form is not None and character.do == "take-back":
        text += " " + _taken_back(board)
    context = {
        "player": player,
        "title": said(character.name),
        "text": text,
        "points": (character.fit, character.exhausted),
        "person": key,
        "colour": board.truth.seats[player].colour,
        "form": form,
        "bar": power_bar(board.truth, board.pack, player, key),
    }
    return Shown("city/sheets/act.html", context)


def _taken_back(board: CityBoard) -> str:
    """Tell which move the priest undoes now."""
    move, words = board.truth.last_move, AimWords(board.state, board.pack)
    assert move is not None, "else it could not be used"
    return _("%(character)s goes back to %(after)s.") % {
        "character": words.character(move.character),
        "after": words.place(move.before),
    }


def trade(asked: CityAsk) -> Shown:
    """Give something away, for whatever was agreed."""
    player, board = asked.player(), asked.board
    state = board.truth
    words = AimWords(board.state, board.pack)
    others = [
        AnswerOption(piece(to=other), other, colour=state.seats[other].colour)
        for other in state.players
        if other != player and in_game(state, other)
    ]
    fields = [CommandField("with-to", _("To whom"), others)]
    if state.cards == "app" and state.seats[player].hand:
        cards = [
            AnswerOption(piece(cards=[copy]), words.card(copy)) for copy in state.seats[player].hand
        ]
        fields.append(CommandField("with-cards", _("Cards"), cards, is_many=True))
    form = CommandForm(
        "trade.give",
        piece(player=player),
        fields,
        _("Give it"),
        number="antidotes" if state.seats[player].antidotes else "",
        number_label=_("Antidotes"),
        number_most=state.seats[player].antidotes,
        missing=str(REFUSALS["trade.nothing"]),
    )
    context = {
        "player": player,
        "title": _("Trade"),
        "text": _(
            "What you promise for this location and right away binds you; promises for later do"
            " not. What is given is given."
        ),
        "form": form if _may_give(board, player) else None,
        "bar": trade_bar(board.truth, player),
    }
    return Shown("city/sheets/act.html", context)


def _may_give(board: CityBoard, player: str) -> bool:
    """Check if the player has something to give now, and somebody to give it to."""
    own = holding(board.truth, player, board.truth.seats[player].hand)
    own = replace(own, cards=board.truth.cards)
    return any(gift.player == player for gift in TradeGive.legal(own, board.pack))
