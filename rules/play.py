"""The working copy of one command: mechanics change it step by step, `outcome` freezes it."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from rules.chance import Chance
from rules.errors import IllegalCommand, UnknownId
from rules.events import ActivationExtra, CardDrawn, DeckReshuffled, Event, MissionLost
from rules.levels import danger_of, highest_survivor
from rules.packs.copies import deck_copies
from rules.packs.schema import Pack
from rules.packs.schema.base import DangerId
from rules.packs.schema.cards import SpecialCard
from rules.packs.schema.people import Zombie
from rules.ruleset import Outcome
from rules.state import Deck, Pending, Source, Survivor, TableState, Zone


class Play:
    """Nothing here reaches the table unless the whole command succeeds."""

    def __init__(
        self,
        state: TableState,
        pack: Pack,
        *,
        cards: Sequence[str] | None = None,
        dice: Sequence[int] | None = None,
    ) -> None:
        self.before, self.pack = state, pack
        self.events: list[Event] = []
        self.board, self.gone = dict(state.board), dict(state.gone)
        self.objectives = list(state.objectives)
        self.decks = dict(state.decks)
        self.survivors = dict(state.survivors)
        self.zones = list(state.zones)
        self.pending = list(state.pending)
        self.fields: dict[str, object] = {}
        self.chance = Chance.of(state, dice or ())
        self._cards = list(cards or ())

    # --- what is known ---

    @property
    def danger(self) -> DangerId:
        """The level of the table as it stands in the middle of the command."""
        return danger_of(highest_survivor(self.survivors, self.before.options)[1], self.pack)

    def survivor(self, key: str) -> Survivor:
        if key not in self.survivors:
            raise UnknownId("survivor.unknown", survivor=key)
        return self.survivors[key]

    def in_play(self, key: str) -> Survivor:
        """A survivor who can still act and be acted on."""
        survivor = self.survivor(key)
        if survivor.status != "in_play":
            raise IllegalCommand("survivor.not_in_play", survivor=survivor.name)
        return survivor

    def zone(self, key: str) -> Zone:
        for zone in self.zones:
            if zone.id == key:
                return zone
        raise UnknownId("zone.unknown", zone=key)

    def reserve(self, zombie: str) -> int:
        """Miniatures of a type that are not on the board."""
        figure = zombie_type(self.pack, zombie).figure or zombie
        sharing = [one.id for one in self.pack.zombies if figure in (one.id, one.figure)]
        out = sum(
            self.board.get(one, 0) + self.gone.get(one, 0) + self.kept.get(one, 0)
            for one in sharing
        )
        box = zombie_type(self.pack, figure).miniatures + self.before.more.get(figure, 0)
        return box - out

    @property
    def kept(self) -> dict[str, int]:
        """Miniatures that lie on personal objectives."""
        found: dict[str, int] = {}
        for one in self.objectives:
            if one.count:
                zombie, _ = kill_count(self.pack, one.card)
                found[zombie] = found.get(zombie, 0) + one.count
        return found

    # --- what changes ---

    def emit(self, event: Event) -> None:
        self.events.append(event)

    def activate(self, zombie: str, why: str, *, zone: str | None = None, times: int = 1) -> None:
        self.emit(ActivationExtra(zombie=zombie, why=why, zone=zone, times=times))

    def change_survivor(self, key: str, **fields: object) -> Survivor:
        self.survivors[key] = replace(self.survivors[key], **fields)
        return self.survivors[key]

    def change_zone(self, key: str, **fields: object) -> None:
        index = self.zones.index(self.zone(key))
        self.zones[index] = replace(self.zones[index], **fields)

    def ask(self, pending: Pending) -> bool:
        """Leave a question open; the same one is not asked twice."""
        if any(one.id == pending.id for one in self.pending):
            return False
        self.pending.append(pending)
        return True

    def answered(self, pending_id: str) -> Pending:
        for one in self.pending:
            if one.id == pending_id:
                self.pending.remove(one)
                return one
        raise UnknownId("question.unknown", question=pending_id)

    def lose(self, why: str) -> None:
        """The mission is lost, unless it is over."""
        if self.fields.get("result", self.before.result) is None:
            self.fields["result"] = "lost"
            self.emit(MissionLost(why=why))

    # --- decks ---

    def deck(self, deck_id: str) -> Deck:
        if deck_id not in self.decks:
            raise UnknownId("deck.unknown", deck=deck_id)
        return self.decks[deck_id]

    def draw(self, deck_id: str, zone: str | None = None) -> str:
        """The next card: the app's, or the one the table says it drew."""
        deck = self._with_cards(deck_id)
        if deck.source == "app":
            card, rest = deck.draw[0], deck.draw[1:]
        else:
            card = self._entered_card(deck_id, deck, zone)
            rest = tuple(one for one in deck.draw if one != card)
        self.decks[deck_id] = replace(deck, draw=rest)
        self.emit(CardDrawn(deck=deck_id, card=card, zone=zone))
        return card

    def _with_cards(self, deck_id: str) -> Deck:
        """An empty deck takes its discard pile back, shuffled."""
        deck = self.deck(deck_id)
        if deck.draw:
            return deck
        if not deck.discard:
            raise IllegalCommand("deck.empty", deck=deck_id)
        return self.reshuffle(deck_id)

    def reshuffle(self, deck_id: str) -> Deck:
        """Draw pile and discard pile together, in a new order."""
        deck = self.decks[deck_id]
        cards = tuple(sorted((*deck.draw, *deck.discard)))
        if deck.source == "app":
            cards = self.chance.shuffled(cards)
        self.decks[deck_id] = replace(deck, draw=cards, discard=())
        self.emit(DeckReshuffled(deck=deck_id))
        return self.decks[deck_id]

    def change_source(self, deck_id: str, source: Source) -> None:
        """Hand a deck over. The app needs to know every card, and shuffles what is left."""
        deck = self.decks[deck_id]
        cards = tuple(sorted(deck.draw))
        if source == "app":
            known = deck_copies(self.pack, deck_id)
            if any(
                known[card].sure == "unknown" and card not in self.before.described
                for card in (*deck.draw, *deck.discard)
            ):
                raise IllegalCommand("deck.unknown_cards", deck=deck_id)
            cards = self.chance.shuffled(cards)
        self.decks[deck_id] = replace(deck, source=source, draw=cards)

    def _entered_card(self, deck_id: str, deck: Deck, zone: str | None) -> str:
        if not self._cards:
            raise IllegalCommand("cards.missing", deck=deck_id, zone=zone or "")
        said = self._cards.pop(0)
        card = said if said.startswith(f"{deck_id}-") else f"{deck_id}-{said}"
        card = said if said in deck_copies(self.pack, deck_id) else card
        if card in deck.draw:
            return card
        for pile in ("discard", "aside"):
            if card in getattr(deck, pile):
                raise IllegalCommand(f"card.in_{pile}", card=said)
        raise IllegalCommand("card.impossible", card=said, deck=deck_id)

    def discard(self, deck_id: str, card: str) -> None:
        deck = self.decks[deck_id]
        self.decks[deck_id] = replace(deck, discard=(*deck.discard, card))

    def pull(self, deck_id: str, card: str) -> None:
        """Out of its deck, from whatever pile, into somebody's hands."""
        deck = self.deck(deck_id)
        piles = {
            pile: tuple(one for one in getattr(deck, pile) if one != card)
            for pile in ("draw", "discard", "aside")
        }
        self.decks[deck_id] = replace(deck, **piles)

    def set_aside(self, deck_id: str, card: str) -> None:
        """Out of the game, wherever in its deck it lies."""
        self.pull(deck_id, card)
        deck = self.decks[deck_id]
        self.decks[deck_id] = replace(deck, aside=(*deck.aside, card))

    # --- the end ---

    def outcome(self) -> Outcome:
        """The new state. Cards or dice that were not asked for make the command illegal."""
        if self._cards:
            raise IllegalCommand("cards.too_many", surplus=len(self._cards))
        self.chance.check_used_up()
        after = replace(
            self.before,
            board={zombie: count for zombie, count in sorted(self.board.items()) if count},
            objectives=tuple(self.objectives),
            gone={zombie: count for zombie, count in sorted(self.gone.items()) if count},
            decks=self.decks,
            survivors=self.survivors,
            zones=tuple(self.zones),
            pending=tuple(self.pending),
            cursor=self.chance.cursor,
            **self.fields,
        )
        return Outcome(after, tuple(self.events))


def zombie_type(pack: Pack, zombie: str) -> Zombie:
    """The type of that id."""
    for one in pack.zombies:
        if one.id == zombie:
            return one
    raise UnknownId("zombie.unknown", zombie=zombie)


class Supply(msgspec.Struct, frozen=True, kw_only=True):
    """Miniatures of one type."""

    box: int
    board: int
    reserve: int


def supply(state: TableState, pack: Pack) -> dict[str, Supply]:
    """Every type of the box: how many there are, stand on the board, and are left to place.

    What left the game for good or lies on an objective is neither on the board nor left.
    """
    play = Play(state, pack)
    return {
        zombie.id: Supply(
            box=zombie.miniatures + state.more.get(zombie.id, 0),
            board=state.board.get(zombie.id, 0),
            reserve=play.reserve(zombie.id),
        )
        for zombie in pack.zombies
    }


OBJECTIVES = "personal-objectives"


def kill_count(pack: Pack, card: str) -> tuple[str, int]:
    """Which zombie a personal objective counts, and how many; none: an empty name and 0."""
    found = deck_copies(pack, OBJECTIVES)[card]
    assert isinstance(found, SpecialCard)
    for effect in found.effects:
        if effect.do == "kill-count" and effect.zombie:
            return effect.zombie, effect.value or 1
    return "", 0
