"""The request being answered: its id, in every log line and on error pages, and its address."""

import re
import secrets
from contextvars import ContextVar

_current: ContextVar[str] = ContextVar("request_id", default="")
_address: ContextVar[str] = ContextVar("address", default="")
_ACCEPTABLE = re.compile(r"[A-Za-z0-9-]{6,64}")


def current_request_id() -> str:
    """Return the id of the request this thread is answering, or an empty string."""
    return _current.get()


def current_address() -> str:
    """Return the address that request comes from, or an empty string."""
    return _address.get()


def begin_request(offered: str, address: str = "") -> str:
    """Take the id a proxy offers if it is a harmless one, or make a short one of our own."""
    request_id = offered if _ACCEPTABLE.fullmatch(offered) else secrets.token_hex(5)
    _current.set(request_id)
    _address.set(address)
    return request_id


def end_request() -> None:
    _current.set("")
    _address.set("")


def short_id(person: object) -> str:
    """Return enough of an id to find all lines of one person; empty for nobody.

    Lists of people show the same part.
    """
    return str(person)[:8] if person else ""
