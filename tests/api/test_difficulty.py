"""Simulated evenings by API: the set-up of a new table asks, polls and stops."""

import pytest

from companion.difficulty.models import Measurement
from companion.difficulty.tasks import AT_ONCE, play_evenings
from companion.people.models import Person
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db
SET_UP = {
    "game": "black-plague",
    "survivors": [{"survivor": "ann"}, {"name": "Abuela"}],
    "zones": [{"id": "1", "start": True}, {"id": "2"}],
}


def test_ask_poll_stop_and_go_on(luis: Program) -> None:
    asked = luis.post("difficulty/", SET_UP)
    assert (asked.status_code, asked.json()["state"]) == (200, "queued")
    assert (asked.json()["evenings"], asked.json()["rounds"]) == (0, [])
    (measurement,) = Measurement.objects.all()
    play_evenings(measurement.pk)
    polled = luis.post("difficulty/", SET_UP | {"players": ["Marta"]}).json()
    assert (polled["evenings"], polled["wanted"]) == (AT_ONCE, 1000)
    last = polled["rounds"][-1]
    assert last["round"] == 10
    assert last["low"] <= last["mean"] <= last["high"]
    assert sum(last["danger"].values()) == pytest.approx(1)
    assert luis.post("difficulty/stop/", SET_UP).json()["state"] == "stopped"
    assert luis.post("difficulty/", SET_UP).json()["state"] == "queued"
    assert Measurement.objects.count() == 1


def test_only_who_asked_stops_it(luis: Program, guest: Person) -> None:
    luis.post("difficulty/", SET_UP)
    Measurement.objects.update(person=guest)
    assert luis.post("difficulty/stop/", SET_UP).json()["state"] == "queued"
    other = SET_UP | {"zones": [{"id": "1"}]}
    assert luis.post("difficulty/stop/", other).status_code == 404


def test_what_makes_no_table_is_not_measured(luis: Program) -> None:
    for wrong in (
        {"survivors": [{"survivor": "nobody"}]},
        {"mission": "black-plague:none"},
        {"options": ["nothing"]},
        {"zones": [{"id": "1"}, {"id": "1"}]},
    ):
        assert luis.post("difficulty/", SET_UP | wrong).status_code == 422, wrong
    assert luis.post("difficulty/", {"game": "city-of-horror"}).status_code in (400, 422)
    assert not Measurement.objects.exists()
