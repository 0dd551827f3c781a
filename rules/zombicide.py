"""The Zombicide family: games made of shared mechanics, and the policies in which they differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from rules.commands import BaseCommand
from rules.mechanic import Correction, Mechanic
from rules.packs.loader import load_packs
from rules.packs.played import pack_with
from rules.packs.schema import Pack
from rules.packs.vocabulary import Vocabulary
from rules.play import Play
from rules.ruleset import Ruleset
from rules.state import Survivor, TableState

if TYPE_CHECKING:
    from rules.mechanics.attacks.attack import Attack
    from rules.mechanics.spawn.drawing import Drawing, OwnDeck, Prospect
    from rules.mechanics.spawn.step import SpawnOrder
    from rules.state import SpawnPoint as Point

LostWhen = Literal["all", "any"]


def _survivor_type(state: type[TableState]) -> type[Survivor]:
    types: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(state)}
    survivor: type[Survivor] = get_args(types["survivors"])[1]
    return survivor


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
        return {kind: how for cards in self.all_of("cards") for kind, how in cards.items()}

    @cached_property
    def card_foresights(self) -> Mapping[str, Callable[[Play, Mapping[str, int]], Prospect]]:
        """Return the forecast function of each kind of zombie card that has one."""
        return {kind: how for cards in self.all_of("foresees") for kind, how in cards.items()}

    @cached_property
    def bare_cards(self) -> frozenset[str]:
        """Return the kinds of zombie cards that name no zombies and are resolved nevertheless."""
        return self._all("bare_cards")

    def _all(self, hook: str) -> frozenset[str]:
        return frozenset(name for names in self.all_of(hook) for name in names)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Return the words that its pack may use."""
        return Vocabulary(
            cards=frozenset(self.card_resolvers),
            bare_cards=self.bare_cards,
            effects=self._all("effects") | self._all("kills_all"),
            traits=self._all("traits"),
            options=self._all("options"),
            gives={
                name: kind
                for gives in (*self.all_of("gives"), self.attack.gives)
                for name, kind in gives.items()
            },
            mission_rules=self._all("mission_rules"),
        )

    @cached_property
    def answers(self) -> Mapping[str, type[BaseCommand]]:
        """Return the command that answers each kind of question."""
        return {what: how for answers in self.all_of("answers") for what, how in answers.items()}

    @cached_property
    def zone_drawers(self) -> Mapping[str, Callable[[Play, Point], Drawing]]:
        """Return the function that draws for each kind of spawn zone with a deck of its own."""
        return {kind: how for zones in self.all_of("zones") for kind, how in zones.items()}

    @cached_property
    def zone_foresights(self) -> Mapping[str, Callable[[Play], OwnDeck]]:
        """Return the forecast function of each kind of spawn zone with a deck of its own."""
        return {kind: how for zones in self.all_of("foresees_zones") for kind, how in zones.items()}

    @cached_property
    def described_decks(self) -> Mapping[str, str]:
        return {kind: deck for decks in self.all_of("described") for kind, deck in decks.items()}

    @cached_property
    def zone_kinds(self) -> tuple[str, ...]:
        """Return the kinds of tokens a spawn zone may have."""
        return ("normal", *(kind for kinds in self.all_of("zone_kinds") for kind in kinds))

    @cached_property
    def corrections(self) -> Mapping[str, Correction]:
        """Return every value that can be set by hand, with the way it is corrected."""
        return {
            path: kind if isinstance(kind, Correction) else Correction(kind)
            for by_path in self.all_of("corrections")
            for path, kind in by_path.items()
        }

    def seated(self, survivor: Survivor) -> Survivor:
        """Return the same survivor as this game's type."""
        if isinstance(survivor, self.survivor):
            return survivor
        return self.survivor(**msgspec.structs.asdict(survivor))

    # --- overrides of every game ---

    def pack(self, state: TableState) -> Pack:
        return pack_with(self.game, state.expansions, state.own_box)

    def cover(self) -> Pack:
        return load_packs()[self.game]

    def begin(self, state: TableState, pack: Pack, command: BaseCommand | None = None) -> Play:
        """Return the working copy, with the cards and faces the command reports."""
        reported = {name: getattr(command, name) for name in command.reported} if command else {}
        return Play(self, state, pack, **reported)
