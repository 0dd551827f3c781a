"""Action cards and powers: when they may be used, how they are canceled, explosions (p. 7-12)."""

from collections.abc import Iterator
from typing import ClassVar, Self

from msgspec.structs import replace

from rules.commands import Guard, Key
from rules.errors import IllegalCommand, UnknownId
from rules.events import BaseEvent
from rules.systems.city_of_horror.board import (
    BEFORE,
    colours_in_play,
    in_game,
    kinds_in_hand,
    living,
    may_act,
    own_character,
    people,
    side_of,
    sites,
    turn_order,
)
from rules.systems.city_of_horror.effects import CARDS, POWERS, Doer
from rules.systems.city_of_horror.ending import finish
from rules.systems.city_of_horror.locations import begin_stage
from rules.systems.city_of_horror.moves import go_on_if_all_moved
from rules.systems.city_of_horror.pack import ARMORY, CROSSROADS, TOWER, CityPack, PackAction
from rules.systems.city_of_horror.play import CityCommand, CityPlay
from rules.systems.city_of_horror.rounds import settle_choices
from rules.systems.city_of_horror.state import Aim, CityState, Played


class ActionPlayed(BaseEvent, tag="action.played", frozen=True):
    player: str
    card: str
    location: str | None = None


class ActionSettled(BaseEvent, tag="action.settled", frozen=True):
    """A card takes effect: nobody canceled it."""

    player: str
    card: str


class ActionCancelled(BaseEvent, tag="action.cancelled", frozen=True):
    player: str
    card: str


class PowerUsed(BaseEvent, tag="power.used", frozen=True):
    player: str
    character: str


class ExplosionPlaced(BaseEvent, tag="explosion.placed", frozen=True):
    location: str
    count: int
    most: int


class TowerFell(BaseEvent, tag="tower.fell", frozen=True):
    zombies: int


class ArmoryBurnt(BaseEvent, tag="armory.burnt", frozen=True):
    """The armory burns out; its people stand on the crossroads now."""

    characters: tuple[str, ...]


class ArmoryBlocked(BaseEvent, tag="armory.blocked", frozen=True):
    """The armory is blocked: nobody in, nobody out."""

    characters: tuple[str, ...]


def _need_time(play: CityPlay, player: str) -> None:
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


def _aims(
    state: CityState, pack: CityPack, player: str, do: str, *, is_power: bool = False
) -> Iterator[Aim]:
    """Yield the possible aims; a power that hides needs none: it hides its own character."""
    keys = tuple(state.locations)
    pairs = [(key, other) for key in keys for other in keys if key != other]
    match do:
        case "add" | "kill" | "kill-half" | "lead-away" | "votes":
            yield from (Aim(location=key) for key in keys)
        case "move-zombie":
            yield from (Aim(location=start, to=other) for start, other in pairs)
        case "refresh":
            yield from (Aim(character=key) for key in state.characters)
        case "hide" if not is_power:
            yield from (Aim(character=key) for key in living(state, player))
        case "straggler":
            yield from (Aim(colour=colour) for colour in colours_in_play(state, pack))
        case "change-movement":
            yield from (Aim(to=key) for key in keys)
        case "steal":
            yield from (Aim(target=other) for other in state.players)
        case "swap":
            for pay in kinds_in_hand(state, player):
                yield from (Aim(pay=pay, take=copy) for copy in state.discard)
        case _:
            yield Aim()


# --- cards ---


class ActionPlay(CityCommand, tag="action.play", frozen=True):
    """Lay down an action card; its effect waits for `action.settle`."""

    is_flow: ClassVar[bool] = False
    waits: ClassVar[bool] = False
    is_tried: ClassVar[bool] = True

    player: Key
    card: Key
    """A copy, or the card's id where the table holds the cards."""
    aim: Aim = Aim()

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if not may_act(state):
            return
        for player in turn_order(state):
            for copy in kinds_in_hand(state, player):
                card = pack.action(copy)
                if bool(state.stack) is not (card.do == "cancel"):
                    continue
                for aim in _aims(state, pack, player, card.do):
                    for site in (card.explosion and sites(state)) or (None,):
                        aimed = replace(aim, explosion=site)
                        yield cls.made(player=player, card=copy, aim=aimed)

    def play(self, play: CityPlay) -> None:
        """Play a card onto the table: its aim is checked now, its effect waits."""
        state, pack = play.state, play.pack
        _need_time(play, self.player)
        name = self.card if self.card in pack.actions else self.card.rpartition("-")[0]
        if name not in pack.actions:
            raise UnknownId("action.unknown", card=self.card)
        card = pack.actions[name]
        if card.do == "keep":
            raise IllegalCommand("action.kept", card=name)
        if card.do == "cancel":
            if not state.stack:
                raise IllegalCommand("action.nothing_to_cancel")
        else:
            play.need_settled()
        copy = play.from_hand(self.player, self.card)
        played = Played(player=self.player, card=copy, aim=self.aim)
        if card.do != "cancel":
            _take_effect(_rehearsal(play), played, card)
        play.set(stack=(*state.stack, played))
        play.emit(ActionPlayed(player=self.player, card=copy, location=self.aim.location))


class ActionSettle(CityCommand, tag="action.settle", frozen=True):
    """Nobody cancels: the cards on the table take effect."""

    guard: ClassVar[Guard] = Guard.STEP
    waits: ClassVar[bool] = False

    location: Key | None = None
    """The movement card drawn for the kitten, by a table that draws."""

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if not state.stack:
            return
        draws = any(pack.action(laid.card).do == "lead-away" for laid in state.stack)
        if state.cards == "app" or not draws:
            yield cls.made()
        else:
            for key in state.locations:
                yield cls.made(location=key)

    def play(self, play: CityPlay) -> None:
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
                if needs_draw and self.location is None:
                    raise IllegalCommand("kitten.draw")
                if self.location is not None and not needs_draw:
                    raise IllegalCommand("kitten.none")
                play.emit(ActionSettled(player=played.player, card=played.card))
                _take_effect(play, played, card, drawn=self.location, settling=True)


def _rehearsal(play: CityPlay) -> CityPlay:
    """Return a copy of the table to try an action on; nothing of it is kept."""
    return CityPlay(play.state, play.pack)


def cancel_last(play: CityPlay) -> None:
    """Cancel the last action card: it has no effect, and no explosion either."""
    if not play.state.stack:
        raise IllegalCommand("action.nothing_to_cancel")
    *below, cancelled = play.state.stack
    play.set(stack=tuple(below))
    play.discard(cancelled.card)
    play.emit(ActionCancelled(player=cancelled.player, card=cancelled.card))


def _take_effect(
    play: CityPlay,
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


def _explode(play: CityPlay, aim: Aim) -> None:
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
    play.emit(ExplosionPlaced(location=key, count=count, most=most))
    if count == most:
        (_fell_tower if key == TOWER else _close_armory)(play)


def _fell_tower(play: CityPlay) -> None:
    """Ruin the tower; everybody on it and under it dies."""
    zombies, crowd = play.state.locations[TOWER].zombies, people(play.state, TOWER)
    play.change_location(TOWER, side="ruined", zombies=0, explosions=0)
    play.emit(TowerFell(zombies=zombies))
    play.kill(crowd, "tower")
    if not any(in_game(play.state, player) for player in play.state.players):
        finish(play)
    elif play.state.phase in ("choose", "late"):
        if play.state.phase == "choose":  # nobody stands on it any more to see the others' cards
            play.set(late=())
        settle_choices(play)
    else:
        go_on_if_all_moved(play)


def _close_armory(play: CityPlay) -> None:
    """Close the armory: side A burns, its people go to the crossroads; side B locks them in."""
    crowd = people(play.state, ARMORY)
    play.change_location(ARMORY, closed=True)
    if play.state.locations[ARMORY].side == "A":
        for key in crowd:
            play.change_character(key, at=CROSSROADS)
        play.settle_waiting()
        play.emit(ArmoryBurnt(characters=crowd))
    else:
        play.emit(ArmoryBlocked(characters=crowd))


# --- powers ---


class PowerUse(CityCommand, tag="power.use", frozen=True):
    """Use a fit character's power; they are exhausted by it."""

    is_flow: ClassVar[bool] = False
    waits: ClassVar[bool] = False
    is_tried: ClassVar[bool] = True

    player: Key
    character: Key
    aim: Aim = Aim()

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if not may_act(state):
            return
        for player in turn_order(state):
            for key in living(state, player):
                do = pack.characters[key].do
                if not state.characters[key].fit or bool(state.stack) is not (do == "cancel"):
                    continue
                for aim in _aims(state, pack, player, do, is_power=True):
                    yield cls.made(player=player, character=key, aim=aim)

    def play(self, play: CityPlay) -> None:
        """Use a power: it needs the fit side and turns the card; no card cancels it."""
        state, pack = play.state, play.pack
        _need_time(play, self.player)
        key = self.character
        if not own_character(state, self.player, key).fit:
            raise IllegalCommand("character.exhausted", character=key)
        card = pack.characters[key]
        play.emit(PowerUsed(player=self.player, character=key))
        if card.do == "cancel":
            cancel_last(play)
        else:
            play.need_settled()
            doer = Doer(player=self.player, count=card.count, character=key)
            POWERS[card.do](play, doer, self.aim)
        play.turn(key, fit=False)
        go_on_if_all_moved(play)
