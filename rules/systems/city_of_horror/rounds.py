"""The beginning of a round: movement cards, the invasion card (p. 4-5)."""

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.commands import Guard, Key
from rules.errors import IllegalCommand, UnknownId
from rules.events import BaseEvent
from rules.systems.city_of_horror.board import (
    antidotes_left,
    early_lookers,
    late_choosers,
    location_at,
    location_of,
    turn_order,
)
from rules.systems.city_of_horror.pack import CityPack, Invasion
from rules.systems.city_of_horror.play import CityCommand, CityPlay, HordeCame
from rules.systems.city_of_horror.state import HIDDEN, CityState


class MovementSealed(BaseEvent, tag="movement.sealed", frozen=True):
    player: str


class MovementShown(BaseEvent, tag="movement.shown", frozen=True):
    player: str
    location: str


class InvasionShown(BaseEvent, tag="invasion.shown", frozen=True):
    card: str


class InvasionDescribed(BaseEvent, tag="invasion.described", frozen=True):
    card: str


class InvasionLooked(BaseEvent, tag="invasion.looked", frozen=True):
    player: str


class SuppliesCame(BaseEvent, tag="supplies.came", frozen=True):
    location: str
    antidotes: int
    cards: int


def begin_round(play: CityPlay) -> None:
    """Begin a round; those on a tower of side A see the invasion card before anybody chooses."""
    play.set(round=play.state.round + 1)
    play.begin_phase("choose")
    for player in early_lookers(play.state, play.pack):
        look(play, player)
    play.set(late=late_choosers(play.state, play.pack))
    settle_choices(play)


def look(play: CityPlay, player: str) -> None:
    """Show a player the next invasion card; a table that draws shows it by itself."""
    if player not in play.state.looked:
        play.set(looked=(*play.state.looked, player))
    play.emit(InvasionLooked(player=player))


# --- movement cards ---


class MovementChoose(CityCommand, tag="movement.choose", frozen=True):
    """Seal a movement card; it may be changed until the last one is sealed."""

    player: Key
    location: Key

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if state.phase in ("choose", "late"):
            for player in turn_order(state):
                if (player in state.late) is (state.phase == "late"):
                    for key in state.locations:
                        yield cls.made(player=player, location=key)

    def play(self, play: CityPlay) -> None:
        """Seal a movement card; the last of those who choose together opens them all."""
        state = play.state
        play.need_phase("choose", "late")
        play.need_settled()
        player = play.player(self.player)
        location_of(state, self.location)
        if (player in state.late) is not (state.phase == "late"):
            raise IllegalCommand("movement.not_now", player=player)
        play.set(choices={**state.choices, player: self.location})
        play.emit(MovementSealed(player=player))
        settle_choices(play)


def settle_choices(play: CityPlay) -> None:
    """Open the movement cards once all who choose together have chosen."""
    state = play.state
    is_late = state.phase == "late"
    choosing = [chooser for chooser in turn_order(state) if (chooser in state.late) is is_late]
    if any(player not in state.choices for player in choosing):
        return
    for player in choosing:
        play.emit(MovementShown(player=player, location=state.choices[player]))
    if state.phase == "choose" and any(chooser in state.late for chooser in turn_order(state)):
        play.begin_phase("late")
    else:
        play.begin_phase("invasion")


# --- the invasion card ---


class InvasionReveal(CityCommand, tag="invasion.reveal", frozen=True):
    """Turn up the invasion card. A table that draws names the card, or enters its content."""

    guard: ClassVar[Guard] = Guard.STEP

    card: Key | None = None
    content: Invasion | None = None

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if state.phase != "invasion":
            return
        if state.invasion == "app":
            yield cls.made()
            return
        for card in pack.invasions.values():
            if card.hour == state.round and (card.content or card.id in state.described):
                yield cls.made(card=card.id)

    def play(self, play: CityPlay) -> None:
        """Carry out the card (p. 5): zombies move, then come, then supplies, then the straggler."""
        state, pack = play.state, play.pack
        play.need_phase("invasion")
        play.need_settled()
        card, content = _turned_up(play, self)
        play.set(revealed=(*play.state.revealed, card), looked=())
        play.emit(InvasionShown(card=card))
        for before, after in content.moves:
            start, goal = (location_at(state, pack, spot) for spot in (before, after))
            play.move_zombies(start, goal, play.state.locations[start].zombies)
        for spot, count in content.zombies.items():
            if count:
                key = location_at(state, pack, spot)
                come = play.add_zombies(key, count)
                play.emit(HordeCame(location=key, count=come, kept_out=count - come))
        for key in state.locations:
            _supply(play, key, content)
        if content.steps:
            play.advance_straggler(content.steps)
        if state.round == 0:
            begin_round(play)
        else:
            play.begin_phase("move")


def _turned_up(play: CityPlay, command: InvasionReveal) -> tuple[str, Invasion]:
    """Return the card the app draws, or the table names; the content of a new one is kept."""
    state, pack = play.state, play.pack
    if state.invasion == "app":
        if command.card is not None or command.content is not None:
            raise IllegalCommand("invasion.app_draws")
        card = state.coming[0]
        play.set(coming=state.coming[1:])
        return card, _known(play, card)
    card = command.card if command.card is not None else _unnamed(play)
    if card not in pack.invasions or pack.invasions[card].hour != state.round:
        raise UnknownId("invasion.unknown", card=card, hour=state.round)
    if command.content is None:
        return card, _known(play, card)
    if pack.invasions[card].content is not None:
        raise IllegalCommand("invasion.known", card=card)
    _check(play, command.content)
    if state.described.get(card) != command.content:
        play.set(described={**state.described, card: command.content})
        play.emit(InvasionDescribed(card=card))
    return card, command.content


def _known(play: CityPlay, card: str) -> Invasion:
    content = play.pack.invasions[card].content or play.state.described.get(card)
    if content is None:
        raise IllegalCommand("invasion.not_described", card=card)
    return content


def _unnamed(play: CityPlay) -> str:
    """Return the first card of the hour of which nothing is known."""
    for card in play.pack.invasions.values():
        is_new = card.content is None and card.id not in play.state.described
        if card.hour == play.state.round and is_new:
            return card.id
    raise IllegalCommand("invasion.all_known", hour=play.state.round)


def _check(play: CityPlay, content: Invasion) -> None:
    """Refuse what no card of this hour can say (p. 5).

    Zombies of the first two hours do not move; tower and crossroads get no supplies.
    """
    for spot in (*content.antidotes, *content.cards):
        if not play.pack.locations[location_at(play.state, play.pack, spot)].building:
            raise IllegalCommand("invasion.no_supplies", spot=spot)
    if content.moves and play.state.round <= 1:
        raise IllegalCommand("invasion.no_moves", hour=play.state.round)
    if any(before == after for before, after in content.moves):
        raise IllegalCommand("invasion.same_spot")


def _supply(play: CityPlay, key: str, content: Invasion) -> None:
    named = {location_at(play.state, play.pack, spot): spot for spot in ("1", "2", "3", "4")}
    spot = named.get(key)
    if spot is None:
        return
    antidotes = min(content.antidotes.get(spot, 0), antidotes_left(play.state, play.pack))  # type: ignore[call-overload]
    count = content.cards.get(spot, 0)  # type: ignore[call-overload]
    cards: tuple[str, ...] = (HIDDEN,) * count
    if play.state.cards == "app":
        cards = play.draw(count)
    if not antidotes and not cards:
        return
    there = play.state.locations[key]
    play.change_location(key, antidotes=there.antidotes + antidotes, cards=(*there.cards, *cards))
    play.emit(SuppliesCame(location=key, antidotes=antidotes, cards=len(cards)))
