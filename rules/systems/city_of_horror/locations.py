"""Location by location: effect, attack, supplies; then the end of the round (p. 6-7, 10-11)."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Literal, Self

from rules.commands import Key
from rules.errors import IllegalCommand
from rules.events import BaseEvent
from rules.systems.city_of_horror.board import (
    AT_THE_START,
    attack_on,
    can_gain,
    candidates,
    colours_in_play,
    could_act,
    effect_users,
    in_game,
    in_reach,
    kinds_in_hand,
    living,
    own_character,
    people,
    present,
    side_of,
    straggler_meets,
    turn_order,
    weights,
)
from rules.systems.city_of_horror.ending import begin_rescue, finish
from rules.systems.city_of_horror.pack import CROSSROADS, CityPack
from rules.systems.city_of_horror.play import CityCommand, CityPlay
from rules.systems.city_of_horror.rounds import begin_round
from rules.systems.city_of_horror.state import FACE_DOWN, Aim, CityState


class LocationBegan(BaseEvent, tag="location.began", frozen=True):
    location: str


class StageBegan(BaseEvent, tag="stage.began", frozen=True):
    location: str
    stage: str


class EffectUsed(BaseEvent, tag="effect.used", frozen=True):
    player: str
    location: str


class EffectPassed(BaseEvent, tag="effect.passed", frozen=True):
    player: str
    location: str


class ActionDiscarded(BaseEvent, tag="action.discarded", frozen=True):
    """A card is discarded as a price, without effect."""

    player: str
    card: str


class ActionTaken(BaseEvent, tag="action.taken", frozen=True):
    """A card is taken from the discards, for all to see."""

    player: str
    card: str


class AntidoteTaken(BaseEvent, tag="antidote.taken", frozen=True):
    player: str
    count: int


class FoodTaken(BaseEvent, tag="food.taken", frozen=True):
    """A food token is taken; `value` if it lay open, None: face down."""

    player: str
    value: int | None = None


class FoodGone(BaseEvent, tag="food.gone", frozen=True):
    """A food token leaves the game."""

    player: str


class AttackChecked(BaseEvent, tag="attack.checked", frozen=True):
    """The arithmetic of an attack: `at_least` zombies, or more than the people where it is None."""

    location: str
    zombies: int
    people: int
    at_least: int | None
    attacks: bool


class NobodyEaten(BaseEvent, tag="nobody.eaten", frozen=True):
    """Zombies attack, but everybody there hides, or nobody is there."""

    location: str


class VoteWon(BaseEvent, tag="vote.won", frozen=True):
    """A player is chosen: to lose a character, or to hand out the supplies."""

    player: str
    what: Literal["victim", "share"]


# --- one after the other ---


def begin_location(play: CityPlay, key: str) -> None:
    """Begin a location with its effect, for those who have somebody there.

    Each location has one turn a round.
    """
    play.set(at=key, stage="effect", ballots={}, chosen=None, waiting=(), ready_here=())
    play.emit(LocationBegan(location=key))
    do = side_of(play.state, play.pack, key).do
    if do is not None and do not in AT_THE_START:
        waiting = [player for player in turn_order(play.state) if present(play.state, player, key)]
        play.set(waiting=tuple(waiting))
    if any(can_gain(play.state, play.pack, player) for player in play.state.waiting):
        begin_stage(play, "effect")
    else:
        _begin_attack(play)


def _begin_attack(play: CityPlay) -> None:
    """Begin the time to act against the attack, or resolve the attack at once.

    A vote is such a time itself, and an empty place needs none. A player who acts during the vote
    gets the time before it back, that of an effect included.
    """
    state, key = play.state, play.state.at
    assert key is not None
    comes_to_a_vote = (
        key != CROSSROADS
        and attack_on(state, play.pack, key).attacks
        and len(candidates(state, key, for_share=False)) > 1
    )
    if comes_to_a_vote or not people(state, key):
        resolve_attack(play)
    else:
        begin_stage(play, "effect" if state.waiting else "attack")


def begin_stage(play: CityPlay, stage: str) -> None:
    assert play.state.at is not None
    play.set(stage=stage)
    play.emit(StageBegan(location=play.state.at, stage=stage))


def next_location(play: CityPlay) -> None:
    assert play.state.at is not None
    keys = list(play.state.locations)
    place = keys.index(play.state.at) + 1
    if not any(in_game(play.state, player) for player in play.state.players):
        finish(play)
    elif place < len(keys):
        begin_location(play, keys[place])
    else:
        _end_round(play)


def _end_round(play: CityPlay) -> None:
    """End the round: hidden characters stand up, and what held for the round is over."""
    for key, character in play.state.characters.items():
        if character.hidden:
            play.change_character(key, hidden=False)
    play.set(
        at=None,
        stage=None,
        late=(),
        choices={},
        moved=(),
        last_move=None,
        squeezing=(),
        freed=(),
        replicas=(),
        ballots={},
        ready=(),
        ready_here=(),
        chosen=None,
        waiting=(),
    )
    if play.state.round < play.pack.rounds:
        begin_round(play)
    else:
        begin_rescue(play)


# --- the attack ---


def resolve_attack(play: CityPlay) -> None:
    """Resolve the attack, now that nobody acts any more: do they attack, and whom?"""
    key = play.state.at
    assert key is not None
    attack = attack_on(play.state, play.pack, key)
    play.emit(
        AttackChecked(
            location=key,
            zombies=attack.zombies,
            people=attack.people,
            at_least=attack.at_least,
            attacks=attack.attacks,
        )
    )
    if not attack.attacks:
        after_attack(play)
        return
    if key == CROSSROADS:
        _straggler(play)
        return
    targets = candidates(play.state, key, for_share=False)
    if not targets:
        play.emit(NobodyEaten(location=key))
        after_attack(play)
    elif len(targets) == 1:
        name_victim(play, targets[0])
    else:
        _begin_vote(play, "vote", "tie")


def _straggler(play: CityPlay) -> None:
    """Move the marker to the next color in reach: no vote on the crossroads (p. 10-11)."""
    player = straggler_meets(play.state, play.pack)
    if player is None:
        play.emit(NobodyEaten(location=CROSSROADS))
        after_attack(play)
        return
    play.move_straggler(play.state.seats[player].colour)
    name_victim(play, player)


def name_victim(play: CityPlay, player: str) -> None:
    """Make this player lose a character; with one in reach there is nothing to choose."""
    assert play.state.at is not None
    play.set(chosen=player)
    play.emit(VoteWon(player=player, what="victim"))
    begin_stage(play, "victim")
    reach = in_reach(play.state, player, play.state.at)
    if len(reach) == 1:
        eat(play, reach[0])


def eat(play: CityPlay, key: str) -> None:
    """Kill the character; zombies stay, and the straggler on the crossroads goes one color on."""
    play.kill((key,), "eaten")
    if play.state.at == CROSSROADS:
        play.advance_straggler(1)
    after_attack(play)


def _begin_vote(play: CityPlay, vote: str, tie: str) -> None:
    """Begin a vote of those present; it ends once everybody has spoken (p. 6-7).

    A player's vote says that they are ready. A player who has no vote and could still act is waited
    for, until they have said here or for the round that they will not. By hands the table sees to
    that itself.
    """
    state = play.state
    assert state.at is not None
    voters = weights(state, play.pack, state.at)
    if not voters:
        begin_stage(play, tie)
        return
    said = (*voters, *state.ready, *state.ready_here)
    silent = (player for player in turn_order(state) if player not in said)
    waits = state.voting == "sealed"
    play.set(unready=tuple(player for player in silent if waits and could_act(state, player)))
    begin_stage(play, vote)


# --- supplies ---


def after_attack(play: CityPlay) -> None:
    key = play.state.at
    assert key is not None
    there = play.state.locations[key]
    play.set(ballots={}, chosen=None)
    if (there.antidotes or there.cards) and people(play.state, key):
        begin_share_vote(play)
    else:
        next_location(play)


def begin_share_vote(play: CityPlay) -> None:
    key = play.state.at
    assert key is not None
    targets = candidates(play.state, key, for_share=True)
    if not targets:
        next_location(play)
    elif len(targets) == 1:
        name_sharer(play, targets[0])
    else:
        _begin_vote(play, "share-vote", "share-tie")


def name_sharer(play: CityPlay, player: str) -> None:
    play.set(chosen=player)
    play.emit(VoteWon(player=player, what="share"))
    begin_stage(play, "hand-out")


# --- effects ---


class EffectUse(CityCommand, tag="effect.use", frozen=True):
    """Use the effect of the location in turn, once a player."""

    is_tried: ClassVar[bool] = True

    player: Key
    aim: Aim = Aim()

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        able = effect_users(state, pack) if state.stage == "effect" else ()
        if not able:
            return
        player, at = able[0], state.at or ""
        side, seat = side_of(state, pack, at), state.seats[player]
        costs: dict[str | None, list[dict[str, Any]]] = {
            "card": [{"pay": copy} for copy in kinds_in_hand(state, player)],
            "food": [{"food": value} for value in dict.fromkeys(seat.food)],
            "exhaust": [{"character": key} for key in present(state, player, at)],
        }
        gains: dict[str | None, list[dict[str, Any]]] = {
            "refresh": [{"character": key} for key in living(state, player)],
            "food": [{}, *({"food": value} for value in dict.fromkeys(state.food_shown))],
            "discarded-card": [{"take": copy} for copy in state.discard],
            "straggler": [{"colour": colour} for colour in colours_in_play(state, pack)],
        }
        for cost in costs.get(side.cost, [{}]):
            for gain in gains.get(side.do, [{}]):
                aim = Aim(**{**cost, **gain})
                yield cls.made(player=player, aim=aim)

    def play(self, play: CityPlay) -> None:
        """Pay, then gain; once a player, however many characters they have there."""
        state, pack = play.state, play.pack
        _need_turn(play, self.player)
        assert state.at is not None
        side = side_of(state, pack, state.at)
        play.emit(EffectUsed(player=self.player, location=state.at))
        if side.cost is not None:
            COSTS[side.cost](play, self.player, self.aim)
        assert side.do is not None
        GAINS[side.do](play, self.player, self.aim)
        _done_with_effect(play, self.player)


class EffectPass(CityCommand, tag="effect.pass", frozen=True):
    """A player does not use the effect of the location."""

    player: Key

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if state.stage == "effect":
            for player in state.waiting:
                yield cls.made(player=player)

    def play(self, play: CityPlay) -> None:
        """Pass on the effect, at any time: who wants to use it need not wait any longer."""
        _need_waiting(play, self.player)
        assert play.state.at is not None
        play.emit(EffectPassed(player=self.player, location=play.state.at))
        _done_with_effect(play, self.player)


def _need_waiting(play: CityPlay, player: str) -> None:
    play.need_phase("locations")
    play.need_settled()
    play.player(player)
    if play.state.stage != "effect" or not play.state.waiting:
        raise IllegalCommand("effect.not_now")
    if player not in play.state.waiting:
        raise IllegalCommand("turn.other", player=play.state.waiting[0])


def _need_turn(play: CityPlay, player: str) -> None:
    """Raise unless it is the player's turn, past those who could not use the effect."""
    _need_waiting(play, player)
    able = effect_users(play.state, play.pack)
    if able and player in able and player != able[0]:
        raise IllegalCommand("turn.other", player=able[0])


def _done_with_effect(play: CityPlay, player: str) -> None:
    play.set(waiting=tuple(other for other in play.state.waiting if other != player))
    if not play.state.waiting:
        _begin_attack(play)


def need(value: str | None, what: str) -> str:
    """Return what the effect must be aimed at, or raise if it is missing."""
    if value is None:
        raise IllegalCommand("aim.missing", what=what)
    return value


def pay_card(play: CityPlay, player: str, aim: Aim) -> None:
    copy = play.from_hand(player, need(aim.pay, "pay"))
    play.discard(copy)
    play.emit(ActionDiscarded(player=player, card=copy))


def _pay_food(play: CityPlay, player: str, aim: Aim) -> None:
    """Pay with a food token, which leaves the game (p. 12)."""
    food = list(play.state.seats[player].food)
    if not food:
        raise IllegalCommand("food.none", player=player)
    value = FACE_DOWN if play.state.cards == "table" else aim.food
    if value not in food:
        raise IllegalCommand("food.not_held", player=player)
    food.remove(value)
    play.change_player(player, food=tuple(food))
    play.emit(FoodGone(player=player))


def _pay_by_exhausting(play: CityPlay, player: str, aim: Aim) -> None:
    """Exhaust a fit character there; the pregnant woman is not turned for this (p. 9)."""
    key = need(aim.character, "character")
    character = own_character(play.state, player, key)
    if character.at != play.state.at:
        raise IllegalCommand("character.elsewhere", character=key)
    if not character.fit:
        raise IllegalCommand("character.exhausted", character=key)
    if play.pack.characters[key].do == "birth":
        raise IllegalCommand("character.mother", character=key)
    play.turn(key, fit=False)


def refresh(play: CityPlay, key: str) -> None:
    """Make a character fit again; not after a birth (p. 9)."""
    if play.state.characters[key].fit:
        raise IllegalCommand("character.fit", character=key)
    if play.pack.characters[key].do == "birth":
        raise IllegalCommand("character.mother", character=key)
    play.turn(key, fit=True)


def _gain_refresh(play: CityPlay, player: str, aim: Aim) -> None:
    key = need(aim.character, "character")
    own_character(play.state, player, key)
    refresh(play, key)


def _gain_antidote(play: CityPlay, player: str, aim: Aim) -> None:
    given = play.give_antidotes(player, 1)
    if not given:
        raise IllegalCommand("antidotes.none")
    play.emit(AntidoteTaken(player=player, count=given))


def _gain_food(play: CityPlay, player: str, aim: Aim) -> None:
    """Take a food token: one of those shown, whose place is filled again, or one face down."""
    state = play.state
    own = state.seats[player].food
    if aim.food is not None:
        if aim.food not in state.food_shown:
            raise IllegalCommand("food.not_shown")
        shown = list(state.food_shown)
        shown.remove(aim.food)
        play.set(food_shown=(*shown, *state.food[:1]), food=state.food[1:])
        taken = aim.food
    else:
        if not state.food:
            raise IllegalCommand("food.none_left")
        taken = state.food[0] if state.cards == "app" else FACE_DOWN
        play.set(food=state.food[1:])
    play.change_player(player, food=(*own, taken))
    play.emit(FoodTaken(player=player, value=aim.food))


def _gain_top_card(play: CityPlay, player: str, aim: Aim) -> None:
    if not play.state.deck:
        raise IllegalCommand("deck.no_cards")
    play.draw_card(player)


def take_discarded(play: CityPlay, player: str, aim: Aim) -> None:
    copy = play.from_discard(need(aim.take, "take"))
    play.to_hand(player, copy)
    play.emit(ActionTaken(player=player, card=copy))


def place_straggler(play: CityPlay, player: str, aim: Aim) -> None:
    if aim.colour is None:
        raise IllegalCommand("aim.missing", what="colour")
    play.move_straggler(aim.colour)


def _step_straggler(play: CityPlay, player: str, aim: Aim) -> None:
    """Move the straggler one color on; a player who wants it to stay passes."""
    play.advance_straggler(1)


Part = Callable[[CityPlay, str, Aim], None]
COSTS: dict[str, Part] = {
    "card": pay_card,
    "food": _pay_food,
    "exhaust": _pay_by_exhausting,
}
GAINS: dict[str, Part] = {
    "refresh": _gain_refresh,
    "antidote": _gain_antidote,
    "food": _gain_food,
    "top-card": _gain_top_card,
    "discarded-card": take_discarded,
    "straggler": place_straggler,
    "straggler-step": _step_straggler,
}
