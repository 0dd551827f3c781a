"""Trade: anything for anything, freely and until the end (p. 7)."""

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.commands import Key
from rules.errors import IllegalCommand
from rules.events import BaseEvent
from rules.systems.city_of_horror.board import kinds_in_hand, turn_order
from rules.systems.city_of_horror.pack import CityPack, Few
from rules.systems.city_of_horror.play import CityCommand, CityPlay, Keys
from rules.systems.city_of_horror.state import CityState


class TradeMade(BaseEvent, tag="trade.made", frozen=True):
    player: str
    to: str
    antidotes: int
    cards: int


class TradeGive(CityCommand, tag="trade.give", frozen=True):
    """Give antidotes and cards to another player, for whatever was agreed."""

    is_flow: ClassVar[bool] = False
    is_tried: ClassVar[bool] = True

    player: Key
    to: Key
    antidotes: Few = 0
    cards: Keys = ()

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if state.phase in ("place", "draft"):
            return
        order = turn_order(state)
        for player, to in zip(order, (*order[1:], *order[:1]), strict=True):
            if state.seats[player].antidotes:
                yield cls.made(player=player, to=to, antidotes=1)
            for copy in kinds_in_hand(state, player)[:1]:
                yield cls.made(player=player, to=to, cards=(copy,))

    def play(self, play: CityPlay) -> None:
        """Give cards and antidotes; real cards go from hand to hand without the app."""
        state = play.state
        if state.phase in ("place", "draft", "over"):
            raise IllegalCommand("phase.other", phase=state.phase)
        play.need_settled()
        player, to = play.player(self.player), play.player(self.to)
        for trader in (player, to):
            if state.seats[trader].saved is not None:
                raise IllegalCommand("rescue.said", player=trader)
        if player == to:
            raise IllegalCommand("trade.with_self")
        if state.cards == "table" and self.cards:
            raise IllegalCommand("trade.real_cards")
        if not self.antidotes and not self.cards:
            raise IllegalCommand("trade.nothing")
        held = state.seats[player].antidotes
        if self.antidotes > held:
            raise IllegalCommand("trade.antidotes", player=player, held=held)
        play.change_player(player, antidotes=held - self.antidotes)
        play.change_player(to, antidotes=state.seats[to].antidotes + self.antidotes)
        for card in self.cards:
            play.to_hand(to, play.from_hand(player, card))
        play.emit(TradeMade(player=player, to=to, antidotes=self.antidotes, cards=len(self.cards)))
