"""Missions: every field of a pack's mission, and the map as it is drawn."""

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rules.maps.board import from_grid, grid_of
from rules.maps.given import door_colours, tokens_given, zombies_of, zones_of
from rules.packs.schema import Pack
from rules.packs.schema.maps import MOST_ACROSS, DrawnMap
from rules.packs.schema.missions import Mission, MissionRule, MissionZone, Moment
from rules.workshop.draft import (
    LANGUAGES,
    MISSIONS,
    MOST_MISSIONS,
    DraftKind,
    DraftRecord,
    Key,
    Keys,
    Name,
    Printed,
    Said,
    boxes_of,
    said_of,
    shared,
)

MOST_RULES = 40
Few = Annotated[int, Meta(ge=0, le=999)]
Some = Annotated[int, Meta(ge=1, le=999)]
Hour = Annotated[int, Meta(ge=0, le=23)]
Counts = Annotated[dict[Key, Some], Meta(max_length=40)]
TILE_LENGTH = 6
TileName = Annotated[str, Meta(max_length=TILE_LENGTH)]
MOST_IN_ROW = 12
Row = Annotated[tuple[TileName, ...], Meta(max_length=MOST_IN_ROW)]

_TILE = re.compile(r"(\d+[RV]|[RV]\d+)")
WRITTEN = "written-"
"""Prefix of the name of a goal or rule that is only text."""
OBJECTIVE, SPAWN = "objective-", "spawn"


class DraftRule(Said, frozen=True, kw_only=True):
    """A goal or a special rule: a named effect with its numbers, or text for the players."""

    do: Annotated[str, Meta(pattern=r"^([a-z0-9]+(-[a-z0-9]+)*)?$", max_length=60)] = ""
    """Name of an effect of the app or of a mission of the box; empty for text alone."""
    when: Moment | None = None
    count: Few | None = None
    points: Few | None = None
    hour: Hour | None = None
    colours: Keys = ()
    needs: Keys = ()
    zombie: Key | None = None
    deck: Key | None = None
    equipment: Counts = {}
    tiles: Annotated[tuple[TileName, ...], Meta(max_length=MOST_IN_ROW)] = ()
    specialty: Key | None = None
    achievement: Key | None = None
    cards: Keys = ()
    survivors: Annotated[int, Meta(ge=1, le=12)] | None = None
    """Smallest number of survivors at the table for which it applies."""
    on_board: Key | None = None
    """Zombie that must be on the board for it to apply, or `count` of them."""


class DraftMission(DraftRecord, frozen=True, kw_only=True):
    """One mission. `id` never changes, whatever its title."""

    id: Key
    code: Annotated[str, Meta(max_length=8)] = ""
    title: Said = Said()
    fills: Name = ""
    """`box:code` of the printed mission whose page was copied here."""
    binned: bool = False
    tutorial: bool = False
    page: Annotated[str, Meta(max_length=12)] = ""
    """Page of the book it was copied from."""
    difficulty: Literal["easy", "medium", "hard", "very-hard"] | None = None
    minutes: Some | None = None
    length: Literal["short", "long", "variable"] | None = None
    survivors: Annotated[int, Meta(ge=1, le=12)] | None = None
    or_more: bool = False
    boxes: Keys = ()
    """Expansions it is played with."""
    grid: Annotated[tuple[Row, ...], Meta(max_length=MOST_IN_ROW)] = ()
    tokens: Counts = {}
    """Tokens on the map, including objectives by color."""
    door_colours: Keys = ()
    zones: Annotated[tuple[MissionZone, ...], Meta(max_length=20)] = ()
    zombies: Counts = {}
    map: DrawnMap | None = None
    """Map as far as it is drawn; it overrides other fields, see `as_drawn`."""
    start_hour: Hour | None = None
    time_track: Some | None = None
    boss: Key | None = None
    """Abomination that leads it."""
    needs: Keys = ()
    """Skills or specialties that one of the survivors must have."""
    objective_cards: Few | None = None
    notes: Few | None = None
    decks: Keys = ()
    """Ids of the pack's decks it is played with."""
    tile_count: Some | None = None
    """Number of tiles, if the tiles themselves are not given."""
    other_tokens: Keys = ()
    """Other tokens on the map, in unknown numbers."""
    goals: Annotated[tuple[DraftRule, ...], Meta(max_length=MOST_RULES)] = ()
    rules: Annotated[tuple[DraftRule, ...], Meta(max_length=MOST_RULES)] = ()

    @property
    def tiles(self) -> tuple[str, ...]:
        """Return the tiles row by row, without gaps."""
        return tuple(tile for row in self.grid for tile in row if tile)

    @property
    def objective_colours(self) -> tuple[str, ...]:
        return tuple(
            token.removeprefix(OBJECTIVE) for token in self.tokens if token.startswith(OBJECTIVE)
        )


def begun_map(draft: DraftMission) -> DrawnMap:
    """Return a first map: the tiles the draft names, each once, in the order of its rows."""
    seen: set[str] = set()
    rows = []
    for row in draft.grid:
        names = [name if is_tile(name) and name.strip("RV") not in seen else "" for name in row]
        seen |= {name.strip("RV") for name in names if name}
        rows.append(tuple(names[:MOST_ACROSS]))
    return from_grid(tuple(rows[:MOST_ACROSS]))


def as_drawn(draft: DraftMission) -> DraftMission:
    """Return the draft with the facts of its map: the one truth for checks, sheets and tables."""
    drawn = draft.map
    if drawn is None:
        return draft
    return replace(
        draft,
        grid=grid_of(drawn),
        tokens=tokens_given(drawn, draft.tokens, draft.rules),
        door_colours=door_colours(drawn) or draft.door_colours,
        zones=zones_of(drawn) or draft.zones,
        zombies=zombies_of(drawn) or draft.zombies,
    )


def is_tile(name: str) -> bool:
    """Check if a tile can have that name: a number and the letter of its side."""
    return _TILE.fullmatch(name) is not None


# --- from a printed mission to a draft, and from a draft to a played mission ---


def printed_missions(pack: Pack) -> Iterator[Printed]:
    """Yield the missions of a game and its boxes, by `box:code`."""
    for box, contents in boxes_of(pack):
        for mission in contents.missions:
            is_open = mission.detail == "index"
            of = box if box != pack.game else ""
            yield Printed(f"{box}:{mission.code}", box, mission, is_open, of)


def copied(
    mission: Mission, key: str, box: str, languages: Iterable[str] = LANGUAGES
) -> DraftMission:
    """Return a draft of a mission of the box.

    If only its title is known, the draft `fills` its page. Words are copied in these languages
    only: words of other languages could not be seen or changed.
    """
    kept = tuple(languages)
    own = {
        "id": key,
        "code": mission.code[:8],
        "title": said_of(mission.title, kept),
        "fills": f"{box}:{mission.code}" if mission.detail == "index" else "",
        "page": (mission.page or "")[:12],
        "grid": mission.grid or ((mission.tiles,) if mission.tiles else ()),
        "tokens": _tokens(mission),
        "zones": mission.zones or tuple(_zones(mission, mission.tokens.get(SPAWN, 0))),
        "map": None,
        "goals": tuple(_draft_rule(rule, kept) for rule in mission.goals),
        "rules": tuple(_draft_rule(rule, kept) for rule in mission.rules),
    }
    return DraftMission(**{**shared(mission, DraftMission), **own})


def _copied(printed: Printed, key: str, languages: tuple[str, ...]) -> DraftMission:
    draft = copied(printed.record, key, printed.box, languages)
    return replace(draft, boxes=(printed.of,)) if printed.of else draft


def _tokens(mission: Mission) -> dict[str, int]:
    """Return the tokens with objectives counted; a color without a number counts as one."""
    tokens = {token: count for token, count in mission.tokens.items() if count and token != SPAWN}
    for colour in mission.objective_colours:
        tokens.setdefault(f"{OBJECTIVE}{colour}", 1)
    return tokens


def _zones(mission: Mission, plain: int) -> Iterable[MissionZone]:
    asleep = {
        colour
        for rule in mission.rules
        if rule.do in ("spawn-zone-inactive-until", "spawn-zone-inactive-at-start")
        for colour in rule.colours
    }
    colours = [colour for colour in mission.spawn_colours if colour not in ("red", "neutral")]
    for number in range(1, plain + 1):
        yield MissionZone(id=str(number), start=number == 1)
    for number, colour in enumerate(colours, plain + 1):
        yield MissionZone(id=str(number), colour=colour, asleep=colour in asleep)


def _draft_rule(rule: MissionRule, languages: tuple[str, ...]) -> DraftRule:
    words = {language: getattr(rule, language) * (language in languages) for language in LANGUAGES}
    fields = {**shared(rule, DraftRule), **words, "do": "" if rule.players else rule.do}
    return DraftRule(**fields)


def finished(
    written: DraftMission, known: frozenset[str], drawn: DrawnMap | None = None
) -> Mission:
    """Return the mission a table plays; `known` are the effects its game carries out.

    Unfinished parts are left out: a tile without a valid name, a rule without words. `drawn` is its
    map with the sketches of the pack.
    """
    draft = as_drawn(written)
    drawn = (drawn or written.map) if written.map else None
    tiles = tuple(tile for tile in dict.fromkeys(draft.tiles) if is_tile(tile))
    rows = tuple(tuple(tile for tile in row if tile) for row in draft.grid)
    is_laid = sum(rows, ()) == tiles and len({len(row) for row in rows}) == 1
    plain = sum(not zone.colour for zone in draft.zones)
    own = {
        "sure": "one source",
        "title": draft.title.term,
        "detail": "full",
        "page": draft.page or None,
        "tiles": tiles,
        "tile_count": None if tiles else draft.tile_count,
        "grid": rows if is_laid else (),
        "tokens": {**draft.tokens, **({SPAWN: plain} if plain else {})},
        "objective_colours": draft.objective_colours,
        "spawn_colours": tuple(dict.fromkeys(zone.colour for zone in draft.zones if zone.colour)),
        "map": drawn if drawn and drawn.tiles else None,
        "goals": tuple(_finished_rules(draft.goals, known)),
        "rules": tuple(_finished_rules(draft.rules, known)),
    }
    return Mission(**{**shared(draft, Mission), **own})


def _finished_rules(rules: Iterable[DraftRule], known: frozenset[str]) -> Iterable[MissionRule]:
    for number, rule in enumerate(rules, 1):
        words = rule.term
        if not words.en.strip():
            continue
        own = {
            "do": rule.do or f"{WRITTEN}{number}",
            "es": words.es,
            "en": words.en,
            "players": rule.do not in known and rule.when is None,
            "tiles": tuple(tile for tile in rule.tiles if is_tile(tile)),
        }
        yield MissionRule(**{**shared(rule, MissionRule), **own})


KIND = DraftKind(MISSIONS, "m", DraftMission, printed_missions, _copied, most=MOST_MISSIONS)
"""Its problems and the mission that is played need the whole pack: see `problems` and `box`."""
