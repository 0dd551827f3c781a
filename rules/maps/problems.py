"""Problems of a map, place by place. A map may have problems."""

from collections.abc import Iterator
from typing import NamedTuple

from rules.maps.given import EXIT, START, Rule, is_spawn, kind_of, place_of
from rules.maps.kit import kinds_of
from rules.mechanics.missions.goals import ALL_EXIT, CARRIERS_EXIT
from rules.packs.schema import Pack
from rules.packs.schema.maps import DrawnMap

LEADS_ELSEWHERE = ("elevator", "stairs", "trapdoor", "vault", "helicopter", "helipad")
"""Kinds of tokens that lead elsewhere: a tile with one may be apart from the others."""
LIFT = "elevator"


class MapProblem(NamedTuple):
    code: str
    place: str = ""
    """Place to mend it; empty if it concerns no single place."""
    value: str = ""


def map_problems(drawn: DrawnMap, pack: Pack, goals: tuple[Rule, ...]) -> Iterator[MapProblem]:
    """Yield all problems of a map; an empty map has none."""
    if not drawn.tiles:
        return
    yield from _tiles(drawn, pack)
    kinds = {kind_of(key) for key in drawn.tokens}
    if drawn.tokens and START not in kinds:
        yield MapProblem("map.start")
    leaves = any(goal.do in (*ALL_EXIT, *CARRIERS_EXIT) for goal in goals)
    if drawn.tokens and leaves and EXIT not in kinds:
        yield MapProblem("map.exit")
    known = kinds_of(pack)
    for key in drawn.tokens:
        if kind_of(key) not in known:
            yield MapProblem("map.kind", place_of(key), kind_of(key))
    lifts = [key for key in drawn.tokens if kind_of(key) == LIFT]
    if len(lifts) == 1:
        yield MapProblem("map.lift", place_of(lifts[0]))


def _tiles(drawn: DrawnMap, pack: Pack) -> Iterator[MapProblem]:
    known = {side for sides in pack.map.tiles for side in sides}
    cells = {(tile.row, tile.column) for tile in drawn.tiles.values()}
    for piece, tile in drawn.tiles.items():
        place = f"{piece}.b2"
        if known and tile.tile not in known:
            yield MapProblem("map.tile", place, tile.tile)
        beside = {
            (tile.row + down, tile.column + across)
            for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        leads = any(
            key.partition(".")[0] == piece and kind_of(key) in LEADS_ELSEWHERE
            for key in drawn.tokens
        )
        if len(cells) > 1 and not beside & cells and not leads:
            yield MapProblem("map.apart", place, tile.tile)


def place_of_zone(drawn: DrawnMap, zone: str) -> str:
    """Return the place of the spawn zone with that number, the last one if there are several."""
    places = [
        place_of(key)
        for key, token in drawn.tokens.items()
        if is_spawn(kind_of(key)) and str(token.number or "?") == zone
    ]
    return places[-1] if places else ""
