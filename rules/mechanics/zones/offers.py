from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Choice, Flag, Number, Several, Text
from rules.mechanics.looking import About
from rules.mechanics.zones.commands import (
    ZoneActivate,
    ZoneAdd,
    ZoneDeactivate,
    ZoneOrder,
    ZoneRemove,
    ZoneStart,
)
from rules.mechanics.zones.play import MAX_ZONES, may_start
from rules.offers import Offer, offer
from rules.play import Play

FACES = range(1, 7)
MOST_TOKENS = 12


def new_zones(look: Play, about: About) -> Iterator[Offer]:
    laid = {number for zone in look.zones for number in zone.locators}
    is_full = len(look.zones) >= MAX_ZONES
    why_not = IllegalCommand("zones.too_many", most=MAX_ZONES) if is_full else None
    has_start = any(zone.start for zone in look.zones)
    yield offer(
        ZoneAdd,
        why_not,
        zone=Text(taken=tuple(zone.id for zone in look.zones)),
        colour=Text(optional=True),
        locators=Several(values=tuple(face for face in FACES if face not in laid)),
        tokens=Number(least=1, most=MOST_TOKENS, optional=True),
        active=Choice(values=(True, False), optional=True),
        **({} if has_start else {"start": Flag()}),
    )


def starts(look: Play, about: About) -> Iterator[Offer]:
    zones = may_start(look)
    why_not = None if zones else IllegalCommand("zone.second_start")
    if look.zones:
        named = tuple(zone.id for zone in zones or look.zones)
        yield offer(ZoneStart, why_not, zone=Choice(values=named))


def orders(look: Play, about: About) -> Iterator[Offer]:
    zones = tuple(zone.id for zone in look.zones)
    if len(zones) > 1:
        every = Several(values=zones, least=len(zones), most=len(zones))
        yield offer(ZoneOrder, zones=every)


def removals(look: Play, about: About) -> Iterator[Offer]:
    if look.zones:
        yield offer(ZoneRemove, zone=Choice(values=tuple(zone.id for zone in look.zones)))


def activations(look: Play, about: About) -> Iterator[Offer]:
    asleep = tuple(zone.id for zone in look.zones if zone.active_from is None)
    if asleep:
        yield offer(ZoneActivate, zone=Choice(values=asleep))


def deactivations(look: Play, about: About) -> Iterator[Offer]:
    awake = tuple(zone.id for zone in look.zones if zone.active_from is not None)
    if awake:
        yield offer(ZoneDeactivate, zone=Choice(values=awake))
