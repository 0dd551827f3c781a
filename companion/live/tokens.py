"""Short-lived permission to watch one stream; the page checked the rights."""

import uuid

from django.core import signing

_SALT = "safehouse.live"
MAX_AGE = 10 * 60
LIVE_PREFIX = "/live/"


def stream_token(table_id: uuid.UUID, person: object) -> str:
    """Permission for one person, whose streams are counted together."""
    return signing.dumps([str(table_id), str(person)], salt=_SALT)


def stream_address(room: str, watched: uuid.UUID, person: uuid.UUID) -> str:
    """Return the address of the stream of a table (`tables`) or of another room's topic."""
    return f"{LIVE_PREFIX}{room}/{watched}/?token={stream_token(watched, person)}"


def bearer(token: str, table_id: str) -> str | None:
    """Return the person a token is for; None if it is for another table or has expired."""
    try:
        watched, person = signing.loads(token, salt=_SALT, max_age=MAX_AGE)
    except (signing.BadSignature, ValueError):
        return None
    return str(person) if watched == table_id else None
