"""Requests nobody wrote: schemathesis makes them from the document, right ones and wrong ones.

No answer may be a failure of ours, or anything the document does not promise. A plain run sends
some hundreds; `make fuzz` sends more than five thousand and counts them.
"""

import contextlib
import os
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import hypothesis
import msgspec
import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import Client
from hypothesis import HealthCheck
from rest_framework.throttling import SimpleRateThrottle
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api.openapi import FILE
from companion.frame.counting import counts
from companion.models import Table
from companion.people.models import Person
from tests.api.test_access import NEW_CAMPAIGN
from tests.api.test_tables import EVENING
from tests.campaigns.kit import begin, tell
from tests.conftest import open_table
from tests.workshop.kit import add_tutorial, make_pack

pytestmark = pytest.mark.django_db

LEAST = int(os.environ.get("FUZZ_REQUESTS", "0"))
"""How many requests the whole run must send; 0 for a quick one."""
PROMISES = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
document = msgspec.json.decode(FILE.read_bytes())
del document["components"]["securitySchemes"]  # the keys are ours: tests/api/test_access.py
schema = schemathesis.openapi.from_dict(
    document,
    # Every value of every field once: thorough, and thousands of commands.
    config=schemathesis.Config.from_dict({"phases": {"coverage": {"enabled": bool(LEAST)}}}),
)
settings = hypothesis.settings(
    max_examples=60 if LEAST else 5,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
sent: Counter[str] = Counter()
TAPS = {
    "sendCommand": {"kind": "points.award", "survivor": "cathy", "amount": 1},
    "sendCampaignCommand": {"kind": "sheet.edit", "sheet": "wanda", "note": "x"},
}
"""What counts: chance alone rarely finds the names."""


@pytest.fixture(autouse=True)
def _one_connection(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The requests of a test share its connection, and nobody counts them."""
    free = dict.fromkeys(SimpleRateThrottle.THROTTLE_RATES, "1000000/min")
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", free)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
    counts().clear()


def closed(app: Callable[..., Any]) -> Callable[..., Any]:
    """The same site with every answer read and closed, as a server does."""

    def answer(environ: Any, start_response: Any) -> list[bytes]:
        with contextlib.closing(app(environ, start_response)) as response:
            return list(response)

    return answer


@pytest.fixture
def luis_sends(keeper: Person, as_person: Callable[[Person], Client]) -> dict[str, Any]:
    """How a case is sent: to the whole site, from the keeper's browser, which may do everything.

    A token would not do: sooner or later the requests revoke it.
    """
    cookies = {name: morsel.value for name, morsel in as_person(keeper).cookies.items()}
    csrf = "c" * 32
    return {
        "app": closed(WSGIHandler()),
        "cookies": {**cookies, "csrftoken": csrf},
        "headers": {"X-CSRFToken": csrf},
    }


@pytest.fixture
def ask(
    luis_sends: dict[str, Any], kept: Table, keeper: Person
) -> Callable[[schemathesis.Case], None]:
    """Sends a case mostly to a table or campaign that is there, and looks at the answer."""
    other = Person.objects.create_guest()
    tables = [kept, kept, kept, open_table(other)]
    played = begin(keeper)
    tell(played, "mission.start", mission="M1")
    campaigns = [played, played, begin(keeper), begin(other)]

    packs = [make_pack(keeper), make_pack(other)]
    add_tutorial(packs[0])

    def send(case: schemathesis.Case) -> None:
        sent[case.operation.label] += 1
        turn = sent[case.operation.label] % (len(tables) + 1)
        places = {"table_id": tables, "campaign_id": campaigns, "pack_id": packs}
        for name, there in places.items():
            if turn < len(there) and is_uuid((case.path_parameters or {}).get(name)):
                case.path_parameters[name] = str(there[turn].pk)
        response = case.call(**luis_sends)
        case.validate_response(response, checks=[*PROMISES, negative_data_rejection])

    return send


def is_uuid(value: object) -> bool:
    try:
        return str(uuid.UUID(str(value))) == value
    except ValueError:
        return False


@schema.parametrize()
@settings
def test_every_operation_keeps_its_promises(
    case: schemathesis.Case, ask: Callable[[schemathesis.Case], None]
) -> None:
    ask(case)


def test_operations_in_a_row_keep_their_promises(luis_sends: dict[str, Any], kept: Table) -> None:
    """Along the links of the document: what one answer names, the next request uses."""
    worked: Counter[str] = Counter()

    class Evening(schema.as_state_machine()):  # type: ignore[misc]
        def setup(self) -> None:
            """Each row begins at the same table: what is drawn depends on what was answered."""
            counts().clear()
            self.taps = 0
            self.row = transaction.atomic()
            self.row.__enter__()

        def teardown(self) -> None:
            transaction.set_rollback(True)
            self.row.__exit__(None, None, None)

        def before_call(self, case: schemathesis.Case) -> None:
            """Tables that open, campaigns that begin, and every other tap one that counts."""
            name = case.operation.definition.raw["operationId"]
            if name == "openTable":
                case.body = EVENING
            elif name == "beginCampaign":
                case.body = NEW_CAMPAIGN
            elif name in TAPS:
                self.taps += 1
                if self.taps % 2:
                    case.headers.pop("If-Match", None)
                    case.body = {**TAPS[name], "id": uuid.uuid4().hex, "seen": 0}

        def get_call_kwargs(self, case: schemathesis.Case) -> dict[str, Any]:
            return luis_sends

        def validate_response(
            self, response: Any, case: schemathesis.Case, *args: Any, **kwargs: Any
        ) -> None:
            sent[f"{case.operation.label}, in a row"] += 1
            worked[case.operation.definition.raw["operationId"]] += response.status_code < 300
            case.validate_response(response, checks=PROMISES)

    Evening.run(settings=hypothesis.settings(settings, max_examples=120 if LEAST else 12))
    linked = {"readTable", "sendCommand", "readLog", "listSeats"}
    linked |= {"readCampaign", "sendCampaignCommand", "listSheets", "listMembers", "invite"}
    missed = {name for name in linked if not worked[name]}
    assert worked["openTable"]
    assert missed == set() if LEAST else missed < linked  # a short run need not try them all


@pytest.mark.skipif(not LEAST, reason="`make fuzz` counts them, in one process")
def test_enough_requests_were_sent() -> None:
    print(f"{sum(sent.values())} requests: {dict(sent)}")
    assert sum(sent.values()) >= LEAST
