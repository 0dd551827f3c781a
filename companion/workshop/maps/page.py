"""The page of a map: its places, its tools, the place that is chosen, and its legend."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from companion.workshop.maps import words
from companion.workshop.maps.stamps import (
    PLAIN_FRAME,
    Paint,
    PictureFrame,
    door_picture,
    on_screen,
    picture,
)
from rules import Pack
from rules.maps.board import Edge, PlacedMap, Spot
from rules.maps.given import free_number, is_spawn, kind_of, tokens_by_place
from rules.maps.kit import Tool, free_tiles, kinds_of, tools_of
from rules.maps.steps import PARTS
from rules.mechanics.zones import FACES
from rules.missions import ASLEEP_UNTIL
from rules.packs.schema.maps import (
    HIGHEST,
    MOST_ACROSS,
    SIDES,
    DrawnMap,
    LaidTile,
    MapDoor,
    MapToken,
    TokenKind,
)
from rules.workshop import DraftMission, PackContent

DOOR_TOOL, FLOOR_TOOL, TILE_TOOL, ERASE_TOOL = "door", "floor", "tile", "erase"
ON_TOP = 9
"""Number of tools a phone shows at once beside the one that shows the others."""


class Chip(NamedTuple):
    """A button that sets a field to a value."""

    field: str
    value: str
    words: str
    is_on: bool = False
    label: str = ""
    """Name for screen readers, if its words do not say what it does."""


class TokenPanel(NamedTuple):
    """A token of the chosen place."""

    key: str
    picture: SafeString
    words: str
    wakes: str
    can_wake: str
    """Color whose objective could wake it, if no rule does yet."""
    groups: list[tuple[str, list[Chip]]]


class EdgePanel(NamedTuple):
    """A side of the chosen place: its door and its wall."""

    side: str
    words: str
    door_key: str
    door_words: str
    doors: list[Chip]
    wall_key: str
    walls: list[Chip]


class TilePanel(NamedTuple):
    piece: str
    tile: str
    words: str
    chips: list[Chip]


class PlaceCell(NamedTuple):
    """A place in the drawing and in the list; without a key there is no tile."""

    key: str
    label: str
    floor: str
    tile: str
    lines: list[str]
    said: str
    is_chosen: bool


class Slot(NamedTuple):
    """A free spot of the grid, beside the tiles."""

    row: int
    column: int
    words: str

    @property
    def value(self) -> str:
        return f"{self.row}.{self.column}"


class ToolButton(NamedTuple):
    id: str
    name: str
    picture: SafeString | None
    icon: str
    laid: str
    """Number of them on the map; empty for none."""


class LegendRow(NamedTuple):
    picture: SafeString
    words: str


class MapPage:
    """A map as its page shows it. `at` is the chosen place, `cell` the free spot for a tile."""

    def __init__(
        self, content: PackContent, draft: DraftMission, pack: Pack, *, at: str = "", cell: str = ""
    ) -> None:
        self.draft, self.pack = draft, pack
        self.drawn: DrawnMap = content.map_of(draft)
        self.board = PlacedMap(self.drawn)
        self.at = at if at in self.board.spots else ""
        wanted = [slot for slot in self.slots if slot.value == cell or not self.drawn.tiles]
        self.cell = wanted[0] if wanted else None

    @cached_property
    def kinds(self) -> Mapping[str, TokenKind]:
        return kinds_of(self.pack)

    # --- places ---

    @cached_property
    def rows(self) -> list[list[PlaceCell]]:
        """Return the board, row by row."""
        return [
            [self._cell(Spot(column, row)) for column in range(self.board.columns)]
            for row in range(self.board.rows)
        ]

    @property
    def filled(self) -> list[PlaceCell]:
        """Return places with something on them, and the chosen one."""
        return [cell for row in self.rows for cell in row if cell.lines or cell.is_chosen]

    @property
    def places(self) -> int:
        return len(self.board.keys)

    @property
    def filled_count(self) -> int:
        return sum(bool(cell.lines) for row in self.rows for cell in row)

    @cached_property
    def _lines(self) -> dict[str, list[str]]:
        return words.lines_of(self.board, self.kinds)

    def _cell(self, spot: Spot) -> PlaceCell:
        key = self.board.keys.get(spot, "")
        if not key:
            return PlaceCell("", spot.label, "", "", [], "", False)
        floor = str(words.FLOORS[self.board.floor(spot)])
        lines = self._lines.get(key, [])
        content = "; ".join(lines) or pgettext("place of a map", "empty")
        return PlaceCell(
            key=key,
            label=spot.label,
            floor=floor,
            tile=self.board.tile_of(key).tile,
            lines=lines,
            said=f"{spot.label}, {floor}: {content}",
            is_chosen=key == self.at,
        )

    @property
    def chosen(self) -> PlaceCell | None:
        return self._cell(self.board.spots[self.at]) if self.at else None

    # --- the chosen place ---

    @property
    def tokens(self) -> list[TokenPanel]:
        tokens = tokens_by_place(self.drawn).get(self.at, {})
        return [self._token(kind, token) for kind, token in tokens.items()]

    def _token(self, name: str, token: MapToken) -> TokenPanel:
        kind = self.kinds.get(name)
        wakes = self._wakes.get(token.colour or "", "") if token.asleep else ""
        can_wake = token.colour if token.asleep and not wakes and self._has_waking_rule else None
        return TokenPanel(
            key=f"tokens/{self.at}.{name}",
            picture=picture(kind, token),
            words=words.token_words(kind, token, of=name),
            wakes=wakes,
            can_wake=can_wake or "",
            groups=[group for group in self._groups(name, kind, token) if group[1]],
        )

    @cached_property
    def _wakes(self) -> dict[str, str]:
        """Return the words of the rules that wake a zone, by its color."""
        language = get_language() or "en"
        return {
            colour: rule.in_language(language)
            for rule in self.draft.rules
            if rule.do == ASLEEP_UNTIL
            for colour in rule.colours
        }

    @property
    def _has_waking_rule(self) -> bool:
        return "objective" in self.pack.map.tokens

    def _groups(
        self, name: str, kind: TokenKind | None, token: MapToken
    ) -> Iterable[tuple[str, list[Chip]]]:
        asks = kind.asks if kind else ()
        feminine = kind is not None and kind.feminine
        if "number" in asks:
            yield _("Number"), [self._number(token.number or 1)]
        if "count" in asks:
            yield _("How many"), _stepper("count", token.count, str(token.count))
        yield _("Color"), [
            Chip("colour", colour, capfirst(words.colour_name(colour, feminine=feminine)),
                 token.colour == colour)
            for colour in self.pack.map.tokens.get(name, ())
            if len(self.pack.map.tokens[name]) > 1
        ]  # fmt: skip
        flags = [
            ("asleep", token.asleep, pgettext("spawn zone", "Asleep")),
            ("start", token.start, pgettext("spawn zone", "Starting zone")),
        ]
        yield (
            _("State"),
            [
                Chip(field, "0" if is_on else "1", word, is_on)
                for field, is_on, word in flags
                if field in asks
            ],
        )
        if "faces" in asks:
            yield (
                _("Dice that choose it"),
                [
                    Chip("faces", _toggled(token.faces, face), str(face), face in token.faces)
                    for face in FACES
                ],
            )

    def _number(self, number: int) -> Chip:
        """Return the button for the next number, up to one more than there are zones."""
        zones = sum(is_spawn(kind_of(key)) for key in self.drawn.tokens)
        following = number % min(zones + 1, HIGHEST) + 1
        label = _("No. %(n)s: change it to %(next)s") % {"n": number, "next": following}
        return Chip("number", str(following), _("No. %(n)s") % {"n": number}, label=label)

    @property
    def putting(self) -> list[tuple[str, str]]:
        """Return everything that could be put here, for pages without a script."""
        there = tokens_by_place(self.drawn).get(self.at, {})
        choices = []
        for tool in self._tools:
            for variant in tool.variants:
                if variant.kind in there:
                    continue
                kind = self.kinds[variant.kind]
                colour = variant.token.colour
                token_word = words.token_name(
                    kind, msgspec.structs.replace(variant.token, number=None)
                )
                choices.append((f"{variant.kind}:{colour or ''}", token_word))
        return choices

    @property
    def edges(self) -> list[EdgePanel]:
        sides = self.board.edges_of(self.at) if self.at else {}
        return [self._edge(side, edge) for side, edge in sides.items()]

    def _edge(self, side: str, edge: Edge) -> EdgePanel:
        beyond = self.board.spots[self.at].beside(side)
        name = str(words.SIDES[side])
        if beyond in self.board.keys:
            name = f"{name} ({beyond.label})"
        own = self.board.edge_keys(edge)
        there = self.board.doors.get(edge)
        wall = own[0].partition(".")
        tile = self.drawn.tiles[wall[0]].tile
        state = self.board.wall(edge)
        return EdgePanel(
            side=side,
            words=name,
            door_key=f"doors/{there or own[0]}",
            door_words=words.door_name(self.drawn.doors[there]) if there else "",
            doors=self._door_chips(self.drawn.doors[there] if there else None),
            wall_key=f"walls/{tile}.{wall[2]}",
            walls=[
                Chip("value", value, capfirst(str(word)), state == value)
                for value, word in words.WALLS.items()
            ],
        )

    def _door_chips(self, door: MapDoor | None) -> list[Chip]:
        kit = self.pack.map
        chips = []
        if door is not None:
            for state in kit.door_states:
                is_on = door.state == state
                chips.append(Chip("state", state, capfirst(str(words.DOOR_STATES[state])), is_on))
        if len(kit.door_colours) > 1 or door is None:
            for colour in kit.door_colours:
                is_on = door is not None and (door.colour or words.NEUTRAL) == colour
                word = capfirst(words.colour_name(colour, feminine=True))
                chips.append(Chip("colour", colour, word, is_on))
        return chips

    @property
    def floors(self) -> list[Chip]:
        now = self.board.floor(self.board.spots[self.at])
        return [
            Chip("value", floor, capfirst(str(words.FLOORS[floor])), now == floor)
            for floor in self.pack.map.floors
        ]

    @property
    def floor_key(self) -> str:
        return f"floors/{self.board.tile_of(self.at).tile}.{self.at[-2:]}"

    # --- tiles ---

    @cached_property
    def tiles(self) -> list[TilePanel]:
        laid = sorted(self.drawn.tiles.items(), key=lambda pair: (pair[1].row, pair[1].column))
        return [self._tile(piece, tile) for piece, tile in laid]

    @property
    def chosen_tile(self) -> TilePanel | None:
        piece = self.at.partition(".")[0]
        return next((tile for tile in self.tiles if tile.piece == piece), None)

    def _tile(self, piece: str, tile: LaidTile) -> TilePanel:
        turn = Chip("turn", str((tile.turn + 1) % 4), _("Turn"))
        chips = [turn]
        if other := self.pack.map.side_of(tile.tile):
            chips.append(Chip("tile", other, _("Other side: %(tile)s") % {"tile": other}))
        chips += self._moves(tile)
        return TilePanel(piece, tile.tile, words.side_word(tile.tile), chips)

    def _moves(self, tile: LaidTile) -> list[Chip]:
        """Return buttons that move a tile to the free spots beside it."""
        steps = {"n": (-1, 0, "↑"), "e": (0, 1, "→"), "s": (1, 0, "↓"), "w": (0, -1, "←")}
        chips = []
        for side in SIDES:
            down, across, arrow = steps[side]
            row, column = tile.row + down, tile.column + across
            if len(self.drawn.tiles) > 1 and self._is_free(row, column):
                label = _("Move: %(side)s") % {"side": words.SIDES[side]}
                chips.append(Chip("cell", f"{row}.{column}", arrow, label=label))
        return chips

    def _is_free(self, row: int, column: int) -> bool:
        fits = -1 <= row < MOST_ACROSS and -1 <= column < MOST_ACROSS
        down, across = self.board.tiles_down, self.board.tiles_across
        fits = fits and not (row < 0 and down == MOST_ACROSS)
        fits = fits and not (column < 0 and across == MOST_ACROSS)
        return fits and self.board.tile_at(row, column) is None

    @cached_property
    def slots(self) -> list[Slot]:
        """Return free spots that touch a tile, from the top left."""
        if not self.drawn.tiles:
            return [Slot(0, 0, _("First tile"))]
        beside: dict[tuple[int, int], str] = {}
        for tile in self.drawn.tiles.values():
            for side, (down, across) in (
                ("e", (0, 1)),
                ("s", (1, 0)),
                ("w", (0, -1)),
                ("n", (-1, 0)),
            ):
                spot = (tile.row + down, tile.column + across)
                if self._is_free(*spot):
                    names = {"tile": tile.tile, "side": words.SIDES[side]}
                    beside.setdefault(spot, _("Tile here: %(side)s of %(tile)s") % names)
        return [Slot(*spot, word) for spot, word in sorted(beside.items())]

    @property
    def free_tiles(self) -> list[tuple[str, ...]]:
        return list(free_tiles(self.pack, self.drawn))

    # --- tools ---

    @cached_property
    def _tools(self) -> tuple[Tool, ...]:
        return tools_of(self.pack)

    @property
    def tools(self) -> list[ToolButton]:
        """Return the tools of the palette in their order."""
        language = get_language() or "en"
        counts = Counter(kind_of(key) for key in self.drawn.tokens)
        buttons = []
        for tool in self._tools:
            first = tool.variants[0]
            shown = picture(self.kinds[first.kind], first.token)
            count = sum(counts[kind] for kind in tool.kinds)
            name = capfirst(tool.name.in_language(language))
            buttons.append(ToolButton(tool.id, name, shown, "", str(count or "")))
        door = ToolButton(
            DOOR_TOOL,
            str(words.DOOR),
            door_picture(MapDoor()),
            "",
            str(len(self.drawn.doors) or ""),
        )
        tiles = str(len(self.drawn.tiles) or "")
        return [
            *buttons[:2],
            door,
            *buttons[2:],
            ToolButton(FLOOR_TOOL, pgettext("tool", "Floor"), None, "floor", ""),
            ToolButton(TILE_TOOL, pgettext("tool", "Tile"), None, "tile", tiles),
            ToolButton(ERASE_TOOL, pgettext("tool", "Erase"), None, "del", ""),
        ]

    @property
    def shelves(self) -> tuple[list[ToolButton], list[ToolButton]]:
        """Return tools a phone shows at once, and those behind `More`."""
        tools = self.tools
        if len(tools) <= ON_TOP + 1:
            return tools, []
        usual = {"spawn", "objective", DOOR_TOOL, "zombie", "start", "exit"}
        usual |= {FLOOR_TOOL, TILE_TOOL, ERASE_TOOL}
        return (
            [tool for tool in tools if tool.id in usual],
            [tool for tool in tools if tool.id not in usual],
        )

    @property
    def stamps(self) -> list[tuple[str, SafeString]]:
        """Return every variant of every tool, drawn, to be shown before the answer comes."""
        tokens = [
            (
                f"{variant.kind}:{variant.token.colour or ''}",
                picture(self.kinds[variant.kind], _numbered(variant.kind, variant.token)),
            )
            for tool in self._tools
            for variant in tool.variants
        ]
        doors = [(f"door:{door.colour}:{door.state}", door_picture(door)) for door in self._doors]
        return [*tokens, *doors]

    @property
    def _doors(self) -> list[MapDoor]:
        """Return the doors that the door tool puts, one after the other."""
        colours = self.pack.map.door_colours
        plain = [MapDoor(colour=colours[0], state=state) for state in self.pack.map.door_states]
        return [*plain, *(MapDoor(colour=colour) for colour in colours[1:])]

    # --- what the script works with ---

    @property
    def values(self) -> dict[str, Any]:
        """Return the map as values under keys."""
        document = msgspec.to_builtins(self.drawn)
        return {
            f"{part}/{key}": value
            for part in PARTS
            for key, value in document.get(part, {}).items()
        }

    @property
    def kit(self) -> dict[str, Any]:
        """Return what each tool puts; it does not change while the page is open."""
        return {
            "tools": {
                tool.id: [
                    {"kind": variant.kind, "value": msgspec.to_builtins(variant.token)}
                    for variant in tool.variants
                ]
                for tool in self._tools
            },
            "doors": [msgspec.to_builtins(door) for door in self._doors],
            "floors": list(self.pack.map.floors),
            "walls": list(words.WALLS),
            "numbered": [kind for kind, known in self.kinds.items() if "number" in known.asks],
        }

    @property
    def next_number(self) -> int:
        return free_number(self.drawn)

    # --- legend ---

    @property
    def legend(self) -> list[LegendRow]:
        return legend_of(self.drawn, self.kinds)


def _numbered(kind: str, token: MapToken) -> MapToken:
    return msgspec.structs.replace(token, number=1) if is_spawn(kind) else token


def _stepper(field: str, value: int, label: str) -> list[Chip]:
    """Return three buttons: one less, the value itself, one more."""
    less, more = max(1, value - 1), min(HIGHEST, value + 1)
    return [
        Chip(field, str(less), "\N{MINUS SIGN}", label=_("One less")),
        Chip("", "", label),
        Chip(field, str(more), "+", label=_("One more")),
    ]


def _toggled(faces: tuple[int, ...], face: int) -> str:
    kept = {*faces} ^ {face}
    return ",".join(map(str, sorted(kept)))


def legend_of(
    drawn: DrawnMap,
    kinds: Mapping[str, TokenKind],
    *,
    paint: Paint = on_screen,
    frame: Callable[[str], PictureFrame] = lambda words: PLAIN_FRAME,
    names_letters: bool = False,
) -> list[LegendRow]:
    """Return a row for each sort of thing on a map.

    `names_letters` adds the letter that stands for a color on the map.
    """

    def worded(label: str, colour: str | None) -> str:
        letter = words.colour_letter(colour) if names_letters else ""
        return f"{label} ({letter})" if letter else label

    rows: dict[tuple[str, str, bool], LegendRow] = {}
    for key, token in drawn.tokens.items():
        name = kind_of(key)
        kind = kinds.get(name)
        if kind is not None and kind.shape in ("start", "exit"):
            continue  # they say it themselves
        sort = (name, token.colour or "", token.asleep)
        plain = MapToken(colour=token.colour, asleep=token.asleep)
        line = words.token_words(kind, plain, of=name)
        shown = picture(kind, _numbered(name, plain), paint, frame(line))
        rows.setdefault(sort, LegendRow(shown, worded(line, token.colour)))
    for door in drawn.doors.values():
        sort = ("door", f"{door.colour or words.NEUTRAL} {door.state}", False)
        line = words.door_name(door)
        shown = door_picture(door, paint, frame(line))
        rows.setdefault(sort, LegendRow(shown, worded(line, door.colour)))
    return [rows[sort] for sort in sorted(rows)]
