"""The coming spawn step, or a building about to be opened, from the cards that are left.

The order of a deck is never looked at: every order of the draw pile is equally likely, also where
the app has shuffled it already.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from rules.mechanics.spawn.cards import DECK, is_known, known_kind, line_at
from rules.mechanics.spawn.drawing import Point
from rules.mechanics.spawn.play import STEP
from rules.mechanics.spawn.prospects import OwnDeck, Prospect
from rules.mechanics.supply.play import LARGEST, counted_as, reserve
from rules.mechanics.zones.play import active_zones
from rules.odds.chain import End, Mix, Walk, all_ends
from rules.odds.sums import Card, Kind, Pile, Reckoning, Sums
from rules.packs.schema.base import DangerId
from rules.play import Play
from rules.state import TableState

NONE, CERTAIN = Fraction(0), Fraction(1)


class Chances(msgspec.Struct, frozen=True, kw_only=True):
    """What a step may bring. Chances of numbers go by number, from none on."""

    total: tuple[Fraction, ...]
    """Zombies that come onto the board, of all types."""
    zombies: Mapping[str, tuple[Fraction, ...]]
    """The same by type."""
    kinds: Mapping[str, Fraction]
    """At least one card of a kind that says something."""
    largest: Fraction
    """At least one abomination."""
    activated: Mapping[str, Fraction]
    """Everybody of a type acts once more: by a card, because they are as many as can be, or
    because miniatures are missing."""
    any_activated: Fraction
    short: Mapping[str, Fraction]
    """Miniatures of a type are missing."""
    any_short: Fraction
    runs_out: Fraction
    """The draw pile does not suffice and the deck is shuffled."""

    @property
    def mean(self) -> Fraction:
        return _mean(self.total)

    @property
    def expected(self) -> dict[str, Fraction]:
        """How many of each type come on average."""
        return {zombie: _mean(numbers) for zombie, numbers in self.zombies.items()}


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """What the next spawn step may bring, from the cards that are left, without their order."""

    danger: DangerId
    draws: int
    """Zombie cards the step draws at most before special cards add to it."""
    left: int
    unknown: int
    """Cards left of which nobody has told us what they say."""
    cards: Mapping[str, Fraction]
    """The chance of each kind of card, for one draw."""
    asked: tuple[str, ...]
    """Kinds of cards that ask for places nobody has counted: what they bring comes on top."""
    least: Chances
    """If every unknown card brings nothing."""
    most: Chances
    """If every unknown card brings as much as the worst card of the box; number by number, so
    that no number is larger. The same as `least` where every card is known."""
    beyond: Fraction
    """The chance of steps through more than two decks, which no number here counts."""

    @property
    def is_exact(self) -> bool:
        return not self.unknown and not self.beyond


def _mean(chances: Sequence[Fraction]) -> Fraction:
    return sum((number * chance for number, chance in enumerate(chances)), NONE)


# --- from the table ---


def forecast(
    play: Play,
    *,
    rooms: int = 0,
    level: DangerId | None = None,
    places: Mapping[str, int] | None = None,
) -> Forecast:
    """The step that comes next, or the opening of a building of so many `rooms`.

    `level` reads the cards at another danger level. `places` says on how many places of the board
    a kind of card puts its zombies.
    """
    return _Outlook(_coming(play), rooms, level or play.danger, places or {}).forecast()


def _coming(play: Play) -> Play:
    """The table at the beginning of its next spawn step."""
    state = play.before
    if state.spawning is not None:
        return play
    is_over = state.phase == "end" or (state.phase == "zombies" and state.spawned)
    ahead: TableState = replace(state, phase="zombies", spawned=False, round=state.round + is_over)
    return Play(play.rules, ahead, play.pack)


class _Drawn(NamedTuple):
    """Cards that come for certain."""

    asks: Counter[str]
    activates: frozenset[str]
    kinds: frozenset[str]

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "_Drawn":
        asks: Counter[str] = Counter()
        activates: set[str] = set()
        kinds: set[str] = set()
        for card in cards:
            asks.update(dict(card.asks))
            activates |= card.activates
            kinds.add(card.kind)
        return cls(asks, frozenset(activates), frozenset(kinds))

    def plus(self, other: "_Drawn") -> "_Drawn":
        return _Drawn(
            self.asks + other.asks, self.activates | other.activates, self.kinds | other.kinds
        )


UNKNOWN = Card("?")
"""A card of which nobody knows what it says."""


class _Deck(NamedTuple):
    """A pile sorted by what its cards do."""

    doubles: int
    tokens: tuple[Card, ...]
    others: tuple[Card, ...]

    @property
    def mix(self) -> Mix:
        return Mix(self.doubles, len(self.tokens), len(self.others))


class _Outlook:
    """Gathers what a step draws from, and adds up what may come of it."""

    def __init__(self, play: Play, rooms: int, level: DangerId, places: Mapping[str, int]) -> None:
        self.play, self.level, self.places = play, level, places
        self.waiting = None if rooms else play.before.spawning
        self.is_step = not rooms and (self.waiting is None or self.waiting.why == STEP)
        self.doubling = ""
        """The kind of card that doubles, if there is one."""
        self.asked: set[str] = set()
        self.joining: set[str] = set()
        deck = play.deck(DECK)
        self.is_empty = not deck.draw
        self.pile = self._sorted(deck.draw or deck.discard)
        self.discard = self._sorted(deck.discard if deck.draw else ())
        self.hand = self._sorted(self.waiting.hand if self.waiting else ())
        self.points = self._points(rooms)
        self.own = self._own_decks()
        self.kinds = self._kinds()
        self.largest = [zombie for zombie in self.kinds if play.zombie(zombie).family == LARGEST]
        kinds = {card.kind for deck in self._decks for card in (*deck.tokens, *deck.others)}
        self.card_kinds = tuple(sorted((kinds | {self.doubling}) - {"", UNKNOWN.kind}))

    @property
    def _decks(self) -> tuple[_Deck, ...]:
        return self.pile, self.discard, self.hand

    @cached_property
    def all_cards(self) -> list[Card]:
        """Every card that may come, but for those that double."""
        cards = [card for deck in self._decks for card in (*deck.tokens, *deck.others)]
        return cards + [card for own in self.own.values() for card in own]

    # --- what there is ---

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

    def _sorted(self, cards: Sequence[str]) -> _Deck:
        doubles = 0
        tokens: list[Card] = []
        others: list[Card] = []
        for copy in cards:
            told = self._told(copy)
            if told is None:
                others.append(UNKNOWN)
                continue
            kind, prospect = told
            card = self._card(kind, prospect)
            if prospect.doubles:
                doubles += 1
                self.doubling = kind
            elif prospect.spawns_at_once and self.is_step:
                tokens.append(card)
            else:
                others.append(card)
        return _Deck(doubles, tuple(tokens), tuple(others))

    def _told(self, copy: str) -> tuple[str, Prospect] | None:
        """What a card would do; None where nobody knows."""
        play = self.play
        if not is_known(play, copy):
            return None
        kind = known_kind(play, copy)
        if kind not in play.rules.card_foresights:
            return None
        line = line_at(play, copy, self.level)
        if not line and kind not in play.rules.bare_cards:
            return "", Prospect()
        return kind, play.rules.card_foresights[kind](play, line)

    def _card(self, kind: str, prospect: Prospect) -> Card:
        asks = Counter(self._counted(prospect.brings))
        if prospect.on_places:
            if kind not in self.places:
                self.asked.add(kind)
            places = self.places.get(kind, 0)
            asks.update({key: each * places for key, each in prospect.on_places.items()})
        if prospect.joins:
            self.joining |= set(asks)
        return Card(
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

    def _own_decks(self) -> dict[str, list[Card]]:
        """The cards that zones of each kind draw instead, from the pile that is not empty."""
        own: dict[str, list[Card]] = {}
        kinds = {kind for _chance, points in self.points for kind in self._own_kinds(points)}
        for kind in sorted(kinds - {""}):
            foresight = self.play.rules.zone_foresights.get(kind)
            deck = foresight(self.play) if foresight else OwnDeck((None,), ())
            own[kind] = [
                UNKNOWN if prospect is None else self._card("", prospect)
                for prospect in deck.draw or deck.discard
            ]
        return own

    def _kinds(self) -> dict[str, Kind]:
        """All types that may come or act, with those that come along."""
        wanted = [
            key
            for card in self.all_cards
            for key in (*(zombie for zombie, _count in card.asks), *card.activates)
        ]
        kinds: dict[str, Kind] = {}
        while wanted:
            zombie = wanted.pop()
            if zombie not in kinds:
                kinds[zombie] = self._kind(zombie)
                wanted += [key for key, _each in kinds[zombie].company]
                wanted += [key for key in (kinds[zombie].substitute,) if key]
        return dict(sorted(kinds.items()))

    def _kind(self, zombie: str) -> Kind:
        """How many of a type can come, as `supply` lets them come."""
        play = self.play
        printed, board = play.zombie(zombie), play.board.get(zombie, 0)
        left = max(reserve(play, zombie), 0)
        if zombie in self.joining:
            seen = 1 if board else 2
            return Kind(left, None, seen if board or left else None)
        company = tuple(
            (key, each)
            for hook in play.rules.hooks("company")
            for key, each in hook(play, zombie).items()
        )
        is_quiet = play.has_option("no-activation-for-miniatures")
        if printed.on_board is not None:
            free = max(printed.on_board - board, 0)
            if free <= left:
                return Kind(free, None, free + 1, company)
        substitute = counted_as(play, printed.substitute) if printed.substitute else None
        if substitute is not None:
            return Kind(left, None, None, company, substitute)
        return Kind(left, left + 1, None if is_quiet else left + 1, company)

    # --- what may come ---

    def forecast(self) -> Forecast:
        deck = self.play.deck(DECK)
        pile = deck.draw or deck.discard
        told = [known_kind(self.play, card) for card in pile if is_known(self.play, card)]
        least = self._tally(UNKNOWN)
        is_sure = UNKNOWN not in self.all_cards
        return Forecast(
            danger=self.level,
            draws=max(self._draws(points) for _chance, points in self.points),
            left=len(deck.draw),
            unknown=sum(card == UNKNOWN for card in self.all_cards),
            cards={
                kind: Fraction(count, len(told)) for kind, count in sorted(Counter(told).items())
            },
            asked=tuple(sorted(self.asked)),
            least=least.chances(),
            most=least.chances() if is_sure else self._most(),
            beyond=1 - least.mass,
        )

    def _most(self) -> Chances:
        """Each number by itself as high as unknown cards can make it."""
        asks = [dict(card.asks) for card in self.all_cards]
        worst = max(asks, key=lambda zombies: sum(zombies.values()))
        most = self._tally(UNKNOWN, doubt=True).chances()
        total = self._tally(UNKNOWN._replace(asks=tuple(sorted(worst.items())))).chances().total
        zombies: dict[str, tuple[Fraction, ...]] = {}
        short: dict[str, Fraction] = {}
        for zombie in self.kinds:
            count = max(each.get(zombie, 0) for each in asks)
            by_type = self._tally(UNKNOWN._replace(asks=((zombie, count),) if count else ()))
            zombies[zombie] = by_type.chances().zombies[zombie]
            short[zombie] = by_type.chances().short[zombie]
        return replace(
            most,
            total=total,
            zombies=zombies,
            short=short,
            any_short=min(CERTAIN, sum(short.values(), NONE)),
        )

    def _draws(self, points: Sequence[Point]) -> int:
        """Cards of the zombie deck that these points draw from here on."""
        begun = self.waiting.index + bool(self.waiting.hand) if self.waiting else 0
        return self._own_kinds(points)[begun:].count("")

    def _own_kinds(self, points: Iterable[Point]) -> tuple[str, ...]:
        """The kind of zone at each point that draws from a deck of its own; else empty."""
        kinds = {zone.id: zone.kind for zone in self.play.zones}
        drawers = self.play.rules.zone_drawers
        return tuple(
            kind if (kind := kinds.get(point.zone, "")) in drawers else "" for point in points
        )

    def _walk(self, points: Sequence[Point]) -> Walk:
        tokens = (*self.pile.tokens, *self.discard.tokens, *self.hand.tokens)
        room = min((self.kinds[key].room for card in tokens for key, _n in card.asks), default=0)
        joined = min(room, len(self.hand.tokens))
        walk = Walk(
            (*self._own_kinds(points), *("",) * joined),
            self.pile.mix,
            self.discard.mix,
            room - joined,
        )
        if self.waiting is None:
            return walk
        if self.waiting.hand:
            return walk._replace(start=self.waiting.index + 1, draws=2**self.hand.doubles)
        return walk._replace(start=self.waiting.index, draws=self.waiting.draws)

    def _tally(self, unknown: Card, *, doubt: bool = False) -> "_Tally":
        """Add up all ends of the step; `unknown` is what cards that nobody knows ask for."""
        tally = _Tally(tuple(self.kinds), self.card_kinds, is_shuffled=self.is_empty)
        token = next(iter((*self.pile.tokens, *self.discard.tokens)), None)
        doubled = Card(self.doubling)
        meant = {UNKNOWN: unknown}
        pile = tuple(meant.get(card, card) for card in self.pile.others)
        discard = tuple(meant.get(card, card) for card in self.discard.others)
        hand = (*self.hand.others, *self.hand.tokens, *(doubled,) * self.hand.doubles)
        for end, weights in self._ends(token).items():
            cards = list(hand)
            if token:
                cards += [token] * end.tokens
            if end.is_reshuffled:
                cards += pile
            for chance, own in self._own_draws(end.own, meant):
                drawn = _Drawn.of([*cards, *own])
                scaled = {key: chance * weight for key, weight in weights.items()}
                reckoning = Reckoning(
                    self.kinds,
                    Pile(pile, discard if end.is_reshuffled else ()),
                    scaled,
                    certain=drawn.asks,
                )
                sums = reckoning.sums(
                    self.card_kinds, self.largest, doubt=UNKNOWN.kind if doubt else ""
                )
                tally.add(sums, sum(scaled.values(), NONE), drawn, end, doubt=doubt)
        if self.doubling and not self.hand.doubles:
            tally.never[self.doubling] = self._undoubled()
        return tally

    def _undoubled(self) -> Fraction:
        """The chance that no card doubles anything."""
        return sum(
            (
                chance * share
                for chance, points in self.points
                for end, share in all_ends(self._walk(points)).chances.items()
                if not end.doubles
            ),
            NONE,
        )

    def _ends(self, token: Card | None) -> dict[End, dict[tuple[int, int], Fraction]]:
        """Ends that differ only in the number of other cards, together."""
        seen = 2 + (self.kinds[token.asks[0][0]].room if token else 0)
        ends: dict[End, dict[tuple[int, int], Fraction]] = {}
        for chance, points in self.points:
            for end, share in all_ends(self._walk(points)).chances.items():
                key = End(end.is_reshuffled, 0, 0, 0, min(end.tokens, seen), end.own)
                weights = ends.setdefault(key, {})
                numbers = (end.held, end.others)
                weights[numbers] = weights.get(numbers, NONE) + chance * share
        return ends

    def _own_draws(
        self, kinds: tuple[str, ...], meant: Mapping[Card, Card]
    ) -> list[tuple[Fraction, tuple[Card, ...]]]:
        """What zones that draw from decks of their own may draw; nothing where a deck runs out."""
        draws: list[tuple[Fraction, tuple[Card, ...]]] = [(CERTAIN, ())]
        for kind, count in Counter(kinds).items():
            cards = [meant.get(card, card) for card in self.own[kind]]
            hands = Counter(tuple(sorted(hand, key=repr)) for hand in combinations(cards, count))
            ways = hands.total()
            draws = [
                (chance * Fraction(number, ways), (*drawn, *hand))
                for chance, drawn in draws
                for hand, number in hands.items()
            ]
        return draws


class _Tally:
    """Chances of all ends of a step, added up."""

    def __init__(self, zombies: Iterable[str], kinds: Iterable[str], *, is_shuffled: bool) -> None:
        self.total: dict[int, Fraction] = {}
        self.zombies: dict[str, dict[int, Fraction]] = {zombie: {} for zombie in zombies}
        self.never = dict.fromkeys(kinds, NONE)
        self.enough = dict.fromkeys(self.zombies, NONE)
        self.calm = dict.fromkeys(self.zombies, NONE)
        self.nobody = self.all_enough = self.all_calm = self.shuffled = self.mass = NONE
        self.is_shuffled = is_shuffled

    def add(self, sums: Sums, mass: Fraction, drawn: _Drawn, end: End, *, doubt: bool) -> None:
        """One end, with the cards that come in it for certain."""
        is_doubtful = doubt and UNKNOWN.kind in drawn.kinds
        self.mass += mass
        if end.is_reshuffled or self.is_shuffled:
            self.shuffled += mass
        _add(self.total, sums.total)
        for zombie, numbers in sums.zombies.items():
            _add(self.zombies[zombie], numbers)
            self.enough[zombie] += sums.enough[zombie]
            if zombie not in drawn.activates and not is_doubtful:
                self.calm[zombie] += sums.calm[zombie]
        self.all_enough += sums.all_enough
        if is_doubtful:
            return
        for kind, never in sums.never.items():
            if kind not in drawn.kinds:
                self.never[kind] += never
        self.nobody += sums.nobody
        if not drawn.activates:
            self.all_calm += sums.all_calm

    def chances(self) -> Chances:
        return Chances(
            total=_row(self.total),
            zombies={zombie: _row(numbers) for zombie, numbers in self.zombies.items()},
            kinds={kind: self.mass - never for kind, never in self.never.items()},
            largest=self.mass - self.nobody,
            activated={zombie: self.mass - calm for zombie, calm in self.calm.items()},
            any_activated=self.mass - self.all_calm,
            short={zombie: self.mass - enough for zombie, enough in self.enough.items()},
            any_short=self.mass - self.all_enough,
            runs_out=self.shuffled,
        )


def _add(numbers: dict[int, Fraction], more: Mapping[int, Fraction]) -> None:
    for number, chance in more.items():
        numbers[number] = numbers.get(number, NONE) + chance


def _row(numbers: Mapping[int, Fraction]) -> tuple[Fraction, ...]:
    most = max((number for number, chance in numbers.items() if chance), default=0)
    return tuple(numbers.get(number, NONE) for number in range(most + 1))
