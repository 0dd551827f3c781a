"""The spawn step: zones in order, a card for each, and everything a card can say."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules.errors import IllegalCommand, UnknownId
from rules.mechanics.decks.play import discard, draw_quietly, named_copy
from rules.mechanics.skills.known import known_skills
from rules.mechanics.spawn.cards import DECK
from rules.mechanics.spawn.commands import CardDescribe, SpawnResolve
from rules.mechanics.spawn.drawing import Drawing, Point
from rules.mechanics.spawn.events import CardDescribed, Draw, SpawnResolved
from rules.mechanics.zones.play import active_zones
from rules.packs.copies import deck_copies
from rules.packs.schema.base import DangerId
from rules.play import Play
from rules.state import Description

DOUBLE = "double_spawn"
DISTRIBUTOR = "distributor"
ENDLESS = 4  # times through a whole deck: only a deck of nothing but double spawns gets there


class SpawnOrder(NamedTuple):
    """How a game finds where a step draws."""

    points: Callable[[Play], tuple[list[Point], tuple[int, ...]]]
    """Where it draws in order, once for every card, and the dice that say so."""
    draws: Callable[[Play], int]
    """How many zombie cards it draws, before special cards add to them."""


def points_by_token(play: Play) -> tuple[list[Point], tuple[int, ...]]:
    """One card for every token, stacked ones too (Black Plague, p. 25, 37); no dice."""
    return [Point(zone.id) for zone in active_zones(play) for _ in range(zone.tokens)], ()


def draws_by_token(play: Play) -> int:
    """Zones that draw from a deck of their own do not count."""
    own = play.rules.zone_drawers
    return sum(zone.tokens for zone in active_zones(play) if zone.kind not in own)


BY_TOKEN = SpawnOrder(points=points_by_token, draws=draws_by_token)


# --- the step ---


def resolve_spawn(play: Play, command: SpawnResolve) -> None:
    """The whole spawn step of the zombies phase."""
    check_spawn(play)
    points, dice = play.rules.spawn_order.points(play)
    step = Step(play, why="step", dice=dice)
    if command.order:
        step.distribute(points, command.order)
    else:
        step.draw_for(points, grows=True)
    play.set(spawned=True)
    step.tell()


def check_spawn(play: Play) -> None:
    """Raise why nothing can spawn now."""
    if play.before.result is not None:
        raise IllegalCommand("mission.over")
    if play.before.phase != "zombies":
        raise IllegalCommand("spawn.not_now")
    if play.before.spawned:
        raise IllegalCommand("spawn.done")
    if not active_zones(play):
        raise IllegalCommand("spawn.no_zones")


class Step:
    """A spawn step, or an opened building, card by card."""

    def __init__(self, play: Play, *, why: str, dice: tuple[int, ...] = ()) -> None:
        self.play, self.why, self.dice = play, why, dice
        deck = play.deck(DECK)
        self.source, self.left = deck.source, len(deck.draw)
        self.size = len(deck.draw) + len(deck.discard)
        self.draws: list[Draw] = []

    def tell(self) -> None:
        self.play.emit(
            SpawnResolved(
                round=self.play.before.round,
                why=self.why,
                source=self.source,
                left=self.left,
                dice=self.dice,
                draws=tuple(self.draws),
            )
        )

    def draw_for(self, points: list[Point], *, grows: bool = False) -> None:
        """Draw and resolve for each point in order, with the chain of double spawns.

        A double spawn doubles what the next point draws: two cards, four after two of them.
        After the last point the doubled draw goes to the first again, until no double spawn is
        left (Black Plague, p. 28). With `grows`, tokens that come and spawn at once are points,
        too.
        """
        play, draws, index = self.play, 1, 0
        while index < len(points) or draws > 1:
            if index > ENDLESS * (len(points) + self.size):
                raise IllegalCommand("spawn.endless")
            there = {zone.id for zone in play.zones}
            drawn = self._draw_at(points[index % len(points)], draws)
            if grows:
                points += [Point(zone.id) for zone in active_zones(play) if zone.id not in there]
            doubles = [card for card in drawn if card.does == DOUBLE]
            draws = 2 ** len(doubles)
            for card in doubles:
                card.doubles, card.draws = points[(index + 1) % len(points)].zone, draws
            self.draws += [card.draw() for card in drawn]
            index += 1

    def _draw_at(self, point: Point, draws: int) -> list[Drawing]:
        """Draw so many cards together and resolve them; double spawns say what comes next."""
        play = self.play
        kind = next((zone.kind for zone in play.zones if zone.id == point.zone), "")
        if own := play.rules.zone_drawers.get(kind):
            return [own(play, point)]
        cards = [draw_quietly(play, DECK, point.zone) for _ in range(draws)]
        drawn = []
        for number, card in enumerate(cards, 1):
            drawing = Drawing.of_zombies(play, point, card, number=number, together=draws)
            resolve_card(play, drawing)
            discard(play, DECK, card)
            drawn.append(drawing)
        return drawn

    def distribute(self, points: list[Point], order: Sequence[int]) -> None:
        """All cards are drawn first, and who distributes gives them out (Rue Morgue, p. 42)."""
        if not distributors(self.play):
            raise IllegalCommand("spawn.no_distributor")
        if sorted(order) != list(range(len(points))):
            raise IllegalCommand("spawn.order", count=len(points))
        cards = [draw_quietly(self.play, DECK, point.zone) for point in points]
        for point, index in zip(points, order, strict=True):
            drawing = Drawing.of_zombies(self.play, point, cards[index])
            resolve_card(self.play, drawing)
            discard(self.play, DECK, cards[index])
            self.draws.append(drawing.draw())


def distributors(play: Play) -> list[str]:
    """Who may give the cards of a step out."""
    return [
        key
        for key, survivor in play.survivors.items()
        if survivor.status == "in_play"
        and any(skill.family == DISTRIBUTOR for skill in known_skills(play.before, key, play.pack))
    ]


# --- what a card can say ---


def resolve_card(play: Play, drawing: Drawing) -> None:
    """Carry out one card of the zombie deck in a zone; one that says nothing now does nothing."""
    if drawing.line or drawing.does in play.rules.bare_cards:
        play.rules.card_resolvers[drawing.does](play, drawing)


def bring(play: Play, drawing: Drawing) -> None:
    drawing.place(drawing.line)


def rush(play: Play, drawing: Drawing) -> None:
    """Those just placed activate at once."""
    for zombie in drawing.place(drawing.line).came:
        drawing.activate(zombie, "rush", zone=drawing.zone)


def activate_all(play: Play, drawing: Drawing) -> None:
    """Nobody comes; every zombie of the type activates."""
    for zombie, times in drawing.line.items():
        drawing.activate(zombie, "card", times=times)


def double(play: Play, drawing: Drawing) -> None:
    """Nobody comes; the step says who draws more because of it."""


# --- cards we do not know ---


def describe_card(play: Play, command: CardDescribe) -> None:
    """What the printed card says, typed by the group; only for cards we do not know."""
    deck = described_deck(play, command.does)
    card = named_copy(play, deck, command.card)
    printed = deck_copies(play.pack, deck).get(card)
    if printed is None:
        raise UnknownId("card.impossible", card=command.card, deck=deck)
    if printed.sure != "unknown":
        raise IllegalCommand("card.known", card=command.card)
    levels: dict[DangerId, dict[str, int]] = {
        level: dict(zombies) for level, zombies in command.levels.items()
    }
    if deck != DECK:
        levels = {level.id: dict(command.brings) for level in play.pack.danger}
    for zombie in (*command.activates, *(key for line in levels.values() for key in line)):
        play.zombie(zombie)
    described = Description(kind=command.does, levels=levels, activates=dict(command.activates))
    play.set(described={**play.before.described, card: described})
    play.emit(CardDescribed(card=card))


def described_deck(play: Play, does: str) -> str:
    """The deck in which cards of that kind lie."""
    if does in play.rules.card_resolvers:
        return DECK
    deck = play.rules.described_decks.get(does)
    if deck is None or deck not in play.pack.decks:
        raise UnknownId("card.kind", does=does)
    return deck
