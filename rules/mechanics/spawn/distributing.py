"""Who distributes sees all cards of a step before they are given out, one to each draw."""

from collections.abc import Sequence

from msgspec.structs import replace

from rules.errors import IllegalCommand, UnknownId
from rules.mechanics.decks.play import draw_quietly
from rules.mechanics.skills.known import known_skills
from rules.mechanics.spawn.cards import DECK
from rules.mechanics.spawn.commands import SpawnDeal, SpawnGive, SpawnResolve
from rules.mechanics.spawn.drawing import Point
from rules.mechanics.spawn.events import CardGiven, CardsLaidOut
from rules.mechanics.spawn.play import STEP, Step, check_spawn, resolve_spawn, skip
from rules.play import Play
from rules.state import Pending, Phase, Spawning

DISTRIBUTOR = "distributor"
DISTRIBUTION = "distribution"
"""The question: which card does this draw get?"""


def distributors(play: Play) -> list[str]:
    """Who may give the cards of a step out."""
    return [
        key
        for key, survivor in play.survivors.items()
        if survivor.status == "in_play"
        and any(skill.family == DISTRIBUTOR for skill in known_skills(play.before, key, play.pack))
    ]


def check_deal(play: Play) -> None:
    """Raise why no cards can be laid out now."""
    check_spawn(play)
    if not distributors(play):
        raise IllegalCommand("spawn.no_distributor")


def takers(play: Play, points: Sequence[Point]) -> list[int]:
    """The draws that get one of the cards laid out.

    Where dice choose the zones, a card for each die; the other zones draw their own (Rue Morgue,
    p. 42). So do zones with a deck of their own.
    """
    kinds = {zone.id: zone.kind for zone in play.zones}
    by_dice = any(point.die is not None for point in points)
    return [
        index
        for index, point in enumerate(points)
        if (point.die is not None or not by_dice)
        and kinds.get(point.zone) not in play.rules.zone_drawers
    ]


def lay_out(play: Play, command: SpawnDeal) -> None:
    """All cards of the step are drawn, and everybody sees them."""
    check_deal(play)
    points, dice = play.rules.spawn_order.points(play)
    cards = tuple(draw_quietly(play, DECK, points[index].zone) for index in takers(play, points))
    play.emit(CardsLaidOut(round=play.before.round, dice=dice, cards=cards))
    _go_on(play, points, cards)


def give(play: Play, command: SpawnGive) -> None:
    """The next draw gets this card; once only one card is left, the step is resolved."""
    waiting = play.before.spawning
    if waiting is None or command.question != waiting.question:
        raise UnknownId("question.unknown", question=command.question)
    if not any(question.id == command.question for question in play.questions(DISTRIBUTION)):
        raise IllegalCommand("spawn.waits")
    if command.card not in waiting.hand:
        raise IllegalCommand("spawn.not_laid_out", card=command.card)
    play.answered(command.question)
    points = list(waiting.points)
    rest = tuple(card for card in waiting.hand if card != command.card)
    _give(play, points, command.card)
    _go_on(play, points, rest)


def resolve(play: Play, command: SpawnResolve) -> None:
    """The whole step; who gives its cards out without looking says so in the command."""
    if not command.order:
        resolve_spawn(play, command)
        return
    check_deal(play)
    points, dice = play.rules.spawn_order.points(play)
    getting = takers(play, points)
    if sorted(command.order) != list(range(len(getting))):
        raise IllegalCommand("spawn.order", count=len(getting))
    cards = [draw_quietly(play, DECK, points[index].zone) for index in getting]
    for index, number in zip(getting, command.order, strict=True):
        points[index] = replace(points[index], card=cards[number])
    Step(play, why=STEP, points=points, dice=dice).run()


def _next(play: Play, points: Sequence[Point]) -> int:
    return next(index for index in takers(play, points) if points[index].card is None)


def _give(play: Play, points: list[Point], card: str) -> None:
    index = _next(play, points)
    points[index] = replace(points[index], card=card)
    play.emit(CardGiven(zone=points[index].zone, die=points[index].die, card=card))


def _go_on(play: Play, points: list[Point], cards: tuple[str, ...]) -> None:
    """Ask for the next draw, or resolve the step when there is nothing left to choose."""
    if len(cards) == 1:
        _give(play, points, cards[0])
    if len(cards) <= 1:
        Step(play, why=STEP, points=points).run()
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
    """The players went on without the step: nobody gives cards to zones any more."""
    skip(play, phase)
    for question in play.questions(DISTRIBUTION):
        play.pending.remove(question)
