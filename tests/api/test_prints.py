"""Every print of the pages by the API: asked for, watched, stopped, tried again, fetched."""

from typing import Any

import pytest
from rest_framework.throttling import SimpleRateThrottle

from api.bodies import PrintKind
from campaigns.models import Campaign
from campaigns.printing import services
from campaigns.printing.models import PrintJob
from campaigns.printing.tasks import run_print
from companion import services as tables
from companion.difficulty.models import Measurement
from companion.difficulty.tasks import play_evenings
from companion.models import Table
from companion.people.models import Person
from rules.mechanics.equipment import DeckTake
from tests.api.conftest import Program
from tests.campaigns.kit import begin
from tests.conftest import open_table

pytestmark = pytest.mark.django_db
OF = {
    "table": {
        "table-card", "seat-cards", "mission-sheets", "reference", "survivor-cards", "weapon-cards",
        "after-action",
    },
    "campaign": {
        "campaign-sheets", "mission-sheets", "map-poster", "story", "survivor-cards",
        "campaign-set",
    },
    "game": {"reference", "mission-sheets", "survivor-cards", "blank-sheets"},
}  # fmt: skip


@pytest.fixture
def places(kept: Table, keeper: Person) -> dict[str, str]:
    """A table with a weapon on it, a campaign, a game."""
    seat = kept.seats.get()
    command = DeckTake(id="tap-0001", seen=0, deck="equipment", survivor="ned", card="katana-1")
    tables.command_submit(table_id=kept.pk, seat=seat, command=command)
    return {"table": str(kept.pk), "campaign": str(begin(keeper).pk), "game": "zombicide-2e"}


@pytest.mark.parametrize("place", OF)
def test_every_kind_is_printed_where_the_pages_offer_it(
    luis: Program, places: dict[str, str], place: str
) -> None:
    for kind in PrintKind.__args__:  # type: ignore[attr-defined]
        answer = luis.post("prints/", {"kind": kind, place: places[place], "paper": "letter"})
        if kind in OF[place]:
            assert answer.status_code == 202, answer.json()
            assert (answer.json()["kind"], answer.json()["paper"]) == (kind, "letter")
        else:
            assert (answer.status_code, answer.json()["code"]) == (422, "print.kind")
    assert PrintJob.objects.count() == len(OF[place])


def test_simulated_evenings_of_two_set_ups(luis: Program) -> None:
    first = {"game": "black-plague", "survivors": [{"survivor": "ann"}], "zones": [{"id": "1"}]}
    second = first | {"game": "zombicide-2e", "survivors": [{"survivor": "ned"}]}
    wanted = {"kind": "difficulty", "set_ups": [first, second], "language": "en"}
    refused = luis.post("prints/", wanted)
    assert (refused.status_code, refused.json()["code"]) == (422, "print.not_measured")
    for set_up in (first, second):
        luis.post("difficulty/", set_up)
    for measurement in Measurement.objects.all():
        play_evenings(measurement.pk)
    asked = luis.post("prints/", wanted)
    assert asked.status_code == 202
    assert asked.json()["title"] == "How hard is this: Black Plague, Zombicide 2nd Edition"
    for wrong in ({"set_ups": []}, {"set_ups": [first] * 3}, {"game": "black-plague"}):
        assert luis.post("prints/", wanted | wrong).status_code == 400


def test_a_campaign_sheet_from_question_to_file(luis: Program, places: dict[str, str]) -> None:
    sheets = {"kind": "campaign-sheets", "campaign": places["campaign"], "sheets": ["wanda"]}
    asked = luis.post("prints/", sheets | {"language": "es", "ink": "saving"})
    at = asked.headers["Location"]
    assert asked.json()["state"] == "queued"
    job = PrintJob.objects.get()
    claimed = services.job_claim(job.pk)
    assert claimed is not None
    services.job_progress(claimed, made=1, total=4, making="Wanda")
    seen = luis.get(at).json()
    assert (seen["progress"], seen["made"], seen["total"], seen["making"]) == (25, 1, 4, "Wanda")
    assert luis.post(f"{at}cancel/").json()["state"] == "cancelled"
    assert luis.post(f"{at}cancel/").json()["state"] == "cancelled"
    assert luis.get("prints/?state=cancelled").json()["results"][0]["id"] == str(job.pk)
    assert luis.post(f"{at}retry/").json()["state"] == "queued"
    run_print(str(job.pk))
    done = luis.get(at).json()
    assert (done["state"], done["pages"], done["flaws"]) == ("done", 1, [])
    assert b"".join(luis.get(done["file"]).streaming_content).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        ({"campaign": None}, 400, "body.unreadable"),
        ({"game": "zombicide-2e"}, 400, "body.unreadable"),
        ({"campaign": "x" * 36}, 400, "body.unreadable"),
        ({"blanks": 31}, 400, "body.unreadable"),
        ({"paper": "a5"}, 400, "body.unreadable"),
        ({"campaign": None, "game": "chess"}, 404, "http.404"),
        ({"kind": "mission-sheets", "mission": "M99"}, 422, "print.mission"),
        ({"sheets": ["nobody"]}, 422, "print.sheet"),
    ],
)
def test_what_cannot_be_printed_is_told_and_leaves_no_print(
    luis: Program, places: dict[str, str], wrong: dict[str, Any], status: int, code: str
) -> None:
    body = {"kind": "campaign-sheets", "campaign": places["campaign"]} | wrong
    answer = luis.post("prints/", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not PrintJob.objects.exists()


def test_nobody_prints_what_is_not_theirs(luis: Program, guest: Person) -> None:
    others = {"table": str(open_table(guest).pk), "campaign": str(begin(guest).pk)}
    for place, key in others.items():
        answer = luis.post("prints/", {"kind": "mission-sheets", place: key})
        assert answer.status_code == 404
    assert Campaign.objects.count() == 1
    assert not PrintJob.objects.exists()


def test_the_limit_of_the_pages_counts_here_too(
    luis: Program, places: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = {**SimpleRateThrottle.THROTTLE_RATES, "print": "1/hour"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    wanted = {"kind": "reference", "game": "zombicide-2e"}
    assert luis.post("prints/", wanted).status_code == 202
    assert luis.post("prints/", wanted | {"paper": "letter"}).status_code == 429
