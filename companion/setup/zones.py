"""Spawn zones in an address: `2`, `1.start`, `3.green.off`, `4.l1.l6`, `5.t2`, `6.k-zeus`."""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from rules import Pack, Zone, laid_zone, names, rulesets
from rules.mechanics.zones import FACES, MAX_ZONES, MOST_TOKENS
from rules.missions import is_asleep
from rules.packs.schema import Mission

FREE_PLAY_ZONES = 3
PLAIN_COLOURS = ("red", "neutral")
"""Colours of ordinary spawn tokens, which count as none."""
USUAL_COLOURS = ("blue", "green", "yellow")
NAME_LENGTH = 20
NORMAL, KIND = "normal", "k-"
LAID_FOR = "spawn-"
"""A mission's token of a kind of zone, as `spawn-zeus`."""


def zone_words(zone: Zone) -> str:
    """Return the zone as one value of the address."""
    parts = [zone.id]
    parts += ["start"] * zone.start
    parts += [zone.colour] if zone.colour else []
    parts += ["off"] if zone.active_from is None else []
    parts += [f"l{face}" for face in zone.locators]
    parts += [f"t{zone.tokens}"] if zone.tokens > 1 else []
    parts += [f"{KIND}{zone.kind}"] if zone.kind != NORMAL else []
    return ".".join(parts)


def read_zone(words: str, colours: Iterable[str], kinds: Iterable[str] = ()) -> Zone | None:
    """Return the zone those words mean, or None; parts nobody knows mean nothing."""
    name, *parts = words.split(".")
    if not clean_name(name):
        return None
    tokens = [number for number in range(2, MOST_TOKENS + 1) if f"t{number}" in parts]
    return Zone(
        id=clean_name(name),
        start="start" in parts,
        colour=next((part for part in parts if part in colours), None),
        active_from=None if "off" in parts else 1,
        locators=tuple(face for face in FACES if f"l{face}" in parts),
        tokens=tokens[0] if tokens else 1,
        kind=next((kind for kind in kinds if f"{KIND}{kind}" in parts), NORMAL),
    )


def clean_name(name: str) -> str:
    """Return the name as a zone may have it: short, printable, without the dot between words."""
    return names.tidy(name.replace(".", ""))[:NAME_LENGTH].strip()


def read_zones(
    values: Iterable[str], colours: Iterable[str], kinds: Iterable[str] = ()
) -> tuple[Zone, ...]:
    """Zones with a name each; of two starting zones, or two with one locator, the first has it."""
    zones: dict[str, Zone] = {}
    has_start, laid = False, set[int]()
    for words in values:
        zone = read_zone(words, tuple(colours), tuple(kinds))
        if zone is None or zone.id in zones or len(zones) == MAX_ZONES:
            continue
        locators = tuple(face for face in zone.locators if face not in laid)
        laid |= set(locators)
        zones[zone.id] = replace(zone, start=zone.start and not has_start, locators=locators)
        has_start = has_start or zone.start
    return tuple(zones.values())


def uses_locators(pack: Pack) -> bool:
    """Check if dice choose the zones that spawn."""
    return any(crowd.spawn_dice for crowd in pack.crowd)


def zone_colours(pack: Pack) -> tuple[str, ...]:
    """Colours a zone may have: those of the missions we know, and the usual ones."""
    known = [colour for mission in pack.missions for colour in mission.spawn_colours]
    return tuple(
        dict.fromkeys(colour for colour in (*USUAL_COLOURS, *known) if colour not in PLAIN_COLOURS)
    )


def usual_count(mission: Mission | None) -> int:
    """Return how many zones without a colour the mission has, as far as its facts say."""
    return (mission.tokens.get("spawn") if mission else None) or FREE_PLAY_ZONES


def plain_zones(pack: Pack, count: int) -> tuple[Zone, ...]:
    """Return so many zones without a colour; where dice choose, the locators go round."""
    faces = tuple(FACES) if uses_locators(pack) else ()
    return tuple(
        Zone(id=str(number), start=number == 1, locators=faces[number - 1 :: count])
        for number in range(1, count + 1)
    )


def zones_for(
    pack: Pack, mission: Mission | None, survivors: int, count: int | None = None
) -> tuple[Zone, ...]:
    """Return the zones of a new table with so many survivors."""
    return with_crowd(usual_zones(pack, mission, count), pack, survivors)


def usual_zones(pack: Pack, mission: Mission | None, count: int | None = None) -> tuple[Zone, ...]:
    """Return the zones by the mission's facts; where they are silent, three of them, or as many
    plain ones as somebody has counted on its map."""
    if mission and mission.zones:
        return tuple(map(laid_zone, mission.zones))
    count = usual_count(mission) if count is None else count
    zones = with_colours(plain_zones(pack, count), pack, mission)
    kinds = [
        kind
        for kind in zone_kinds(pack)
        for _each in range(mission.tokens.get(f"{LAID_FOR}{kind}", 0) if mission else 0)
    ]
    return zones + tuple(
        Zone(id=str(number), kind=kind) for number, kind in enumerate(kinds, len(zones) + 1)
    )


def with_crowd(zones: tuple[Zone, ...], pack: Pack, survivors: int) -> tuple[Zone, ...]:
    """More survivors, more tokens, stacked on zones that are there (Black Plague, p. 37)."""
    more = tokens_for_crowd(pack, survivors)
    plain = [zone.id for zone in zones if zone.kind == NORMAL and zone.active_from is not None]
    extra = Counter(plain[number % len(plain)] for number in range(more) if plain)
    return tuple(replace(zone, tokens=zone.tokens + extra[zone.id]) for zone in zones)


def tokens_for_crowd(pack: Pack, survivors: int) -> int:
    """Return how many more so many survivors bring."""
    return next((crowd.spawn_tokens for crowd in pack.crowd if survivors <= crowd.up_to), 0)


def zone_kinds(pack: Pack) -> tuple[str, ...]:
    """Return the kinds of tokens that may lie in a spawn zone of this game."""
    return rulesets[pack.game].zone_kinds


def with_colours(zones: tuple[Zone, ...], pack: Pack, mission: Mission | None) -> tuple[Zone, ...]:
    """These zones and the coloured ones of the mission, except where dice choose."""
    if mission is None or uses_locators(pack):
        return zones
    colours = [
        spawn_colour for spawn_colour in mission.spawn_colours if spawn_colour not in PLAIN_COLOURS
    ]
    coloured = tuple(
        Zone(id=str(number), colour=colour, active_from=None if is_asleep(mission, colour) else 1)
        for number, colour in enumerate(colours, len(zones) + 1)
    )
    return zones + coloured
