"""Distribution: a survivor sees all cards of a step before they go out, one to each draw."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from rules.commands import BaseCommand, Cards, Faces, Guard, Key
from rules.errors import IllegalCommand, RuleError
from rules.fields import Choice, Field, Reported
from rules.mechanics.decks import draw_quietly
from rules.mechanics.known_skills import known_skills
from rules.mechanics.looking import About, judged, over
from rules.mechanics.spawn.drawing import CardGiven, CardsLaidOut
from rules.mechanics.spawn.step import STEP, SpawnPlay, no_spawn, skip, table_draws, waits_not_for
from rules.mechanics.zombie_cards import DECK
from rules.mechanics.zones import active_zones
from rules.offers import Offer, closed, offer
from rules.play import Play
from rules.state import Pending, Phase, Spawning, SpawnPoint

DISTRIBUTOR = "distributor"


DISTRIBUTION = "distribution"
"""The question which card the next draw gets."""


class SpawnResolve(BaseCommand, tag="spawn.resolve", frozen=True):
    """The whole spawn step is resolved; `cards` and `dice` are what the table drew and rolled."""

    guard: ClassVar[Guard] = Guard.STEP
    in_play_only: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards", "dice")
    own_words: ClassVar[tuple[str, ...]] = ("order",)

    cards: Cards = ()
    dice: Faces = ()
    order: Annotated[tuple[int, ...], msgspec.Meta(max_length=40)] = ()
    """Indices from 0 of the cards for each draw in turn, to distribute them without looking."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        sent = judged(cls, about)
        why_not = no_spawn(look) or _order_refused(look, sent.order if sent else ())
        yield offer(cls, why_not, **_reported(look))

    def play(self, play: Play) -> None:
        """Resolve the whole step, with the cards distributed by `order` if it is given."""
        points, dice = play.rules.spawn_order.points(play)
        if self.order:
            getting = takers(play, points)
            if sorted(self.order) != list(range(len(getting))):
                raise IllegalCommand("spawn.order", count=len(getting))
            cards = [draw_quietly(play, DECK, points[index].zone) for index in getting]
            for index, number in zip(getting, self.order, strict=True):
                points[index] = replace(points[index], card=cards[number])
        SpawnPlay(play, why=STEP, points=points, dice=dice).run()


class SpawnDeal(BaseCommand, tag="spawn.deal", frozen=True):
    """The cards of the spawn step are drawn and laid out for all to see, by a distributor."""

    guard: ClassVar[Guard] = Guard.STEP
    in_play_only: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards", "dice")

    cards: Cards = ()
    dice: Faces = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield the deal if a survivor distributes."""
        if distributors(look):
            yield offer(cls, no_spawn(look), **_reported(look))
        else:
            yield closed(cls, no_spawn(look) or IllegalCommand("spawn.no_distributor"))

    def play(self, play: Play) -> None:
        """Draw all cards of the step and lay them out for everybody to see."""
        points, dice = play.rules.spawn_order.points(play)
        cards = tuple(
            draw_quietly(play, DECK, points[index].zone) for index in takers(play, points)
        )
        play.emit(CardsLaidOut(round=play.before.round, dice=dice, cards=cards))
        _go_on(play, points, cards)


class SpawnGive(BaseCommand, tag="spawn.give", frozen=True):
    """The next draw gets one of the cards laid out; with the last one the step is resolved."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    question: Key
    card: Key
    cards: Cards = ()
    """Further cards the step draws, where the table draws them."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield the cards laid out that are not given out yet."""
        waiting, asked = look.before.spawning, [each.id for each in look.questions(DISTRIBUTION)]
        if waiting is not None and waiting.question in asked:
            reported = {"cards": Reported(what="cards")} if table_draws(look) else {}
            cards = Choice(values=waiting.hand)
            given = offer(cls, over(look), question=waiting.question, card=cards, **reported)
            yield given.otherwise(card=lambda card: IllegalCommand("spawn.not_laid_out", card=card))
        if about.get("question") not in asked:
            yield closed(cls, waits_not_for(look, about))

    def play(self, play: Play) -> None:
        """Give this card to the next draw; once only one card is left, resolve the step."""
        waiting = play.before.spawning
        assert waiting is not None
        play.answered(self.question)
        points = list(waiting.points)
        rest = tuple(card for card in waiting.hand if card != self.card)
        _give(play, points, self.card)
        _go_on(play, points, rest)


def _order_refused(look: Play, order: Sequence[int]) -> RuleError | None:
    """Return why nobody gives the cards out in that order; without one, nothing is asked."""
    if order and not distributors(look):
        return IllegalCommand("spawn.no_distributor")
    is_whole = sorted(order) == list(range(len(order)))
    return None if is_whole else IllegalCommand("spawn.order", count=len(order))


def distributors(play: Play) -> list[str]:
    """Return the survivors who may give the cards of a step out."""
    return [
        key
        for key, survivor in play.survivors.items()
        if survivor.status == "in_play"
        and any(skill.family == DISTRIBUTOR for skill in known_skills(play.before, key, play.pack))
    ]


def takers(play: Play, points: Sequence[SpawnPoint]) -> list[int]:
    """Return the indices of the draws that get one of the cards laid out.

    Where dice choose the zones, a card for each die; the other zones draw their own (Rue Morgue, p.
    42). So do zones with a deck of their own.
    """
    kinds = {zone.id: zone.kind for zone in play.zones}
    by_dice = any(point.die is not None for point in points)
    return [
        index
        for index, point in enumerate(points)
        if (point.die is not None or not by_dice)
        and kinds.get(point.zone) not in play.rules.zone_decks
    ]


def _next(play: Play, points: Sequence[SpawnPoint]) -> int:
    return next(index for index in takers(play, points) if points[index].card is None)


def _give(play: Play, points: list[SpawnPoint], card: str) -> None:
    index = _next(play, points)
    points[index] = replace(points[index], card=card)
    play.emit(CardGiven(zone=points[index].zone, die=points[index].die, card=card))


def _go_on(play: Play, points: list[SpawnPoint], cards: tuple[str, ...]) -> None:
    """Ask for the next draw, or resolve the step when there is nothing left to choose."""
    if len(cards) == 1:
        _give(play, points, cards[0])
    if len(cards) <= 1:
        SpawnPlay(play, why=STEP, points=points).run()
        return
    given = sum(point.card is not None for point in points)
    question = Pending(
        id=f"{DISTRIBUTION}-{play.before.round}-{given + 1}",
        what=DISTRIBUTION,
        zone=points[_next(play, points)].zone,
    )
    play.ask(question)
    play.set(
        spawning=Spawning(question=question.id, why=STEP, points=tuple(points), index=0, hand=cards)
    )


def leave_out(play: Play, phase: Phase) -> None:
    """Drop open distributions when the players go on without the step."""
    skip(play, phase)
    for question in play.questions(DISTRIBUTION):
        play.pending.remove(question)


def _reported(look: Play) -> dict[str, Field]:
    """Return fields for the cards and dice of a step that the table draws and rolls."""
    reported: dict[str, Field] = {}
    if table_draws(look):
        reported["cards"] = Reported(what="cards")
    if look.before.dice == "table" and any(zone.locators for zone in active_zones(look)):
        reported["dice"] = Reported(what="dice")
    return reported
