"""Votes: for the player who loses a character, or who hands out the supplies (p. 6-7)."""

from rules.errors import IllegalCommand
from rules.systems.city_of_horror import events
from rules.systems.city_of_horror.board import (
    candidates,
    in_reach,
    leaders,
    own_character,
    tally,
    weights,
)
from rules.systems.city_of_horror.commands import (
    SuppliesShare,
    TieBreak,
    VictimChoose,
    VoteEnter,
    VoteReady,
    VoteSeal,
)
from rules.systems.city_of_horror.locations import (
    begin_stage,
    eat,
    name_sharer,
    name_victim,
    next_location,
)
from rules.systems.city_of_horror.play import Play
from rules.systems.city_of_horror.state import HIDDEN

VOTES = ("vote", "share-vote")
TIES = ("tie", "share-tie")


def _at(play: Play, *stages: str) -> str:
    if play.state.stage not in stages or play.state.at is None:
        raise IllegalCommand("vote.not_now")
    return play.state.at


def _check_ballot(play: Play, voter: str, choice: str) -> None:
    assert play.state.at is not None
    share = play.state.stage == "share-vote"
    play.player(voter)
    if voter not in weights(play.state, play.pack, play.state.at):
        raise IllegalCommand("vote.no_voice", player=voter)
    if choice not in candidates(play.state, play.state.at, for_share=share):
        raise IllegalCommand("vote.not_there", player=choice)


def seal_vote(play: Play, command: VoteSeal) -> None:
    """Seal a vote. It may be changed until the last one seals; then all are opened together."""
    state = play.state
    _at(play, *VOTES)
    if state.voting != "sealed":
        raise IllegalCommand("vote.by_hands")
    _check_ballot(play, command.player, command.choice)
    play.set(ballots={**state.ballots, command.player: command.choice})
    play.emit(events.VoteSealed(player=command.player))
    _count_if_all_said(play)


def ready_players(play: Play, command: VoteReady) -> None:
    """Mark players without a vote as ready.

    They may change their mind until the last vote: a card they play begins the vote again.
    """
    _at(play, *VOTES)
    for player in command.players:
        if player not in play.state.unready:
            raise IllegalCommand("vote.not_asked", player=player)
        play.set(unready=tuple(other for other in play.state.unready if other != player))
    if command.here:
        play.set(ready_here=(*play.state.ready_here, *command.players))
    else:
        play.set(ready=(*play.state.ready, *command.players))
    play.emit(events.PlayersReady(players=command.players))
    _count_if_all_said(play)


def _count_if_all_said(play: Play) -> None:
    """Count the votes, once all have voted and nobody without a vote is still awaited."""
    state = play.state
    assert state.at is not None
    if not state.unready and set(state.ballots) == set(weights(state, play.pack, state.at)):
        _count(play, state.ballots)


def enter_vote(play: Play, command: VoteEnter) -> None:
    """Enter a vote by hands: every ballot, or only the player chosen."""
    state, pack = play.state, play.pack
    at = _at(play, *VOTES)
    if state.voting != "hands":
        raise IllegalCommand("vote.is_sealed")
    for voter, choice in command.ballots.items():
        _check_ballot(play, voter, choice)
    if command.ballots:
        if set(command.ballots) != set(weights(state, pack, at)):
            raise IllegalCommand("vote.incomplete")
        _count(play, dict(command.ballots))
        return
    share = state.stage == "share-vote"
    if command.chosen not in candidates(state, at, for_share=share):
        raise IllegalCommand("vote.not_there", player=command.chosen or "")
    _decide(play, command.chosen)


def _count(play: Play, ballots: dict[str, str]) -> None:
    counts = tally(play.state, play.pack, ballots)
    assert play.state.at is not None
    heavy = weights(play.state, play.pack, play.state.at)
    play.set(ballots=ballots)
    play.emit(events.VoteCounted(counts=counts, ballots=ballots, weights=heavy))
    ahead = leaders(counts)
    if len(ahead) == 1:
        _decide(play, ahead[0])
    else:
        begin_stage(play, "tie" if play.state.stage == "vote" else "share-tie")


def _decide(play: Play, player: str) -> None:
    if play.state.stage in ("vote", "tie"):
        name_victim(play, player)
    else:
        name_sharer(play, player)


def break_tie(play: Play, command: TieBreak) -> None:
    """Break a tie by the first player's choice, whether they are there or not (p. 6)."""
    state, pack = play.state, play.pack
    _at(play, *TIES)
    if command.player != state.first:
        raise IllegalCommand("turn.other", player=state.first)
    if command.choice not in leaders(tally(state, pack, state.ballots)):
        raise IllegalCommand("vote.not_tied", player=command.choice)
    play.emit(events.TieBroken(player=command.player, choice=command.choice))
    _decide(play, command.choice)


def choose_victim(play: Play, command: VictimChoose) -> None:
    state = play.state
    at = _at(play, "victim")
    if command.player != state.chosen:
        raise IllegalCommand("turn.other", player=state.chosen)
    own_character(state, command.player, command.character)
    if command.character not in in_reach(state, command.player, at):
        raise IllegalCommand("victim.out_of_reach", character=command.character)
    eat(play, command.character)


def share_supplies(play: Play, command: SuppliesShare) -> None:
    """Hand out supplies to anybody in the game, one item each (p. 6, 12).

    What is left stays there. The winner looks at the cards and says who gets which.
    """
    state = play.state
    at = _at(play, "hand-out")
    if command.player != state.chosen:
        raise IllegalCommand("turn.other", player=state.chosen)
    there = state.locations[at]
    everybody = (*command.antidotes, *command.given.values(), *command.cards)
    for player in everybody:
        play.player(player)
    if len(set(everybody)) < len(everybody):
        raise IllegalCommand("share.one_each")
    for copy in command.given:
        if copy == HIDDEN or copy not in there.cards:
            raise IllegalCommand("share.no_such_card", card=copy)
    lying = tuple(copy for copy in there.cards if copy not in command.given)
    if len(command.antidotes) > there.antidotes or len(command.cards) > len(lying):
        raise IllegalCommand("share.too_much")
    for player in command.antidotes:
        held = play.state.seats[player].antidotes
        play.change_player(player, antidotes=held + 1)
    for copy, player in command.given.items():
        play.to_hand(player, copy)
    for player, copy in zip(command.cards, lying, strict=False):
        play.to_hand(player, copy)
    left = lying[len(command.cards) :]
    antidotes = there.antidotes - len(command.antidotes)
    play.change_location(at, antidotes=antidotes, cards=left)
    play.emit(
        events.SuppliesShared(
            player=command.player,
            location=at,
            antidotes=command.antidotes,
            cards=(*command.given.values(), *command.cards),
            left=antidotes + len(left),
        )
    )
    play.set(chosen=None, ballots={})
    next_location(play)
