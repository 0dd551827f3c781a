"""Votes: for the player who loses a character, or who hands out the supplies (p. 6-7)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

import msgspec

from rules.commands import Guard, Key
from rules.errors import IllegalCommand
from rules.events import BaseEvent
from rules.systems.city_of_horror.board import (
    candidates,
    in_reach,
    leaders,
    own_character,
    tally,
    turn_order,
    weights,
)
from rules.systems.city_of_horror.locations import (
    begin_stage,
    eat,
    name_sharer,
    name_victim,
    next_location,
)
from rules.systems.city_of_horror.pack import CityPack
from rules.systems.city_of_horror.play import CityCommand, CityPlay, Keys
from rules.systems.city_of_horror.state import HIDDEN, CityState

VOTES = ("vote", "share-vote")
TIES = ("tie", "share-tie")


class VoteSealed(BaseEvent, tag="vote.sealed", frozen=True):
    player: str


class PlayersReady(BaseEvent, tag="players.ready", frozen=True):
    """Players without a vote say that they will not act."""

    players: tuple[str, ...]


class VoteCounted(BaseEvent, tag="vote.counted", frozen=True):
    """Votes are counted: `counts` for each candidate; `ballots` and `weights` by voter."""

    counts: dict[str, int]
    ballots: dict[str, str] = {}
    weights: dict[str, int] = {}


class TieBroken(BaseEvent, tag="tie.broken", frozen=True):
    player: str
    choice: str


class SuppliesShared(BaseEvent, tag="supplies.shared", frozen=True):
    """Supplies are handed out; `left` is the number that stays at the location."""

    player: str
    location: str
    antidotes: tuple[str, ...]
    cards: tuple[str, ...]
    left: int


class VoteSeal(CityCommand, tag="vote.seal", frozen=True):
    """A sealed vote, with all the weight the player has; the last one opens them all."""

    player: Key
    choice: Key

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if state.voting == "sealed":
            for choice, voters in _choices(state, pack):
                for player in voters:
                    yield cls.made(player=player, choice=choice)

    def play(self, play: CityPlay) -> None:
        """Seal a vote; it may be changed until the last one seals, then all are opened together."""
        state = play.state
        _at(play, *VOTES)
        if state.voting != "sealed":
            raise IllegalCommand("vote.by_hands")
        _check_ballot(play, self.player, self.choice)
        play.set(ballots={**state.ballots, self.player: self.choice})
        play.emit(VoteSealed(player=self.player))
        _count_if_all_said(play)


class VoteReady(CityCommand, tag="vote.ready", frozen=True):
    """Players without a vote say that they will not act this round, or `here`."""

    players: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=6)]
    here: bool = False
    """True: only at the location in turn; at the next one they are asked again."""

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if state.stage in VOTES:
            for player in state.unready:
                yield cls.made(players=(player,), here=True)

    def play(self, play: CityPlay) -> None:
        """Mark players without a vote as ready.

        They may change their mind until the last vote: a card they play begins the vote again.
        """
        _at(play, *VOTES)
        for player in self.players:
            if player not in play.state.unready:
                raise IllegalCommand("vote.not_asked", player=player)
            play.set(unready=tuple(other for other in play.state.unready if other != player))
        if self.here:
            play.set(ready_here=(*play.state.ready_here, *self.players))
        else:
            play.set(ready=(*play.state.ready, *self.players))
        play.emit(PlayersReady(players=self.players))
        _count_if_all_said(play)


class VoteEnter(CityCommand, tag="vote.enter", frozen=True):
    """A vote by hands: every ballot, or only the player chosen."""

    guard: ClassVar[Guard] = Guard.STEP

    ballots: dict[Key, Key] = {}
    chosen: Key | None = None

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if state.voting == "hands":
            for choice, voters in _choices(state, pack):
                yield cls.made(ballots=dict.fromkeys(voters, choice))
                yield cls.made(chosen=choice)

    def play(self, play: CityPlay) -> None:
        state, pack = play.state, play.pack
        at = _at(play, *VOTES)
        if state.voting != "hands":
            raise IllegalCommand("vote.is_sealed")
        for voter, choice in self.ballots.items():
            _check_ballot(play, voter, choice)
        if self.ballots:
            if set(self.ballots) != set(weights(state, pack, at)):
                raise IllegalCommand("vote.incomplete")
            _count(play, dict(self.ballots))
            return
        share = state.stage == "share-vote"
        if self.chosen not in candidates(state, at, for_share=share):
            raise IllegalCommand("vote.not_there", player=self.chosen or "")
        _decide(play, self.chosen)


class TieBreak(CityCommand, tag="tie.break", frozen=True):
    """The first player decides between those with most votes."""

    player: Key
    choice: Key

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if state.stage in TIES:
            for choice in leaders(tally(state, pack, state.ballots)):
                yield cls.made(player=state.first, choice=choice)

    def play(self, play: CityPlay) -> None:
        """Break a tie by the first player's choice, whether they are there or not (p. 6)."""
        state, pack = play.state, play.pack
        _at(play, *TIES)
        if self.player != state.first:
            raise IllegalCommand("turn.other", player=state.first)
        if self.choice not in leaders(tally(state, pack, state.ballots)):
            raise IllegalCommand("vote.not_tied", player=self.choice)
        play.emit(TieBroken(player=self.player, choice=self.choice))
        _decide(play, self.choice)


class VictimChoose(CityCommand, tag="victim.choose", frozen=True):
    """The player who loses a character chooses which one dies."""

    player: Key
    character: Key

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if state.stage == "victim" and state.at is not None:
            for key in in_reach(state, state.chosen or "", state.at):
                yield cls.made(player=state.chosen, character=key)

    def play(self, play: CityPlay) -> None:
        state = play.state
        at = _at(play, "victim")
        if self.player != state.chosen:
            raise IllegalCommand("turn.other", player=state.chosen)
        own_character(state, self.player, self.character)
        if self.character not in in_reach(state, self.player, at):
            raise IllegalCommand("victim.out_of_reach", character=self.character)
        eat(play, self.character)


class SuppliesShare(CityCommand, tag="supplies.share", frozen=True):
    """The winner hands out supplies: antidotes and cards, nobody more than one item."""

    player: Key
    antidotes: Keys = ()
    given: dict[Key, Key] = {}
    """Recipient of each known card: the winner sees the cards first."""
    cards: Keys = ()
    """Recipients of cards whose face the app does not know, or of any as they lie."""

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if state.stage != "hand-out" or state.at is None:
            return
        there = state.locations[state.at]
        order = turn_order(state)
        first = order[: there.antidotes]
        rest = order[len(first) : len(first) + len(there.cards)]
        known = state.cards == "app"
        given = dict(zip(there.cards, rest, strict=False)) if known else {}
        yield cls.made(
            player=state.chosen, antidotes=first, given=given, cards=() if known else rest
        )
        yield cls.made(player=state.chosen)

    def play(self, play: CityPlay) -> None:
        """Hand out supplies to anybody in the game, one item each (p. 6, 12).

        What is left stays there. The winner looks at the cards and says who gets which.
        """
        state = play.state
        at = _at(play, "hand-out")
        if self.player != state.chosen:
            raise IllegalCommand("turn.other", player=state.chosen)
        there = state.locations[at]
        everybody = (*self.antidotes, *self.given.values(), *self.cards)
        for player in everybody:
            play.player(player)
        if len(set(everybody)) < len(everybody):
            raise IllegalCommand("share.one_each")
        for copy in self.given:
            if copy == HIDDEN or copy not in there.cards:
                raise IllegalCommand("share.no_such_card", card=copy)
        lying = tuple(copy for copy in there.cards if copy not in self.given)
        if len(self.antidotes) > there.antidotes or len(self.cards) > len(lying):
            raise IllegalCommand("share.too_much")
        for player in self.antidotes:
            held = play.state.seats[player].antidotes
            play.change_player(player, antidotes=held + 1)
        for copy, player in self.given.items():
            play.to_hand(player, copy)
        for player, copy in zip(self.cards, lying, strict=False):
            play.to_hand(player, copy)
        left = lying[len(self.cards) :]
        antidotes = there.antidotes - len(self.antidotes)
        play.change_location(at, antidotes=antidotes, cards=left)
        play.emit(
            SuppliesShared(
                player=self.player,
                location=at,
                antidotes=self.antidotes,
                cards=(*self.given.values(), *self.cards),
                left=antidotes + len(left),
            )
        )
        play.set(chosen=None, ballots={})
        next_location(play)


def _choices(state: CityState, pack: CityPack) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield each player who can be voted for, with the weights of those who vote."""
    if state.stage in VOTES and state.at is not None:
        voters = weights(state, pack, state.at)
        for choice in candidates(state, state.at, for_share=state.stage == "share-vote"):
            yield choice, voters


def _at(play: CityPlay, *stages: str) -> str:
    if play.state.stage not in stages or play.state.at is None:
        raise IllegalCommand("vote.not_now")
    return play.state.at


def _check_ballot(play: CityPlay, voter: str, choice: str) -> None:
    assert play.state.at is not None
    share = play.state.stage == "share-vote"
    play.player(voter)
    if voter not in weights(play.state, play.pack, play.state.at):
        raise IllegalCommand("vote.no_voice", player=voter)
    if choice not in candidates(play.state, play.state.at, for_share=share):
        raise IllegalCommand("vote.not_there", player=choice)


def _count_if_all_said(play: CityPlay) -> None:
    """Count the votes, once all have voted and nobody without a vote is still awaited."""
    state = play.state
    assert state.at is not None
    if not state.unready and set(state.ballots) == set(weights(state, play.pack, state.at)):
        _count(play, state.ballots)


def _count(play: CityPlay, ballots: dict[str, str]) -> None:
    counts = tally(play.state, play.pack, ballots)
    assert play.state.at is not None
    heavy = weights(play.state, play.pack, play.state.at)
    play.set(ballots=ballots)
    play.emit(VoteCounted(counts=counts, ballots=ballots, weights=heavy))
    ahead = leaders(counts)
    if len(ahead) == 1:
        _decide(play, ahead[0])
    else:
        begin_stage(play, "tie" if play.state.stage == "vote" else "share-tie")


def _decide(play: CityPlay, player: str) -> None:
    if play.state.stage in ("vote", "tie"):
        name_victim(play, player)
    else:
        name_sharer(play, player)
