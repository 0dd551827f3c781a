"""One attempt at whatever is limited, as somebody at a browser or a program makes it."""

import os
from collections.abc import Callable

from django.test import Client
from django.urls import reverse
from rest_framework.throttling import SimpleRateThrottle

from companion.frame.errors import TooManyRequests
from companion.live import stream
from companion.models import Table
from companion.people.models import Authenticator, Person
from tests.api.conftest import Program
from tests.conftest import PASSWORD, open_table

MAIL = "luis@example.org"
GENEROUS = "100000/hour"
TOO_MANY = 429
OPEN = f"{reverse('companion:open', args=['zombicide-2e'])}?s=ned"


def prepare() -> None:
    """An account with a second step, and a table."""
    person = Person(name="Luis", email=MAIL)
    person.set_password(PASSWORD)
    person.save()
    Authenticator.objects.create(person=person, secret="JBSWY3DPEHPK3PXP")
    open_table(person)


def luis() -> Client:
    client = Client()
    client.force_login(Person.objects.get(email=MAIL), "companion.people.backends.AccountBackend")
    return client


def second_step() -> int:
    client = Client()
    client.post(reverse("people:sign-in"), {"username": MAIL, "password": PASSWORD})
    return client.post(reverse("people:sign-in-step"), {"code": "000000"}).status_code


def opens_stream(address: str) -> int:
    """As the raw stream does before it takes a place; whoever asks has a permission, no cookie."""
    scope = {"client": (address, 1), "method": "GET", "path": "/", "http_version": "1.1"}
    try:
        stream._count(
            {**scope, "query_string": b"", "headers": []}, str(Person.objects.get(email=MAIL).pk)
        )
    except TooManyRequests:
        return TOO_MANY
    return 200


def elsewhere() -> str:
    """Another address at each attempt: two processes never have the same number."""
    return f"10.0.{os.getpid() % 250}.{len(_SEEN)}"


_SEEN: list[str] = []


def password() -> int:
    client = Client(REMOTE_ADDR=elsewhere())
    wrong = {"username": MAIL, "password": "wrong"}
    return client.post(reverse("people:sign-in"), wrong).status_code


def mail_address() -> int:
    client = Client(REMOTE_ADDR=elsewhere())
    return client.post(reverse("people:reset"), {"email": MAIL}).status_code


def own_code() -> int:
    """Of one person, wherever they are."""
    wrong = {"code": "AAA222"}
    return luis().get(reverse("companion:find"), wrong, REMOTE_ADDR=elsewhere()).status_code


def take_out() -> int:
    return luis().get(reverse("keeping:data-file")).status_code


ATTEMPTS: dict[str, Callable[[], int]] = {
    "sign-up": lambda: Client().post(reverse("people:sign-up"), {}).status_code,
    "mail": lambda: Client().post(reverse("people:reset"), {"email": "x@example.org"}).status_code,
    "mail-address": mail_address,
    "password": password,
    "second-step": second_step,
    "passkey": lambda: Client().post(reverse("people:sign-in-options")).status_code,
    "code": own_code,
    "code-network": lambda: Client().get(reverse("companion:find"), {"code": "AAA222"}).status_code,
    "guest": lambda: Client().post(OPEN).status_code,
    "table": lambda: Client().post(OPEN).status_code,
    "seat": lambda: (
        Client()
        .post(
            reverse("companion:join", args=[Table.objects.earliest("created_at").code]),
            {"name": f"Guest {Person.objects.count()}"},
        )
        .status_code
    ),
    "stream": lambda: opens_stream(elsewhere()),
    "stream-network": lambda: opens_stream("10.9.9.9"),
    "print": lambda: (
        luis()
        .post(reverse("printing:table-card", args=[Table.objects.earliest("created_at").pk]))
        .status_code
    ),
    "measure": lambda: (
        luis().post("/tables/new/zombicide-2e/difficulty/?survivors=ned&mission=c01").status_code
    ),
    "take-out": take_out,
    "report": lambda: Client().post(reverse("keeping:report"), {}).status_code,
    "api-client": lambda: Program("sh_guess").get("me/").status_code,
    "api-key": lambda: Program(client=luis()).get("me/").status_code,
    "api-guest": lambda: (
        Program()
        .post("seats/", {"code": Table.objects.earliest("created_at").code, "name": "Eva"})
        .status_code
    ),
}


def attempt(scope: str, rate: str) -> int:
    """The status of one attempt where `scope` alone is limited."""
    _SEEN.append(scope)
    SimpleRateThrottle.THROTTLE_RATES = {**dict.fromkeys(ATTEMPTS, GENEROUS), scope: rate}
    return ATTEMPTS[scope]()
