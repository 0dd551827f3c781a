"""The working copy of one command, which changes step by step, and what all commands share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

import msgspec
from msgspec.structs import replace

from rules.chance import Chance
from rules.commands import BaseCommand, Key, kind_of
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.offers import Offer, said_in
from rules.ruleset import Outcome
from rules.systems.city_of_horror.board import (
    antidotes_left,
    colours_in_play,
    in_game,
    living,
    people,
    turn_order,
    zombies_left,
)
from rules.systems.city_of_horror.pack import CityPack, Colour
from rules.systems.city_of_horror.state import HIDDEN, CityState

Keys = Annotated[tuple[Key, ...], msgspec.Meta(max_length=40)]


class CityPhaseBegan(BaseEvent, tag="city.phase_began", frozen=True):
    round: int
    phase: str


class HordeMoved(BaseEvent, tag="horde.moved", frozen=True):
    """Zombies move; `stayed` found no room, as eight is the most."""

    before: str
    after: str
    count: int
    stayed: int


class HordeCame(BaseEvent, tag="horde.came", frozen=True):
    """Zombies come; `kept_out` are beyond eight, or missing in the reserve."""

    location: str
    count: int
    kept_out: int
    why: Literal["card", "alarm", "lured"] = "card"


class StragglerMoved(BaseEvent, tag="straggler.moved", frozen=True):
    before: Colour
    after: Colour


class ActionDrawn(BaseEvent, tag="action.drawn", frozen=True):
    """Cards are drawn from the deck, face down; `count` 0: the deck is empty."""

    player: str
    count: int


class CharacterTurned(BaseEvent, tag="character.turned", frozen=True):
    character: str
    fit: bool


class CharacterDied(BaseEvent, tag="character.died", frozen=True):
    character: str
    player: str
    why: Literal["eaten", "tower", "no_antidote"]


class FirstPlayerTook(BaseEvent, tag="first_player.took", frozen=True):
    player: str


class PlayerOut(BaseEvent, tag="player.out", frozen=True):
    """No character of the player is left."""

    player: str


class CityPlay:
    """A copy of the table: nothing here reaches the table unless the whole command succeeds."""

    def __init__(self, state: CityState, pack: CityPack) -> None:
        self.state, self.pack = state, pack
        self.events: list[BaseEvent] = []
        self.chance = Chance(seed=state.seed, cursor=state.cursor, entered=None)

    def outcome(self) -> Outcome:
        return Outcome(replace(self.state, cursor=self.chance.cursor), tuple(self.events))

    def emit(self, event: BaseEvent) -> None:
        self.events.append(event)

    # --- changes ---

    def set(self, **fields: object) -> None:
        self.state = replace(self.state, **fields)

    def change_player(self, player: str, **fields: object) -> None:
        seat = replace(self.state.seats[player], **fields)
        self.set(seats={**self.state.seats, player: seat})

    def change_character(self, key: str, **fields: object) -> None:
        character = replace(self.state.characters[key], **fields)
        self.set(characters={**self.state.characters, key: character})

    def change_location(self, key: str, **fields: object) -> None:
        location = replace(self.state.locations[key], **fields)
        self.set(locations={**self.state.locations, key: location})

    def player(self, key: str) -> str:
        """Return the key of a player who is still in the game, or raise."""
        if key not in self.state.seats:
            raise UnknownId("player.unknown", player=key)
        if not in_game(self.state, key):
            raise IllegalCommand("player.out", player=key)
        return key

    # --- the round ---

    def need_phase(self, *phases: str) -> None:
        if self.state.phase not in phases:
            raise IllegalCommand("phase.other", phase=self.state.phase)

    def need_settled(self) -> None:
        """Raise if a card waits: it takes effect, or is canceled, before anything else happens."""
        if self.state.stack:
            raise IllegalCommand("action.waits", card=self.state.stack[-1].card)

    def begin_phase(self, phase: str) -> None:
        self.set(phase=phase, at=None, stage=None)
        self.emit(CityPhaseBegan(round=self.state.round, phase=phase))

    # --- zombies ---

    def add_zombies(self, key: str, count: int) -> int:
        """Add as many zombies as there is room and reserve for; return how many came."""
        there = self.state.locations[key].zombies
        room = self.pack.zombies_at_a_place - there
        come = min(count, room, zombies_left(self.state, self.pack))
        self.change_location(key, zombies=there + come)
        return come

    def move_zombies(self, before: str, after: str, count: int) -> None:
        """Move zombies; those for whom there is no room stay behind (p. 5, 8)."""
        wanted = min(count, self.state.locations[before].zombies)
        room = self.pack.zombies_at_a_place - self.state.locations[after].zombies
        going = 0 if before == after else min(wanted, room)
        self.change_location(before, zombies=self.state.locations[before].zombies - going)
        self.change_location(after, zombies=self.state.locations[after].zombies + going)
        self.emit(HordeMoved(before=before, after=after, count=going, stayed=wanted - going))

    def move_straggler(self, to: Colour) -> None:
        if to not in colours_in_play(self.state, self.pack):
            raise IllegalCommand("straggler.no_colour", colour=to)
        before = self.state.straggler
        self.set(straggler=to)
        if before != to:
            self.emit(StragglerMoved(before=before, after=to))

    def advance_straggler(self, steps: int) -> None:
        track = colours_in_play(self.state, self.pack)
        self.move_straggler(track[(track.index(self.state.straggler) + steps) % len(track)])

    # --- cards, antidotes ---

    def give_antidotes(self, player: str, count: int) -> int:
        given = min(count, antidotes_left(self.state, self.pack))
        self.change_player(player, antidotes=self.state.seats[player].antidotes + given)
        return given

    def draw_card(self, player: str) -> None:
        """Draw a card; the deck is never shuffled again (p. 3).

        A table with real cards draws by itself.
        """
        if self.state.cards == "table":
            self.emit(ActionDrawn(player=player, count=1))
            return
        drawn = self.draw(1)
        self.to_hand(player, *drawn)
        self.emit(ActionDrawn(player=player, count=len(drawn)))

    def draw(self, count: int) -> tuple[str, ...]:
        """Take `count` cards from the top of the deck, or what is left."""
        drawn, rest = self.state.deck[:count], self.state.deck[count:]
        self.set(deck=rest)
        return drawn

    def from_hand(self, player: str, card: str) -> str:
        """Take a card out of a hand: the copy named, or one of that card.

        Where the cards are real, it is enough that not all copies have been seen yet.
        """
        at_table = self.state.cards == "table"
        pile = self.state.deck if at_table else self.state.seats[player].hand
        copy = next((held for held in pile if card in (held, held.rpartition("-")[0])), None)
        if copy is None or copy == HIDDEN:
            raise IllegalCommand("action.not_held", card=card)
        rest = tuple(held for held in pile if held != copy)
        if at_table:
            self.set(deck=rest)
        else:
            self.change_player(player, hand=rest)
        return copy

    def to_hand(self, player: str, *copies: str) -> None:
        """Add copies to a hand; real hands: put them back among the cards nobody has seen."""
        if self.state.cards == "table":
            seen = (copy for copy in copies if copy != HIDDEN)
            self.set(deck=(*self.state.deck, *seen))
        else:
            self.change_player(player, hand=(*self.state.seats[player].hand, *copies))

    def discard(self, copy: str) -> None:
        self.set(discard=(*self.state.discard, copy))

    def from_discard(self, card: str) -> str:
        pile = self.state.discard
        copy = next(
            (thrown for thrown in pile if card in (thrown, thrown.rpartition("-")[0])), None
        )
        if copy is None:
            raise IllegalCommand("action.not_discarded", card=card)
        self.set(discard=tuple(thrown for thrown in pile if thrown != copy))
        return copy

    # --- characters ---

    def turn(self, key: str, *, fit: bool) -> None:
        self.change_character(key, fit=fit)
        self.emit(CharacterTurned(character=key, fit=fit))

    def kill(self, keys: tuple[str, ...], why: str) -> None:
        """Kill characters; a player who loses somebody takes the marker (p. 7).

        Of several at once the first in turn order takes it; without anybody left, the next
        clockwise.
        """
        order = turn_order(self.state)
        losers = {self.state.characters[key].player for key in keys}
        for key in keys:
            player = self.state.characters[key].player
            self.change_character(key, alive=False, hidden=False)
            self.emit(CharacterDied(character=key, player=player, why=why))  # type: ignore[arg-type]
            if not living(self.state, player):
                self.emit(PlayerOut(player=player))
        self.settle_waiting()
        taker = next((player for player in order if player in losers), None)
        if taker is not None and why != "no_antidote":
            self.pass_marker(taker)

    def pass_marker(self, player: str) -> None:
        players = self.state.players
        start = players.index(player)
        around = (*players[start:], *players[:start])
        taker = next((neighbour for neighbour in around if in_game(self.state, neighbour)), None)
        if taker is not None and taker != self.state.first:
            self.set(first=taker)
            self.emit(FirstPlayerTook(player=taker))

    def settle_waiting(self) -> None:
        """Stop waiting for players who have nobody left at the location in turn."""
        if self.state.at is not None:
            there = {self.state.characters[key].player for key in people(self.state, self.state.at)}
            waiting = tuple(player for player in self.state.waiting if player in there)
            self.set(waiting=waiting)


class CityCommand(BaseCommand, frozen=True):
    """A command that judges itself: what it would accept is found by trying.

    There are more ballots, placements and hand-outs than are worth listing.
    """

    is_whole: ClassVar[bool] = False
    is_flow: ClassVar[bool] = True
    """True if it brings the round on."""
    waits: ClassVar[bool] = True
    """True if a card on the table has to be settled first."""
    is_tried: ClassVar[bool] = False
    """True if those of its ways are legal that the rules accept: a second set of rules would be
    harder to keep right."""

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        """Yield the commands of this kind that the table would accept now, or the ones to try.

        Left out is what only the table knows: an invasion card nobody has entered, real hands.
        Cards and powers come with every aim that holds; trades by one example each.
        """
        return iter(())

    @classmethod
    def legal(cls, state: CityState, pack: CityPack) -> tuple[Self, ...]:
        """Return the ways to send it now: none once the game is over, or while it has to wait."""
        if state.result is not None or (cls.waits and state.stack):
            return ()
        ways = cls.ways(state, pack)
        return tuple(way for way in ways if not cls.is_tried or way._is_taken(state, pack))

    def _is_taken(self, state: CityState, pack: CityPack) -> bool:
        try:
            self.play(CityPlay(state, pack))
        except RuleError:
            return False
        return True

    @classmethod
    def offers(cls, look: CityPlay, about: Mapping[str, Any]) -> Iterator[Offer]:
        for way in cls.legal(look.state, look.pack):
            fixed = {name: getattr(way, name) for name in said_in(way)}
            yield Offer(kind=kind_of(cls), fixed=fixed)

    @classmethod
    def made(cls, **fields: object) -> Self:
        """Return a command whose `id` and `seen` are the sender's to fill in."""
        return cls(id="00000000", seen=0, **fields)
