"""Maps of a campaign's missions: with the book's tiles, or as the group drew them.

A group enters the tiles in rows of text, or draws the whole map in the workshop. Pages show both as
one kind of map.
"""

from rules.campaign.book import CampaignBook
from rules.campaign.commands import MapDraw
from rules.campaign.events import MapDrawn
from rules.campaign.ledger import CampaignOutcome, Ledger
from rules.campaign.state import CampaignState, Grid
from rules.errors import IllegalCommand, UnknownId
from rules.maps.board import from_grid, grid_of
from rules.packs.schema.maps import DrawnMap
from rules.packs.schema.missions import Mission

GAP = "-"
WIDEST = 4


def draw_map(state: CampaignState, command: MapDraw, book: CampaignBook) -> CampaignOutcome:
    """Set the map of a mission; a command without rows and map deletes it."""
    ledger = Ledger(state, book)
    mission = book.mission(command.mission)
    if mission is None:
        raise UnknownId("mission.unknown", mission=command.mission)
    code, grid = mission.code, _grid(command.rows)
    layouts = {other: laid for other, laid in state.layouts.items() if other != code}
    maps = {other: drawn for other, drawn in state.maps.items() if other != code}
    if command.map is not None:
        check_map(mission, command.map)
        maps[code] = command.map
    elif mission.grid and code not in state.maps:
        raise IllegalCommand("map.known")
    elif grid:
        check_grid(mission, grid)
        layouts[code] = grid
    ledger.fields |= {"layouts": layouts, "maps": maps}
    ledger.emit(MapDrawn(mission=code))
    return ledger.outcome()


def _grid(rows: tuple[str, ...]) -> Grid:
    """Return the rows, padded to the longest; gaps are empty names."""
    lines = [["" if tile == GAP else tile.upper() for tile in row.split()] for row in rows]
    width = max(map(len, lines), default=0)
    return tuple((*line, *[""] * (width - len(line))) for line in lines if line)


def check_grid(mission: Mission, grid: Grid) -> None:
    """Raise unless the grid has every tile of the mission once, and no other."""
    drawn = sorted(tile for row in grid for tile in row if tile)
    if drawn != sorted(mission.tiles) or len(grid[0]) > WIDEST:
        raise IllegalCommand("map.tiles", tiles=", ".join(mission.tiles), most=WIDEST)


def check_map(mission: Mission, drawn: DrawnMap) -> None:
    """Raise unless the map has exactly the tiles of the mission, if we know them."""
    laid = sorted(tile.tile for tile in drawn.tiles.values())
    if not laid or (mission.tiles and laid != sorted(mission.tiles)):
        raise IllegalCommand("map.tiles", tiles=", ".join(mission.tiles), most=WIDEST)


def maps_drawn(state: CampaignState) -> dict[str, DrawnMap]:
    """Return every map the group drew, by mission."""
    return {code: from_grid(grid) for code, grid in state.layouts.items()} | state.maps


def map_for(state: CampaignState, mission: Mission | None) -> DrawnMap | None:
    """Return the map the group drew, else one of the book's tiles; None if there is neither."""
    if mission is None:
        return None
    drawn = maps_drawn(state).get(mission.code)
    return drawn or (from_grid(mission.grid) if mission.grid else None)


def layout_of(state: CampaignState, mission: Mission | None) -> Grid:
    """Return the tiles row by row; empty if unknown."""
    drawn = map_for(state, mission)
    return grid_of(drawn) if drawn else ()
