"""Where an account is open. Each is one query, however many there are."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

import msgspec
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.dateparse import parse_datetime

from companion.people.belongings import File
from companion.people.devices import device_words
from companion.people.models import Authenticator, Person, Session


class Browser(NamedTuple):
    """A browser that is signed in. `mark` names its session without being its key."""

    mark: str
    device: str
    address: str
    since: datetime | None
    seen_at: datetime
    is_this: bool


def _mark(session: Session) -> str:
    return salted_hmac("safehouse.session", session.session_key).hexdigest()[:20]


def _open_sessions(person: Person) -> list[Session]:
    open_ones = person.sessions.filter(expire_date__gt=timezone.now())
    return list(open_ones.order_by("-seen_at", "session_key"))


def browsers_of(person: Person, *, here: str | None = None) -> list[Browser]:
    """Return the browsers signed in to this account, this one first, then by their last visit."""
    browsers = []
    for session in _open_sessions(person):
        data = session.get_decoded()
        browsers.append(
            Browser(
                mark=_mark(session),
                device=device_words(data.get("agent", "")),
                address=data.get("address", ""),
                since=parse_datetime(data.get("since", "")),
                seen_at=session.seen_at,
                is_this=session.session_key == here,
            )
        )
    return sorted(browsers, key=lambda browser: not browser.is_this)


def session_by_mark(person: Person, mark: str) -> Session | None:
    return next(
        (open_session for open_session in _open_sessions(person) if _mark(open_session) == mark),
        None,
    )


def sign_ins_taken_out(person: Person) -> Iterator[File]:
    """Yield the file of a person's sign-ins and second steps; it holds no secrets."""
    browsers = [
        {
            "device": browser.device,
            "address": browser.address,
            "since": browser.since,
            "seen_at": browser.seen_at,
        }
        for browser in browsers_of(person)
    ]
    passkeys = list(person.passkeys.values("name", "created_at", "used_at"))
    apps = list(Authenticator.objects.filter(person=person).values("created_at"))
    sign_ins = {"browsers": browsers, "passkeys": passkeys, "apps": apps}
    yield "sign-ins.json", msgspec.json.format(msgspec.json.encode(sign_ins))
