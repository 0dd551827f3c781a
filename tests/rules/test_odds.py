"""Chances are exact fractions, add up, and are what the rules do when every order is played."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import rules
from rules import Survivor, TableState, Zone
from rules.mechanics.spawn.distributing import SpawnResolve
from rules.odds import Chances, Forecast, break_chance, hit_chances, keep_chance
from rules.odds.luck import Fall, Keeping, Throws, together
from rules.odds.what_if import (
    level_below,
    next_rise,
    one_zone_less,
    one_zone_more,
    survivor_out,
)
from rules.packs.copies import deck_copies
from rules.play import Play
from rules.simulation import evening
from rules.state import Description
from tests.rules.spawn_orders import Told, every_way, one_way

TRIALS = 100_000 if "SOAK" in os.environ else 800
RED, ORANGE = 43, 19


def test_upkeep_and_breaks_are_five_sixths_to_the_number_of_dice() -> None:
    """Washington Z.C., p. 5 and 6: the bad face is one of six."""
    assert keep_chance(4) == Fraction(625, 1296)
    assert break_chance(1) == Fraction(1, 6)
    assert keep_chance(0) == 1


def test_two_dice_at_four_plus() -> None:
    assert hit_chances(2, 4) == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))


@given(dice=st.integers(0, 20), accuracy=st.integers(1, 7))
def test_all_chances_of_a_roll_add_up_to_one(dice: int, accuracy: int) -> None:
    chances = hit_chances(dice, accuracy)
    assert sum(chances) == 1
    assert len(chances) == dice + 1
    assert all(0 <= chance <= 1 for chance in chances)


def table(
    game: str,
    points: int = 0,
    *,
    zones: Sequence[Zone] = (Zone(id="a", start=True), Zone(id="b", tokens=2)),
    draw: Sequence[str] | None = None,
    discard: Sequence[str] = (),
    board: Mapping[str, int] | None = None,
    survivors: int = 1,
    **fields: object,
) -> TableState:
    """A table whose zombie deck has these cards only."""
    pack = rules.load_packs()[game]
    seated = [
        (f"s{n}", Survivor(name=f"S{n}", player="Marta", points=points)) for n in range(survivors)
    ]
    state = rules.new_table(
        pack=pack, survivors=seated, zones=zones, seed="odds", hour=None, **fields
    )
    state = replace(state, board=dict(board or {}))
    if draw is None:
        return state
    cards = {"draw": tuple(map(full, draw)), "discard": tuple(map(full, discard))}
    deck = replace(state.decks["zombies"], **cards)
    return replace(state, decks={**state.decks, "zombies": deck})


def full(card: str) -> str:
    return f"zombies-{card}"


def cards_of(game: str, kind: str, count: int = 1, *, skip: int = 0) -> list[str]:
    """Numbers of cards of a kind, as the pack lists them."""
    numbers = [card.number for card in rules.load_packs()[game].spawns if card.kind == kind]
    return numbers[skip : skip + count]


def bringing(game: str, zombie: str, count: int = 1, *, level: str = "red") -> list[str]:
    """Numbers of plain cards that bring a type at that level."""
    return [
        card.number
        for card in rules.load_packs()[game].spawns
        if card.kind == "spawn" and card.levels and zombie in card.levels.at(level)
    ][:count]


def seen(state: TableState, **asked: object) -> Forecast:
    return rules.forecast(state, rules.load_packs()[state.game], **asked)


# --- against every order ---


def check_every_order(
    state: TableState, *, rooms: int = 0, dice: int = 0, places: int = 0
) -> Forecast:
    """Play each order of the deck, and compare each number to the last digit."""
    pack = rules.load_packs()[state.game]
    ways = list(every_way(state, pack, rooms=rooms, dice=dice, places=places))
    assert sum(chance for chance, _told in ways) == 1
    forecast = seen(state, rooms=rooms, places={"manhole": places, "bed": places})
    assert forecast.is_exact
    assert not forecast.asked
    largest = {kind.id for kind in pack.zombies if kind.family == "abomination"}
    assert share(ways, lambda way: bool(largest & way.zombies.keys())) == forecast.least.largest
    check_same(forecast.least, ways)
    return forecast


def check_same(chances: Chances, ways: list[tuple[Fraction, Told]]) -> None:
    assert row(ways, lambda way: way.total) == chances.total
    for zombie, numbers in chances.zombies.items():
        assert row(ways, lambda way, key=zombie: way.zombies.get(key, 0)) == numbers, zombie
    for kind, chance in chances.kinds.items():
        assert share(ways, lambda way, key=kind: key in way.kinds) == chance, kind
    for zombie, chance in chances.short.items():
        assert share(ways, lambda way, key=zombie: key in way.short) == chance, zombie
    assert share(ways, lambda way: bool(way.short)) == chances.any_short
    for zombie, chance in chances.activated.items():
        assert share(ways, lambda way, key=zombie: key in way.activated) == chance, zombie
    assert share(ways, lambda way: bool(way.activated)) == chances.any_activated
    assert share(ways, lambda way: way.is_shuffled) == chances.runs_out
    seen_types = {zombie for _chance, way in ways for zombie in way.zombies}
    assert seen_types <= chances.zombies.keys()


def row(ways, number) -> tuple[Fraction, ...]:
    numbers: Counter[int] = Counter()
    for chance, way in ways:
        numbers[number(way)] += chance
    return tuple(Fraction(numbers[each]) for each in range(max(numbers) + 1))


def share(ways, holds) -> Fraction:
    return sum((chance for chance, way in ways if holds(way)), Fraction(0))


PLAGUE, ARMY = "black-plague", "army-of-the-dead"
LEVELS = ("blue", "yellow", "orange", "red")
DOUBLES = cards_of(PLAGUE, "double_spawn", 8)
WALKERS, RUNNERS = bringing(PLAGUE, "walker", 8), bringing(PLAGUE, "runner", 4)
NECROMANCERS = cards_of(PLAGUE, "necromancer", 3)
EXTRA = cards_of(PLAGUE, "extra_activation", 4)
ABOMINATIONS = bringing(PLAGUE, "abomination", 2)


@pytest.mark.parametrize(
    ("draw", "discard"),
    [
        ([*WALKERS[:3], *RUNNERS[:2]], []),
        ([*DOUBLES[:1], *WALKERS[:4], *EXTRA[:1]], []),
        ([*DOUBLES[:2], *WALKERS[:3]], [RUNNERS[0]]),
        ([*DOUBLES[:1], *WALKERS[:2], *NECROMANCERS[:2], *ABOMINATIONS], []),
        (WALKERS[:2], WALKERS[2:5]),
        ([*WALKERS[:2], DOUBLES[0]], [*WALKERS[2:4], DOUBLES[1]]),
        ([DOUBLES[0], WALKERS[0]], [*RUNNERS[:2], *WALKERS[1:3]]),
        ([], [*RUNNERS[:2], *WALKERS[:2], DOUBLES[0]]),
    ],
)
def test_doubled_draws_and_decks_that_run_out(draw: list[str], discard: list[str]) -> None:
    """Black Plague, p. 28: a double spawn doubles the next draw, after the last zone the first."""
    zones = [Zone(id="a", start=True), Zone(id="b")]
    check_every_order(table(PLAGUE, RED, draw=draw, discard=discard, zones=zones))


def test_too_few_miniatures() -> None:
    """Walkers and abominations run out; whoever is missing makes the others act."""
    board = {"walker": 28, "runner": 12, "abomination": 1}
    draw = [*WALKERS[:3], *RUNNERS[:1], *ABOMINATIONS[:1], *DOUBLES[:1]]
    forecast = check_every_order(table(PLAGUE, RED, draw=draw, board=board))
    assert forecast.least.short["walker"] > 0
    assert forecast.least.any_short > forecast.least.short["walker"]
    quiet = table(PLAGUE, RED, draw=draw, board=board, options=("no-activation-for-miniatures",))
    assert check_every_order(quiet).least.any_activated == 0


@pytest.mark.parametrize("board", [{}, {"necromancer": 1}])
@pytest.mark.parametrize("options", [(), ("necromancer-spawns-at-once",)])
def test_necromancers_and_their_tokens(board: dict[str, int], options: tuple[str, ...]) -> None:
    """A token that spawns at once draws in the same step, also after a doubled draw."""
    draw = [*NECROMANCERS[:2], *WALKERS[:2], *DOUBLES[:1], *RUNNERS[:1]]
    zones = [Zone(id="a", start=True), Zone(id="b")]
    check_every_order(table(PLAGUE, RED, draw=draw, board=board, options=options, zones=zones))
    state = table(PLAGUE, RED, draw=draw, board=board, options=options)
    check_every_order(replace(state, more={"necromancer": 1}, zones=tuple(zones)))


def test_an_opened_building_brings_tokens_that_do_not_draw() -> None:
    draw = [*NECROMANCERS[:1], *WALKERS[:2], *DOUBLES[:1], *EXTRA[:1]]
    state = table(PLAGUE, ORANGE, draw=draw, options=("necromancer-spawns-at-once",))
    check_every_order(state, rooms=2)


@pytest.mark.parametrize("points", [0, 7, ORANGE, RED])
def test_every_danger_level_of_the_second_edition(points: int) -> None:
    game = "zombicide-2e"
    draw = [
        *cards_of(game, "rush", 2),
        *cards_of(game, "extra_activation", 1),
        *bringing(game, "abomination", 2),
        *bringing(game, "runner", 1),
    ]
    check_every_order(table(game, points, draw=draw, board={"runner": 14}))
    check_every_order(table(game, points, draw=draw, board={"abomination": 1}))


@pytest.mark.parametrize("board", [{}, {"skinner-fatty": 6, "skinner-walker": 33, "a-bomb": 1}])
def test_escorts_and_substitutes(board: dict[str, int]) -> None:
    """Rue Morgue: a fatty comes with two walkers; without an A-bomb a fatty comes."""
    game = "rue-morgue"
    draw = [
        *bringing(game, "skinner-fatty", 2),
        *bringing(game, "a-bomb", 1),
        *bringing(game, "skinner-walker", 2),
        *cards_of(game, "extra_activation", 1),
    ]
    zones = [Zone(id="a", start=True), Zone(id="b"), Zone(id="c")]
    check_every_order(table(game, RED, draw=draw, board=board, zones=zones))


def test_the_rest_of_a_step_that_waits() -> None:
    """Runners act in the middle: what is left to draw is what is left to fear."""
    draw = [EXTRA[0], DOUBLES[0], *WALKERS[:3], *RUNNERS[:1]]
    state = table(PLAGUE, RED, draw=draw, board={"walker": 1, "fatty": 1, "runner": 1})
    pack = rules.load_packs()[PLAGUE]
    step = SpawnResolve(id="way-0001", seen=0)
    state = rules.apply(replace(state, phase="zombies"), step, pack).state
    assert state.spawning is not None
    forecast = check_every_order(state)
    assert forecast.draws == 2


def test_orders_of_a_deck_of_their_own() -> None:
    """Army of the Dead, p. 23: his zone draws an order; every unknown order is typed in."""
    game = ARMY
    known = [card.number for card in rules.load_packs()[game].spawns if card.kind == "spawn"]
    orders = deck_copies(rules.load_packs()[game], "zeus-orders")
    typed = Description(
        kind="order", levels={level: {"alpha": 3} for level in LEVELS}, activates={"shambler": 2}
    )
    zones = [Zone(id="a", start=True), Zone(id="z", kind="zeus"), Zone(id="b")]
    state = table(game, ORANGE, draw=known[:4], zones=zones, board={"alpha": 7})
    unknown = {copy: typed for copy, card in orders.items() if card.sure == "unknown"}
    forecast = check_every_order(replace(state, described=unknown))
    assert forecast.draws == 2
    assert forecast.least.activated["shambler"] == Fraction(9, 10)


def test_dice_choose_the_zones_and_cards_ask_for_places() -> None:
    """Rue Morgue, p. 22: every throw of four dice; two manholes and two beds lie on the board."""
    game = "rue-morgue"
    draw = [
        *cards_of(game, "manhole", 1),
        *cards_of(game, "bed", 1),
        *bringing(game, "skinner-fatty", 1),
        *bringing(game, "skinner-runner", 1),
    ]
    zones, board = dice_zones()[:2], {"skinner-walker": 34, "skinner-runner": 12}
    state = table(game, ORANGE, draw=draw, board=board, zones=zones)
    forecast = check_every_order(state, dice=4, places=2)
    assert forecast.draws == 4
    assert forecast.least.any_short > 0


# --- against chance ---


def dice_zones() -> list[Zone]:
    return [Zone(id="a", start=True, locators=(1, 4)), Zone(id="b", locators=(2,)), Zone(id="c")]


def thin_plague() -> dict[str, object]:
    """Twelve zones, eleven cards on the pile, necromancers whose token draws at once."""
    numbers = [card.number for card in rules.load_packs()[PLAGUE].spawns]
    pile = [*DOUBLES[:2], NECROMANCERS[0], *WALKERS[:4], *RUNNERS[:2], EXTRA[0], ABOMINATIONS[0]]
    return {
        "points": RED,
        "zones": [Zone(id="a", tokens=12)],
        "draw": pile,
        "discard": [number for number in numbers if number not in pile],
        "options": ("necromancer-spawns-at-once",),
    }


@pytest.mark.parametrize(
    ("game", "fields", "places"),
    [
        ("zombicide-2e", {"points": RED, "zones": [Zone(id="a", tokens=5)]}, 0),
        (PLAGUE, {"points": ORANGE, "zones": [Zone(id="a", tokens=4)]}, 0),
        (PLAGUE, {"points": RED, "zones": [Zone(id="a", tokens=3)], "board": {"walker": 25}}, 0),
        (PLAGUE, thin_plague(), 0),
        ("rue-morgue", {"points": RED, "zones": dice_zones(), "survivors": 8}, 2),
    ],
)
def test_whole_decks_fall_as_they_are_reckoned(game: str, fields: dict, places: int) -> None:
    """Chi-square of seeded steps; with `SOAK` a hundred thousand of each."""
    state, pack = table(game, **fields), rules.load_packs()[game]
    forecast = seen(state, places={"manhole": places, "bed": places} if places else {})
    ways = [one_way(state, pack, f"{game}:{number}", places) for number in range(TRIALS)]
    check_falls(forecast.least, ways)


def test_a_whole_deck_of_typed_cards_and_orders_falls_as_it_is_reckoned() -> None:
    """Army of the Dead: every unknown card and order typed in, with a zone of Zeus."""
    zones = [Zone(id="a", tokens=2), Zone(id="z", kind="zeus"), Zone(id="b")]
    state, pack = table(ARMY, ORANGE, zones=zones, board={"alpha": 7}), rules.load_packs()[ARMY]
    lines = ({"shambler": 4}, {"alpha": 2}, {"valentine": 1}, {"shambler": 7})
    unknown = [
        copy
        for deck in ("zombies", "zeus-orders")
        for copy, card in deck_copies(pack, deck).items()
        if card.sure == "unknown"
    ]
    described = {
        copy: Description(
            kind="order" if copy.startswith("zeus") else "spawn",
            levels=dict.fromkeys(LEVELS, lines[number % len(lines)]),
        )
        for number, copy in enumerate(unknown)
    }
    state = replace(state, described=described)
    forecast = seen(state)
    assert forecast.is_exact
    check_falls(forecast.least, [one_way(state, pack, f"army:{n}") for n in range(TRIALS)])


def check_falls(chances: Chances, ways: Sequence[Told]) -> None:
    check_fit(chances.total, Counter(way.total for way in ways))
    for zombie, numbers in chances.zombies.items():
        check_fit(numbers, Counter(way.zombies.get(zombie, 0) for way in ways))
    for kind, chance in chances.kinds.items():
        check_fit((1 - chance, chance), Counter(kind in way.kinds for way in ways))
    for zombie, chance in chances.activated.items():
        check_fit((1 - chance, chance), Counter(zombie in way.activated for way in ways))
    short = chances.any_short
    check_fit((1 - short, short), Counter(bool(way.short) for way in ways))


FEWEST = 5
"""Cells with fewer expected cases than this are put together."""


def check_fit(chances: Sequence[Fraction], cases: Counter[int]) -> None:
    """That cases fall as chances say: a worse fit comes by chance once in ten thousand times."""
    count = cases.total()
    cells: list[tuple[float, int]] = [(0.0, 0)]
    for number, chance in enumerate(chances):
        expected, observed = cells[-1]
        cells[-1] = (expected + float(chance) * count, observed + cases[number])
        if cells[-1][0] >= FEWEST:
            cells.append((0.0, 0))
    (expected, observed) = cells.pop()
    if cells:
        cells[-1] = (cells[-1][0] + expected, cells[-1][1] + observed)
    assert sum(observed for _expected, observed in cells) == count, "something unforeseen"
    freedom = len(cells) - 1
    if freedom > 0:
        misfit = sum((observed - expected) ** 2 / expected for expected, observed in cells)
        assert misfit < chi_square(freedom), (misfit, freedom)


def chi_square(freedom: int) -> float:
    """What chi-square passes once in ten thousand times, as Wilson and Hilferty have it."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 3.719 * spread**0.5) ** 3


@pytest.mark.parametrize("game", sorted(rules.rulesets))
def test_a_forecast_of_any_table_adds_up(game: str) -> None:
    """Every state of a generated evening, also in the middle of a step."""
    pack = rules.load_packs()[game]
    states = [step.outcome.state for step in evening(game, seed="odds", rounds=6)]
    assert len(states) > 30
    for state in states:
        for rooms in (0, 2):
            forecast = rules.forecast(state, pack, rooms=rooms)
            for chances in (forecast.least, forecast.most):
                assert sum(chances.total) == 1 - forecast.beyond
                assert all(sum(row) == 1 - forecast.beyond for row in chances.zombies.values())
                assert sum(chances.expected.values()) == chances.mean or forecast.unknown


# --- what is told ---


@pytest.mark.parametrize("game", sorted(rules.rulesets))
def test_a_forecast_counts_what_is_left_of_the_deck(game: str) -> None:
    zones = [Zone(id="a", start=True), Zone(id="b", tokens=2), Zone(id="c", active_from=None)]
    state = table(game, zones=zones)
    forecast = seen(state)
    assert forecast.draws == 3, "a card for each token of the active zones"
    assert sum(forecast.cards.values()) == 1
    assert forecast.left == len(state.decks["zombies"].draw)
    assert sum(forecast.least.total) == sum(forecast.most.total) == 1
    assert forecast.least.any_short < Fraction(1, 100), (
        "the box is full; an abomination may come twice"
    )


@pytest.mark.parametrize("game", sorted(rules.rulesets))
def test_every_kind_of_card_is_told_beforehand(game: str) -> None:
    ruleset = rules.rulesets[game]
    assert ruleset.card_foresights.keys() == ruleset.card_resolvers.keys()


def test_a_forecast_of_one_card_is_that_card() -> None:
    """Black Plague, p. 16: card 01 brings two runners at yellow."""
    forecast = seen(table(PLAGUE, 7, draw=["01"], board={"runner": 13}, zones=[Zone(id="a")]))
    assert forecast.cards == {"spawn": 1}
    assert forecast.least.expected == {"runner": 1}
    assert forecast.least.total == (0, 1)
    assert forecast.least.short == {"runner": 1}, "only one runner is left in the box"


def test_the_order_of_the_deck_changes_no_forecast() -> None:
    state = table(PLAGUE, ORANGE)
    deck = state.decks["zombies"]
    turned = replace(deck, draw=tuple(reversed(deck.draw)))
    other = replace(state, decks={**state.decks, "zombies": turned})
    assert seen(state) == seen(other)


def test_after_the_step_of_this_round_the_next_one_comes() -> None:
    """What wakes next round counts once this round has spawned."""
    zones = [Zone(id="a", start=True), Zone(id="b", active_from=2)]
    state = table(PLAGUE, zones=zones)
    assert seen(state).draws == 1
    assert seen(replace(state, phase="zombies")).draws == 1
    assert seen(replace(state, phase="zombies", spawned=True)).draws == 2
    assert seen(replace(state, phase="end")).draws == 2


def test_another_danger_level_reads_other_lines() -> None:
    state = table(PLAGUE, 7)
    assert seen(state, level="orange").least == seen(table(PLAGUE, ORANGE)).least
    assert seen(state, level="orange").least.mean > seen(state).least.mean


def test_places_that_nobody_counted_come_on_top() -> None:
    state = table("rue-morgue", RED, zones=dice_zones())
    forecast = seen(state)
    assert forecast.asked == ("bed", "manhole")
    counted = seen(state, places={"bed": 1, "manhole": 2})
    assert counted.asked == ()
    assert counted.least.mean > forecast.least.mean


def test_a_table_without_zones_draws_nothing() -> None:
    forecast = seen(table(PLAGUE, zones=[]))
    assert (forecast.draws, forecast.least.total) == (0, (1,))


def test_more_than_two_decks_are_left_out_and_said_so() -> None:
    forecast = seen(table(PLAGUE, RED, draw=WALKERS[:2], zones=[Zone(id="a", tokens=6)]))
    assert forecast.beyond == 1
    assert not forecast.is_exact


# --- unknown cards ---


def test_cards_nobody_described_widen_the_answer() -> None:
    unknown = [card for card in rules.load_packs()[ARMY].spawns if card.kind == "unknown"]
    forecast = seen(table(ARMY, RED))
    assert forecast.unknown == len(unknown) > 0
    assert not forecast.is_exact
    assert forecast.least.mean < forecast.most.mean
    for field in ("kinds", "activated", "short"):
        for key, chance in getattr(forecast.least, field).items():
            assert 0 <= chance <= getattr(forecast.most, field)[key] <= 1, (field, key)
    for field in ("largest", "any_activated", "any_short"):
        assert getattr(forecast.least, field) <= getattr(forecast.most, field) <= 1


@given(st.data())
def test_whatever_unknown_cards_say_lies_within_the_range(data: st.DataObject) -> None:
    """Type them in at random, no worse than the worst card: every number stays inside."""
    pack = rules.load_packs()[ARMY]
    state = table(ARMY, RED, zones=[Zone(id="a", tokens=2), Zone(id="b")])
    forecast = seen(state)
    described: dict[str, Description] = {}
    for card in pack.spawns:
        if card.kind == "unknown":
            kind = data.draw(st.sampled_from(["spawn", "rush", "extra_activation"]))
            zombie, most = data.draw(st.sampled_from([("shambler", 8), ("alpha", 6), ("queen", 1)]))
            line = {zombie: data.draw(st.integers(1, 1 if kind == "extra_activation" else most))}
            described[full(card.number)] = Description(
                kind=kind, levels=dict.fromkeys(LEVELS, line)
            )
    exact = seen(replace(state, described=described))
    assert exact.is_exact
    assert forecast.least.mean <= exact.least.mean <= forecast.most.mean
    for number in range(30):
        worst, really, best = (
            sum(chances.total[:number]) for chances in (forecast.most, exact.least, forecast.least)
        )
        assert worst <= really <= best, number
    assert forecast.least.largest <= exact.least.largest <= forecast.most.largest
    assert forecast.least.any_activated <= exact.least.any_activated <= forecast.most.any_activated
    for zombie, chance in forecast.least.activated.items():
        assert chance <= exact.least.activated[zombie] <= forecast.most.activated[zombie]
    assert exact.least.kinds.get("spawn", 0) <= forecast.most.kinds["spawn"]


# --- what if ---


def looked(state: TableState) -> Play:
    return rules.look(state, rules.load_packs()[state.game])


def test_whoever_is_nearest_raises_the_danger() -> None:
    state = table(PLAGUE, survivors=3)
    points = {"s0": 7, "s1": 18, "s2": 30}
    survivors = {key: replace(state.survivors[key], points=n) for key, n in points.items()}
    survivors["s2"] = replace(survivors["s2"], status="dead")
    state = replace(state, survivors=survivors)
    assert next_rise(looked(state)) == ("s1", "orange", 1, 19)
    assert next_rise(looked(table(PLAGUE, RED))) is None
    nobody = {key: replace(each, status="dead") for key, each in survivors.items()}
    assert next_rise(looked(replace(state, survivors=nobody))) is None


def test_one_zone_more_or_less_is_one_card_more_or_less() -> None:
    state = table(PLAGUE)
    assert seen(one_zone_more(looked(state))).draws == seen(state).draws + 1
    assert seen(one_zone_less(looked(state))).draws == seen(state).draws - 1
    alone = table(PLAGUE, zones=[Zone(id="a", start=True)])
    assert seen(one_zone_less(looked(alone))).draws == 0
    empty = table(PLAGUE, zones=[])
    assert one_zone_less(looked(empty)) == empty


def test_without_the_survivor_who_sets_it_the_danger_falls() -> None:
    state = table(PLAGUE, survivors=2)
    highest = replace(state.survivors["s0"], points=RED)
    state = replace(state, survivors={**state.survivors, "s0": highest})
    without = seen(survivor_out(looked(state), "s0"))
    assert (seen(state).danger, without.danger) == ("red", "blue")
    assert without.least.mean < seen(state).least.mean
    assert level_below(looked(state)) == "orange"
    assert level_below(looked(table(PLAGUE))) is None


def test_the_example_that_is_reckoned_by_hand() -> None:
    """docs/odds.md, "By hand"."""
    zones, draw = [Zone(id="a", start=True), Zone(id="b")], ["47", "03", "06", "02"]
    chances = check_every_order(table(PLAGUE, RED, draw=draw, zones=zones)).least
    quarter = Fraction(1, 4)
    likely = {number: chance for number, chance in enumerate(chances.total) if chance}
    assert likely == {5: quarter, 7: quarter, 8: quarter, 10: quarter}
    assert chances.mean == Fraction(15, 2)
    assert chances.zombies["walker"] == (quarter, 0, 0, 0, 0, 3 * quarter)
    assert chances.kinds["double_spawn"] == Fraction(1, 2)
    few = check_every_order(table(PLAGUE, RED, draw=draw, zones=zones, board={"runner": 13})).least
    assert {number: chance for number, chance in enumerate(few.total) if chance} == {
        1: quarter,
        6: 3 * quarter,
    }
    assert few.short["runner"] == 1


# --- luck ---


def test_luck_is_where_a_number_falls() -> None:
    half = Fall(1, (0.5, 0.5))
    assert half.share_below == pytest.approx(0.75), "as many count half"
    assert Fall(0, (0.5, 0.5)).share_below == pytest.approx(0.25)
    assert Fall(9, (0.5, 0.5)).share_below == 1, "more than was foreseen"
    assert half.mean == pytest.approx(0.5)
    assert Fall(4, (0.1,) * 10).band == (0, 8)


def test_an_evening_is_all_of_its_steps() -> None:
    both = together([Fall(1, (0.5, 0.5)), Fall(2, (0.25, 0.5, 0.25))])
    assert both.came == 3
    assert both.chances == pytest.approx((0.125, 0.375, 0.375, 0.125))
    assert together([]) == Fall(0, (1.0,))


def test_dice_fall_among_all_that_might_have_been_thrown() -> None:
    """Six dice at 4+ and two at 6: every throw of them is counted."""
    throws = Throws.of((4, 5, 6, 1, 1, 2), 4).plus(Throws.of((6, 1), 6))
    assert (throws.dice, throws.hits, throws.expected) == (8, 4, pytest.approx(3 + 1 / 3))
    likely: Counter[int] = Counter()
    for easy in product((0, 1), repeat=6):
        for hard in product(range(6), repeat=2):
            likely[sum(easy) + hard.count(0)] += 1
    chances = [likely[hits] / likely.total() for hits in range(9)]
    assert throws.fall.chances == pytest.approx(chances)
    assert throws.fall.share_below == pytest.approx(sum(chances[:4]) + chances[4] / 2)
    assert Throws.of((1, 6), 7).expected == 0
    assert Throws.of((1, 6), 0).expected == 2


def test_upkeep_falls_among_all_that_might_have_been_kept() -> None:
    keeping = Keeping(1, (0.5,)).plus(Keeping(0, (0.25,)))
    assert (keeping.rolls, keeping.kept, keeping.over) == (2, 1, 0.25)
    assert keeping.fall.chances == pytest.approx((0.375, 0.5, 0.125))


def test_luck_is_even_over_many_evenings() -> None:
    """Where steps fall is spread evenly: no table is luckier than the others by itself."""
    state, pack = table(PLAGUE, ORANGE, zones=[Zone(id="a", tokens=3)]), rules.load_packs()[PLAGUE]
    chances = tuple(map(float, seen(state).least.total))
    shares = [
        Fall(one_way(state, pack, f"luck:{number}").total, chances).share_below
        for number in range(400)
    ]
    assert sum(shares) / len(shares) == pytest.approx(0.5, abs=0.05)
