"""When a card or a power that cannot be used now may be used, by the book (p. 6-9), or why never.

One sentence for each, short enough to stand where the button would be. What it says rests on what
lies open and on one's own hand only.
"""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.systems.city_of_horror import CityPack, CityState
from rules.systems.city_of_horror.board import in_game, may_act, turn_order

CARDS: Mapping[str, Promise] = {
    "cancel": gettext_lazy("Right after another action card, before its effect."),
    "change-movement": gettext_lazy("Once all cards are shown, before your own move."),
    "hide": gettext_lazy("While one of your characters is not hiding."),
    "kill": gettext_lazy("While there are zombies at a location."),
    "kill-half": gettext_lazy("While there are zombies at a location."),
    "look": gettext_lazy("While there is an invasion card to come."),
    "move-zombie": gettext_lazy("While there are zombies at a location."),
    "refresh": gettext_lazy("While a character is exhausted."),
    "squeeze": gettext_lazy("While characters move, before your own move."),
    "steal": gettext_lazy("While another player has cards."),
    "votes": gettext_lazy("Before a vote in which you have a vote."),
}
"""By what the card does; what is not here waits for nothing but the end of a vote."""
POWERS: Mapping[str, Promise] = {
    **CARDS,
    "calm": gettext_lazy("In a round, until the last move is made."),
    "draw": gettext_lazy("While there are cards in the deck."),
    "first-player": gettext_lazy("While another player goes first."),
    "hide": gettext_lazy("While the character is not hiding."),
    "kill": gettext_lazy("While there are zombies where the character is."),
    "move": gettext_lazy("In a round, before your own move."),
    "move-zombie": gettext_lazy("While there are zombies where the character is."),
    "swap": gettext_lazy("While you have a card and others are discarded."),
    "take-back": gettext_lazy("After a move, while that character can go back."),
}
ANY = gettext_lazy("At any time, but not after a vote.")
SETTLE = gettext_lazy("First settle the card on the table.")
BEFORE_MOVES = ("choose", "late", "invasion", "move")
MOVES: Mapping[str, Sequence[str]] = {
    "calm": BEFORE_MOVES,
    "change-movement": ("late", "invasion", "move"),
    "move": BEFORE_MOVES,
    "squeeze": ("move",),
}
"""Phases of a round for which they are; after the moves of the last round it is too late."""


def card_bar(state: CityState, pack: CityPack, player: str, copy: str) -> str:
    """Return when this player may play that card, or why never."""
    card = pack.action(copy)
    if card.do == "keep":
        return ngettext(
            "It is not played: worth %(count)d point at the end.",
            "It is not played: worth %(count)d points at the end.",
            card.count,
        ) % {"count": card.count}
    return _bar(state, pack, player, card.do, CARDS)


def power_bar(state: CityState, pack: CityPack, player: str, key: str) -> str:
    """Return when this player may use the power of that character, or why never."""
    do = pack.characters[key].do
    if state.result is None and not state.characters[key].fit:
        if do == "birth":
            return _("She has given birth: 2 votes until the end.")
        if state.phase != "rescue":
            return _("Once fit again: by the church or an energy drink.")
    return _bar(state, pack, player, do, POWERS)


def trade_bar(state: CityState, player: str) -> str:
    """Return why this player gives nothing away now."""
    others = (state.seats[other] for other in turn_order(state) if other != player)
    reasons = (
        (state.phase in ("place", "draft"), _("No trades before the first invasion card.")),
        (state.stack, str(SETTLE)),
        (
            state.seats[player].saved is not None,
            _("You have said whom to save: no more trades."),
        ),
        (all(other.saved is not None for other in others), _("No one is left to trade with.")),
        (
            state.cards == "table",
            _("No antidotes. Real cards change hands without the app."),
        ),
    )
    why = next((words for is_so, words in reasons if is_so), _("You have nothing to give."))
    return _never(state, player) or why


def bar(state: CityState, pack: CityPack, player: str) -> str:
    """Return why this player may use no card and no power at all; empty where they may."""
    if outside := _outside_the_rounds(state, pack, player):
        return outside
    return "" if may_act(state) else _("No cards or powers until this vote is settled.")


def _outside_the_rounds(state: CityState, pack: CityPack, player: str) -> str:
    if never := _never(state, player):
        return never
    if state.phase in ("place", "draft"):
        return _("No cards or powers before the first invasion card.")
    if state.phase == "rescue":
        words = _("The %(rounds)d rounds are over: no more cards or powers.")
        return words % {"rounds": pack.rounds}
    return ""


def _never(state: CityState, player: str) -> str:
    if state.result is not None:
        return _("The game is over.")
    return "" if in_game(state, player) else _("You have no one alive: you are out of the game.")


def _bar(
    state: CityState, pack: CityPack, player: str, do: str, when: Mapping[str, Promise]
) -> str:
    if outside := _outside_the_rounds(state, pack, player):
        return outside
    if do == "cancel":
        return str(when[do])
    if state.stack and state.phase in MOVES.get(do, (state.phase,)):
        return str(SETTLE)
    if do in MOVES:
        is_last = state.round == pack.rounds and (
            state.phase == "locations" or player in state.moved
        )
        return _("Too late: there are no more moves to come.") if is_last else str(when[do])
    why = _only_the_mother(state) if do == "refresh" else ""
    return bar(state, pack, player) or why or str(when.get(do, ANY))


def _only_the_mother(state: CityState) -> str:
    """Say that nobody can be made fit again but who never is; empty if nobody is exhausted."""
    if all(each.fit for each in state.characters.values() if each.alive):
        return ""
    return _("The pregnant woman stays as she is: no one else is exhausted.")
