"""The working copy of one command: mechanics change it step by step, `outcome` freezes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from msgspec.structs import replace

from rules.chance import Chance
from rules.errors import IllegalCommand, UnknownId
from rules.events import BaseEvent
from rules.levels import danger_of, highest_survivor
from rules.missions import mission_at
from rules.packs.schema import Mission, MissionRule, Pack
from rules.packs.schema.base import DangerId
from rules.packs.schema.people import Zombie
from rules.ruleset import Outcome
from rules.state import Deck, Pending, Survivor, TableState, Zone

if TYPE_CHECKING:
    from rules.mechanic import Hook
    from rules.zombicide import Zombicide

P = ParamSpec("P")


class Play:
    """A table of the family in the middle of a command.

    Nothing here reaches the table unless the whole command succeeds.
    """

    def __init__(
        self,
        rules: Zombicide,
        state: TableState,
        pack: Pack,
        *,
        cards: Sequence[str] = (),
        dice: Sequence[int] = (),
    ) -> None:
        self.rules, self.before, self.pack = rules, state, pack
        self.events: list[BaseEvent] = []
        self.board, self.gone = dict(state.board), dict(state.gone)
        self.decks = dict(state.decks)
        self.survivors = dict(state.survivors)
        self.zones = list(state.zones)
        self.pending = list(state.pending)
        self.chance = Chance.of(state, dice)
        self.cards_to_come = list(cards)
        """Cards the table reported as drawn that have not been used yet."""
        self._fields: dict[str, object] = {}

    # --- reading ---

    @property
    def danger(self) -> DangerId:
        """Return the danger level of the table in the middle of the command."""
        return danger_of(highest_survivor(self.survivors, self.before.options)[1], self.pack)

    @cached_property
    def mission(self) -> Mission | None:
        """Return the mission that is played; None in free play."""
        return mission_at(self.before)

    def mission_rules(self, *names: str) -> list[MissionRule]:
        """Return the rules of this mission with one of these names."""
        return [rule for rule in (self.mission.rules if self.mission else ()) if rule.do in names]

    @property
    def now(self) -> TableState:
        """Return the table with its survivors as they are in the middle of the command."""
        return replace(self.before, survivors=self.survivors)

    def get(self, name: str) -> Any:
        """Return a field of the state as it is in the middle of the command."""
        return self._fields[name] if name in self._fields else getattr(self.before, name)

    def has_option(self, option: str) -> bool:
        return option in self.before.options

    def survivor(self, key: str) -> Survivor:
        if key not in self.survivors:
            raise UnknownId("survivor.unknown", survivor=key)
        return self.survivors[key]

    def in_play(self, key: str) -> Survivor:
        """Return a survivor who can still act and be acted on; raise if not in play."""
        survivor = self.survivor(key)
        if survivor.status != "in_play":
            raise IllegalCommand("survivor.not_in_play", survivor=survivor.name)
        return survivor

    def zone(self, key: str) -> Zone:
        for zone in self.zones:
            if zone.id == key:
                return zone
        raise UnknownId("zone.unknown", zone=key)

    def deck(self, deck_id: str) -> Deck:
        if deck_id not in self.decks:
            raise UnknownId("deck.unknown", deck=deck_id)
        return self.decks[deck_id]

    def zombie(self, zombie: str) -> Zombie:
        return zombie_type(self.pack, zombie)

    def question(self, key: str) -> Pending:
        for question in self.pending:
            if question.id == key:
                return question
        raise UnknownId("question.unknown", question=key)

    def questions(self, what: str) -> list[Pending]:
        """Return the open questions of one kind."""
        return [question for question in self.pending if question.what == what]

    # --- changes ---

    def emit(self, event: BaseEvent) -> None:
        self.events.append(event)

    def set(self, **fields: object) -> None:
        """Set fields of the state that the working copy has no attribute for."""
        self._fields |= fields

    def change_survivor(self, key: str, **fields: object) -> Survivor:
        self.survivors[key] = replace(self.survivors[key], **fields)
        return self.survivors[key]

    def change_zone(self, key: str, **fields: object) -> None:
        index = self.zones.index(self.zone(key))
        self.zones[index] = replace(self.zones[index], **fields)

    def change_deck(self, key: str, **fields: object) -> Deck:
        self.decks[key] = replace(self.decks[key], **fields)
        return self.decks[key]

    def ask(self, question: Pending) -> bool:
        """Add an open question and return True; return False if it is open already."""
        if any(open_one.id == question.id for open_one in self.pending):
            return False
        self.pending.append(question)
        return True

    def answered(self, key: str) -> Pending:
        """Close an open question and return it."""
        question = self.question(key)
        self.pending.remove(question)
        return question

    # --- hooks ---

    def tell(
        self, hook: Hook[Callable[Concatenate[Play, P], None]], *args: P.args, **more: P.kwargs
    ) -> None:
        """Call every mechanic of this game that joins in at this hook."""
        for join in hook.of(self.rules):
            join(self, *args, **more)

    # --- outcome ---

    def outcome(self) -> Outcome:
        """Return the new state and the events; raise if reported cards or dice were not used."""
        if self.cards_to_come:
            raise IllegalCommand("cards.too_many", surplus=len(self.cards_to_come))
        self.chance.check_used_up()
        after = replace(
            self.before,
            board={zombie: count for zombie, count in sorted(self.board.items()) if count},
            gone={zombie: count for zombie, count in sorted(self.gone.items()) if count},
            decks=self.decks,
            survivors=self.survivors,
            zones=tuple(self.zones),
            pending=tuple(self.pending),
            cursor=self.chance.cursor,
            **self._fields,
        )
        return Outcome(after, tuple(self.events))


def zombie_type(pack: Pack, zombie: str) -> Zombie:
    """Return the zombie type with that id."""
    for kind in pack.zombies:
        if kind.id == zombie:
            return kind
    raise UnknownId("zombie.unknown", zombie=zombie)
