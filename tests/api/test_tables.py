"""The contract of tables: open, read, play, undo, follow."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from companion.models import LogEntry, Seat, Table
from companion.odds.luck import luck_of
from companion.people.models import Person
from rules import Zone
from tests.api.conftest import Program
from tests.companion.test_luck import play_rounds

pytestmark = pytest.mark.django_db

EVENING = {
    "game": "rue-morgue",
    "players": ["Marta", "Luis"],
    "survivors": [
        {"survivor": "cathy", "player": "Marta"},
        {"name": "Zoé la del 3º", "player": "Luis"},
    ],
    "zones": [
        {"id": "north", "start": True, "locators": [1, 4]},
        {"id": "south", "colour": "blue", "active": False, "locators": [2]},
    ],
    "chance": {"decks": {"zombies": "table"}, "dice": "table"},
    "clock": {"hour": 20},
}


def tap(number: int, seen: int, **fields: Any) -> dict[str, Any]:
    award = {"kind": "points.award", "survivor": "wanda", "amount": 7}
    return {"id": f"tap-{number:08}", "seen": seen, **(fields or award)}


def refused(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


# --- opening and reading ---


def test_a_mission_lays_its_zones_where_nobody_says_which(luis: Program) -> None:
    wanted = {
        "game": "army-of-the-dead",
        "survivors": [{"survivor": "scott-ward"}],
        "mission": "army-of-the-dead:M1",
    }
    kinds = [zone["kind"] for zone in luis.post("tables/", wanted).json()["state"]["zones"]]
    assert kinds.count("zeus") == 1
    assert len(kinds) > 1
    none = luis.post("tables/", {**wanted, "zones": []}).json()["state"]
    assert none["zones"] == [], "said, and so"
    free = luis.post("tables/", {**wanted, "mission": None}).json()["state"]
    assert free["zones"] == [], "free play lays none"
    usual = luis.ask("put", "me/usual/army-of-the-dead/", wanted).json()
    assert [zone["kind"] for zone in usual["zones"]] == kinds, "kept with those of its mission"


def test_a_table_opens_as_described(luis: Program) -> None:
    response = luis.post("tables/", EVENING)
    assert response.status_code == 201
    opened = response.json()
    state = opened["state"]
    assert response["Location"] == f"/api/v1/tables/{opened['id']}/"
    assert (opened["version"], opened["token"], response["ETag"]) == (0, None, '"0"')
    assert opened["join"]["url"].endswith(f"/join/{opened['join']['code']}/")
    assert list(state["survivors"]) == ["cathy", "own-zoe-la-del-3o"]
    assert (state["phase"], state["step"], state["round"]) == ("players", "act", 1)
    assert (state["first_player"], state["dice"]) == ("Marta", "table")
    assert state["clock"] == {"hour": 20, "night": True}
    assert [zone["active"] for zone in state["zones"]] == [True, False]
    assert state["decks"]["zombies"]["source"] == "table"
    assert state["danger"] == "blue"
    walkers = next(iter(state["supply"].values()))
    assert walkers["reserve"] == walkers["box"] - walkers["board"] > 0


def test_secrets_never_leave_the_server(luis: Program, kept: Table) -> None:
    text = luis.get(f"tables/{kept.pk}/").content.decode()
    state = kept.state
    assert state.seed
    assert state.seed not in text
    assert all(deck.draw for deck in state.decks.values())
    assert not any(card in text for deck in state.decks.values() for card in deck.draw[:5])
    assert not {"seed", "cursor", "draw"} & set(json.loads(text)["state"])


def test_nobody_opens_a_table_and_keeps_it_by_its_token(db: None) -> None:
    opened = Program().post("tables/", EVENING).json()
    keeper = Program(opened["token"])
    assert keeper.get(f"tables/{opened['id']}/").json()["state"] == opened["state"]
    assert keeper.get("me/").json()["access"] == {
        "by": "seat",
        "scope": "manage",
        "table": opened["id"],
    }


@pytest.mark.parametrize(
    "change",
    [
        {"survivors": []},
        {"survivors": [{"name": "a\x00b"}]},
        {"clock": {"hour": 24}},
        {"plyers": []},
    ],
)
def test_a_body_that_cannot_be_read_opens_nothing(luis: Program, change: dict[str, Any]) -> None:
    before = Table.objects.count()
    assert refused(luis.post("tables/", {**EVENING, **change})) == (400, "body.unreadable")
    assert Table.objects.count() == before


def test_teams_and_kinds_of_zones_are_said_when_a_table_is_opened(luis: Program) -> None:
    morgue = {
        "game": "rue-morgue",
        "survivors": [{"survivor": "cathy", "team": "red"}, {"survivor": "dan", "team": "blue"}],
    }
    state = luis.post("tables/", morgue).json()["state"]
    assert [survivor["team"] for survivor in state["survivors"].values()] == ["red", "blue"]
    army = {
        "game": "army-of-the-dead",
        "survivors": [{"survivor": "kate-ward"}],
        "zones": [{"id": "a"}, {"id": "z", "kind": "zeus"}],
    }
    state = luis.post("tables/", army).json()["state"]
    assert [zone["kind"] for zone in state["zones"]] == ["normal", "zeus"]


def test_cards_out_of_the_game_are_seen(luis: Program) -> None:
    morgue = {"game": "rue-morgue", "survivors": [{"survivor": "cathy"}]}
    state = luis.post("tables/", morgue).json()["state"]
    aside = state["decks"]["equipment"]["aside"]
    assert any(card.startswith("molotov") for card in aside), "made of others, never drawn"


def test_a_spawn_step_is_not_passed_over_in_silence(luis: Program) -> None:
    plague = {"game": "black-plague", "survivors": [{"survivor": "ann"}], "zones": [{"id": "a"}]}
    table = luis.post("tables/", plague).json()
    commands = f"tables/{table['id']}/commands/"
    luis.post(commands, {"kind": "phase.next", "id": "step-0001", "seen": 0})
    on = {"kind": "phase.next", "id": "step-0002", "seen": 1}
    assert refused(luis.post(commands, on)) == (422, "spawn.due")
    answer = luis.post(commands, {**on, "overrule": True}).json()
    assert [event["kind"] for event in answer["events"]] == ["spawn.skipped", "phase.began"]


def test_a_spawn_step_says_what_it_waits_for(luis: Program, kept: Table) -> None:
    state = luis.get(f"tables/{kept.pk}/").json()["state"]
    assert state["waits"] is None


def test_a_refused_table_leaves_no_guest_behind(db: None) -> None:
    assert Program().post("tables/", {**EVENING, "game": "chess"}).status_code == 422
    assert not Person.objects.exists()


@pytest.mark.parametrize("other", ["Zoe", "zoe ", "ZОE"])  # noqa: RUF001
def test_no_two_survivors_look_the_same(luis: Program, other: str) -> None:
    survivors = [{"name": "Zoe"}, {"name": other}]
    refusal = luis.post("tables/", {"game": "rue-morgue", "survivors": survivors})
    assert refused(refusal) == (422, "name.alike")


def test_an_unchanged_table_is_304(luis: Program, kept: Table) -> None:
    url = f"tables/{kept.pk}/"
    tag = luis.get(url)["ETag"]
    assert tag == '"0"'
    for header in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        unchanged = luis.get(url, if_none_match=header)
        assert (unchanged.status_code, unchanged.content) == (304, b"")
    luis.post(f"{url}commands/", tap(1, 0))
    assert luis.get(url, if_none_match=tag).status_code == 200


# --- commands ---


def test_a_command_answers_with_events_and_the_new_state(luis: Program, kept: Table) -> None:
    response = luis.post(f"tables/{kept.pk}/commands/", tap(1, 0))
    answer = response.json()
    assert (answer["version"], answer["seq"], answer["repeated"]) == (1, 1, False)
    assert [event["kind"] for event in answer["events"]] == ["points.gained", "danger.raised"]
    assert answer["state"]["survivors"]["wanda"]["points"] == 7
    assert answer["state"]["danger"] == "yellow"
    assert response["ETag"] == '"1"'
    assert luis.get(f"tables/{kept.pk}/").json()["state"] == answer["state"]


def test_the_same_id_again_gives_the_first_answer(luis: Program, kept: Table) -> None:
    url = f"tables/{kept.pk}/commands/"
    first = luis.post(url, tap(1, 0)).json()
    luis.post(url, tap(2, 1))
    again = luis.post(url, tap(1, 0)).json()
    assert again == {**first, "repeated": True}
    assert LogEntry.objects.count() == 2


def test_a_stale_command_is_409_and_changes_nothing(luis: Program, kept: Table) -> None:
    url = f"tables/{kept.pk}/commands/"
    luis.post(url, tap(1, 0))
    stale = luis.post(url, tap(2, 0, kind="mission.end", result="won"))
    assert refused(stale) == (409, "table.moved")
    assert stale.json()["params"] == {"version": 1}
    assert luis.get(f"tables/{kept.pk}/").json()["version"] == 1


def test_if_match_insists_on_a_version_and_stands_in_for_seen(luis: Program, kept: Table) -> None:
    url = f"tables/{kept.pk}/commands/"
    end = {"kind": "mission.end", "id": "end-00000001", "result": "won"}
    award = {"kind": "points.award", "id": "tap-00000001", "survivor": "ned", "amount": 1}
    assert luis.post(url, award, if_match='"0"').status_code == 200
    assert refused(luis.post(url, {**award, "id": "tap-00000002"}, if_match='"0"')) == (
        412,
        "table.moved",
    )
    assert luis.post(url, award, if_match='"0"').json()["repeated"] is True
    assert refused(luis.post(url, end, if_match='"0"')) == (412, "table.moved")
    assert luis.post(url, end, if_match='"1"').json()["state"]["outcome"] == "won"
    assert refused(luis.post(url, end, if_match="yes")) == (400, "header.unreadable")
    assert refused(luis.post(url, b"[1", if_match='"2"')) == (400, "command.unreadable")
    assert refused(luis.post(url, [], if_match='"2"')) == (400, "command.unreadable")


def test_undo_and_redo_bring_back_to_the_letter(luis: Program, kept: Table) -> None:
    at = f"tables/{kept.pk}/"
    before = luis.get(at).json()["state"]
    after = luis.post(f"{at}commands/", tap(1, 0)).json()["state"]
    undone = luis.post(f"{at}undo/", {"id": "undo-0001", "seen": 1}).json()
    redone = luis.post(f"{at}redo/", {"id": "redo-0001"}, if_match='"2"').json()
    assert (undone["state"], redone["state"]) == (before, after)
    assert (undone["version"], redone["version"]) == (2, 3)
    assert luis.post(f"{at}undo/", {"id": "undo-0001", "seen": 1}).json()["repeated"] is True
    assert refused(luis.post(f"{at}undo/", {"id": "undo-0002", "seen": 1})) == (409, "table.moved")
    assert refused(luis.post(f"{at}redo/", {"id": "redo-0002", "seen": 3})) == (
        422,
        "redo.nothing",
    )
    assert refused(luis.post(f"{at}undo/", {"id": "undo-0003"})) == (400, "body.unreadable")
    both = luis.post(f"{at}undo/", {"id": "undo-0004", "seen": 2}, if_match='"3"')
    assert refused(both) == (400, "body.unreadable")


# --- log, stream, seats ---


def test_the_log_goes_on_after_a_seq_in_the_readers_words(luis: Program, kept: Table) -> None:
    at = f"tables/{kept.pk}/"
    for number in range(1, 4):
        luis.post(f"{at}commands/", tap(number, 0))
    luis.post(f"{at}undo/", {"id": "undo-0001", "seen": 3})
    first = luis.get(f"{at}log/?limit=3").json()
    assert [entry["seq"] for entry in first["results"]] == [1, 2, 3]
    assert (first["last"], first["more"]) == (3, True)
    rest = luis.get(f"{at}log/?after={first['last']}", accept_language="es").json()
    (undo,) = rest["results"]
    assert (undo["kind"], undo["target"], undo["command"], undo["events"]) == ("undo", 3, None, [])
    assert undo["text"].startswith("deshecho: ")
    assert (undo["seat"], rest["more"]) == ("Luis", False)
    assert first["results"][0]["command"]["survivor"] == "wanda"
    assert "Wanda" in first["results"][0]["text"]
    assert luis.get(f"{at}log/?after=99").json() == {"results": [], "last": 99, "more": False}


def test_the_forecast_tells_chances_but_no_order(luis: Program, kept: Table) -> None:
    luis.post(f"tables/{kept.pk}/commands/", tap(1, 0, kind="zone.add", zone="north"))
    forecast = luis.get(f"tables/{kept.pk}/forecast/").json()
    assert (forecast["danger"], forecast["draws"]) == ("blue", 1)
    assert forecast["left"] > 0
    assert 0.99 < sum(forecast["kinds"].values()) < 1.01
    assert sum(forecast["expected"].values()) > 0
    assert forecast["exact"] is True
    assert forecast["least"] == forecast["most"]
    assert sum(forecast["least"]["total"]) == pytest.approx(1)
    mean = sum(number * chance for number, chance in enumerate(forecast["least"]["total"]))
    assert mean == pytest.approx(sum(forecast["expected"].values()))
    least = forecast["least"]
    assert least["any_activated"] >= max(least["activated"].values())


def test_the_forecast_of_a_table_that_is_a_little_different(luis: Program, kept: Table) -> None:
    luis.post(f"tables/{kept.pk}/commands/", tap(1, 0, kind="zone.add", zone="north"))
    url = f"tables/{kept.pk}/forecast/"
    now = luis.get(url).json()
    assert luis.get(f"{url}?zones=1").json()["draws"] == now["draws"] + 1
    assert luis.get(f"{url}?zones=-1").json()["draws"] == 0
    assert luis.get(f"{url}?rooms=3").json()["draws"] == 3
    risen = luis.get(f"{url}?level=red").json()
    assert (risen["danger"], now["danger"]) == ("red", "blue")
    assert sum(risen["expected"].values()) > sum(now["expected"].values())
    assert luis.get(f"{url}?without=wanda").json() == now, "at blue it makes no difference"
    assert refused(luis.get(f"{url}?without=nobody")) == (422, "survivor.unknown")
    for nonsense in ("zones=2", "rooms=-1", "level=green", "what=1", "places=x"):
        assert refused(luis.get(f"{url}?{nonsense}")) == (400, "query.unreadable"), nonsense


def test_a_table_without_odds_tells_none(luis: Program, kept: Table) -> None:
    Table.objects.filter(pk=kept.pk).update(
        state_json=kept.state_json.replace('"options":[]', '"options":["hide-odds"]')
    )
    assert refused(luis.get(f"tables/{kept.pk}/forecast/")) == (422, "odds.hidden")
    assert refused(luis.get(f"tables/{kept.pk}/luck/")) == (422, "odds.hidden")


def test_luck_is_read_from_the_log(luis: Program, kept: Table) -> None:
    luck = luis.get(f"tables/{kept.pk}/luck/").json()
    assert (luck["harder_than"], luck["steps"], luck["came"]) == (None, [], 0)
    kept.state = replace(kept.state, zones=(Zone(id="1"), Zone(id="2")))
    kept.save()
    play_rounds(kept, 3)
    luck = luis.get(f"tables/{kept.pk}/luck/").json()
    whole = luck_of(kept)
    assert whole is not None
    assert luck["harder_than"] == whole.whole.per_cent
    assert [step["round"] for step in luck["steps"]] == [1, 2, 3]
    assert luck["came"] == sum(step["came"] for step in luck["steps"])
    assert all(step["low"] <= step["mean"] <= step["high"] for step in luck["steps"])
    assert luck["throws"] == {"dice": 0, "hits": 0, "expected": 0.0, "better_than": None}


def test_no_chances_of_cards_that_an_undone_spawn_has_shown(luis: Program, kept: Table) -> None:
    kept.state = replace(kept.state, zones=(Zone(id="1"), Zone(id="2")))
    kept.save()
    luis.post(f"tables/{kept.pk}/commands/", tap(1, kept.version, kind="phase.next"))
    spawned = luis.post(
        f"tables/{kept.pk}/commands/", tap(2, kept.version + 1, kind="spawn.resolve")
    )
    seen = spawned.json()["version"]
    assert luis.get(f"tables/{kept.pk}/forecast/").status_code == 200
    undo = luis.post(f"tables/{kept.pk}/undo/", {"id": "undo-000001", "seen": seen})
    assert undo.status_code == 200
    assert refused(luis.get(f"tables/{kept.pk}/forecast/")) == (422, "odds.seen")


def test_without_a_router_the_stream_says_the_version_and_ends(luis: Program, kept: Table) -> None:
    response = luis.get(f"tables/{kept.pk}/events/", accept="text/event-stream")
    assert response["Content-Type"] == "text/event-stream; charset=utf-8"
    assert response["X-Live-Stream"] == str(kept.pk)
    assert response.content.endswith(b"id: 0\ndata: 0\n\n")


def test_somebody_sits_down_by_code(luis: Program, kept: Table) -> None:
    spoken = f"{kept.code[:3]}-{kept.code[3:]}".lower()
    joined = Program().post("seats/", {"code": spoken, "name": "Eva"}).json()
    eva = Program(joined["token"])
    assert (joined["table"], joined["seat"]["role"]) == (str(kept.pk), "player")
    assert eva.post(f"tables/{kept.pk}/commands/", tap(1, 0)).status_code == 200
    seats = luis.get(f"tables/{kept.pk}/seats/").json()
    assert [(seat["name"], seat["mine"]) for seat in seats["seats"]] == [
        ("Luis", True),
        ("Eva", False),
    ]
    assert seats["join"]["code"] == kept.code


def test_who_sits_already_keeps_their_seat(luis: Program, kept: Table) -> None:
    joined = luis.post("seats/", {"code": kept.code, "name": "Somebody"}).json()
    assert (joined["seat"]["name"], joined["seat"]["role"], joined["token"]) == (
        "Luis",
        "keeper",
        None,
    )
    assert Seat.objects.filter(table=kept).count() == 1


def test_wrong_codes_are_counted(luis: Program) -> None:
    program = luis
    for _ in range(60):
        assert program.post("seats/", {"code": "NOSUCH", "name": "Eva"}).status_code == 404
    refusal = program.post("seats/", {"code": "NOSUCH", "name": "Eva"})
    assert refused(refusal) == (429, "http.429")
    assert int(refusal["Retry-After"]) >= 1
