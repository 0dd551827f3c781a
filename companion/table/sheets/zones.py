"""Spawn zones: add, switch, remove; buildings; the necromancer."""

from companion.table.asking import Ask, Shown
from companion.table.next_step import table_draws

ROOMS = range(1, 9)


def sheet(ask: Ask) -> Shown:
    state = ask.board.state
    taken = {zone.id for zone in state.zones}
    free = next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)
    necromancers = [zone for zone in state.zones if zone.kind == "necromancer"]
    return Shown(
        "companion/sheets/zones.html",
        {
            "free": free,
            "has_start": any(zone.start for zone in state.zones),
            "rolls_for_zones": any(crowd.spawn_dice for crowd in ask.board.pack.crowd),
            "rooms": ROOMS,
            "table_draws": table_draws(ask.board),
            "necromancers": necromancers if state.board.get("necromancer") else [],
        },
    )
