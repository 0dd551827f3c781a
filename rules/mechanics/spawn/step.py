"""The spawn step: draws in their order, paused where the board must answer."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from rules.commands import BaseCommand, Cards, Key, Quantity
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.fields import Choice, Counts, Each, Reported
from rules.levels import danger_of, highest_survivor
from rules.mechanic import Hook
from rules.mechanics.actions import begin_turn
from rules.mechanics.activation import Activation
from rules.mechanics.cards import equipment_decks
from rules.mechanics.decks import discard, draw_quietly, named_copy
from rules.mechanics.known_skills import skills_of
from rules.mechanics.looking import About, judged
from rules.mechanics.spawn.drawing import (
    Asked,
    CardDescribed,
    Drawing,
    Prospect,
    SpawnResolved,
    SpawnSkipped,
)
from rules.mechanics.supply import Arrival, reserve
from rules.mechanics.zombie_cards import DECK, bare_kinds, known_kind
from rules.mechanics.zones import active_zones
from rules.offers import Offer, Reason, closed, offer
from rules.packs.copies import deck_copies
from rules.packs.schema.base import DangerId
from rules.play import Play
from rules.state import Description, Pending, Phase, Spawning, SpawnPoint

spawn_refused = Hook[Callable[[Play], RuleError | None]]()
"""Hook that returns an error for a question to answer before anything spawns, or None."""
moving_brings = Hook[bool]()
"""Hook of a mechanic in which moving zombies may bring others onto the board."""


class SpawnGoOn(BaseCommand, tag="spawn.go_on", frozen=True):
    """A spawn step goes on, once what it waited for is done."""

    in_play_only: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    question: Key
    cards: Cards = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield the rest of a step that waits only for the players to go on."""
        waiting = look.before.spawning
        if waiting is not None and is_plain(look, waiting.question):
            reported = {"cards": Reported(what="cards")} if table_draws(look) else {}
            yield offer(cls, question=waiting.question, **reported)
        yield closed(cls, waits_not_for(look, about))

    def play(self, play: Play) -> None:
        """Resolve the rest of the step, after the zombies have acted."""
        waiting = play.before.spawning
        assert waiting is not None
        play.answered(self.question)
        SpawnPlay.waiting(play, waiting).run()


class CardDescribe(BaseCommand, tag="card.describe", frozen=True):
    """Content of a zombie card or an order the app does not know, typed from the printed one."""

    card: Key
    does: Key
    """The kind of card, for example `spawn` or `rush`."""
    levels: dict[DangerId, dict[Key, Quantity]] = {}
    brings: dict[Key, Quantity] = {}
    """Zombies it brings where they are the same at every danger level."""
    activates: dict[Key, Quantity] = {}

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield the cards that nobody has described yet."""
        most = {kind.id: MOST_ON_A_CARD for kind in look.pack.zombies}
        lines = Each(fields={level.id: Counts(most=most) for level in look.pack.danger})
        kinds = tuple(look.rules.card_resolvers)
        reasons: dict[str, Reason] = {
            "levels": lambda lines: _no_zombies(look, *lines.values()),
            "brings": lambda line: _no_zombies(look, line),
            "activates": lambda line: _no_zombies(look, line),
        }
        for card in unknown_cards(look, DECK):
            given = offer(cls, card=card, does=Choice(values=kinds), levels=lines)
            yield given.otherwise(**reasons)
        for own in look.rules.zone_decks.values():
            for card in unknown_cards(look, own.deck):
                counts = Counts(most=most)
                given = offer(cls, card=card, does=own.card, brings=counts, activates=counts)
                yield given.otherwise(**reasons)
        sent = judged(cls, about)
        if sent and (error := _not_described(look, sent.does, sent.card)):
            yield closed(cls, error)

    def play(self, play: Play) -> None:
        """Store the text of a printed card as the group types it; only for unknown cards."""
        deck = described_deck(play, self.does)
        assert deck is not None
        card = named_copy(play, deck, self.card)
        levels: dict[DangerId, dict[str, int]] = {
            level: dict(zombies) for level, zombies in self.levels.items()
        }
        if deck != DECK:
            levels = {level.id: dict(self.brings) for level in play.pack.danger}
        described = Description(kind=self.does, levels=levels, activates=dict(self.activates))
        play.set(described={**play.before.described, card: described})
        play.emit(CardDescribed(card=card))


DOUBLE, EXTRA_ACTIVATION = "double_spawn", "extra_activation"


STEP, BUILDING = "step", "building"
"""Reasons to draw cards: spawn zones, or rooms numbered in the players' order. Other mechanics may
have reasons of their own."""


MANY = 10_000


ENDLESS = 4  # times through a whole deck: reached only with nothing but double spawns


class SpawnOrder(NamedTuple):
    """The rules by which a game finds the zones where a step draws."""

    points: Callable[[Play], tuple[list[SpawnPoint], tuple[int, ...]]]
    """Points of the step in order, once for every card, and the dice that chose them."""
    draws: Callable[[Play], int]
    """The number of zombie cards it draws, before special cards add to them."""
    foresee: Callable[[Play], list[tuple[Fraction, list[SpawnPoint]]]]
    """The same points beforehand: each number of them with its chance, whichever zones it is."""


def points_by_token(play: Play) -> tuple[list[SpawnPoint], tuple[int, ...]]:
    """Return one card for every token, stacked ones too (Black Plague, p. 25, 37); no dice."""
    return [SpawnPoint(zone.id) for zone in active_zones(play) for _ in range(zone.tokens)], ()


def draws_by_token(play: Play) -> int:
    """Return the number of tokens in active zones that have no deck of their own."""
    own = play.rules.zone_decks
    return sum(zone.tokens for zone in active_zones(play) if zone.kind not in own)


def foresee_tokens(play: Play) -> list[tuple[Fraction, list[SpawnPoint]]]:
    return [(Fraction(1), points_by_token(play)[0])]


BY_TOKEN = SpawnOrder(points=points_by_token, draws=draws_by_token, foresee=foresee_tokens)


ACTIVATION, TURN, STRIKES, REST = "activation", "turn", "strikes", "spawn"
"""Reasons for a step to wait: zombies act first, a survivor has a turn first, those who just came
are attacked, or the players only have to go on."""


PLAIN = (ACTIVATION, TURN, STRIKES, REST)


EXTRA_TURN, STRIKES_ARRIVALS = "extra_turn", "attacks_arrivals"
"""Keys in the `gives` of skills for which a step must stop."""


MOST_KILLS = 12
"""A limit above the kills of any attack of the boxes."""


def no_spawn(look: Play) -> RuleError | None:
    """Return why nothing can spawn now, or None."""
    if look.before.phase != "zombies":
        return IllegalCommand("spawn.not_now")
    if look.before.spawned:
        return IllegalCommand("spawn.done")
    if error := something_waits(look) or must_answer(look):
        return error
    return None if active_zones(look) else IllegalCommand("spawn.no_zones")


def must_answer(play: Play) -> RuleError | None:
    """Return an error for what the players must say of the board before a spawn, or None."""
    refusals = (hook(play) for hook in spawn_refused.of(play.rules))
    return next(filter(None, refusals), None)


def something_waits(look: Play) -> RuleError | None:
    """Return an error if a step waits for its answer: no other one begins before it is over."""
    return IllegalCommand("spawn.waits") if look.before.spawning is not None else None


def waits_not_for(look: Play, about: About) -> RuleError:
    """Return why a step does not go on with the answer to a question."""
    waiting, question = look.before.spawning, about.get("question")
    if waiting is not None and waiting.question == question:
        return IllegalCommand("spawn.waits")
    return UnknownId("question.unknown", question=question)


class SpawnPlay:
    """A spawn step, or an opened building, card by card.

    It stops after a card whose consequences only the table knows, if these may change what comes
    after it, and goes on with the answer.
    """

    def __init__(
        self, play: Play, *, why: str, points: list[SpawnPoint], dice: tuple[int, ...] = ()
    ) -> None:
        self.play, self.why, self.points, self.dice = play, why, points, dice
        deck = play.deck(DECK)
        self.source, self.left = deck.source, len(deck.draw)
        self.size = len(deck.draw) + len(deck.discard)
        self.index, self.draws, self.together = 0, 1, 1
        self.hand: list[str] = []
        self.drawn: list[Drawing] = []

    @classmethod
    def waiting(cls, play: Play, rest: Spawning) -> "SpawnPlay":
        """Return the rest of a step.

        Zones that have left the board in the meantime draw no more.
        """
        begun = rest.index + bool(rest.hand)
        points = list(rest.points[:begun])
        laid = {zone.id for zone in active_zones(play)}
        for point in rest.points[begun:]:
            if rest.why != STEP or point.zone in laid:
                points.append(point)
            elif point.card is not None:
                discard(play, DECK, point.card)
        step = cls(play, why=rest.why, points=points)
        step.index, step.draws, step.together = rest.index, rest.draws, rest.together
        step.hand = list(rest.hand)
        return step

    @property
    def goes_on(self) -> bool:
        return bool(self.hand) or self.index < len(self.points) or self.draws > 1

    def run(self) -> None:
        """Draw and resolve for each point in order, with the chain of double spawns.

        A double spawn doubles what the next point draws: two cards, four after two of them. After
        the last point the doubled draw goes to the first again, until no double spawn is left
        (Black Plague, p. 28). Tokens that come and spawn at once are points, too.
        """
        waits = None
        while self.goes_on and waits is None:
            if self.index > ENDLESS * (len(self.points) + self.size):
                raise IllegalCommand("spawn.endless")
            there = {zone.id for zone in self.play.zones}
            drawing = self._next_card()
            self.drawn.append(drawing)
            if self.why == STEP:
                new = [zone for zone in active_zones(self.play) if zone.id not in there]
                self.points += [SpawnPoint(zone.id) for zone in new]
            if not self.hand:
                self._end_point()
            waits = self._waits_for(drawing)
        self.settle(waits)

    def settle(self, waits: Asked | None) -> None:
        """Store what is left until the answer, or end the step; emit its event."""
        rest = None if waits is None else self._rest(waits.question)
        self.play.set(spawning=rest)
        if rest is None and self.why == STEP:
            self.play.set(spawned=True)
        self.play.emit(
            SpawnResolved(
                round=self.play.before.round,
                why=self.why,
                source=self.source,
                left=self.left,
                dice=self.dice,
                draws=tuple(drawing.draw() for drawing in self.drawn),
                waits=waits,
            )
        )

    def _rest(self, question: str) -> Spawning:
        return Spawning(
            question=question,
            why=self.why,
            points=tuple(self.points),
            index=self.index,
            draws=self.draws,
            hand=tuple(self.hand),
            together=self.together,
        )

    # --- card by card ---

    def _next_card(self) -> Drawing:
        """Resolve one card; a new point draws all of its cards first."""
        play, point = self.play, self.points[self.index % len(self.points)]
        if not self.hand:
            kind = next((zone.kind for zone in play.zones if zone.id == point.zone), "")
            own = play.rules.zone_decks.get(kind) if self.why == STEP else None
            if own is not None:
                return own.draw(play, point)
            self._draw_hand(point)
        card = self.hand.pop(0)
        number = self.together - len(self.hand)
        drawing = Drawing.of_zombies(
            play, point, card, why=self.why, number=number, together=self.together
        )
        resolve_card(play, drawing)
        discard(play, DECK, card)
        return drawing

    def _draw_hand(self, point: SpawnPoint) -> None:
        """Draw the cards of a point; double spawns are resolved last (Black Plague, p. 28)."""
        if point.card is not None:
            cards = [point.card]
        else:
            cards = [draw_quietly(self.play, DECK, point.zone) for _ in range(self.draws)]
        self.hand = cards
        self.together = len(cards)
        if self.together > 1:
            self.hand.sort(key=lambda card: known_kind(self.play, card) == DOUBLE)

    def _end_point(self) -> None:
        """Go to the next point, with the draws that double spawns of this one give it."""
        doubles = []
        for drawing in reversed(self.drawn):
            if drawing.does != DOUBLE:
                break
            doubles.append(drawing)
            if drawing.number == 1:
                break
        self.draws = 2 ** len(doubles)
        self.index += 1
        for drawing in doubles:
            drawing.doubles = self.points[self.index % len(self.points)].zone
            drawing.draws = self.draws

    # --- where it must stop ---

    def _waits_for(self, drawing: Drawing) -> Asked | None:
        """Return the question to answer before the step goes on, or before it is over; or None."""
        if linked := self._linked(drawing):
            return self._extra_turns(drawing, linked)
        if not self.goes_on:
            return None
        if drawing.asked is not None:
            return drawing.asked
        acting = self.activated(drawing.all_activations(), drawing.card)
        if acting is None and drawing.arrivals and strikes_matter(self.play, self.strikers):
            return self.ask(STRIKES, card=drawing.card, zone=drawing.zone)
        return acting

    def _linked(self, drawing: Drawing) -> list[str]:
        """Return survivors who get a turn because such a card was drawn (BP, p. 57)."""
        is_such = drawing.deck == DECK and drawing.does == EXTRA_ACTIVATION
        return in_play_with(self.play, EXTRA_TURN) if is_such else []

    @cached_property
    def strikers(self) -> list[str]:
        """Return survivors in play who may attack zombies that have just come."""
        return in_play_with(self.play, STRIKES_ARRIVALS)

    def _extra_turns(self, drawing: Drawing, linked: list[str]) -> Asked:
        """Begin a whole turn, with all actions, for each before the zombies of the card act."""
        for key in linked:
            begin_turn(self.play, key)
            drawing.note(EXTRA_TURN, survivor=key)
        zombies = {activation.zombie: activation.times for activation in drawing.activations}
        return self.ask(TURN, card=drawing.card, zombies=zombies)

    def activated(self, activations: Iterable[Activation], card: str | None) -> Asked | None:
        """Return a question if zombies act before the next card is read, or None.

        It is asked only if their acting may change what that card says.
        """
        acting = [
            activation for activation in activations if self.play.board.get(activation.zombie)
        ]
        if not acting or not acting_matters(self.play):
            return None
        zones = {activation.zone for activation in acting}
        return self.ask(
            ACTIVATION,
            card=card,
            zone=zones.pop() if len(zones) == 1 else None,
            zombies={activation.zombie: activation.times for activation in acting},
        )

    def ask(self, what: str, **fields: Any) -> Asked:
        play = self.play
        stem = f"{what}-{play.before.round}-"
        taken = {question.id for question in play.pending}
        number = next(n for n in range(self.index, MANY) if f"{stem}{n}" not in taken)
        question = Pending(id=f"{stem}{number}", what=what, **fields)
        play.ask(question)
        return Asked(question=question.id, what=what)


def acting_matters(play: Play) -> bool:
    """Return True if zombies that act may change what the next card says or brings.

    A survivor who dies may lower the danger level; a group that splits, or whatever zombies meet on
    their way, may take miniatures out of the box.
    """
    if play.pack.split_adds or any(moving_brings.of(play.rules)):
        return True
    levels = {
        danger_of(survivor.points, play.pack)
        for survivor in play.survivors.values()
        if survivor.status == "in_play"
    }
    return len(levels) > 1


def strikes_matter(play: Play, strikers: list[str]) -> bool:
    """Return True if an attack on zombies that just came may change what the next card does.

    Its points may raise the danger level, and the dead go back to where miniatures run short.
    """
    if not strikers:
        return False
    now = highest_survivor(play.survivors, play.before.options)[1]
    reachable = max(play.survivors[key].points + MOST_KILLS for key in strikers)
    rises = danger_of(max(now, reachable), play.pack) != danger_of(now, play.pack)
    return rises or any(reserve(play, kind) < MOST_KILLS for kind in play.board if play.board[kind])


def in_play_with(play: Play, gives: str) -> list[str]:
    """Return survivors in play who have a skill that gives this."""
    giving = {key for key, skill in play.pack.skills.items() if gives in skill.gives}
    now = play.now
    return [
        key
        for key, survivor in play.survivors.items()
        if survivor.status == "in_play" and giving & {*skills_of(now, key, play.pack)}
    ]


def is_plain(play: Play, question: str) -> bool:
    """Return True if a step waits only for the players to go on, and for no other answer."""
    return any(pending.id == question and pending.what in PLAIN for pending in play.pending)


def answered(play: Play, question: str, arrival: Arrival | None) -> None:
    """Go on with the step that waited for this answer of the board.

    Zombies that act because of the answer do so first. Where the table draws, the step waits until
    the next card is reported.
    """
    waiting = play.before.spawning
    if waiting is None or waiting.question != question:
        return
    step = SpawnPlay.waiting(play, waiting)
    waits = step.activated(arrival.activations, arrival.card) if arrival else None
    if waits is None and step.source == "table":
        waits = step.ask(REST)
    if waits is None:
        step.run()
    else:
        step.settle(waits)


def still_to_spawn(play: Play) -> RuleError | None:
    """Return the reason why the zombies phase is not over, or None."""
    if play.before.spawning is not None:
        return IllegalCommand("spawn.waits")
    is_due = play.before.phase == "zombies" and not play.before.spawned
    return IllegalCommand("spawn.due") if is_due and active_zones(play) else None


def skip(play: Play, phase: Phase) -> None:
    """Skip the spawn step, or what was left of it, when the players go on without it.

    Cards drawn and not played yet go to the discard pile.
    """
    if still_to_spawn(play) is None:
        return
    waiting = play.before.spawning
    if waiting is None:
        draws = play.rules.spawn_order.draws(play)
    else:
        draws = max(len(waiting.points) - waiting.index, len(waiting.hand), 1)
        if is_plain(play, waiting.question):
            play.answered(waiting.question)
        given = (point.card for point in waiting.points[waiting.index :] if point.card is not None)
        for card in (*given, *waiting.hand):
            discard(play, DECK, card)
    play.set(spawning=None)
    play.emit(SpawnSkipped(round=play.before.round, draws=draws))


def resolve_card(play: Play, drawing: Drawing) -> None:
    """Resolve one card of the zombie deck in a zone; without a line at this level, nothing."""
    if drawing.line or drawing.does in bare_kinds.of(play.rules):
        play.rules.card_resolvers[drawing.does](play, drawing)


def bring(play: Play, drawing: Drawing) -> None:
    drawing.place(drawing.line)


def foresee_arrival(play: Play, line: Mapping[str, int]) -> Prospect:
    return Prospect(brings=line)


def rush(play: Play, drawing: Drawing) -> None:
    """Bring a group that activates at once."""
    for zombie in drawing.place(drawing.line).came:
        drawing.activate(zombie, "rush", zone=drawing.zone)


def activate_all(play: Play, drawing: Drawing) -> None:
    """Activate every zombie of the type; none come."""
    for zombie, times in drawing.line.items():
        drawing.activate(zombie, "card", times=times)


def foresee_activation(play: Play, line: Mapping[str, int]) -> Prospect:
    return Prospect(activates=tuple(line))


def double(play: Play, drawing: Drawing) -> None:
    """Bring nothing: the step itself decides who draws more because of it."""


def foresee_double(play: Play, line: Mapping[str, int]) -> Prospect:
    return Prospect(doubles=True)


def described_deck(play: Play, does: str) -> str | None:
    """Return the deck that holds cards of that kind, or None if there is no such kind."""
    if does in play.rules.card_resolvers:
        return DECK
    own = (own.deck for own in play.rules.zone_decks.values() if own.card == does)
    return next((deck for deck in own if deck in play.pack.decks), None)


def _not_described(look: Play, does: str, name: str) -> RuleError | None:
    """Return why nobody describes a card as one of that kind, or None."""
    deck = described_deck(look, does)
    if deck is None:
        return UnknownId("card.kind", does=does)
    printed = deck_copies(look.pack, deck).get(named_copy(look, deck, name))
    if printed is None:
        return UnknownId("card.impossible", card=name, deck=deck)
    return IllegalCommand("card.known", card=name) if printed.sure != "unknown" else None


def _no_zombies(look: Play, *lines: Mapping[str, int]) -> RuleError | None:
    """Return an error for the first zombie of these lines that the game does not have, or None."""
    known = {kind.id for kind in look.pack.zombies}
    other = next((zombie for line in lines for zombie in line if zombie not in known), None)
    return None if other is None else UnknownId("zombie.unknown", zombie=other)


MOST_ON_A_CARD = 20


def table_draws(look: Play) -> bool:
    """Return True if the table draws a deck that a spawn step may ask for."""
    asked = [deck for key, deck in look.decks.items() if key not in equipment_decks(look.pack)]
    return any(deck.source == "table" for deck in asked)


def unknown_cards(look: Play, deck: str) -> list[str]:
    """Return cards of a deck whose text neither the box nor the group knows."""
    if deck not in look.pack.decks:
        return []
    return [
        copy
        for copy, card in deck_copies(look.pack, deck).items()
        if card.sure == "unknown" and copy not in look.before.described
    ]
