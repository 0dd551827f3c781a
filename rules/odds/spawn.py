"""Odds of the next spawn step, or of opening a building, from the cards that are left.

The order of a deck is never looked at: every order of the draw pile is equally likely, even if the
app has shuffled it already.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from rules.mechanics.spawn.drawing import OwnDeck, Prospect
from rules.mechanics.spawn.step import STEP
from rules.mechanics.supply import LARGEST, comes_with, counted_as, reserve
from rules.mechanics.zombie_cards import DECK, bare_kinds, is_known, known_kind, line_at
from rules.mechanics.zones import active_zones
from rules.odds.cards import PlainCard, ZombieKind
from rules.odds.steps import CERTAIN, UNKNOWN, Chances, Sorted, StepData, reckon
from rules.packs.schema.base import DangerId
from rules.play import Play
from rules.state import SpawnPoint as Point
from rules.state import TableState


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of the next spawn step, from the cards that are left, without their order."""

    danger: DangerId
    draws: int
    """Most zombie cards the step draws before special cards add to it."""
    left: int
    unknown: int
    """Cards left with unknown content."""
    cards: Mapping[str, Fraction]
    """Chance of each kind of card, for one draw."""
    asked: tuple[str, ...]
    """Kinds of cards that need a number of places not given; their zombies are not included."""
    least: Chances
    """Chances if every unknown card brings nothing."""
    most: Chances
    """Chances if every unknown card brings as much as the worst card of the box.

    Each number by itself is as high as possible. The same as `least` if every card is known.
    """
    beyond: Fraction
    """Chance of steps through more than two decks, which no number here includes."""

    @property
    def is_exact(self) -> bool:
        return not self.unknown and not self.beyond


# --- from the table ---


def forecast(
    play: Play,
    *,
    rooms: int = 0,
    level: DangerId | None = None,
    places: Mapping[str, int] | None = None,
) -> Forecast:
    """Return the odds of the next step, or of opening a building of that many `rooms`.

    `level` reads the cards at another danger level. `places` gives the number of places on the
    board where a kind of card, or a single card, puts its zombies.
    """
    return _Outlook(_coming(play), rooms, level or play.danger, places or {}).forecast()


def _coming(play: Play) -> Play:
    """Return the table at the beginning of its next spawn step."""
    state = play.before
    if state.spawning is not None:
        return play
    is_over = state.phase == "end" or (state.phase == "zombies" and state.spawned)
    ahead: TableState = replace(state, phase="zombies", spawned=False, round=state.round + is_over)
    return Play(play.rules, ahead, play.pack)


class _Outlook:
    """Everything a step draws from, gathered from the table."""

    def __init__(self, play: Play, rooms: int, level: DangerId, places: Mapping[str, int]) -> None:
        self.play, self.level, self.places = play, level, places
        self.waiting = None if rooms else play.before.spawning
        self.is_step = not rooms and (self.waiting is None or self.waiting.why == STEP)
        self.doubling = ""
        """Kind of card that doubles, if there is one."""
        self.asked: set[str] = set()
        self.joining: set[str] = set()
        self.step = self._step(rooms)

    # --- the table as numbers ---

    def _step(self, rooms: int) -> StepData:
        deck = self.play.deck(DECK)
        pile = self._sorted(deck.draw or deck.discard)
        discard = self._sorted(deck.discard if deck.draw else ())
        hand = self._sorted(self.waiting.hand if self.waiting else ())
        points = tuple((chance, self._own_kinds(at)) for chance, at in self._points(rooms))
        own = tuple(
            (kind, self._own_deck(kind))
            for kind in sorted({kind for _chance, kinds in points for kind in kinds} - {""})
        )
        step = StepData(
            points=points,
            start=0,
            draws=1,
            pile=pile,
            discard=discard,
            hand=hand,
            own=own,
            zombies=(),
            largest=(),
            card_kinds=(),
            doubling=self.doubling,
            is_empty=not deck.draw,
        )
        if self.waiting is not None:
            start, draws = self.waiting.index, self.waiting.draws
            if self.waiting.hand:
                start, draws = start + 1, 2**hand.doubles
            step = step._replace(start=start, draws=draws)
        zombies = self._zombies(step.all_cards)
        kinds = {
            card.kind for cards in (pile, discard, hand) for card in cards.tokens + cards.others
        }
        return step._replace(
            zombies=tuple(zombies.items()),
            largest=tuple(key for key in zombies if self.play.zombie(key).family == LARGEST),
            card_kinds=tuple(sorted((kinds | {self.doubling}) - {"", UNKNOWN.kind})),
        )

    def _own_kinds(self, points: Iterable[Point]) -> tuple[str, ...]:
        """Return the kind of zone at each point that draws from a deck of its own; else empty."""
        kinds = {zone.id: zone.kind for zone in self.play.zones}
        own = self.play.rules.zone_decks
        return tuple(kind if (kind := kinds.get(point.zone, "")) in own else "" for point in points)

    def _points(self, rooms: int) -> list[tuple[Fraction, list[Point]]]:
        if rooms:
            return [(CERTAIN, [Point(str(number)) for number in range(1, rooms + 1)])]
        if self.waiting is None:
            return self.play.rules.spawn_order.foresee(self.play)
        begun = self.waiting.index + bool(self.waiting.hand)
        laid = {zone.id for zone in active_zones(self.play)}
        points = self.waiting.points
        rest = [p for p in points[begun:] if not self.is_step or p.zone in laid]
        return [(CERTAIN, [*points[:begun], *rest])]

    def _sorted(self, cards: Sequence[str]) -> Sorted:
        doubles = 0
        tokens: list[PlainCard] = []
        others: list[PlainCard] = []
        for copy in cards:
            known = self._told(copy)
            if known is None:
                others.append(UNKNOWN)
                continue
            kind, prospect = known
            card = self._card(kind, prospect, self.places.get(copy, self.places.get(kind)))
            if prospect.doubles:
                doubles += 1
                self.doubling = kind
            elif prospect.spawns_at_once and self.is_step:
                tokens.append(card)
            else:
                others.append(card)
        return Sorted(doubles, tuple(tokens), tuple(sorted(others, key=_by_text)))

    def _told(self, copy: str) -> tuple[str, Prospect] | None:
        """Return the kind of a card and its prospect; None if unknown."""
        play = self.play
        if not is_known(play, copy):
            return None
        kind = known_kind(play, copy)
        if kind not in play.rules.card_foresights:
            return None
        line = line_at(play, copy, self.level)
        if not line and kind not in bare_kinds.of(play.rules):
            return "", Prospect()
        return kind, play.rules.card_foresights[kind](play, line)

    def _card(self, kind: str, prospect: Prospect, places: int | None = None) -> PlainCard:
        asks = Counter(self._counted(prospect.brings))
        if prospect.on_places:
            if places is None:
                self.asked.add(kind)
            asks.update({key: count * (places or 0) for key, count in prospect.on_places.items()})
        if prospect.joins:
            self.joining |= set(asks)
        return PlainCard(
            kind,
            tuple(sorted((key, count) for key, count in asks.items() if count)),
            frozenset(prospect.activates),
        )

    def _counted(self, zombies: Mapping[str, int]) -> dict[str, int]:
        counted: dict[str, int] = {}
        for zombie, count in zombies.items():
            key = counted_as(self.play, zombie)
            counted[key] = counted.get(key, 0) + count
        return counted

    def _own_deck(self, kind: str) -> tuple[PlainCard, ...]:
        """Return the cards that zones of a kind draw instead, from the pile that is not empty."""
        own = self.play.rules.zone_decks.get(kind)
        deck = own.foresee(self.play) if own else OwnDeck((None,), ())
        return tuple(
            UNKNOWN if prospect is None else self._card("", prospect)
            for prospect in deck.draw or deck.discard
        )

    def _zombies(self, cards: Iterable[PlainCard]) -> dict[str, ZombieKind]:
        """Return all types that may come or act, with those that come along."""
        wanted = [
            key
            for card in cards
            for key in (*(zombie for zombie, _count in card.asks), *card.activates)
        ]
        kinds: dict[str, ZombieKind] = {}
        while wanted:
            zombie = wanted.pop()
            if zombie not in kinds:
                kinds[zombie] = self._kind(zombie)
                wanted += [key for key, _each in kinds[zombie].company]
                wanted += [key for key in (kinds[zombie].substitute,) if key]
        return dict(sorted(kinds.items()))

    def _kind(self, zombie: str) -> ZombieKind:
        """Return the limits of a type, by the same rules as `supply`."""
        play = self.play
        printed, board = play.zombie(zombie), play.board.get(zombie, 0)
        left = max(reserve(play, zombie), 0)
        if zombie in self.joining:
            seen = 1 if board else 2
            return ZombieKind(left, None, seen if board or left else None)
        company = tuple(
            (key, count)
            for hook in comes_with.of(play.rules)
            for key, count in hook(play, zombie).items()
        )
        is_quiet = play.has_option("no-activation-for-miniatures")
        if printed.on_board is not None:
            free = max(printed.on_board - board, 0)
            if free <= left:
                return ZombieKind(free, None, free + 1, company)
        substitute = counted_as(play, printed.substitute) if printed.substitute else None
        if substitute is not None:
            return ZombieKind(left, None, None, company, substitute)
        return ZombieKind(left, left + 1, None if is_quiet else left + 1, company)

    # --- the forecast ---

    def forecast(self) -> Forecast:
        deck = self.play.deck(DECK)
        pile = deck.draw or deck.discard
        known_kinds = [known_kind(self.play, card) for card in pile if is_known(self.play, card)]
        least, most, beyond = reckon(self.step)
        start = self.step.start
        return Forecast(
            danger=self.level,
            draws=max(kinds[start:].count("") for _chance, kinds in self.step.points),
            left=len(deck.draw),
            unknown=self.step.all_cards.count(UNKNOWN),
            cards={
                kind: Fraction(count, len(known_kinds))
                for kind, count in sorted(Counter(known_kinds).items())
            },
            asked=tuple(sorted(self.asked)),
            least=least,
            most=most,
            beyond=beyond,
        )


def _by_text(card: PlainCard) -> tuple[str, tuple[tuple[str, int], ...], list[str]]:
    """Return a sort key, so that the same cards in any order give the same step."""
    return card.kind, card.asks, sorted(card.activates)
