"""All that is in one version of a pack: its missions, and its pieces by kind."""

from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from rules.campaign.state import Leg
from rules.maps.given import with_sketches
from rules.packs.schema.maps import DrawnMap, Floors, Walls
from rules.workshop.draft import DraftMission, Record, begun_map
from rules.workshop.pieces import (
    PIECES,
    DraftCard,
    DraftDeck,
    DraftEquipment,
    DraftSpawn,
    DraftSurvivor,
    DraftZombie,
    Piece,
)
from rules.workshop.road import RoadStep, legs_of

MOST_MISSIONS = 60
MISSIONS = "missions"
MOST_PIECES = 300
Many = Meta(max_length=MOST_PIECES)


class Content(Record, frozen=True, kw_only=True):
    """What somebody threw away is in it, too, and says so."""

    missions: Annotated[tuple[DraftMission, ...], Meta(max_length=MOST_MISSIONS)] = ()
    road: Annotated[tuple[RoadStep, ...], Meta(max_length=MOST_MISSIONS)] = ()
    """Its missions as a campaign; see `rules.workshop.road`."""
    floors: Floors = {}
    """How the group has sketched its tiles, for all its maps."""
    walls: Walls = {}
    survivors: Annotated[tuple[DraftSurvivor, ...], Many] = ()
    spawns: Annotated[tuple[DraftSpawn, ...], Many] = ()
    equipment: Annotated[tuple[DraftEquipment, ...], Many] = ()
    zombies: Annotated[tuple[DraftZombie, ...], Many] = ()
    cards: Annotated[tuple[DraftCard, ...], Many] = ()
    decks: Annotated[tuple[DraftDeck, ...], Many] = ()

    def mission(self, key: str) -> DraftMission | None:
        return next((mission for mission in self.missions if mission.id == key), None)

    def shown(self) -> tuple[DraftMission, ...]:
        """The missions that nobody threw away."""
        return tuple(mission for mission in self.missions if not mission.binned)

    @property
    def legs(self) -> tuple[Leg, ...]:
        """The road as a campaign keeps it."""
        return legs_of(self.road, self.shown())

    def pieces(self, kind: str) -> tuple[Any, ...]:
        """Those of a kind that nobody threw away."""
        return tuple(piece for piece in getattr(self, kind) if not piece.binned)

    def piece(self, kind: str, key: str) -> Any:
        """The piece or mission of that id; None without one."""
        return next((piece for piece in getattr(self, kind) if piece.id == key), None)

    def with_mission(self, changed: DraftMission) -> "Content":
        return self.with_piece(MISSIONS, changed)

    def with_piece(self, kind: str, changed: Piece | DraftMission) -> "Content":
        """With that one in the place of the one with its id, else at the end."""
        there = getattr(self, kind)
        if self.piece(kind, changed.id) is None:
            return replace(self, **{kind: (*there, changed)})
        pieces = (changed if old.id == changed.id else old for old in there)
        return replace(self, **{kind: tuple(pieces)})

    def map_of(self, draft: DraftMission) -> DrawnMap:
        """Its map with the sketches of its tiles; as its tiles lie where nobody has drawn one."""
        drawn = draft.map or begun_map(draft)
        return with_sketches(drawn, self.floors, self.walls)

    def free_key(self, kind: str = MISSIONS) -> str:
        """An id nothing of this kind has or had."""
        letter = PIECES[kind].letter if kind in PIECES else "m"
        taken = {piece.id for piece in getattr(self, kind)}
        return next(key for n in range(1, 10_000) if (key := f"{letter}{n}") not in taken)

    @property
    def counts(self) -> dict[str, int]:
        """How many of each kind there are, missions first."""
        shown = {MISSIONS: len(self.shown())}
        return shown | {kind: len(self.pieces(kind)) for kind in PIECES}
