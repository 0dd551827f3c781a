"""One version of a pack, read with the game it is for: what its forms, checks and sheets ask."""

from functools import cached_property
from typing import Any

from companion.workshop.models import HousePack
from rules import Pack, load_packs, played_pack
from rules.packs.checks.own import scope_of
from rules.packs.checks.scope import Scope
from rules.packs.played import joined
from rules.packs.schema import Mission
from rules.packs.schema.own import OwnBox
from rules.workshop import Content, DraftMission, Problem, problems
from rules.workshop.box import (
    RECORDS,
    Wanted,
    brought,
    everything,
    finished_mission,
    piece_problems,
    setting_of,
    together,
)
from rules.workshop.draft import MISSIONS, Setting


class Reading:
    """What is worked out once and asked for often, as the pieces of a pack speak of one another."""

    def __init__(self, house: HousePack, content: Content) -> None:
        self.house, self.content = house, content
        self._packs: dict[tuple[str, ...], Pack] = {}
        self._scopes: dict[tuple[str, ...], Scope] = {}

    @property
    def game(self) -> Pack:
        """The game by itself."""
        return load_packs()[self.house.game]

    @cached_property
    def setting(self) -> Setting:
        """With ids as the pack itself has them, `own-z1`."""
        return setting_of(self.content, self.house.game, self.house.languages)

    @cached_property
    def at_table(self) -> Setting:
        """With ids as a table has them."""
        return setting_of(self.content, self.house.game, self.house.languages, tag=self.house.tag)

    def boxes_of(self, draft: DraftMission) -> tuple[str, ...]:
        """The boxes a mission asks for, as far as they are here."""
        return tuple(box for box in self.game.expansions if box in draft.boxes)

    def pack_of(self, draft: DraftMission) -> Pack:
        """What a mission may speak of: the game with its boxes, and everything of this pack."""
        return self.pack_with(self.boxes_of(draft))

    def pack_with(self, boxes: tuple[str, ...]) -> Pack:
        if boxes not in self._packs:
            printed = played_pack(self.house.game, boxes)
            if any(self.content.pieces(kind) for kind in RECORDS):
                printed = joined(printed, self._box_with(printed))
            self._packs[boxes] = printed
        return self._packs[boxes]

    def _box_with(self, printed: Pack) -> OwnBox:
        wanted = everything(self.content, printed)
        return brought(self.content, self.setting, printed, wanted).box

    def box_of(self, draft: DraftMission) -> OwnBox | None:
        """What of this pack a mission speaks of."""
        printed = played_pack(self.house.game, self.boxes_of(draft))
        own = brought(self.content, self.setting, printed, Wanted(mission=draft))
        return together([own.box])

    @cached_property
    def whole_box(self) -> OwnBox:
        """Everything of this pack that is finished."""
        return self._box_with(played_pack(self.house.game, tuple(self.game.expansions)))

    @cached_property
    def whole(self) -> Pack:
        """With every box of the game."""
        return self.pack_with(tuple(self.game.expansions))

    # --- what is wrong ---

    def problems(self, kind: str, piece: Any) -> list[Problem]:
        if kind != MISSIONS:
            return piece_problems(kind, piece, self.setting)
        decks = frozenset(deck.id for deck in self.content.pieces("decks"))
        pack, boxes = self.pack_of(piece), self.boxes_of(piece)
        if boxes not in self._scopes:
            self._scopes[boxes] = scope_of(pack)
        return problems(piece, pack, self.house.languages, decks, self._scopes[boxes])

    # --- what is played ---

    def shown(self, draft: DraftMission) -> Mission:
        """The mission as its sheet shows it while it is written."""
        return finished_mission(draft, self.content, self.setting)

    def played(self, draft: DraftMission) -> Mission:
        """The mission as a table plays it."""
        return finished_mission(draft, self.content, self.at_table)
