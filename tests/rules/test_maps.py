"""Maps of a group's own: what always holds while they are drawn, and what they give a mission."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules import IllegalCommand, RuleError, StaleCommand, load_packs, played_pack
from rules.maps.board import Edge, PlacedMap, Spot, from_grid, grid_of, turned
from rules.maps.given import free_number, with_sketches, without_sketches
from rules.maps.kit import free_tiles, kinds_of, tools_of
from rules.maps.steps import Changes, done_again, drawn_with, taken_back
from rules.packs.schema.maps import ACROSS, DIGITS, LETTERS, SIDES, DrawnMap, LaidTile, piece_of
from rules.packs.schema.missions import MissionZone
from rules.workshop import (
    DraftMission,
    PackContent,
    PackHead,
    finished,
    problems,
    read_file,
    write_file,
)
from rules.workshop.pieces.missions import DraftRule, as_drawn, begun_map

GAME = "black-plague"
TILES = ("9R", "9V", "4V", "12R", "R7")
places = st.builds(
    lambda tile, column, row: f"{piece_of(tile)}.{column}{row}",
    st.sampled_from(TILES),
    st.sampled_from(LETTERS),
    st.sampled_from(DIGITS),
)
laid = st.builds(
    lambda tile, row, column, turn: (
        f"tiles/{piece_of(tile)}",
        {"tile": tile, "row": row, "column": column, "turn": turn},
    ),
    st.sampled_from(TILES),
    st.integers(-1, 3),
    st.integers(-1, 3),
    st.integers(0, 3),
)
gone = st.builds(lambda tile: (f"tiles/{piece_of(tile)}", None), st.sampled_from(TILES))
tokens = st.builds(
    lambda place, kind, value: (f"tokens/{place}.{kind}", value),
    places,
    st.sampled_from(("spawn", "objective", "zombie-walker", "exit")),
    st.sampled_from((None, {}, {"colour": "red"}, {"colour": "blue", "count": 1, "asleep": True})),
)
doors = st.builds(
    lambda place, side, value: (f"doors/{place}.{side}", value),
    places,
    st.sampled_from(SIDES),
    st.sampled_from((None, {}, {"colour": "blue", "state": "open"})),
)
floors = st.builds(
    lambda tile, column, row, value: (f"floors/{tile}.{column}{row}", value),
    st.sampled_from(TILES),
    st.sampled_from(LETTERS),
    st.sampled_from(DIGITS),
    st.sampled_from((None, "room", "street")),
)
nonsense = st.tuples(st.text(max_size=12), st.none() | st.integers() | st.text(max_size=3))
steps = st.lists(st.one_of(laid, laid, tokens, tokens, doors, floors, gone, nonsense), max_size=25)


def drawn_by(wanted: list[tuple[str, Any]]) -> list[tuple[DrawnMap, Changes]]:
    """Every map on the way, with the step that led to it; what is refused changes nothing."""
    way: list[tuple[DrawnMap, Changes]] = [(DrawnMap(), ())]
    for key, value in wanted:
        try:
            way.append(drawn_with(way[-1][0], {key: value}))
        except RuleError:
            continue
    return way


@settings(max_examples=150)
@given(steps)
def test_whatever_is_drawn_is_a_map_and_can_be_taken_back_to_the_letter(
    wanted: list[tuple[str, Any]],
) -> None:
    way = drawn_by(wanted)
    for drawn, _changes in way:
        board = PlacedMap(drawn)
        spots = [(tile.row, tile.column) for tile in drawn.tiles.values()]
        assert len(set(spots)) == len(spots), "a spot has one tile"
        assert len(board.keys) == ACROSS**2 * len(drawn.tiles), "a place has one spot"
        assert all(min(axis) == 0 for axis in zip(*spots, strict=True)), "it begins at the corner"
        edges = Counter(board.edge(key) for key in drawn.doors)
        assert set(edges.values()) <= {1}, "an edge has one door"
        for edge, key in board.doors.items():
            assert key in board.edge_keys(edge)
    back = way[-1][0]
    for (before, _), (_after, changes) in zip(way[-2::-1], way[:0:-1], strict=True):
        back = taken_back(back, changes)
        assert msgspec.json.encode(back) == msgspec.json.encode(before)
    for after, changes in way[1:]:
        back = done_again(back, changes)
        assert msgspec.json.encode(back) == msgspec.json.encode(after)


@settings(max_examples=60)
@given(steps)
def test_a_map_survives_its_file(wanted: list[tuple[str, Any]]) -> None:
    drawn = drawn_by(wanted)[-1][0]
    draft = DraftMission(id="m1", map=without_sketches(drawn))
    content = PackContent(missions=(draft,), floors=drawn.floors, walls=drawn.walls)
    head = PackHead(game=GAME, name="Ours", languages=("es", "en"))
    read = read_file(write_file(head, content)).content
    assert read.map_of(read.missions[0]) == with_sketches(drawn, drawn.floors, drawn.walls)
    assert (read.floors, read.walls) == (drawn.floors, drawn.walls)


def test_a_step_that_somebody_has_drawn_over_is_not_taken_back() -> None:
    drawn, _laid = drawn_with(DrawnMap(), {"tiles/9": {"tile": "9R", "row": 0, "column": 0}})
    drawn, mine = drawn_with(drawn, {"tokens/9.a1.objective": {"colour": "red"}})
    drawn, _theirs = drawn_with(drawn, {"tokens/9.a1.objective": {"colour": "blue"}})
    with pytest.raises(StaleCommand, match=r"map\.moved"):
        taken_back(drawn, mine)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({}, "map.unread"),
        ({"tokens": {}}, "map.unread"),
        ({"script/9": "x"}, "map.unread"),
        ({"tiles/9": {"tile": "8R", "row": 0, "column": 1}}, "map.unread"),
        ({"tiles/8": {"tile": "8R", "row": 0, "column": 0}}, "map.taken"),
        ({"tiles/8": {"tile": "8R", "row": 0, "column": 9}}, "map.unread"),
        ({"tiles/8": {"tile": "8R", "row": 0, "column": 1, "href": "x"}}, "map.unread"),
        ({"tokens/8.a1.exit": {}}, "map.no_tile"),
        ({"tokens/9.d1.exit": {}}, "map.unread"),
        ({"tokens/9.a1.exit": {"count": 99}}, "map.unread"),
        ({"floors/9R.a1": "lava"}, "map.unread"),
        ({"tokens/9.a1.exit": None}, "map.same"),
    ],
)
def test_what_is_no_map_is_refused(wanted: dict[str, Any], code: str) -> None:
    drawn = from_grid((("9R",),))
    with pytest.raises(IllegalCommand) as refused:
        drawn_with(drawn, wanted)
    assert refused.value.code == code


def test_four_quarter_turns_bring_a_place_back() -> None:
    for column in range(ACROSS):
        for row in range(ACROSS):
            assert turned(column, row, 4) == (column, row)
    once = PlacedMap(DrawnMap(tiles={"9": LaidTile(tile="9R", row=0, column=0, turn=1)}))
    assert once.label("9.a1") == "C1", "the printed top left is at the top right"
    assert once.edge("9.a1.n") == Edge(Spot(2, 0), "e")


def test_what_lies_on_a_tile_goes_where_the_tile_goes() -> None:
    drawn = from_grid((("9R", "4V"),))
    for wanted in (
        {"tokens/4.a1.exit": {}},
        {"doors/4.a1.w": {"colour": "blue"}},
        {"tiles/4": {"tile": "4V", "row": 1, "column": 0, "turn": 1}},
    ):
        drawn, _changes = drawn_with(drawn, wanted)
    board = PlacedMap(drawn)
    assert board.label("4.a1") == "C4"
    assert board.edge("4.a1.w") == Edge(Spot(2, 2), "s"), "the door is at its top now"
    drawn, changes = drawn_with(drawn, {"tiles/4": None})
    assert (drawn.tokens, drawn.doors) == ({}, {})
    assert len(changes) == 3


def test_a_door_between_two_tiles_is_one_door() -> None:
    drawn = from_grid((("9R", "4V"),))
    drawn, _changes = drawn_with(drawn, {"doors/9.c1.e": {}})
    drawn, _changes = drawn_with(drawn, {"doors/4.a1.w": {"state": "open"}})
    assert {key: door.state for key, door in drawn.doors.items()} == {"4.a1.w": "open"}
    apart, _changes = drawn_with(drawn, {"tiles/4": {"tile": "4V", "row": 1, "column": 1}})
    apart, _changes = drawn_with(apart, {"doors/9.c1.e": {}})
    again, _changes = drawn_with(apart, {"tiles/4": {"tile": "4V", "row": 0, "column": 1}})
    assert len(again.doors) == 1


def test_walls_follow_the_floor() -> None:
    drawn = from_grid((("9R", "4V"),))
    drawn, _changes = drawn_with(drawn, {"floors/9R.a1": "room"})
    board = PlacedMap(drawn)
    assert board.floor(Spot(0, 0)) == "room"
    assert board.floor(Spot(1, 0)) == "street", "what is not said of a sketched tile is street"
    assert board.floor(Spot(3, 0)) == "", "nobody has sketched that one"
    assert board.wall(Edge(Spot(0, 0), "e")) == "wall"
    assert board.wall(Edge(Spot(1, 0), "e")) == "none"
    drawn, _changes = drawn_with(drawn, {"floors/9R.b1": "room", "walls/9R.b1.w": "gap"})
    assert PlacedMap(drawn).wall(Edge(Spot(0, 0), "e")) == "gap"


# --- what it gives its mission ---

TUTORIAL: dict[str, Any] = {
    "tiles/9": {"tile": "9R", "row": 0, "column": 0},
    "tiles/4": {"tile": "4V", "row": 0, "column": 1},
    "tokens/9.a3.start": {},
    "tokens/4.c3.exit": {},
    "tokens/4.c1.spawn": {"number": 1, "colour": "red", "start": True},
    "tokens/9.c1.spawn": {"number": 2, "colour": "green", "asleep": True},
    "tokens/9.a1.objective": {"colour": "red"},
    "tokens/4.a2.objective": {"colour": "red"},
    "tokens/9.b2.objective": {"colour": "blue"},
    "tokens/4.b2.trapdoor": {"colour": "violet"},
    "tokens/4.a1.zombie-walker": {},
    "tokens/4.b1.zombie-runner": {"count": 2},
    "doors/9.b1.e": {},
    "doors/9.b2.e": {"colour": "blue"},
    "doors/4.a1.s": {"state": "open"},
}
DRAWN = drawn_with(DrawnMap(), TUTORIAL)[0]
HIDE = DraftRule(do="hide-among-red", es="x", en="x", colours=("green",))


def test_a_map_gives_its_mission_what_lies_there() -> None:
    draft = DraftMission(
        id="m1",
        map=DRAWN,
        rules=(HIDE,),
        tokens={"objective-red": 9, "objective-blue": 9, "goal-card": 2, "exit": 5},
    )
    content = PackContent(floors={"9R.a1": "room", "5R.a1": "room"})
    mission = finished(draft, frozenset(), content.map_of(draft))
    assert mission.grid == (("9R", "4V"),)
    assert mission.zones == (
        MissionZone(id="1", start=True),
        MissionZone(id="2", colour="green", asleep=True),
    )
    assert mission.zombies == {"walker": 1, "runner": 2}
    assert mission.tokens == {
        "goal-card": 2,
        "objective-red": 2,
        "objective-blue": 1,
        "objective-green": 1,
        "trapdoor-violet": 1,
        "exit": 1,
        "door": 1,
        "open-door": 1,
        "spawn": 1,
    }
    assert mission.door_colours == ("neutral", "blue")
    assert mission.map is not None
    assert mission.map.floors == {"9R.a1": "room"}, "sketches of its own tiles only"


def test_what_is_not_drawn_stays_as_it_was_said() -> None:
    zones = (MissionZone(id="1"),)
    drawn = from_grid((("9R",),))
    draft = DraftMission(id="m1", map=drawn, zones=zones, tokens={"exit": 1}, zombies={"fatty": 2})
    mission = as_drawn(draft)
    assert (mission.zones, mission.tokens, mission.zombies) == (zones, {"exit": 1}, {"fatty": 2})
    assert as_drawn(replace(draft, map=None)) == replace(draft, map=None)


def test_a_map_begins_with_the_tiles_that_are_named() -> None:
    grid = (("9R", "4V"), ("", "9V"), ("XX", "4R"))
    assert grid_of(begun_map(DraftMission(id="m1", grid=grid))) == (("9R", "4V"),)
    assert grid_of(from_grid((("9R", ""), ("", "4V")))) == (("9R", ""), ("", "4V"))


@pytest.mark.parametrize(
    ("wanted", "code", "place"),
    [
        ({"tokens/9.a3.start": None}, "map.start", ""),
        ({"tokens/4.c3.exit": None}, "map.exit", ""),
        ({"tiles/4": {"tile": "4V", "row": 2, "column": 2}}, "map.apart", "9.b2"),
        ({"tiles/12": {"tile": "12R", "row": 1, "column": 0}}, "map.tile", "12.b2"),
        ({"tokens/9.b3.elevator": {}}, "map.lift", "9.b3"),
        ({"tokens/9.b3.dragon": {}}, "map.kind", "9.b3"),
        ({"tokens/9.c3.spawn": {"number": 2}}, "zones.twice", "9.c3"),
        ({"tokens/9.c3.spawn": {"number": 3, "asleep": True}}, "zones.asleep", "9.c3"),
    ],
)  # fmt: skip
def test_problems_name_their_place(wanted: dict[str, Any], code: str, place: str) -> None:
    leave = DraftRule(do="all-survivors-exit", es="x", en="x", when="players")
    draft = DraftMission(id="m1", map=DRAWN, goals=(leave,))
    pack = played_pack(GAME)
    draft = replace(draft, map=drawn_with(DRAWN, wanted)[0])
    faults = [(problem.code, problem.place) for problem in problems(draft, pack, ("es",))]
    assert (code, place) in faults


@pytest.mark.parametrize("game", [game for game, pack in load_packs().items() if pack.map.tiles])
def test_every_game_with_tiles_has_its_tools(game: str) -> None:
    pack = played_pack(game, tuple(load_packs()[game].expansions))
    kinds = kinds_of(pack)
    tools = tools_of(pack)
    assert {"spawn", "objective", "start", "exit", "zombie"} <= {tool.id for tool in tools}
    drawn = from_grid(((pack.map.tiles[0][0],),))
    piece = next(iter(drawn.tiles))
    for tool in tools:
        for variant in tool.variants:
            assert variant.kind in kinds
            key = f"tokens/{piece}.b2.{variant.kind}"
            made, _changes = drawn_with(drawn, {key: msgspec.to_builtins(variant.token)} | {})
            assert made.tokens
    sides = [side for tile in pack.map.tiles for side in tile]
    named = {tile for mission in pack.missions for tile in mission.tiles}
    assert named <= set(sides), "every tile that a mission names is known"
    assert len(free_tiles(pack, drawn)) == len(pack.map.tiles) - 1
    assert all(pack.map.side_of(side) in sides for side in sides)


def test_numbers_of_zones_are_the_next_free_ones() -> None:
    assert free_number(DRAWN) == 3
    less, _changes = drawn_with(DRAWN, {"tokens/4.c1.spawn": None})
    assert free_number(less) == 1
