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
        """What the table says it drew and nobody has asked for yet."""
        self._fields: dict[str, object] = {}

    # --- what is known ---

    @property
    def danger(self) -> DangerId:
        """The level of the table as it stands in the middle of the command."""
        return danger_of(highest_survivor(self.survivors, self.before.options)[1], self.pack)

    @cached_property
    def mission(self) -> Mission | None:
        """The mission that is played; None in free play."""
        return mission_at(self.before)

    def mission_rules(self, *names: str) -> list[MissionRule]:
        """Rules of this mission with one of these names."""
        return [rule for rule in (self.mission.rules if self.mission else ()) if rule.do in names]

    @property
    def now(self) -> TableState:
        """The table with its survivors as they stand in the middle of the command."""
        return replace(self.before, survivors=self.survivors)

    def get(self, name: str) -> Any:
        """A field of the state as it stands now."""
        return self._fields[name] if name in self._fields else getattr(self.before, name)

    def has_option(self, option: str) -> bool:
        return option in self.before.options

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

    def deck(self, deck_id: str) -> Deck:
        if deck_id not in self.decks:
            raise UnknownId("deck.unknown", deck=deck_id)
        return self.decks[deck_id]

    def zombie(self, zombie: str) -> Zombie:
        return zombie_type(self.pack, zombie)

    def questions(self, what: str) -> list[Pending]:
        """The open questions of one kind."""
        return [question for question in self.pending if question.what == what]

    # --- what changes ---

    def emit(self, event: BaseEvent) -> None:
        self.events.append(event)

    def set(self, **fields: object) -> None:
        """Fields of the state that the working copy has no piece of its own for."""
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
        """Leave a question open; the same one is not asked twice."""
        if any(open_one.id == question.id for open_one in self.pending):
            return False
        self.pending.append(question)
        return True

    def answered(self, question_id: str) -> Pending:
        for question in self.pending:
            if question.id == question_id:
                self.pending.remove(question)
                return question
        raise UnknownId("question.unknown", question=question_id)

    # --- others who join in ---

    def tell(
        self, hook: Hook[Callable[Concatenate[Play, P], None]], *args: P.args, **more: P.kwargs
    ) -> None:
        """Let every mechanic of this game that joins in at this point do its part."""
        for join in hook.of(self.rules):
            join(self, *args, **more)

    # --- the end ---

    def outcome(self) -> Outcome:
        """The new state. Cards or dice that were not asked for make the command illegal."""
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
    """The type of that id."""
    for kind in pack.zombies:
        if kind.id == zombie:
            return kind
    raise UnknownId("zombie.unknown", zombie=zombie)
