"""Spawn zones: add, switch, remove; buildings; what mechanics of this game have to do with them."""

from companion.rooms import rooms_of
from companion.table.asking import SheetRequest, Shown
from companion.table.next_step import table_draws
from companion.table.sheets.board import Section

ROOMS = range(1, 9)


def sheet(ask: SheetRequest) -> Shown:
    board, state = ask.board, ask.board.state
    taken = {zone.id for zone in state.zones}
    free = next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)
    return Shown(
        "companion/sheets/zones.html",
        {
            "free": free,
            "has_start": any(zone.start for zone in state.zones),
            "rolls_for_zones": any(crowd.spawn_dice for crowd in board.pack.crowd),
            "opens_buildings": board.offered.command("building.open") is not None,
            "rooms": ROOMS,
            "table_draws": table_draws(board),
            "sections": [
                Section(mechanic.name, room.by_zones, room.facts(board), [])
                for mechanic, room in rooms_of(state.game)
                if room.by_zones
            ],
        },
    )
