"""The Zombicide family: games made of shared mechanics, and the policies in which they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from rules.commands import BaseCommand
from rules.errors import RuleError
from rules.mechanic import Correction, Mechanic
from rules.mechanics.spawn.drawing import ZoneDeck, own_decks
from rules.mechanics.zombie_cards import bare_kinds
from rules.mechanics.zones import token_kinds
from rules.packs.loader import load_packs
from rules.packs.played import pack_with
from rules.packs.schema import Pack
from rules.packs.vocabulary import Vocabulary
from rules.play import Play
from rules.ruleset import Ruleset
from rules.state import Survivor, TableState

if TYPE_CHECKING:
    from rules.mechanics.attacks.attack import Attack
    from rules.mechanics.spawn.drawing import Drawing, Prospect
    from rules.mechanics.spawn.step import SpawnOrder

LostWhen = Literal["all", "any"]


def _survivor_type(state: type[TableState]) -> type[Survivor]:
    types: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(state)}
    survivor: type[Survivor] = get_args(types["survivors"])[1]
    return survivor


SURVIVORS = ("survivor", "on", "to", "by", "leader", "survivors_in_zone")
"""Fields of commands that name survivors."""
IN_PLAY: dict[str, Callable[[Play, str], object]] = dict.fromkeys(SURVIVORS, Play.in_play)
FINDERS: dict[str, Callable[[Play, str], object]] = {
    **dict.fromkeys(SURVIVORS, Play.survivor),
    "zombie": Play.zombie,
    "zombies": Play.zombie,
    "targets": Play.zombie,
    "zone": Play.zone,
    "deck": Play.deck,
    "question": Play.question,
}
"""Fields of commands that name a thing of the table, and how it is found."""


class Zombicide(Ruleset):
    """A game of the family: shared mechanics, its own mechanics, and three policies."""

    def __init__(
        self,
        *,
        game: str,
        mechanics: tuple[Mechanic, ...],
        state: type[TableState] = TableState,
        rank: int = 100,
        lost_when: LostWhen,
        spawn_order: SpawnOrder,
        attack: type[Attack],
    ) -> None:
        super().__init__(game=game, mechanics=mechanics, state=state, rank=rank)
        self.table = state
        """Type of its tables."""
        self.survivor: type[Survivor] = _survivor_type(state)
        """Type of its survivors."""
        self.lost_when = lost_when
        """Policy for losing: with the first lost survivor (`any`) or the last (`all`)."""
        self.spawn_order = spawn_order
        """Policy for the points at which a spawn step draws."""
        self.attack = attack
        """Policy for resolving an attack, step by step."""

    # --- made from the mechanics ---

    @cached_property
    def card_resolvers(self) -> Mapping[str, Callable[[Play, Drawing], None]]:
        """Return the resolver of each kind of zombie card."""
        return {kind: how for each in self.mechanics for kind, how in each.cards.items()}

    @cached_property
    def card_foresights(self) -> Mapping[str, Callable[[Play, Mapping[str, int]], Prospect]]:
        """Return the forecast function of each kind of zombie card that has one."""
        return {kind: how for each in self.mechanics for kind, how in each.foresees.items()}

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Return the words that its pack may use."""
        return Vocabulary(
            cards=frozenset(self.card_resolvers),
            bare_cards=frozenset(bare_kinds.of(self)),
            effects=self._named(lambda each: each.effects),
            traits=self._named(lambda each: each.traits),
            options=self._named(lambda each: each.options),
            gives={
                name: kind
                for gives in (*(each.gives for each in self.mechanics), self.attack.gives)
                for name, kind in gives.items()
            },
            mission_rules=self._named(lambda each: each.mission_rules),
        )

    def _named(self, of: Callable[[Mechanic], Iterable[str]]) -> frozenset[str]:
        return frozenset(name for each in self.mechanics for name in of(each))

    @cached_property
    def answers(self) -> Mapping[str, type[BaseCommand]]:
        """Return the command that answers each kind of question."""
        return {what: how for each in self.mechanics for what, how in each.answers.items()}

    @cached_property
    def zone_decks(self) -> Mapping[str, ZoneDeck]:
        """Return the decks of their own that spawn zones draw from, by the kind of zone."""
        return {own.zone: own for own in own_decks.of(self)}

    @cached_property
    def zone_kinds(self) -> tuple[str, ...]:
        """Return the kinds of tokens a spawn zone may have."""
        return ("normal", *self.zone_decks, *token_kinds.of(self))

    @cached_property
    def corrections(self) -> Mapping[str, Correction]:
        """Return every value that can be set by hand, with the way it is corrected."""
        return {
            path: kind if isinstance(kind, Correction) else Correction(kind)
            for each in self.mechanics
            for path, kind in each.corrections.items()
        }

    def seated(self, survivor: Survivor) -> Survivor:
        """Return the same survivor as this game's type."""
        if isinstance(survivor, self.survivor):
            return survivor
        return self.survivor(**msgspec.structs.asdict(survivor))

    # --- overrides of every game ---

    def missing(
        self, working: Play, command: BaseCommand, *, in_play: bool = False
    ) -> RuleError | None:
        finders = FINDERS | IN_PLAY if in_play else FINDERS
        try:
            for name in command.__struct_fields__:
                if name in finders and name not in command.new:
                    named = getattr(command, name)
                    several = named if isinstance(named, tuple | Mapping) else ()
                    for key in (named,) if isinstance(named, str) else several:
                        finders[name](working, key)
        except RuleError as error:
            return error
        return None

    def pack(self, state: TableState) -> Pack:
        return pack_with(self.game, state.expansions, state.own_box)

    def cover(self) -> Pack:
        return load_packs()[self.game]

    def begin(self, state: TableState, pack: Pack, command: BaseCommand | None = None) -> Play:
        """Return the working copy, with the cards and faces the command reports."""
        reported = {name: getattr(command, name) for name in command.reported} if command else {}
        return Play(self, state, pack, **reported)
