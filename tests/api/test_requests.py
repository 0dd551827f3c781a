"""What a client can send and must not: each is refused cleanly and changes nothing."""

import json
from typing import Any

import pytest
from django.test import override_settings

from api.models import Creation
from campaigns.printing.models import PrintJob
from companion.models import Table
from companion.people.models import Person
from tests.api.conftest import Program
from tests.api.test_tables import EVENING, refused, tap

pytestmark = pytest.mark.django_db

COMMAND = json.dumps(tap(1, 0)).encode()


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b" ", id="empty"),
        pytest.param(b"{", id="broken"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b"null", id="null"),
        pytest.param(b"[" * 100_000, id="deep lists"),
        pytest.param(b'{"a":' * 20_000 + b"1" + b"}" * 20_000, id="deep objects"),
        pytest.param(b'{"kind":"\xff\xfe"}', id="not UTF-8"),
        pytest.param(b'{"kind":"\\ud800"}', id="half a surrogate"),
        pytest.param(b'{"kind":1}', id="a number for a kind"),
        pytest.param(b'{"kind":"no.such"}', id="an unknown kind"),
        pytest.param(COMMAND[:-1] + b',"more":1}', id="an unknown key"),
        pytest.param(COMMAND.replace(b"7", b'"7"'), id="text for a number"),
        pytest.param(COMMAND.replace(b"7", b"7.5"), id="half a point"),
        pytest.param(COMMAND.replace(b"7", b"1e400"), id="infinity"),
        pytest.param(COMMAND.replace(b'"seen": 0', b'"seen": 99999999999999999999'), id="huge"),
        pytest.param(COMMAND + COMMAND, id="two at once"),
        pytest.param(b"\xef\xbb\xbf" + COMMAND, id="a byte order mark"),
    ],
)
def test_a_body_that_is_no_command_is_400(luis: Program, kept: Table, body: bytes) -> None:
    response = luis.post(f"tables/{kept.pk}/commands/", body)
    assert refused(response) == (400, "command.unreadable")
    assert Table.objects.get(pk=kept.pk).version == 0


def test_an_unreadable_command_says_what_is_wrong_with_it(luis: Program, kept: Table) -> None:
    typo = tap(1, 0, kind="points.award", survivor="wanda", amuont=1)
    refusal = luis.post(f"tables/{kept.pk}/commands/", typo, accept_language="en").json()
    assert "amuont" in refusal["message"]
    nul = tap(1, 0, kind="zone.add", zone="a\0b")
    assert refused(luis.post(f"tables/{kept.pk}/commands/", nul)) == (400, "body.unreadable")
    chunked = luis.post(f"tables/{kept.pk}/commands/", COMMAND, transfer_encoding="chunked")
    assert refused(chunked) == (400, "body.length")
    assert Table.objects.get(pk=kept.pk).version == 0


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("tables/{}/commands/", COMMAND[:-1] + b', "amount": 1}'),
        ("tables/{}/undo/", b'{"id": "undo-0001", "seen": 0, "seen": 0}'),
        ("tables/", b'{"game": "black-plague", "survivors": [{"name": "A", "name": "B"}]}'),
    ],
)
def test_a_key_that_is_there_twice_is_400(
    luis: Program, kept: Table, path: str, body: bytes
) -> None:
    response = luis.post(path.format(kept.pk), body)
    assert refused(response) == (400, "body.unreadable")
    assert "twice" in response.json()["params"]["detail"]
    assert Table.objects.get().version == 0


def test_a_body_over_256_kb_is_413(luis: Program, kept: Table) -> None:
    for path, body in (
        (f"tables/{kept.pk}/commands/", b" " * 262_145),
        ("tables/", b" " * 262_145),
        ("prints/", b" " * 1_000_000),
    ):
        assert refused(luis.post(path, body)) == (413, "http.413")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"]
)
def test_only_json_is_read(luis: Program, kept: Table, kind: str) -> None:
    response = luis.client.generic(
        "POST",
        f"/api/v1/tables/{kept.pk}/commands/",
        COMMAND,
        content_type=kind,
        headers=luis.headers,
    )
    assert refused(response) == (415, "body.encoding")


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "limit=ten",
        "limit=1&limit=2",
        "role=king",
        "game=%00",
        "game=Black%20Plague",
        "pages=2",
        "cursor=",
        "cursor=abc",
        "cursor=WzFd:1x:abc",
    ],
)
def test_a_query_that_cannot_be_read_is_400(luis: Program, query: str) -> None:
    status, code = refused(luis.get(f"tables/?{query}"))
    assert status == 400
    assert code in ("query.unreadable", "cursor.unreadable")


def test_unknown_addresses_and_methods_are_json_too(luis: Program, kept: Table) -> None:
    assert refused(luis.get("nothing/")) == (404, "http.404")
    assert refused(luis.get("tables/not-an-id/")) == (404, "http.404")
    assert refused(luis.ask("put", f"tables/{kept.pk}/", {})) == (405, "http.405")
    assert refused(luis.ask("options", "tables/")) == (405, "http.405")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", "La mesa"),
        ("es-AR, en;q=0.5", "La mesa"),
        ("en", "The table"),
        ("de, en;q=0.8, es;q=0.5", "The table"),
        ("tlh", "The table"),
    ],
)
def test_a_refusal_speaks_the_language_asked_for(
    luis: Program, kept: Table, language: str, words: str
) -> None:
    luis.post(f"tables/{kept.pk}/commands/", tap(1, 0))
    stale = tap(2, 0, kind="mission.end", result="won")
    response = luis.post(f"tables/{kept.pk}/commands/", stale, accept_language=language)
    assert response.json()["message"].startswith(words)


def test_every_refusal_of_the_api_has_words_in_both_languages() -> None:
    from django.utils import translation

    from api.errors import OTHERS
    from api.refusals import MESSAGES

    for sentence in [*MESSAGES.values(), *OTHERS.values()]:
        with translation.override("en"):
            english = str(sentence)
        with translation.override("es"):
            assert str(sentence) != english


# --- idempotency ---


def test_the_same_key_makes_one_table(luis: Program) -> None:
    first = luis.post("tables/", EVENING, idempotency_key="evening-0001")
    again = luis.post("tables/", EVENING, idempotency_key="evening-0001")
    other = luis.post("tables/", EVENING, idempotency_key="evening-0002")
    assert first.status_code == again.status_code == 201
    assert first.json()["id"] == again.json()["id"] != other.json()["id"]


def test_a_key_is_for_one_request_and_one_person(
    luis: Program, actors: dict[str, Program], kept: Table
) -> None:
    luis.post("tables/", EVENING, idempotency_key="evening-0001")
    changed = luis.post("tables/", {**EVENING, "clock": None}, idempotency_key="evening-0001")
    assert refused(changed) == (422, "idempotency.other_request")
    other = actors["other's token"].post("tables/", EVENING, idempotency_key="evening-0001")
    assert other.status_code == 201


def test_a_refused_creation_does_not_use_its_key_up(luis: Program) -> None:
    wrong = {**EVENING, "game": "chess"}
    assert luis.post("tables/", wrong, idempotency_key="evening-0001").status_code == 422
    assert luis.post("tables/", EVENING, idempotency_key="evening-0001").status_code == 201


def test_a_key_must_be_readable_and_somebodys(luis: Program) -> None:
    short = luis.post("tables/", EVENING, idempotency_key="x")
    assert refused(short) == (400, "header.unreadable")
    nobody = Program().post("tables/", EVENING, idempotency_key="evening-0001")
    assert refused(nobody) == (400, "idempotency.no_credentials")


def test_seats_and_prints_take_a_key_too(luis: Program, kept: Table) -> None:
    card = {"kind": "table-card", "table": str(kept.pk)}
    prints = [luis.post("prints/", card, idempotency_key="print-0001") for _ in range(2)]
    assert [answer.status_code for answer in prints] == [202, 202]
    assert PrintJob.objects.count() == 1
    sit = {"code": kept.code, "name": "Luis"}
    assert luis.post("seats/", sit, idempotency_key="sit-00001").status_code == 201


def test_old_keys_are_forgotten(luis: Program, keeper: Person) -> None:
    from datetime import timedelta

    from django.utils import timezone

    first = luis.post("tables/", EVENING, idempotency_key="evening-0001").json()
    Creation.objects.update(created_at=timezone.now() - timedelta(days=2))
    assert luis.post("tables/", EVENING, idempotency_key="evening-0001").json()["id"] != first["id"]
    assert keeper.api_creations.count() == 1


# --- throttles, other sites ---


def rates(**changed: str) -> dict[str, Any]:
    from django.conf import settings

    limits = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    return {**limits, **{name.replace("_", "-"): rate for name, rate in changed.items()}}


@pytest.mark.parametrize("scope", ["api_client", "api_key"])
def test_too_many_requests_are_429_with_the_seconds_to_wait(
    luis: Program, monkeypatch: pytest.MonkeyPatch, scope: str
) -> None:
    from api.throttling import InWindows

    monkeypatch.setattr(InWindows, "THROTTLE_RATES", rates(**{scope: "5/day"}))
    statuses = [luis.get("me/").status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    refusal = luis.get("me/")
    assert refused(refusal) == (429, "http.429")
    assert 1 <= int(refusal["Retry-After"]) <= 86_400


def test_wrong_tokens_count_against_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    from api.throttling import InWindows

    monkeypatch.setattr(InWindows, "THROTTLE_RATES", rates(api_client="3/day"))
    guesses = [Program(f"sh_guess{number}").get("me/").status_code for number in range(4)]
    assert guesses == [401, 401, 401, 429]


def test_one_key_does_not_use_up_anothers_requests(
    luis: Program, actors: dict[str, Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    from api.throttling import InWindows

    monkeypatch.setattr(InWindows, "THROTTLE_RATES", rates(api_key="2/day"))
    assert [luis.get("me/").status_code for _ in range(3)] == [200, 200, 429]
    assert actors["read token"].get("me/").status_code == 200


def test_pages_of_other_sites_get_no_permission(luis: Program) -> None:
    response = luis.get("me/", origin="https://lamp.example.org")
    assert "Access-Control-Allow-Origin" not in response
    asked = luis.ask(
        "options",
        "tables/",
        origin="https://lamp.example.org",
        access_control_request_method="POST",
    )
    assert asked.status_code == 405


@override_settings(API_ORIGINS=["https://lamp.example.org"])
def test_named_sites_may_use_tokens_but_not_cookies(luis: Program) -> None:
    asked = luis.ask(
        "options",
        "tables/",
        origin="https://lamp.example.org",
        access_control_request_method="POST",
    )
    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Origin"] == "https://lamp.example.org"
    assert "Authorization" in asked["Access-Control-Allow-Headers"]
    answer = luis.get("me/", origin="https://lamp.example.org")
    assert answer["Access-Control-Allow-Origin"] == "https://lamp.example.org"
    assert "Access-Control-Allow-Credentials" not in answer
    assert "Origin" in answer["Vary"]
    assert "Access-Control-Allow-Origin" not in luis.get("me/", origin="https://evil.example.org")
    assert "Access-Control-Allow-Origin" not in luis.get("/", origin="https://lamp.example.org")
