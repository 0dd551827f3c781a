"""Facts a drawn map gives its mission: tiles, tokens, doors, spawn zones and zombies.

What is drawn overrides the mission's own numbers; these are kept for everything that is not on the
map.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

from msgspec.structs import replace

from rules.packs.schema.maps import HIGHEST, DrawnMap, Floor, MapToken, Wall
from rules.packs.schema.missions import MissionZone

START, EXIT, SPAWN, OBJECTIVE, DOOR = "start", "exit", "spawn", "objective", "door"
NOISE = "permanent-noise"
ZOMBIE, SPAWN_OF = "zombie-", "spawn-"
"""Prefixes of kinds such as `zombie-walker` and `spawn-zeus`."""
PLAIN = ("red", "neutral")
"""Colors that give a spawn zone or a door no meaning of its own."""
HIDDEN = "hide-among-red"
STATE_TOKENS = {"closed": DOOR, "open": "open-door", "sealed": "sealed-door"}
WITH_COLOUR = (OBJECTIVE, "trapdoor", "vault", "bed")
"""Kinds that missions count by color."""
MOST_ON_ZONE = 12


class Rule(Protocol):
    """A special rule of a mission or of its draft."""

    @property
    def do(self) -> str: ...
    @property
    def colours(self) -> tuple[str, ...]: ...


def kind_of(key: str) -> str:
    """Return the kind of a token from its key: `spawn` for `9.c1.spawn`."""
    return key.split(".", 2)[2]


def place_of(key: str) -> str:
    """Return the place of a token or an edge from its key."""
    piece, place, _rest = key.split(".", 2)
    return f"{piece}.{place}"


def tokens_by_place(drawn: DrawnMap) -> dict[str, dict[str, MapToken]]:
    """Return the tokens on each place, by kind."""
    places: dict[str, dict[str, MapToken]] = {}
    for key, token in drawn.tokens.items():
        places.setdefault(place_of(key), {})[kind_of(key)] = token
    return places


def is_spawn(kind: str) -> bool:
    return kind == SPAWN or kind.startswith(SPAWN_OF)


def zones_of(drawn: DrawnMap) -> tuple[MissionZone, ...]:
    """Return the spawn zones of a map in the order of their numbers.

    Repeated numbers are left for others to report.
    """
    spawns = [
        (token.number or 0, kind_of(key), token)
        for key, token in drawn.tokens.items()
        if is_spawn(kind_of(key))
    ]
    return tuple(
        MissionZone(
            id=str(number or "?"),
            start=token.start,
            colour=None if token.colour in PLAIN else token.colour,
            asleep=token.asleep,
            locators=token.faces,
            tokens=min(token.count, MOST_ON_ZONE),
            kind=kind.removeprefix(SPAWN_OF) if kind != SPAWN else "normal",
        )
        for number, kind, token in sorted(spawns, key=lambda spawn: spawn[:2])
    )


def zombies_of(drawn: DrawnMap) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for key, token in drawn.tokens.items():
        if kind_of(key).startswith(ZOMBIE):
            counts[kind_of(key).removeprefix(ZOMBIE)] += token.count
    return dict(counts)


def counted(drawn: DrawnMap) -> dict[str, int]:
    """Return counts of tokens by the names missions use: `objective-red`, `exit`, `open-door`."""
    counts: Counter[str] = Counter()
    for key, token in drawn.tokens.items():
        kind = kind_of(key)
        if kind == START or is_spawn(kind) or kind.startswith(ZOMBIE):
            continue
        by_colour = kind in WITH_COLOUR and token.colour
        counts[f"{kind}-{token.colour}" if by_colour else kind] += (
            token.count if kind == NOISE else 1
        )
    for door in drawn.doors.values():
        if door.colour in (None, *PLAIN):
            counts[STATE_TOKENS[door.state]] += 1
    return dict(counts)


def door_colours(drawn: DrawnMap) -> tuple[str, ...]:
    return tuple(dict.fromkeys(door.colour or PLAIN[1] for door in drawn.doors.values()))


def tokens_given(
    drawn: DrawnMap, written: Mapping[str, int], rules: Iterable[Rule]
) -> dict[str, int]:
    """Return the tokens of the map, and those of the mission's list whose kind is not drawn.

    An objective hidden face down among the red ones is never on a map; it is counted from the
    rules.
    """
    counts = counted(drawn)
    kept = {token: count for token, count in written.items() if not is_counted(token, drawn)}
    if is_counted(OBJECTIVE, drawn):
        hidden = (colour for rule in rules if rule.do == HIDDEN for colour in rule.colours)
        kept |= {f"{OBJECTIVE}-{colour}": 1 for colour in hidden}
    return {**kept, **counts}


def is_counted(token: str, drawn: DrawnMap) -> bool:
    """Check if the map has tokens of this kind, in this or in another color."""
    families = {kind_of(key) for key in drawn.tokens}
    families |= {*STATE_TOKENS.values()} if drawn.doors else set()
    family, _dash, _colour = token.rpartition("-")
    return token in families or (family in WITH_COLOUR and family in families)


def free_number(drawn: DrawnMap) -> int:
    """Return the first free number for a spawn zone."""
    taken = {token.number for key, token in drawn.tokens.items() if is_spawn(kind_of(key))}
    return next((number for number in range(1, HIGHEST) if number not in taken), HIGHEST)


def with_sketches(
    drawn: DrawnMap, floors: Mapping[str, Floor], walls: Mapping[str, Wall]
) -> DrawnMap:
    """Return the map with the group's sketches of its tiles, but not of others."""
    laid = {tile.tile for tile in drawn.tiles.values()}
    return replace(
        drawn,
        floors={key: floor for key, floor in floors.items() if key.partition(".")[0] in laid},
        walls={key: wall for key, wall in walls.items() if key.partition(".")[0] in laid},
    )


def without_sketches(drawn: DrawnMap) -> DrawnMap:
    return replace(drawn, floors={}, walls={})
