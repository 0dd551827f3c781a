"""A drawn map wherever it is shown: the picture, its legend, and its places in words."""

from collections.abc import Iterable
from typing import NamedTuple

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from companion.workshop.maps import words
from companion.workshop.maps.drawing import draw
from companion.workshop.maps.page import LegendRow, legend_of
from rules import Pack, Zone
from rules.maps.board import PlacedMap, from_grid
from rules.maps.kit import kinds_of
from rules.packs.schema import Mission
from rules.packs.schema.maps import DrawnMap

register = template.Library()


class PlaceLine(NamedTuple):
    label: str
    said: str


@register.filter
def laid(mission: Mission) -> DrawnMap:
    """The tiles of a mission as they lie, where nobody has drawn more of it."""
    return mission.map or from_grid(mission.grid)


@register.simple_tag
def map_picture(drawn: DrawnMap, pack: Pack, zones: Iterable[Zone] = ()) -> SafeString:
    """The map; at a table, with its spawn zones, those are as awake as they are now."""
    awake = {zone.id: zone.active_from is not None for zone in zones or ()}
    tiles = ", ".join(tile.tile for tile in drawn.tiles.values())
    title = _("Map of the tiles %(tiles)s; its places are listed beside it") % {"tiles": tiles}
    return draw(drawn, kinds_of(pack), title=title, awake=awake)


@register.simple_tag
def map_legend(drawn: DrawnMap, pack: Pack) -> list[LegendRow]:
    return legend_of(drawn, kinds_of(pack))


@register.simple_tag
def map_places(drawn: DrawnMap, pack: Pack) -> list[PlaceLine]:
    """Every place with something on it, in words."""
    board = PlacedMap(drawn)
    lines = words.lines_of(board, kinds_of(pack))
    return [
        PlaceLine(spot.label, "; ".join(lines[place]))
        for spot, place in board.keys.items()
        if place in lines
    ]
