"""City of Horror by programs: opened, read from each seat, played to the end by legal commands."""

import random
from typing import Any

import pytest

from companion.models import Table
from tests.api.conftest import Program
from tests.city.kit import make_it_the_last_round

pytestmark = pytest.mark.django_db
EVENING = {
    "game": "city-of-horror",
    "seats": [
        {"name": "Luis", "colour": "green"},
        {"name": "Ana María", "colour": "violet"},
        {"name": "Noé", "colour": "white"},
    ],
    "sides": {"bank": "B", "crossroads": "B"},
}
CARD = {"zombies": {"1": 2, "3": 4}, "antidotes": {"1": 2, "4": 1}, "cards": {"2": 1}, "steps": 1}
MOST_STEPS = 400
ASIDE = {"trade.give", "table.correct", "power.use", "action.play"}


def test_a_game_is_played_to_its_end_by_legal_commands(luis: Program) -> None:
    """One whole round, and the last one: those between are alike, and `tests/rules` plays them."""
    response = luis.post("tables/city/", EVENING)
    assert response.status_code == 201
    table = response.json()["id"]
    lot = random.Random(7)
    for step in range(MOST_STEPS):
        legal = luis.get(f"tables/{table}/legal/").json()
        flow = [
            {"kind": offer["kind"], **offer["fixed"]}
            for offer in legal["offers"]
            if offer["kind"] not in ASIDE
        ]
        stored = Table.objects.get(pk=table)
        if stored.any_state.result is not None:
            break
        if stored.any_state.round == 2:
            make_it_the_last_round(stored)
        command: dict[str, Any] = lot.choice(flow) if flow else {"kind": "invasion.reveal"}
        if command["kind"] == "invasion.reveal" and not command.get("card"):
            command = {"kind": "invasion.reveal", "content": CARD}
        sent = {**command, "id": f"step-{step:08}", "seen": legal["version"]}
        answer = luis.post(f"tables/{table}/commands/", sent)
        assert answer.status_code == 200, (sent, answer.json())
    state = luis.get(f"tables/{table}/").json()["state"]
    assert state["outcome"] == "over"
    assert set(state["winners"]) <= set(state["players"])
    assert set(state["scores"]) == set(state["players"])
    assert luis.get(f"tables/{table}/legal/").json()["offers"] == []
    log = luis.get(f"tables/{table}/log/").json()
    assert log["results"][0]["text"]


def test_another_seat_sees_its_own_hand_only(luis: Program) -> None:
    made = luis.post("tables/city/", EVENING).json()
    sat = Program().post("seats/", {"code": made["join"]["code"], "name": "Noé", "player": "Noé"})
    noe = Program(sat.json()["token"])
    places = noe.get(f"tables/{made['id']}/legal/").json()["offers"]
    assert {offer["fixed"]["player"] for offer in places} == {"Noé"}
    place = {"kind": places[0]["kind"], **places[0]["fixed"]}
    stolen = luis.post(f"tables/{made['id']}/commands/", {**place, "id": "steal-0001", "seen": 0})
    assert (stolen.status_code, stolen.json()["code"]) == (422, "seat.other_player")
    place_all(made["id"], luis, noe)
    mine = noe.get(f"tables/{made['id']}/").json()["state"]["seats"]
    assert "?" not in mine["Noé"]["hand"]
    assert set(mine["Luis"]["hand"]) == {"?"}
    keeper = luis.get(f"tables/{made['id']}/").json()["state"]["seats"]
    assert "?" not in keeper["Ana María"]["hand"]  # who has no phone is played by the keeper
    assert set(keeper["Noé"]["hand"]) == {"?"}


def place_all(table: str, *programs: Program) -> None:
    """Everybody begins where the first offer says; then hands are dealt."""
    for number in range(10):
        for program in programs:
            offers = program.get(f"tables/{table}/legal/").json()["offers"]
            places = [offer for offer in offers if offer["kind"] == "characters.place"]
            if places:
                sent = {"kind": "characters.place", **places[0]["fixed"], "seen": number}
                answer = program.post(
                    f"tables/{table}/commands/", {**sent, "id": f"place-{number:04}"}
                )
                assert answer.status_code == 200
                break


def test_what_makes_no_table_is_refused_in_words(luis: Program) -> None:
    two = {**EVENING, "seats": EVENING["seats"][:2]}
    assert luis.post("tables/city/", two).status_code == 400
    same = {**EVENING, "seats": [EVENING["seats"][0]] * 3}
    refused = luis.post("tables/city/", same)
    assert (refused.status_code, refused.json()["code"]) == (422, "players.same_name")
    several = luis.post("tables/city/", {**EVENING, "first": "Eva", "sides": {"mall": "A"}}).json()
    codes = [problem["code"] for problem in several["params"]["problems"]]
    assert codes == ["player.unknown", "location.unknown"]
    family = luis.post("tables/city/", {**EVENING, "game": "rue-morgue"})
    assert (family.status_code, family.json()["code"]) == (422, "game.unknown")
    table = luis.post("tables/city/", EVENING).json()["id"]
    assert luis.get(f"tables/{table}/forecast/").status_code == 422
    games = [game["game"] for game in luis.get("games/").json()]
    assert EVENING["game"] in games
    assert luis.get(f"games/{EVENING['game']}/").json()["rounds"] == 4


@pytest.mark.parametrize("part", ["forecast", "story", "luck"])
def test_what_only_the_other_games_have_is_refused_in_words(luis: Program, part: str) -> None:
    made = luis.post("tables/city/", EVENING).json()
    answer = luis.get(f"tables/{made['id']}/{part}/")
    assert (answer.status_code, answer.json()["code"]) == (422, "game.elsewhere")


def test_a_game_with_secrets_is_no_file_yet(luis: Program) -> None:
    made = luis.post("tables/city/", EVENING).json()
    answer = luis.get(f"tables/{made['id']}/export/")
    assert (answer.status_code, answer.json()["code"]) == (422, "transfer.secret")
