"""Short-lived permission to watch one table's stream; the page checked the rights."""

import uuid

from django.core import signing

_SALT = "safehouse.live"
MAX_AGE = 10 * 60


def stream_token(table_id: uuid.UUID) -> str:
    return signing.dumps(str(table_id), salt=_SALT)


def is_valid(token: str, table_id: str) -> bool:
    try:
        return bool(signing.loads(token, salt=_SALT, max_age=MAX_AGE) == table_id)
    except signing.BadSignature:
        return False
