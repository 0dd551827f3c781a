"""How the tiles of a mission lie, where only the printed map shows it and the group drew it."""

from rules.campaign.book import Book
from rules.campaign.commands import MapDraw
from rules.campaign.events import MapDrawn
from rules.campaign.ledger import CampaignOutcome, Ledger
from rules.campaign.state import CampaignState, Grid
from rules.errors import IllegalCommand, UnknownId
from rules.packs.schema.missions import Mission

GAP = "-"
WIDEST = 4


def draw_map(state: CampaignState, command: MapDraw, book: Book) -> CampaignOutcome:
    """Drawn again, it replaces itself; without rows it is forgotten."""
    ledger = Ledger(state, book)
    mission = book.mission(command.mission)
    if mission is None:
        raise UnknownId("mission.unknown", mission=command.mission)
    if mission.grid:
        raise IllegalCommand("map.known")
    others = {code: grid for code, grid in state.layouts.items() if code != mission.code}
    grid = _grid(command.rows)
    if grid:
        check_map(mission, grid)
        others[mission.code] = grid
    ledger.fields["layouts"] = others
    ledger.emit(MapDrawn(mission=mission.code))
    return ledger.outcome()


def _grid(rows: tuple[str, ...]) -> Grid:
    """Rows as long as the longest; nothing where there is a gap."""
    lines = [["" if tile == GAP else tile.upper() for tile in row.split()] for row in rows]
    width = max(map(len, lines), default=0)
    return tuple((*line, *[""] * (width - len(line))) for line in lines if line)


def check_map(mission: Mission, grid: Grid) -> None:
    """Every tile of the mission once, and no other."""
    drawn = sorted(tile for row in grid for tile in row if tile)
    if drawn != sorted(mission.tiles) or len(grid[0]) > WIDEST:
        raise IllegalCommand("map.tiles", tiles=", ".join(mission.tiles), most=WIDEST)


def layout_of(state: CampaignState, mission: Mission | None) -> Grid:
    """As the book says, else as the group drew it; empty where nobody knows."""
    if mission is None:
        return ()
    return mission.grid or state.layouts.get(mission.code, ())
