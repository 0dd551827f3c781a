"""Content of one version of a pack: its missions, and its pieces by kind."""

from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from rules.campaign.state import Leg
from rules.maps.given import with_sketches
from rules.packs.schema.maps import DrawnMap, Floors, Walls
from rules.workshop.draft import MISSIONS, MOST_MISSIONS, MOST_PIECES, DraftRecord, Piece
from rules.workshop.pieces import (
    PIECES,
    DraftCard,
    DraftDeck,
    DraftEquipment,
    DraftMission,
    DraftSpawn,
    DraftSurvivor,
    DraftZombie,
)
from rules.workshop.pieces.missions import begun_map
from rules.workshop.road import RoadStep, legs_of

Many = Meta(max_length=MOST_PIECES)


class PackContent(DraftRecord, frozen=True, kw_only=True):
    """The content of a pack, including discarded pieces, which are marked `binned`."""

    missions: Annotated[tuple[DraftMission, ...], Meta(max_length=MOST_MISSIONS)] = ()
    road: Annotated[tuple[RoadStep, ...], Meta(max_length=MOST_MISSIONS)] = ()
    """Campaign made of its missions; see `rules.workshop.road`."""
    floors: Floors = {}
    """Floors of tiles as the group has sketched them, for all its maps."""
    walls: Walls = {}
    survivors: Annotated[tuple[DraftSurvivor, ...], Many] = ()
    spawns: Annotated[tuple[DraftSpawn, ...], Many] = ()
    equipment: Annotated[tuple[DraftEquipment, ...], Many] = ()
    zombies: Annotated[tuple[DraftZombie, ...], Many] = ()
    cards: Annotated[tuple[DraftCard, ...], Many] = ()
    decks: Annotated[tuple[DraftDeck, ...], Many] = ()

    def mission(self, key: str) -> DraftMission | None:
        mission: DraftMission | None = self.piece(MISSIONS, key)
        return mission

    def shown(self) -> tuple[DraftMission, ...]:
        """Return the missions that have not been discarded."""
        return self.pieces(MISSIONS)

    @property
    def legs(self) -> tuple[Leg, ...]:
        """Return the pack's campaign as the campaign stores it."""
        return legs_of(self.road, self.shown())

    def pieces(self, kind: str) -> tuple[Any, ...]:
        """Return the pieces of a kind that have not been discarded."""
        return tuple(piece for piece in getattr(self, kind) if not piece.binned)

    def piece(self, kind: str, key: str) -> Any:
        """Return the piece or mission of that id, or None."""
        return next((piece for piece in getattr(self, kind) if piece.id == key), None)

    def with_mission(self, changed: DraftMission) -> "PackContent":
        return self.with_piece(MISSIONS, changed)

    def with_piece(self, kind: str, changed: Piece | DraftMission) -> "PackContent":
        """Return the content with a piece replaced by id, or added at the end."""
        there = getattr(self, kind)
        if self.piece(kind, changed.id) is None:
            return replace(self, **{kind: (*there, changed)})
        pieces = (changed if old.id == changed.id else old for old in there)
        return replace(self, **{kind: tuple(pieces)})

    def map_of(self, draft: DraftMission) -> DrawnMap:
        """Return a mission's map with the sketches of its tiles; without one, its tiles in rows."""
        drawn = draft.map or begun_map(draft)
        return with_sketches(drawn, self.floors, self.walls)

    def free_key(self, kind: str = MISSIONS) -> str:
        """Return an id that nothing of this kind has or had."""
        taken = {piece.id for piece in getattr(self, kind)}
        keys = (f"{PIECES[kind].letter}{n}" for n in range(1, 10_000))
        return next(key for key in keys if key not in taken)

    @property
    def counts(self) -> dict[str, int]:
        """Return the number of pieces of each kind."""
        return {kind: len(self.pieces(kind)) for kind in PIECES}
