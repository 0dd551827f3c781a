"""Action cards and powers: when they may be used, how they are canceled, explosions (p. 7-12)."""

from rules.errors import IllegalCommand, UnknownId
from rules.systems.city_of_horror import events
from rules.systems.city_of_horror.board import (
    BEFORE,
    in_game,
    may_act,
    own_character,
    people,
    side_of,
    sites,
)
from rules.systems.city_of_horror.commands import (
    ActionPlay,
    ActionSettle,
    PowerUse,
    TradeGive,
)
from rules.systems.city_of_horror.effects import CARDS, POWERS, Doer
from rules.systems.city_of_horror.ending import finish
from rules.systems.city_of_horror.locations import begin_stage
from rules.systems.city_of_horror.moves import go_on_if_all_moved
from rules.systems.city_of_horror.pack import ARMORY, CROSSROADS, TOWER, PackAction
from rules.systems.city_of_horror.play import Play
from rules.systems.city_of_horror.rounds import need_settled, settle_choices
from rules.systems.city_of_horror.state import Aim, Played


def _need_time(play: Play, player: str) -> None:
    """Raise unless a player may act now; acting during a vote begins that vote again.

    A player who acts no longer counts as ready.
    """
    play.player(player)
    if not may_act(play.state):
        raise IllegalCommand("action.not_now")
    if (before := BEFORE.get(play.state.stage or "")) is not None:
        play.set(ballots={}, chosen=None, unready=())
        begin_stage(play, "effect" if before == "attack" and play.state.waiting else before)
    play.set(
        ready=tuple(other for other in play.state.ready if other != player),
        ready_here=tuple(other for other in play.state.ready_here if other != player),
    )


# --- cards ---


def play_action(play: Play, command: ActionPlay) -> None:
    """Play a card onto the table: its aim is checked now, its effect waits."""
    state, pack = play.state, play.pack
    _need_time(play, command.player)
    name = command.card if command.card in pack.actions else command.card.rpartition("-")[0]
    if name not in pack.actions:
        raise UnknownId("action.unknown", card=command.card)
    card = pack.actions[name]
    if card.do == "keep":
        raise IllegalCommand("action.kept", card=name)
    if card.do == "cancel":
        if not state.stack:
            raise IllegalCommand("action.nothing_to_cancel")
    else:
        need_settled(state)
    copy = play.from_hand(command.player, command.card)
    played = Played(player=command.player, card=copy, aim=command.aim)
    if card.do != "cancel":
        _take_effect(_rehearsal(play), played, card)
    play.set(stack=(*state.stack, played))
    play.emit(events.ActionPlayed(player=command.player, card=copy, location=command.aim.location))


def _rehearsal(play: Play) -> Play:
    """Return a copy of the table to try an action on; nothing of it is kept."""
    return Play(play.state, play.pack)


def settle_actions(play: Play, command: ActionSettle) -> None:
    """Settle the cards from the last one down; one that cancels takes the one below with it."""
    state, pack = play.state, play.pack
    if not state.stack:
        raise IllegalCommand("action.none_waits")
    while play.state.stack:
        *below, played = play.state.stack
        card = pack.action(played.card)
        play.set(stack=tuple(below))
        play.discard(played.card)
        if card.do == "cancel":
            cancel_last(play)
        else:
            needs_draw = card.do == "lead-away" and state.cards == "table"
            if needs_draw and command.location is None:
                raise IllegalCommand("kitten.draw")
            if command.location is not None and not needs_draw:
                raise IllegalCommand("kitten.none")
            play.emit(events.ActionSettled(player=played.player, card=played.card))
            _take_effect(play, played, card, drawn=command.location, settling=True)


def cancel_last(play: Play) -> None:
    """Cancel the last action card: it has no effect, and no explosion either."""
    if not play.state.stack:
        raise IllegalCommand("action.nothing_to_cancel")
    *below, cancelled = play.state.stack
    play.set(stack=tuple(below))
    play.discard(cancelled.card)
    play.emit(events.ActionCancelled(player=cancelled.player, card=cancelled.card))


def _take_effect(
    play: Play,
    played: Played,
    card: PackAction,
    *,
    drawn: str | None = None,
    settling: bool = False,
) -> None:
    doer = Doer(player=played.player, count=card.count, drawn=drawn, settling=settling)
    CARDS[card.do](play, doer, played.aim)
    if card.explosion:
        _explode(play, played.aim)


# --- explosions ---


def _explode(play: Play, aim: Aim) -> None:
    """Place an explosion, once the card has done its work (p. 12).

    It goes on the tower or the armory, while they last.
    """
    possible = sites(play.state)
    if not possible:
        return
    key = aim.explosion if len(possible) > 1 else possible[0]
    if key not in possible:
        raise IllegalCommand("explosion.where")
    most = side_of(play.state, play.pack, key).explosions
    assert most is not None
    count = play.state.locations[key].explosions + 1
    play.change_location(key, explosions=count)
    play.emit(events.ExplosionPlaced(location=key, count=count, most=most))
    if count == most:
        (_fell_tower if key == TOWER else _close_armory)(play)


def _fell_tower(play: Play) -> None:
    """Ruin the tower; everybody on it and under it dies."""
    zombies, crowd = play.state.locations[TOWER].zombies, people(play.state, TOWER)
    play.change_location(TOWER, side="ruined", zombies=0, explosions=0)
    play.emit(events.TowerFell(zombies=zombies))
    play.kill(crowd, "tower")
    if not any(in_game(play.state, player) for player in play.state.players):
        finish(play)
    elif play.state.phase in ("choose", "late"):
        if play.state.phase == "choose":  # nobody stands on it any more to see the others' cards
            play.set(late=())
        settle_choices(play)
    else:
        go_on_if_all_moved(play)


def _close_armory(play: Play) -> None:
    """Close the armory: side A burns, its people go to the crossroads; side B locks them in."""
    crowd = people(play.state, ARMORY)
    play.change_location(ARMORY, closed=True)
    if play.state.locations[ARMORY].side == "A":
        for key in crowd:
            play.change_character(key, at=CROSSROADS)
        play.settle_waiting()
        play.emit(events.ArmoryBurnt(characters=crowd))
    else:
        play.emit(events.ArmoryBlocked(characters=crowd))


# --- powers ---


def use_power(play: Play, command: PowerUse) -> None:
    """Use a power: it needs the fit side and turns the card; no card cancels it."""
    state, pack = play.state, play.pack
    _need_time(play, command.player)
    key = command.character
    if not own_character(state, command.player, key).fit:
        raise IllegalCommand("character.exhausted", character=key)
    card = pack.characters[key]
    play.emit(events.PowerUsed(player=command.player, character=key))
    if card.do == "cancel":
        cancel_last(play)
    else:
        need_settled(state)
        doer = Doer(player=command.player, count=card.count, character=key)
        POWERS[card.do](play, doer, command.aim)
    play.turn(key, fit=False)
    go_on_if_all_moved(play)


# --- trade ---


def give(play: Play, command: TradeGive) -> None:
    """Give cards and antidotes, freely and until the end (p. 7); real cards go without the app."""
    state = play.state
    if state.phase in ("place", "draft", "over"):
        raise IllegalCommand("phase.other", phase=state.phase)
    need_settled(state)
    player, to = play.player(command.player), play.player(command.to)
    for trader in (player, to):
        if state.seats[trader].saved is not None:
            raise IllegalCommand("rescue.said", player=trader)
    if player == to:
        raise IllegalCommand("trade.with_self")
    if state.cards == "table" and command.cards:
        raise IllegalCommand("trade.real_cards")
    if not command.antidotes and not command.cards:
        raise IllegalCommand("trade.nothing")
    held = state.seats[player].antidotes
    if command.antidotes > held:
        raise IllegalCommand("trade.antidotes", player=player, held=held)
    play.change_player(player, antidotes=held - command.antidotes)
    play.change_player(to, antidotes=state.seats[to].antidotes + command.antidotes)
    for card in command.cards:
        play.to_hand(to, play.from_hand(player, card))
    play.emit(
        events.TradeMade(
            player=player, to=to, antidotes=command.antidotes, cards=len(command.cards)
        )
    )
