"""Golden cases of the campaign: TOML files that read like the rulebook.

given   sheets = { key = { fields } }, and whatever differs from a fresh campaign: won (missions
        already won), mission (running), achievements, advanced, free, dice, result
when    commands; `id` and `seen` are filled in
then    events in order, each `kind key=value ...`; or `error` with its code, the state unchanged;
        sheet (fields of sheets), due (rewards), outset, cards (status), places, words, zones,
        rolls (still to be made), booked (fields of the last mission played), companions,
        at_table (who leads them there), next, result
"""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules import RuleError, encode
from rules.campaign import (
    CampaignState,
    Sheet,
    apply_campaign,
    book_of,
    decode_campaign,
    decode_campaign_command,
    new_campaign,
    next_mission,
    outset_of,
    rewards_due,
)
from rules.campaign.objectives import lay_out
from rules.campaign.outset import mission_table, zones_at_start
from rules.campaign.state import Played
from rules.campaign.upkeep import still_to_roll
from rules.mechanics.accompanied import companions_of
from tests.rules.golden import matches

FOLDER = Path(__file__).parent.parent / "golden" / "campaign"


def load_cases() -> list[Any]:
    cases = []
    for path in sorted(FOLDER.glob("*.toml")):
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in file["case"]:
            name = f"{path.stem}-{case['name']}".replace(" ", "-")
            cases.append(pytest.param({"source": file["source"], **case}, id=name))
    return cases


def given_campaign(given: dict[str, Any]) -> CampaignState:
    sheets = [
        (key, msgspec.convert({"name": key.title(), "player": "Marta", **fields}, Sheet))
        for key, fields in given["sheets"].items()
    ]
    state = new_campaign(
        game="zombicide-2e",
        expansion="washington-zc",
        sheets=sheets,
        free=given.get("free", False),
        advanced=given.get("advanced", ("points", "upkeep", "out-of-action")),
        dice=given.get("dice", "app"),
        seed="golden",
    )
    mission = given.get("mission")
    return replace(
        state,
        achievements=tuple(given.get("achievements", ())),
        mission=mission,
        objectives=lay_out(book_of(state), mission, state.texts) if mission else {},
        played=tuple(Played(mission=won, result="won") for won in given.get("won", ())),
        result=given.get("result"),
    )


def facts(state: CampaignState, wanted: dict[str, Any]) -> dict[str, Any]:
    """What the case asks about, as plain values."""
    book = book_of(state)
    plain = {key: msgspec.to_builtins(sheet) for key, sheet in state.sheets.items()}
    outsets = {key: outset_of(state, key)._asdict() for key in state.sheets}
    mission = book.mission(state.mission or "")
    zones = zones_at_start(state, mission)
    booked = msgspec.to_builtins(state.played[-1]) if state.played else {}

    def only(whole: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        return {
            key: {name: listed(whole[key][name]) for name in fields}
            for key, fields in asked.items()
        }

    return {
        "sheet": only(plain, wanted.get("sheet", {})),
        "outset": only(outsets, wanted.get("outset", {})),
        "due": {key: rewards_due(state.sheets[key], book.rules) for key in wanted.get("due", {})},
        "cards": {card: state.objectives[card].status for card in wanted.get("cards", {})},
        "places": {
            card: f"{state.objectives[card].tile} {state.objectives[card].on}"
            for card in wanted.get("places", {})
        },
        "words": [keyword.word for keyword in state.keywords],
        "zones": {zone.id: "off" if zone.active_from is None else "on" for zone in zones},
        "rolls": [list(roll) for roll in still_to_roll(state, book)],
        "booked": {name: listed(booked.get(name)) for name in wanted.get("booked", {})},
        "companions": {key: person.status for key, person in state.companions.items()},
        "at_table": _led_at_table(state) if "at_table" in wanted else {},
        "next": next_mission(state, book),
        "result": state.result or "",
    }


def _led_at_table(state: CampaignState) -> dict[str, str]:
    """Companions and their leaders at the running mission's table, as it is laid."""
    return {key: each.leader for key, each in companions_of(mission_table(state)).items()}


def listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("case", load_cases())
def test_golden(case: dict[str, Any]) -> None:
    assert "p. " in case["source"], "a golden case names its book and page"
    state = given_campaign(case["given"])
    events, error = [], None
    for number, step in enumerate(case["when"]):
        body = {"id": f"golden-{number:02}", "seen": number, **step}
        try:
            outcome = apply_campaign(state, decode_campaign_command(msgspec.json.encode(body)))
        except RuleError as refused:
            error = refused.code
            break
        state = outcome.state
        events += outcome.events
    then = case["then"]
    assert error == then.get("error")
    if "events" in then:
        assert len(events) == len(then["events"]), [msgspec.to_builtins(fact) for fact in events]
        for event, wanted in zip(events, then["events"], strict=True):
            assert matches(event, wanted), f"{wanted!r} is not {msgspec.to_builtins(event)}"
    expected = {name: value for name, value in then.items() if name not in ("events", "error")}
    actual = facts(state, expected)
    assert {name: actual[name] for name in expected} == expected
    assert decode_campaign(encode(state)) == state
