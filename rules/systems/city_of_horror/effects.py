"""Effects of action cards and powers; several share one."""

from collections.abc import Callable

import msgspec

from rules.errors import IllegalCommand, UnknownId
from rules.events import BaseEvent
from rules.systems.city_of_horror.board import (
    candidates,
    character_of,
    location_of,
    own_character,
    weights,
)
from rules.systems.city_of_horror.locations import (
    need,
    pay_card,
    place_straggler,
    refresh,
    take_discarded,
)
from rules.systems.city_of_horror.pack import CROSSROADS
from rules.systems.city_of_horror.play import CityPlay, HordeCame
from rules.systems.city_of_horror.rounds import look
from rules.systems.city_of_horror.state import Aim


class HordeShot(BaseEvent, tag="horde.shot", frozen=True):
    location: str
    count: int


class CharacterHid(BaseEvent, tag="character.hid", frozen=True):
    character: str


class MovementChanged(BaseEvent, tag="movement.changed", frozen=True):
    player: str
    before: str
    after: str


class MoveTakenBack(BaseEvent, tag="move.taken_back", frozen=True):
    character: str
    before: str
    after: str


class ActionStolen(BaseEvent, tag="action.stolen", frozen=True):
    player: str
    target: str
    count: int


class Doer(msgspec.Struct, frozen=True, kw_only=True):
    """The one who acts: a player by a card, or one of their characters from where they stand."""

    player: str
    count: int = 1
    character: str | None = None
    drawn: str | None = None
    """The movement card that the table drew for it."""
    settling: bool = False
    """True if the card was played earlier: what it found then may be gone by now."""


Effect = Callable[[CityPlay, Doer, Aim], None]


def _where(play: CityPlay, doer: Doer, aim: Aim) -> str:
    """Return the location aimed at: a power reaches where its character stands, a card anywhere."""
    if doer.character is not None:
        at = play.state.characters[doer.character].at
        if at is None or aim.location not in (None, at):
            raise IllegalCommand("aim.own_location", character=doer.character)
        return at
    key = need(aim.location, "location")
    location_of(play.state, key)
    return key


def _zombies_at(play: CityPlay, key: str) -> int:
    count = play.state.locations[key].zombies
    if not count:
        raise IllegalCommand("zombies.none_there", location=key)
    return count


def kill(play: CityPlay, doer: Doer, aim: Aim) -> None:
    key = _where(play, doer, aim)
    there = _zombies_at(play, key)
    shot = min(there, doer.count)
    play.change_location(key, zombies=there - shot)
    play.emit(HordeShot(location=key, count=shot))


def kill_half(play: CityPlay, doer: Doer, aim: Aim) -> None:
    """Remove half of the zombies, rounded down: one of three (p. 8)."""
    key = _where(play, doer, aim)
    there = _zombies_at(play, key)
    play.change_location(key, zombies=there - there // 2)
    play.emit(HordeShot(location=key, count=there // 2))


def add(play: CityPlay, doer: Doer, aim: Aim) -> None:
    key = _where(play, doer, aim)
    come = play.add_zombies(key, doer.count)
    play.emit(HordeCame(location=key, count=come, kept_out=doer.count - come, why="alarm"))


def move_zombie(play: CityPlay, doer: Doer, aim: Aim) -> None:
    before, after = _where(play, doer, aim), need(aim.to, "to")
    location_of(play.state, after)
    _zombies_at(play, before)
    if before == after:
        raise IllegalCommand("zombies.same_place", location=before)
    if play.state.locations[after].zombies >= play.pack.zombies_at_a_place:
        raise IllegalCommand("zombies.no_room", location=after)
    play.move_zombies(before, after, doer.count)


def lead_away(play: CityPlay, doer: Doer, aim: Aim) -> None:
    """Move all zombies where a movement card says; if that is here, they stay (p. 8, 12)."""
    before = _where(play, doer, aim)
    keys = sorted(play.state.locations)
    if play.state.cards == "app":
        after = keys[play.chance.below(len(keys))]
    else:
        after = doer.drawn if doer.drawn is not None else before
        location_of(play.state, after)
    play.move_zombies(before, after, play.state.locations[before].zombies)


def refresh_somebody(play: CityPlay, doer: Doer, aim: Aim) -> None:
    key = need(aim.character, "character")
    if not character_of(play.state, key).alive:
        raise IllegalCommand("character.dead", character=key)
    refresh(play, key)


def hide(play: CityPlay, doer: Doer, aim: Aim) -> None:
    """Hide a character until the end of the round: no vote, no attack."""
    key = doer.character or need(aim.character, "character")
    if own_character(play.state, doer.player, key).hidden:
        raise IllegalCommand("character.hidden", character=key)
    play.change_character(key, hidden=True)
    play.emit(CharacterHid(character=key))


def look_ahead(play: CityPlay, doer: Doer, aim: Aim) -> None:
    if len(play.state.revealed) > play.pack.rounds:
        raise IllegalCommand("invasion.last")
    look(play, doer.player)


def straggler(play: CityPlay, doer: Doer, aim: Aim) -> None:
    place_straggler(play, doer.player, aim)


def squeeze(play: CityPlay, doer: Doer, aim: Aim) -> None:
    """Open a full location for one move: in the move phase, before one's own move (p. 8-9)."""
    _need_own_move(play, doer.player)
    play.set(squeezing=(*play.state.squeezing, doer.character or doer.player))


def _need_own_move(play: CityPlay, player: str, *phases: str) -> None:
    if play.state.phase not in (phases or ("move",)) or player in play.state.moved:
        raise IllegalCommand("move.not_before")


def change_movement(play: CityPlay, doer: Doer, aim: Aim) -> None:
    """Change the movement card, after the reveal and before one's own move (p. 12).

    Any of one's characters may move by the new card.
    """
    _need_own_move(play, doer.player, "late", "invasion", "move")
    if play.state.phase == "late" and doer.player in play.state.late:
        raise IllegalCommand("move.not_before")
    before, after = play.state.choices.get(doer.player), need(aim.to, "to")
    location_of(play.state, after)
    if before is None or before == after:
        raise IllegalCommand("movement.same", location=after)
    play.set(choices={**play.state.choices, doer.player: after})
    play.emit(MovementChanged(player=doer.player, before=before, after=after))


def steal(play: CityPlay, doer: Doer, aim: Aim) -> None:
    """Steal a card at random; from a real hand the players draw it themselves."""
    target = need(aim.target, "target")
    if target not in play.state.seats:
        raise UnknownId("player.unknown", player=target)
    if target == doer.player:
        raise IllegalCommand("steal.from_self")
    count = _rob(play, doer, target) if play.state.cards == "app" else 1
    play.emit(ActionStolen(player=doer.player, target=target, count=count))


def _rob(play: CityPlay, doer: Doer, target: str) -> int:
    """Take a random card of theirs; none if they have played their last one in the meantime."""
    hand = play.state.seats[target].hand
    if not hand and not doer.settling:
        raise IllegalCommand("steal.nothing", player=target)
    if not hand:
        return 0
    copy = hand[play.chance.below(len(hand))]
    play.change_player(target, hand=tuple(held for held in hand if held != copy))
    play.to_hand(doer.player, copy)
    return 1


def more_votes(play: CityPlay, doer: Doer, aim: Aim) -> None:
    """Add votes for the rest of the round, at one location, in both votes (p. 8).

    Refused where it could add none, so that the card is not lost: there is no vote on the
    crossroads or where one is alone, each location has one turn a round, and extra votes need a
    vote to be added to.
    """
    key = _where(play, doer, aim)
    if not _is_voted_at(play, doer.player, key):
        raise IllegalCommand("replica.no_vote", location=key)
    play.set(replicas=(*play.state.replicas, (doer.player, key)))


def _is_voted_at(play: CityPlay, player: str, key: str) -> bool:
    state = play.state
    if key == CROSSROADS:
        return False
    if state.phase != "locations" or state.at is None:
        return True
    keys = list(state.locations)
    is_to_come = keys.index(key) >= keys.index(state.at)
    is_alone = candidates(state, key, for_share=True) == (player,)
    return is_to_come and not is_alone and player in weights(state, play.pack, key)


def lift_drawback(play: CityPlay, doer: Doer, aim: Aim) -> None:
    """Lift a drawback for this round: the blonde lures nobody, grandpa votes, granny moves."""
    assert doer.character is not None
    do, state = play.pack.characters[doer.character].do, play.state
    too_late = state.phase == "locations" and do in ("calm", "move")
    if do == "move":
        too_late = too_late or doer.player in state.moved
    if too_late:
        raise IllegalCommand("power.too_late", character=doer.character)
    play.set(freed=(*state.freed, doer.character))


def birth(play: CityPlay, doer: Doer, aim: Aim) -> None:
    """Do nothing more: once exhausted, she has two votes for good (see `board.votes_of`)."""


def swap(play: CityPlay, doer: Doer, aim: Aim) -> None:
    """Swap a card for a discarded one, which must lie there before the one that pays for it."""
    if aim.take is not None and aim.take == aim.pay:
        raise IllegalCommand("swap.same")
    take_discarded(play, doer.player, aim)
    pay_card(play, doer.player, aim)


def draw(play: CityPlay, doer: Doer, aim: Aim) -> None:
    if not play.state.deck:
        raise IllegalCommand("deck.no_cards")
    play.draw_card(doer.player)


def take_marker(play: CityPlay, doer: Doer, aim: Aim) -> None:
    if play.state.first == doer.player:
        raise IllegalCommand("first_player.already", player=doer.player)
    play.pass_marker(doer.player)


def take_back(play: CityPlay, doer: Doer, aim: Aim) -> None:
    """Put the last character to move back where they stood before (p. 9)."""
    move = play.state.last_move
    if move is None or not _stands(play, move.character, move.after):
        raise IllegalCommand("move.none_to_take_back")
    if any(play.state.locations[key].closed for key in (move.before, move.after)):
        raise IllegalCommand("move.held", character=move.character)
    play.change_character(move.character, at=move.before)
    play.set(last_move=None)
    play.settle_waiting()
    play.emit(MoveTakenBack(character=move.character, before=move.after, after=move.before))


def _stands(play: CityPlay, key: str, at: str) -> bool:
    character = play.state.characters[key]
    return character.alive and character.at == at


CARDS: dict[str, Effect] = {
    "add": add,
    "refresh": refresh_somebody,
    "hide": hide,
    "squeeze": squeeze,
    "kill": kill,
    "kill-half": kill_half,
    "look": look_ahead,
    "straggler": straggler,
    "lead-away": lead_away,
    "move-zombie": move_zombie,
    "steal": steal,
    "votes": more_votes,
    "change-movement": change_movement,
}
POWERS: dict[str, Effect] = {
    "calm": lift_drawback,
    "vote": lift_drawback,
    "move": lift_drawback,
    "swap": swap,
    "draw": draw,
    "move-zombie": move_zombie,
    "kill": kill,
    "squeeze": squeeze,
    "first-player": take_marker,
    "hide": hide,
    "birth": birth,
    "take-back": take_back,
    "look": look_ahead,
    "straggler": straggler,
    "change-movement": change_movement,
    "steal": steal,
}
