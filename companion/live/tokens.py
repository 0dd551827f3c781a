"""Short-lived permission to watch one stream; the page checked the rights."""

import uuid

from django.core import signing

_SALT = "safehouse.live"
MAX_AGE = 10 * 60
LIVE_PREFIX = "/live/"


def stream_token(table_id: uuid.UUID) -> str:
    return signing.dumps(str(table_id), salt=_SALT)


def stream_address(room: str, watched: uuid.UUID) -> str:
    """Where the stream of a table (`tables`) or of something of another room is."""
    return f"{LIVE_PREFIX}{room}/{watched}/?token={stream_token(watched)}"


def is_valid(token: str, table_id: str) -> bool:
    try:
        return bool(signing.loads(token, salt=_SALT, max_age=MAX_AGE) == table_id)
    except signing.BadSignature:
        return False
