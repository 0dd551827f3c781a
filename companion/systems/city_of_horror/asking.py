"""Whom the table waits for, and what it asks them: one question a player at a time.

A question is a form: what is fixed, and fields whose options each carry a piece of the command
(`companion.posted`). What may be chosen comes from the rules, so nothing is offered that
they would refuse by itself.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec.structs import replace

from companion.systems.city_of_horror.selectors import initials_of
from companion.systems.city_of_horror.terms import aim_word, colour_word
from rules.packs.schema import Term
from rules.systems.city_of_horror import CityPack, CityState
from rules.systems.city_of_horror.board import (
    attack_on,
    candidates,
    mover,
    next_to_place,
    straggler_meets,
    turn_order,
    weights,
)
from rules.systems.city_of_horror.pack import CROSSROADS
from rules.systems.city_of_horror.state import HIDDEN, Aim


class AnswerOption(NamedTuple):
    """One answer, with the piece of the command it stands for."""

    value: str
    words: str
    note: str = ""
    colour: str = ""
    is_chosen: bool = False
    mark: str = ""
    """The number of a place or the initial of a player, as on the board."""
    short: str = ""
    """The same in fewer words, where there is little room."""
    person: str = ""
    """The character whose picture stands beside it."""
    icon: str = ""
    sheet: str = ""
    """The sheet with the next part of the question; empty if this answer completes it."""


class CommandField(NamedTuple):
    """One thing to choose; `is_many` where several may be ticked, `wanted` so many."""

    name: str
    label: str
    options: Sequence[AnswerOption]
    is_many: bool = False
    wanted: int = 0
    note: str = ""
    person: str = ""
    """The character it is about, if it is about one."""

    @property
    def least(self) -> int:
        """Return how many must be chosen."""
        return self.wanted if self.is_many else 1

    @property
    def missing(self) -> str:
        """Return what stands on the button until that many are chosen."""
        if self.wanted > 1:
            return _("Choose %(count)d") % {"count": self.wanted}
        return _("Still to choose: %(label)s") % {"label": self.label}


class CommandForm(NamedTuple):
    """A command with something to choose in it, or nothing: then it is a button."""

    kind: str
    fixed: str
    """A piece of the command."""
    fields: Sequence[CommandField]
    button: str
    note: str = ""
    number: str = ""
    """A number to type, by the field of the command; its label is in `number_label`."""
    number_label: str = ""
    number_most: int = 20
    is_second: bool = False
    """Beside what is usually done."""
    is_grid: bool = False
    """All fields have the same options, and none may be chosen twice."""
    missing: str = ""
    """The button's text while no option is chosen and the number is 0."""

    @property
    def singles(self) -> list[CommandField]:
        """Return the fields of which one option is chosen."""
        return [field for field in self.fields if not field.is_many]

    @property
    def several(self) -> list[CommandField]:
        """Return the fields of which several options may be ticked."""
        return [field for field in self.fields if field.is_many]

    @property
    def is_one_tap(self) -> bool:
        """Check if there is a single thing to choose: each option is then a button that sends."""
        return len(self.fields) == 1 and not self.fields[0].is_many and not self.number


class Handed(NamedTuple):
    """Something that is handed out."""

    name: str
    note: str
    to: AnswerOption | None = None
    stays: bool = False
    is_now: bool = False


class Question(NamedTuple):
    """A title, what there is to know before answering, and the ways to answer."""

    title: str
    text: str
    forms: list[CommandForm]
    notice: str = ""
    is_secret: bool = False
    """Nobody else may look: whoever holds several players' phone hands it over."""
    short: str = ""
    """A shorter `text`, where the answers stand below."""
    is_read: bool = False
    """The answers have to be read: they stand on the sheet only, which stays for the next one."""
    things: Sequence[Handed] = ()
    """The things handed out one by one: those given, the one asked for, and those to come."""
    again: str = ""
    """The sheet that begins such a question anew, once something of it is answered."""


def piece(**fields: object) -> str:
    """Return a piece of a command, as the value of a choice."""
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False)


def said(term: Term) -> str:
    return term.in_language(get_language() or "en")


# --- whom the table waits for ---


def awaited(state: CityState, pack: CityPack) -> tuple[str, ...]:
    """Return the players without whom the table does not go on now."""
    if state.result is not None or state.stack:
        return ()
    waits = _WAITS.get(state.phase)
    return waits(state, pack) if waits else ()


def _placer(state: CityState, pack: CityPack) -> tuple[str, ...]:
    player = next_to_place(state)
    return (player,) if player is not None else ()


def _unkept(state: CityState, pack: CityPack) -> tuple[str, ...]:
    return tuple(player for player in turn_order(state) if player not in state.keeping)


def _unsealed(state: CityState, pack: CityPack) -> tuple[str, ...]:
    return tuple(chooser for chooser in choosers(state) if chooser not in state.choices)


def _mover(state: CityState, pack: CityPack) -> tuple[str, ...]:
    player = mover(state)
    if player is None:
        return tuple(state.characters[key].player for key in lures(state, pack))
    return (player,)


def lures(state: CityState, pack: CityPack) -> tuple[str, ...]:
    """Return characters who will lure a zombie after the moves unless calmed: the blonde."""
    return tuple(
        key
        for key, character in state.characters.items()
        if character.alive
        and character.fit
        and pack.characters[key].do == "calm"
        and key not in state.freed
    )


def _unsaved(state: CityState, pack: CityPack) -> tuple[str, ...]:
    return tuple(name for name, seat in state.seats.items() if seat.saved is None)


def _awaited_there(state: CityState, pack: CityPack) -> tuple[str, ...]:
    match state.stage:
        case "vote" | "share-vote" if state.voting == "sealed" and state.at is not None:
            voters = weights(state, pack, state.at)
            return (*(voter for voter in voters if voter not in state.ballots), *state.unready)
        case "tie" | "share-tie":
            return (state.first,)
        case "victim" | "hand-out":
            return (state.chosen,) if state.chosen is not None else ()
        case "effect" | "attack":
            return threatened(state, pack)
    return ()


def threatened(state: CityState, pack: CityPack) -> tuple[str, ...]:
    """Return whoever would lose somebody here without a vote: they say that nobody helps."""
    if state.at is None or not attack_on(state, pack, state.at).attacks:
        return ()
    if state.at == CROSSROADS:
        met = straggler_meets(state, pack)
        return (met,) if met is not None else ()
    targets = candidates(state, state.at, for_share=False)
    return targets if len(targets) == 1 else ()


_WAITS: dict[str, Callable[[CityState, CityPack], tuple[str, ...]]] = {
    "place": _placer,
    "draft": _unkept,
    "choose": _unsealed,
    "late": _unsealed,
    "move": _mover,
    "locations": _awaited_there,
    "rescue": _unsaved,
}


def choosers(state: CityState) -> tuple[str, ...]:
    """Return the players who choose a movement card now."""
    is_late = state.phase == "late"
    return tuple(player for player in turn_order(state) if (player in state.late) is is_late)


# --- aims ---

AIMED = ("location", "to", "character", "target", "colour", "pay", "take", "food", "explosion")


def holding(state: CityState, player: str, cards: Iterable[str]) -> CityState:
    """Return the table as if this player held just these cards, and others unimportant ones.

    Of real hands the rules know nothing: what could be done with a card is asked of this table.
    Of hands on the phones only one's own is looked at, so that not even the time an answer takes
    depends on what others hold.
    """
    is_real = state.cards == "table"
    seats = {
        name: replace(
            seat,
            hand=tuple(cards) if name == player else (HIDDEN,) * (1 if is_real else len(seat.hand)),
        )
        for name, seat in state.seats.items()
    }
    return replace(state, seats=seats, cards="app")


def possible_hand(state: CityState, pack: CityPack, player: str) -> Sequence[str]:
    """Return the player's hand, or of real cards one of each that they may hold."""
    return unseen(state, pack) if state.cards == "table" else state.seats[player].hand


def unseen(state: CityState, pack: CityPack) -> list[str]:
    """Return a copy of each card that may be in a real hand."""
    copies: dict[str, str] = {}
    for copy in state.deck:
        copies.setdefault(pack.action(copy).id, copy)
    return list(copies.values())


def ways(
    state: CityState,
    pack: CityPack,
    player: str,
    what: type[Any],
    name: str | None = None,
    *,
    cards: Sequence[str] | None = None,
) -> list[Aim]:
    """Return every aim with which this player could play that card, use that power or the effect.

    `cards`: as if they held these only.
    """
    aims = []
    held = possible_hand(state, pack, player) if cards is None else cards
    command: Any
    for command in what.legal(holding(state, player, held), pack):
        is_asked = name is None or name in (
            getattr(command, "card", ""),
            getattr(command, "character", ""),
        )
        if is_asked and command.player == player:
            aims.append(command.aim)
    return aims


def aimed(
    kind: str, player: str, aims: Sequence[Aim], words: "AimWords", *, button: str, **fixed: object
) -> CommandForm | None:
    """Return a form for those aims, with a field for everything that differs; None without aims.

    What depends on another choice shares a field with it, as from where and where to.
    """
    if not aims:
        return None
    common = {
        name: value
        for name in AIMED
        if (value := getattr(aims[0], name)) is not None
        and all(getattr(aim, name) == value for aim in aims)
    }
    fields = [_aim_field(names, aims, words) for names in _together(aims)]
    fixed_piece = {"player": player, **fixed, "aim": common}
    return CommandForm(kind, piece(**fixed_piece), fields, button)


def _together(aims: Sequence[Aim]) -> list[tuple[str, ...]]:
    """Return the fields that differ between aims: independent ones singly, the others as one."""
    varying = [name for name in AIMED if len({getattr(aim, name) for aim in aims}) > 1]
    free = [name for name in varying if _is_free(name, varying, aims)]
    tied = tuple(name for name in varying if name not in free)
    return [*([tied] if tied else []), *((name,) for name in free)]


def _is_free(name: str, varying: Sequence[str], aims: Sequence[Aim]) -> bool:
    rest = {tuple(getattr(aim, other) for other in varying if other != name) for aim in aims}
    whole = {tuple(getattr(aim, other) for other in varying) for aim in aims}
    return len(whole) == len(rest) * len({getattr(aim, name) for aim in aims})


def _aim_field(names: tuple[str, ...], aims: Sequence[Aim], words: "AimWords") -> CommandField:
    label = " · ".join(aim_word(name) for name in names)
    values = dict.fromkeys(tuple(getattr(aim, name) for name in names) for aim in aims)
    options = [words.option(dict(zip(names, value, strict=True))) for value in values]
    return CommandField(f"with-{names[0]}", label, options)


class AimWords:
    """The names of what can be aimed at."""

    def __init__(self, state: CityState, pack: CityPack) -> None:
        self.state, self.pack = state, pack

    def location(self, key: str) -> str:
        return said(self.pack.locations[key].name)

    def character(self, key: str) -> str:
        return said(self.pack.characters[key].name)

    def short(self, key: str) -> str:
        """Return a character's name where there is little room."""
        return said(self.pack.characters[key].short)

    def card(self, copy: str) -> str:
        return said(self.pack.action(copy).name)

    def option(self, aimed_at: Mapping[str, Any]) -> AnswerOption:
        """Return a choice of one thing, or of several that go together."""
        parts = [self._told(name, value) for name, value in aimed_at.items()]
        words = " · ".join(words for words, _note, _colour in parts)
        note, colour = (parts[0][1], parts[0][2]) if len(parts) == 1 else ("", "")
        mark = self.initial_of_colour(colour) if colour else ""
        return AnswerOption(piece(aim=dict(aimed_at)), words, note, colour, mark=mark)

    def place(self, key: str) -> str:
        """Return a location's name with the number that it has on the board."""
        return f"{self.number(key)}. {self.location(key)}"

    def number(self, key: str) -> int:
        return list(self.state.locations).index(key) + 1

    def initial_of_colour(self, colour: str) -> str:
        initials = initials_of(self.state.players)
        owners = (name for name, seat in self.state.seats.items() if seat.colour == colour)
        return next((initials[name] for name in owners), "")

    def somebody(self, key: str, value: str, note: str = "") -> AnswerOption:
        """Return one of a player's characters as an answer."""
        player = self.state.characters[key].player
        return AnswerOption(
            value,
            self.character(key),
            note,
            self._colour(player),
            mark=initials_of(self.state.players)[player],
            short=self.short(key),
            person=key,
        )

    def player(
        self, name: str, value: str, note: str = "", *, is_chosen: bool = False
    ) -> AnswerOption:
        mark = initials_of(self.state.players)[name]
        return AnswerOption(value, name, note, self._colour(name), is_chosen, mark)

    def _told(self, name: str, value: Any) -> tuple[str, str, str]:
        """Return its name, what else there is to know, and the color of its player."""
        if value is None:
            return (_("one face down") if name == "food" else _("none")), "", ""
        if name in ("location", "to", "explosion"):
            zombies = _("zombies: %(count)d") % {"count": self.state.locations[value].zombies}
            return self.location(value), zombies if name != "explosion" else "", ""
        if name == "character":
            player = self.state.characters[value].player
            return self.character(value), player, self._colour(player)
        if name == "colour":
            whose = next((n for n, seat in self.state.seats.items() if seat.colour == value), "")
            return colour_word(value), whose, value
        if name in ("pay", "take"):
            return self.card(value), said(self.pack.action(value).effect), ""
        return str(value), "", self._colour(value) if name == "target" else ""

    def _colour(self, player: str) -> str:
        return self.state.seats[player].colour
