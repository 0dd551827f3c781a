"""One version of a pack, read with the game it is for, for its forms, checks and sheets."""

from functools import cached_property
from typing import Any

from companion.workshop.models import HousePack
from rules import Pack, load_packs, played_pack
from rules.packs.checks.own import scope_of
from rules.packs.checks.scope import KnownNames
from rules.packs.played import joined
from rules.packs.schema import Mission
from rules.packs.schema.own import OwnBox
from rules.workshop import DraftMission, PackContent, Problem, problems
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
from rules.workshop.draft import MISSIONS, PieceSetting


class Reading:
    """A pack's content with its game; what its pieces say of each other is worked out once."""

    def __init__(self, house: HousePack, content: PackContent) -> None:
        self.house, self.content = house, content
        self._packs: dict[tuple[str, ...], Pack] = {}
        self._scopes: dict[tuple[str, ...], KnownNames] = {}

    @property
    def game(self) -> Pack:
        """Return the game without boxes."""
        return load_packs()[self.house.game]

    @cached_property
    def setting(self) -> PieceSetting:
        """Return the context of its pieces, with ids as the pack itself has them, `own-z1`."""
        return setting_of(self.content, self.house.game, self.house.languages)

    @cached_property
    def at_table(self) -> PieceSetting:
        """Return the context of its pieces, with ids as a table has them."""
        return setting_of(self.content, self.house.game, self.house.languages, tag=self.house.tag)

    def boxes_of(self, draft: DraftMission) -> tuple[str, ...]:
        """Return the boxes a mission asks for, without those this site does not have."""
        return tuple(box for box in self.game.expansions if box in draft.boxes)

    def pack_of(self, draft: DraftMission) -> Pack:
        """Return what a mission may refer to: the game, its boxes, and everything of this pack."""
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
        """Return the records of this pack that a mission refers to."""
        printed = played_pack(self.house.game, self.boxes_of(draft))
        own = brought(self.content, self.setting, printed, Wanted(mission=draft))
        return together([own.box])

    @cached_property
    def whole_box(self) -> OwnBox:
        """Return everything of this pack that is finished."""
        return self._box_with(played_pack(self.house.game, tuple(self.game.expansions)))

    @cached_property
    def whole(self) -> Pack:
        """Return the game with all its boxes, and everything of this pack."""
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
        """Return the mission as its sheet shows it while it is written."""
        return finished_mission(draft, self.content, self.setting)

    def played(self, draft: DraftMission) -> Mission:
        """Return the mission as a table plays it."""
        return finished_mission(draft, self.content, self.at_table)
