"""The spawn step: the cards of the table one by one, or what the app drew, with every reason."""

from typing import Any, NamedTuple

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from companion.mechanics.spawn import place_mark
from companion.selectors import Board
from companion.table.asking import SheetRequest, Shown
from companion.table.next_step import asks_before_spawn, table_draws
from companion.table.sheets.decks import line, spawn_words
from companion.table.sheets.describe import unknown_cards
from companion.table.spawned import last_spawn
from companion.teller import Teller
from rules import IllegalCommand, RuleError, apply, look, rulesets
from rules.mechanics.buildings import BuildingOpen
from rules.mechanics.spawn.distributing import SpawnResolve
from rules.mechanics.spawn.step import BUILDING, STEP, SpawnGoOn, is_plain
from rules.mechanics.zombie_cards import is_known, known_kind
from rules.packs.copies import deck_copies

DECK = "zombies"
LAST = "last"
"""The last step is read again, whatever has been begun since."""
MOST_ROOMS = 20


class Entered(NamedTuple):
    """A card that was read out, and what it says."""

    card: str
    words: str


class WantedDraw(NamedTuple):
    """The card or die that the rules want next."""

    deck: str
    zone: str
    dice: int


def sheet(ask: SheetRequest) -> Shown:
    board, rooms = ask.board, min(ask.number("rooms"), MOST_ROOMS)
    is_read_again, is_due = LAST in ask.query, _is_due(board)
    if (
        not is_read_again
        and table_draws(board)
        and (rooms or is_due)
        and not _is_asked(board, rooms)
    ):
        return Shown("companion/sheets/pad.html", _pad(ask, rooms))
    is_due = is_due and board.state.spawning is None
    step = None if is_due and not is_read_again else last_spawn(board, of_any_round=is_read_again)
    is_old = step is not None and (is_due or step.round != board.state.round)
    new = step if not is_old else None
    return Shown(
        "companion/sheets/spawn.html",
        {
            "step": step,
            "is_old": is_old,
            "closes_round": new is not None and new.why == STEP and board.state.spawned,
            "hurts": new is not None
            and board.state.phase == "zombies"
            and any(line.rush or line.extra for line in new.lines),
            "is_ahead": step is None,
            "is_later": not is_read_again and step is None and board.state.round > 1,
        },
    )


def _is_due(board: Board) -> bool:
    state = board.state
    return state.spawning is not None or (state.phase == "zombies" and not state.spawned)


def _is_asked(board: Board, rooms: int) -> bool:
    """Check if the step waits for another answer than its next card; a building waits for none."""
    waiting = board.state.spawning
    if waiting is None:
        return not rooms and asks_before_spawn(board)
    return not is_plain(look(board.state, board.pack), waiting.question)


def _pad(ask: SheetRequest, rooms: int) -> dict[str, Any]:
    """Try what was read out so far: the rules say what they want next, or refuse the last card."""
    board = ask.board
    cards, dice = [_printed(board, card) for card in ask.query.getlist("card")], _faces(ask)
    trial = _Trial(board, dice, rooms)
    refused, asked = trial.of(cards)
    if refused is not None and asked is None and cards:
        bad = cards.pop()
        _again, asked = trial.of(cards)
    else:
        bad = ""
    gone = {_plain(card) for card in cards}
    left = [copy for copy in sorted(board.state.decks[DECK].draw) if _plain(copy) not in gone]
    waiting = board.state.spawning
    to_come = _to_come(trial, cards, _usual(board, left)) if asked else None
    teller = Teller(board.state, board.pack)
    why = waiting.why if waiting else BUILDING if rooms else STEP
    return {
        "rooms": rooms,
        "waiting": waiting,
        "so_far": last_spawn(board) if waiting else None,
        "number": len(cards) + 1,
        "digits": max(len(card.number) for card in board.pack.spawns),
        "blank": "0" * len(board.pack.spawns[0].number),
        "cards": cards,
        "dice": dice,
        "entered": (entered := [_entered(board, card) for card in cards]),
        "last": entered[-1].card if entered else "",
        "asked": asked and asked._replace(zone=place_mark(asked.zone, why, teller)),
        "other_deck": teller.deck(asked.deck) if asked and asked.deck not in ("", DECK) else "",
        "refused": _named(refused, board) if refused and (bad or asked is None) else None,
        "bad": bad,
        "known": [(_plain(copy), spawn_words(board, copy)) for copy in left],
        "choices": _other_deck(board, asked),
        "is_last": to_come == [],
        "zones_left": [place_mark(zone, why, teller) for zone in to_come or ()],
    }


def _usual(board: Board, cards: list[str]) -> list[str]:
    """Return those of the cards that bring their zombies and ask for nothing else."""
    looking = look(board.state, board.pack)
    known = (copy for copy in cards if is_known(looking, copy))
    return [copy for copy in known if known_kind(looking, copy) == "spawn"]


def _to_come(trial: "_Trial", cards: list[str], left: list[str]) -> list[str] | None:
    """Return the zones that draw after the one asked for, if only ordinary cards come.

    None where something else is asked on the way, which only the cards themselves tell.
    """
    zones: list[str] = []
    for copy in left:
        cards = [*cards, _plain(copy)]
        refused, asked = trial.of(cards)
        if refused is None:
            return None if trial.waits else zones
        if asked is None or asked.deck != DECK:
            return None
        zones.append(asked.zone)
    return None


def _named(refused: RuleError, board: Board) -> RuleError:
    """A card that has no number goes by the name of its deck."""
    card = str(refused.params.get("card", ""))
    for own in rulesets[board.state.game].zone_decks.values():
        if card in deck_copies(board.pack, own.deck):
            refused.params["card"] = f"“{Teller(board.state, board.pack).deck(own.deck)}”"
    return refused


def _plain(card: str) -> str:
    return card.removeprefix(f"{DECK}-")


def _printed(board: Board, typed: str) -> str:
    """Return a card number as it is printed: nobody types the zeros of 007."""
    bare = typed.strip().lstrip("0")
    numbers = (card.number for card in board.pack.spawns)
    return next((number for number in numbers if number.lstrip("0") == bare), typed)


def _entered(board: Board, card: str) -> Entered:
    """By its number, or by the name of the deck it comes from."""
    copy = card if card in deck_copies(board.pack, DECK) else f"{DECK}-{card}"
    if copy in deck_copies(board.pack, DECK):
        return Entered(card, spawn_words(board, copy))
    for own in rulesets[board.state.game].zone_decks.values():
        if card in deck_copies(board.pack, own.deck):
            name = board.pack.decks[own.deck].name.in_language(get_language() or "en")
            return Entered(name, _order_words(board, own.deck, card))
    return Entered(card, card)


def _faces(ask: SheetRequest) -> list[int]:
    words = " ".join(ask.query.getlist("dice")).replace(",", " ").split()
    return [int(word) for word in words if word in "123456"]


class _Trial:
    """A step tried with the cards read out so far: the table stays as it is."""

    def __init__(self, board: Board, dice: list[int], rooms: int) -> None:
        self.board, self.dice, self.rooms = board, tuple(dice), rooms
        self.waits = False
        """True if the step paused at the last trial, and goes on when it is answered."""

    def of(self, cards: list[str]) -> tuple[RuleError | None, WantedDraw | None]:
        """Return why the rules refuse the step with these cards, and what they want next."""
        try:
            outcome = apply(self.board.state, self._command(tuple(cards)), self.board.pack)
        except IllegalCommand as error:
            if error.code in ("cards.missing", "card.missing"):
                zone = str(error.params.get("zone", ""))
                return error, WantedDraw(str(error.params["deck"]), zone, 0)
            if error.code == "dice.missing":
                return error, WantedDraw("", "", int(str(error.params["missing"])))
            return error, None
        except RuleError as error:
            return error, None
        self.waits = outcome.state.spawning is not None
        return None, None

    def _command(self, cards: tuple[str, ...]) -> SpawnResolve | BuildingOpen | SpawnGoOn:
        if waiting := self.board.state.spawning:
            return SpawnGoOn(id="00000000", seen=0, question=waiting.question, cards=cards)
        if self.rooms:
            zones = tuple(str(n) for n in range(1, self.rooms + 1))
            return BuildingOpen(id="00000000", seen=0, zones=zones, cards=cards)
        return SpawnResolve(id="00000000", seen=0, cards=cards, dice=self.dice)


def _other_deck(board: Board, asked: WantedDraw | None) -> list[tuple[str, str]]:
    """Cards of another deck the step asks for, to be picked by name."""
    if asked is None or asked.deck in ("", DECK):
        return []
    unknown = [card.copy for card in unknown_cards(board, asked.deck)]
    left = sorted(board.state.decks[asked.deck].draw, key=lambda copy: copy in unknown)
    # They carry no number: of those nobody has described, one stands for all.
    first = next((copy for copy in left if copy in unknown), None)
    return [
        (copy, _("Another one") if copy == first else _order_words(board, asked.deck, copy))
        for copy in left
        if copy == first or copy not in unknown
    ]


def _order_words(board: Board, deck: str, copy: str) -> str:
    """As printed, or as the group described it."""
    described = board.state.described.get(copy)
    if described is None:
        return line(board, deck, copy).words
    teller = Teller(board.state, board.pack)
    brings = teller.groups(dict(next(iter(described.levels.values()), {})))
    acts = [
        ngettext(
            "%(zombies)s of its zone activate %(times)d time more",
            "%(zombies)s of its zone activate %(times)d times more",
            times,
        )
        % {"zombies": teller.several(zombie), "times": times}
        for zombie, times in described.activates.items()
    ]
    return "; ".join(filter(None, [brings, *acts]))
