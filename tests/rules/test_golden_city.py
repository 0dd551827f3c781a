"""Golden cases of City of Horror: the same files, another table.

given   people = { punk = "Ann@church tired hidden dead" }; whoever has nobody gets somebody at the
        bank. players (name = colour), zombies, sides, explosions and closed by location, supplies,
        hands, deck (the next cards), and any field of the state as it is
when    commands; `id` and `seen` are filled in
then    told: events that happened in this order, with others between; error with its code;
        zombies, where, fit, hidden, dead, hand, antidotes, food, points, winners, weights, attacks;
        and any field of the state
"""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import rules
from rules.systems.city_of_horror import CityState, CityWanted, open_city
from rules.systems.city_of_horror.board import attack_on, weights
from rules.systems.city_of_horror.ending import scores, winners
from rules.systems.city_of_horror.pack import Invasion, load_city
from rules.systems.city_of_horror.state import Character, Location, Move, Played
from tests.rules.golden import matches

PACK = load_city()
FOLDER = Path(__file__).parent.parent / "golden" / PACK.game
PLAYERS = {"Ann": "red", "Bob": "green", "Cid": "blue"}
FILLERS = ("student", "rasta", "thief", "teen", "geek", "rocker")
PLAIN = (
    *("phase", "stage", "at", "round", "first", "straggler", "choices", "moved", "late", "cards"),
    *("looked", "waiting", "chosen", "ballots", "discard", "freed", "replicas", "squeezing"),
    *("voting", "dealing", "keeping", "ready", "ready_here", "unready", "drawn"),
    *("food", "food_shown", "invasion", "revealed", "coming"),
)
TUPLES = (
    *("discard", "moved", "late", "looked", "waiting", "freed", "squeezing", "food", "revealed"),
    *("ready", "ready_here", "unready"),
)


def load_cases() -> list[Any]:
    cases = []
    for path in sorted(FOLDER.glob("*.toml")):
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in file["case"]:
            whole = {"source": file["source"], **case}
            cases.append(pytest.param(whole, id=f"{path.stem}-{case['name']}".replace(" ", "-")))
    return cases


CASES = load_cases()


def given_table(given: dict[str, Any]) -> CityState:
    players = given.get("players", PLAYERS)
    said = {name: given[name] for name in ("sides", "order") if name in given}
    state = open_city(PACK, CityWanted(list(players.items()), **said), seed="golden")
    characters = {key: somebody(text) for key, text in given.get("people", {}).items()}
    has = {character.player for character in characters.values()}
    spare = [key for key in FILLERS if key not in characters]
    for player, key in zip([name for name in players if name not in has], spare, strict=False):
        characters[key] = Character(player=player, at="bank")
    hands = given.get("hands", {})
    state = replace(
        state,
        characters=characters,
        seats={
            name: replace(
                seat,
                hand=tuple(hands.get(name, ())),
                antidotes=given.get("antidotes", {}).get(name, 0),
                food=tuple(given.get("fed", {}).get(name, ())),
            )
            for name, seat in state.seats.items()
        },
        locations={key: laid(key, location, given) for key, location in state.locations.items()},
        described={
            key: msgspec.convert(invasion, Invasion)
            for key, invasion in given.get("described", {}).items()
        },
        drawn={},
        phase="locations",
        round=1,
    )
    plain = {name: given[name] for name in PLAIN if name in given}
    plain |= {name: tuple(given[name]) for name in TUPLES if name in given}
    plain["replicas"] = tuple(tuple(replica) for replica in given.get("replicas", ()))
    plain["drawn"] = {name: tuple(cards) for name, cards in given.get("drawn", {}).items()}
    plain["passing"] = {name: tuple(cards) for name, cards in given.get("passing", {}).items()}
    if "last_move" in given:
        plain["last_move"] = msgspec.convert(given["last_move"], Move)
    plain["stack"] = msgspec.convert(given.get("stack", []), tuple[Played, ...])
    state = replace(state, **plain)
    out = [copy for seat in state.seats.values() for copy in seat.hand]
    out += [*state.discard, *(played.card for played in state.stack)]
    out += [copy for location in state.locations.values() for copy in location.cards]
    out += [copy for cards in state.passing.values() for copy in cards]
    top = given.get("deck", [])
    rest = [copy for copy in PACK.copies if copy not in (*out, *top)]
    deck = () if given.get("deck_empty") else (*top, *rest)
    return replace(state, deck=tuple(deck))


def somebody(text: str) -> Character:
    who, *flags = text.split()
    player, _, at = who.partition("@")
    return Character(
        player=player,
        at=at or None,
        fit="tired" not in flags,
        hidden="hidden" in flags,
        alive="dead" not in flags,
    )


def laid(key: str, location: Location, given: dict[str, Any]) -> Location:
    supplies = given.get("supplies", {}).get(key, {})
    return replace(
        location,
        zombies=given.get("zombies", {}).get(key, 0),
        explosions=given.get("explosions", {}).get(key, 0),
        closed=key in given.get("closed", ()),
        side="ruined" if key in given.get("ruined", ()) else location.side,
        antidotes=supplies.get("antidotes", 0),
        cards=tuple(supplies.get("cards", ())),
    )


def facts_of(state: CityState) -> dict[str, Any]:
    people = state.characters
    plain: dict[str, Any] = msgspec.json.decode(rules.encode(state))
    return {
        **plain,
        "zombies": {key: location.zombies for key, location in state.locations.items()},
        "explosions": {key: location.explosions for key, location in state.locations.items()},
        "side": {key: location.side for key, location in state.locations.items()},
        "closed": [key for key, location in state.locations.items() if location.closed],
        "supplies": {
            key: {"antidotes": location.antidotes, "cards": list(location.cards)}
            for key, location in state.locations.items()
        },
        "where": {key: character.at for key, character in people.items()},
        "fit": {key: character.fit for key, character in people.items()},
        "hidden": [key for key, character in people.items() if character.hidden],
        "dead": [key for key, character in people.items() if not character.alive],
        "hand": {name: list(seat.hand) for name, seat in state.seats.items()},
        "antidotes": {name: seat.antidotes for name, seat in state.seats.items()},
        "fed": {name: list(seat.food) for name, seat in state.seats.items()},
        "points": {name: score.points for name, score in scores(state, PACK).items()},
        "winners": list(winners(state, PACK)),
        "weights": weights(state, PACK, state.at) if state.at else {},
        "attacks": {key: attack_on(state, PACK, key).attacks for key in state.locations},
    }


def part_of(whole: Any, wanted: Any) -> Any:
    """As much of a mapping as the case speaks of."""
    if isinstance(wanted, dict) and isinstance(whole, dict):
        return {key: part_of(whole.get(key), value) for key, value in wanted.items()}
    return whole


@pytest.mark.parametrize("case", CASES)
def test_golden(case: dict[str, Any]) -> None:
    assert case["source"], "a golden case names its book and page"
    state, then = given_table(case.get("given", {})), case["then"]
    events, error = [], None
    for number, step in enumerate(case.get("when", [])):
        body = {"id": f"golden-{number:02}", "seen": number, **step}
        try:
            outcome = rules.apply(
                state, rules.decode_command("city-of-horror", msgspec.json.encode(body)), PACK
            )
        except rules.RuleError as refused:
            error = refused.code
            break
        assert isinstance(outcome.state, CityState)
        state = outcome.state
        events += outcome.events
    assert error == then.get("error")
    left = list(events)
    for wanted in then.get("told", []):
        place = next((n for n, event in enumerate(left) if matches(event, wanted)), None)
        assert place is not None, (wanted, [msgspec.to_builtins(event) for event in left])
        left = left[place + 1 :]
    for unwanted in then.get("untold", []):
        assert not any(matches(event, unwanted) for event in events), unwanted
    facts = facts_of(state)
    expected = {key: value for key, value in then.items() if key not in ("told", "untold", "error")}
    assert {key: part_of(facts[key], value) for key, value in expected.items()} == expected


def test_there_are_golden_cases() -> None:
    assert len(CASES) > 100
