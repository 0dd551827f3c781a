"""The rules alone: a spawn step, and whether a table gets slower or larger with its age."""

import statistics
import time
from collections.abc import Callable

from msgspec.structs import replace

from benchmarks import often
from benchmarks.commands import Result
from rules import (
    apply,
    decode_command,
    decode_state,
    encode,
    forecast,
    load_packs,
    rulesets,
)
from rules.mechanics.spawn.distributing import SpawnResolve
from rules.odds.chain import all_ends
from rules.odds.steps import reckon
from rules.simulation import evening, start_table
from rules.state import TableState, Zone

ROUNDS, TIMES, AGE = often(15), often(200), often(1000, 20)
SPAWN_GOAL_MICROSECONDS = 500
ODDS_TIMES, ODDS_GOAL_MILLISECONDS = often(5), 10
LAST_CARDS = 6
TAP = b'{"kind":"points.award","id":"bench-001","seen":0,"survivor":"cathy","amount":1}'


def late_state() -> TableState:
    """Twelve survivors, half-used decks, six zones, and nothing missing that would stop a step."""
    state: TableState = start_table("rue-morgue", seed="late", survivors=12)
    for step in evening("rue-morgue", seed="late", rounds=12, survivors=12):
        state = step.outcome.state
    zones = tuple(Zone(id=f"z{n}", locators=(n,)) for n in range(1, 7))
    return replace(state, zones=zones, phase="zombies", spawned=False, board={})


def aged(rounds: int) -> TableState:
    """The same table after so many rounds."""
    state = start_table("rue-morgue", seed="aged", survivors=12)
    for step in evening("rue-morgue", seed="aged", rounds=rounds, survivors=12):
        state = step.outcome.state
    return replace(state, phase="players", spawned=False, pending=())


def tap(state: bytes) -> None:
    """Decode, apply, encode: what a command costs beside the database."""
    before = decode_state(state)
    encode(apply(before, decode_command(before.game, TAP), load_packs()[before.game]).state)


def spawn(state: TableState) -> None:
    apply(state, SpawnResolve(id="bench-002", seen=0), load_packs()[state.game])


def crowded_state(game: str = "black-plague") -> TableState:
    """Twelve survivors at red, twelve zones, or a die for each locator; a whole deck."""
    state = start_table(game, seed="odds", survivors=12)
    survivors = {key: replace(survivor, points=43) for key, survivor in state.survivors.items()}
    zones = tuple(Zone(id=f"z{n}") for n in range(1, 13))
    if any(crowd.spawn_dice for crowd in load_packs()[game].crowd):
        zones = tuple(Zone(id=f"z{n}", locators=(n,)) for n in range(1, 7))
    return replace(state, survivors=survivors, zones=zones)


def running_out(state: TableState) -> TableState:
    """The same with six cards left, every ninth of them: the deck is shuffled in the step."""
    deck = state.decks["zombies"]
    cards = sorted(deck.draw)
    pile = cards[:: -(-len(cards) // LAST_CARDS)]
    rest = tuple(card for card in cards if card not in pile)
    thin = replace(deck, draw=tuple(pile), discard=rest)
    return replace(state, decks={**state.decks, "zombies": thin})


def odds(state: TableState) -> None:
    """As they are reckoned when a card was drawn: nothing of them is known yet."""
    all_ends.cache_clear()
    reckon.cache_clear()
    forecast(state, load_packs()[state.game])


def microseconds(work: Callable[[], None]) -> float:
    started = time.perf_counter()
    for _ in range(TIMES):
        work()
    return (time.perf_counter() - started) / TIMES * 1e6


def milliseconds_of_odds(state: TableState) -> float:
    """Time of the processor: a goal in milliseconds must not depend on who else is at work."""
    started = time.process_time()
    for _ in range(ODDS_TIMES):
        odds(state)
    return (time.process_time() - started) / ODDS_TIMES * 1e3


def odds_results() -> list[Result]:
    """The slowest game of all, for a whole deck, for one that runs out, with necromancers."""
    whole = [crowded_state(game) for game in rulesets]
    at_once = [replace(crowded_state(), options=("necromancer-spawns-at-once",))]
    tables = {
        "twelve zones, the slowest game": whole,
        "the same while the deck runs out": [running_out(state) for state in whole],
        "twelve zones, necromancers at once": at_once,
        "the same with a deck that runs out": [running_out(state) for state in at_once],
    }
    return [
        Result(
            f"odds of {name} / 10 milliseconds",
            max(
                statistics.median(milliseconds_of_odds(state) for _ in range(ROUNDS))
                for state in states
            )
            / ODDS_GOAL_MILLISECONDS,
            1.0,
        )
        for name, states in tables.items()
    ]


def run() -> list[Result]:
    late, young, old = late_state(), encode(aged(10)), encode(aged(AGE))
    spawned = statistics.median(microseconds(lambda: spawn(late)) for _ in range(ROUNDS))
    slower = statistics.median(
        microseconds(lambda: tap(old)) / microseconds(lambda: tap(young)) for _ in range(ROUNDS)
    )
    return [
        *odds_results(),
        Result(
            "spawn step of six zones / 500 microseconds", spawned / SPAWN_GOAL_MICROSECONDS, 1.0
        ),
        Result(f"tap after {AGE} rounds / after 10", slower, 1.2),
        Result(f"state after {AGE} rounds / after 10", len(old) / len(young), 1.2),
    ]
