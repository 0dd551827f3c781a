"""Reading requests and writing answers: msgspec on both sides, strictly."""

import hashlib
import json
import re
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from django.core.exceptions import RequestDataTooBig
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.refusals import ApiRefusal
from rules import UnreadableCommand

T = TypeVar("T")
JSON = "application/json"
_ETAGS = re.compile(r'(?:W/)?"([^"]*)"')
_VERSION_DIGITS = 10
_NUL = rb"\u0000"


class JsonRenderer(BaseRenderer):
    """Structs, and plain values beside them, as JSON."""

    media_type = JSON
    format = "json"
    charset = None
    render_style = "text"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        return msgspec.json.encode(data)


class OnlyJson(BaseContentNegotiation):
    """There is one format: whatever `Accept` says, this is it."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return None

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


def raw_body(request: Request) -> bytes:
    """Return the bytes of a JSON body; another content type is refused before it is read.

    So is a key that is there twice: whoever reads it might mean either. Everything else that is
    wrong with it is told by whoever decodes it.
    """
    _check_type(request)
    body = bytes(request._request.body)
    with suppress(ValueError, RecursionError):
        _EACH_ONCE.decode(body.decode())
    return body


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    names = [name for name, _value in pairs]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ApiRefusal(400, "body.unreadable", detail=f"Object contains `{twice}` twice")


_EACH_ONCE = json.JSONDecoder(object_pairs_hook=_each_once)


def _check_type(request: Request) -> None:
    if request.content_type.partition(";")[0].strip().lower() != JSON:
        raise ApiRefusal(415, "body.encoding")
    if "Transfer-Encoding" in request.headers:  # our server would hand us nothing of it
        raise ApiRefusal(400, "body.length")


def long_body(request: Request, most: int) -> bytes:
    """Return the bytes of a JSON body that may be longer than others: `most` of them."""
    _check_type(request)
    data = bytes(request._request.read(most + 1))
    if len(data) > most:
        raise RequestDataTooBig
    return data


def read_body(request: Request, kind: type[T]) -> T:
    """Return the body as that struct; unknown keys, wrong types and broken text are refused."""
    return read_long(raw_body(request), kind)


def read_long(data: bytes, kind: type[T]) -> T:
    """Return the body as that struct, from bytes that were read before."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ApiRefusal(400, "body.unreadable", detail=str(error)) from error


def read_query(request: Request, kind: type[T]) -> T:
    """Return the query string as that struct; unknown and repeated names are refused."""
    pairs = request._request.GET
    try:
        for name, values in pairs.lists():
            if len(values) > 1:
                raise msgspec.ValidationError(f"`{name}` is there twice")
        return msgspec.convert(pairs.dict(), type=kind, strict=False)
    except msgspec.ValidationError as error:
        raise ApiRefusal(400, "query.unreadable", detail=str(error)) from error


# --- entity tags ---


def etag(value: object) -> str:
    return f'"{value}"'


def content_etag(content: bytes, version: int | None = None) -> str:
    """A tag made of the content itself; behind its version, where `If-Match` may name that."""
    digest = hashlib.sha256(content).hexdigest()[:20]
    return etag(digest if version is None else f"{version}-{digest}")


def is_unchanged(request: Request, tag: str) -> bool:
    """Check if `If-None-Match` names this very tag; then the answer is 304."""
    header = request.headers.get("If-None-Match", "")
    return header.strip() == "*" or tag.strip('"') in _ETAGS.findall(header)


def not_modified(tag: str) -> Response:
    return Response(status=304, headers={"ETag": tag})


def version_to_match(request: Request) -> int | None:
    """The version `If-Match` insists on, as a tag begins; None without that header or with `*`."""
    header = request.headers.get("If-Match", "*").strip()
    if header == "*":
        return None
    match = re.fullmatch(r'"([0-9]+)(?:-[0-9a-f]+)?"', header)
    if match is None or len(match[1]) > _VERSION_DIGITS:
        raise ApiRefusal(400, "header.unreadable", header="If-Match")
    return int(match[1])


def command_body(request: Request, matched: int | None) -> bytes:
    """Return the body of a command; what `If-Match` says stands in for a missing `seen`."""
    body = raw_body(request)
    if _NUL in body:  # no name has one, and PostgreSQL takes none
        raise ApiRefusal(400, "body.unreadable", detail="\\u0000")
    if matched is None:
        return body
    try:
        plain = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableCommand("command.unreadable", detail=str(error)) from error
    return msgspec.json.encode({"seen": matched, **plain}) if isinstance(plain, dict) else body
