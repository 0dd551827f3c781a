"""Pages of a long list by a signed cursor: stable while new things arrive, cheap at any depth."""

from typing import Any, NamedTuple

from django.core import signing
from django.db.models import Model, Q, QuerySet
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from api.refusals import ApiRefusal

_SALT = "safehouse.api.cursor"
DEFAULT_LIMIT = 50


class Slice(NamedTuple):
    """The rows of one page, and the address of the next one."""

    rows: list[Any]
    next: str | None


def sliced(
    request: Request,
    rows: QuerySet[Any],
    *,
    cursor: str | UnsetType,
    limit: int,
    newest_by: tuple[str, ...] = ("pk",),
) -> Slice:
    """Return the next `limit` rows, newest first by those fields, which must be unique together."""
    if cursor is not UNSET:
        rows = rows.filter(_after(newest_by, cursor))
    newest = list(rows.order_by(*(f"-{name}" for name in newest_by))[: limit + 1])
    if len(newest) <= limit:
        return Slice(newest, None)
    return Slice(newest[:limit], _address(request, _cursor_at(newest[limit - 1], newest_by)))


def _cursor_at(row: Model, names: tuple[str, ...]) -> str:
    return signing.dumps([str(getattr(row, name)) for name in names], salt=_SALT, compress=False)


def _after(names: tuple[str, ...], cursor: str) -> Q:
    """Everything older than the row the cursor stands at."""
    try:
        values = signing.loads(cursor, salt=_SALT)
        pairs = list(zip(names, values, strict=True))
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise ApiRefusal(400, "cursor.unreadable") from error
    after = Q()
    for index, (name, value) in enumerate(pairs):
        after |= Q(**dict(pairs[:index]), **{f"{name}__lt": value})
    return after


def _address(request: Request, cursor: str) -> str:
    query = request._request.GET.copy()
    query["cursor"] = cursor
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
