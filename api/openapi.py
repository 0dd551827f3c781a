"""The OpenAPI document: drf-spectacular walks the views, msgspec gives every schema.

The bodies, answers, commands and events are described by the very types that read and write
them, so the document cannot promise anything else. `make schema` writes it to `openapi.json`.
"""

import json
from collections.abc import Callable, Sequence
from http import HTTPStatus
from pathlib import Path
from types import GenericAlias
from typing import Any, TypeVar, get_args

import msgspec
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from api.bodies import NoQuery
from api.errors import Error
from api.examples import command_example, example_of
from api.state import VIEWS
from rules import Command, Event, games, kind_of
from rules.campaign import CampaignCommand, CampaignEvent

FILE = Path(__file__).parent / "openapi.json"
REF = "#/components/schemas/{name}"
View = TypeVar("View", bound=Callable[..., Any])

EXAMPLES: dict[int, dict[str, Any]] = {
    400: {
        "code": "body.unreadable",
        "message": "The body cannot be read: Object contains unknown field `plyers`",
        "params": {"detail": "Object contains unknown field `plyers`"},
    },
    401: {
        "code": "token.unknown",
        "message": "That token opens nothing: it is unknown or revoked.",
        "params": {},
    },
    403: {
        "code": "scope.missing",
        "message": "This token may not do that: it lacks the scope play.",
        "params": {"scope": "play"},
    },
    409: {
        "code": "table.moved",
        "message": "The table has moved on. Nothing is lost: look at it and decide again.",
        "params": {"version": 13},
    },
    422: {
        "code": "dice.missing",
        "message": "2 dice are missing.",
        "params": {"missing": 2},
    },
}
REFUSALS = {
    400: "It cannot be read: body, query, header or cursor.",
    401: "Nobody was said to be asking, or the token opens nothing.",
    403: "The key, the seat or the missing CSRF token does not allow it.",
    404: "It does not exist, or it is not yours.",
    409: "The table or campaign has moved on since `seen`. Nothing has changed.",
    412: "The version is not the one `If-Match` names. Nothing has changed.",
    413: "The body has more than 256 kB.",
    415: "The body is not JSON.",
    422: "Readable, but against the rules. Nothing has changed.",
    429: "Too many requests; `Retry-After` says how many seconds to wait.",
    503: "Database or disk are away, or all are busy; `Retry-After` says when to send it again.",
}
OPEN_READ, READ = (400, 401, 429, 503), (400, 401, 403, 404, 429, 503)
OPEN_WRITE = (400, 401, 403, 404, 413, 415, 422, 429, 503)
WRITE = OPEN_WRITE
STEP = (400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 503)

# What is sent and what is told, by `kind`: of tables, whatever their games; of campaigns.
COMMANDS: dict[str, Any] = {"Command": Command, "CampaignCommand": CampaignCommand}
EVENTS: dict[str, Any] = {"Event": Event, "CampaignEvent": CampaignEvent}


def kinds_of(union: Any) -> tuple[Any, ...]:
    """Return all types that stand behind one of these names, in the order of the rules."""
    if union is Command:
        return tuple(dict.fromkeys(ask for game in games.values() for ask in game.asks))
    if union is Event:
        return tuple(dict.fromkeys(event for game in games.values() for event in game.events))
    return get_args(union)


DIGITS = {"type": "string", "pattern": "^[0-9]+$"}
OTHER_MEDIA: dict[str, dict[str, Any]] = {
    "application/zip": {"type": "string", "contentMediaType": "application/zip"},
    "application/pdf": {"type": "string", "contentMediaType": "application/pdf"},
    "text/event-stream": {
        "description": "One event: the table, or the campaign, has this version now.",
        "type": "object",
        "properties": {"id": DIGITS, "data": DIGITS},
        "required": ["id", "data"],
    },
}
NO_BODY = {204: "Done.", 304: "Unchanged since the ETag you have."}

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag known: 304 if unchanged."
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": '^("[0-9]{1,10}(-[0-9a-f]{1,40})?"|\\*)$'},
    OpenApiParameter.HEADER,
    description="The very version this is meant for, as in the ETag; stands in for `seen`.",
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[A-Za-z0-9_-]{8,64}$"},
    OpenApiParameter.HEADER,
    description="The same key again within a day gives what the first request made.",
)

_described: list[Any] = [Error, *VIEWS]
_open: set[str] = set()
_bodies: dict[str, Any] = {}
_links: dict[str, dict[str, dict[str, Any]]] = {}
_answers_with: dict[str, dict[str, dict[str, str]]] = {}


def operation(
    name: str,
    *,
    tag: str,
    answers: dict[int, Any],
    refusals: tuple[int, ...],
    body: Any = None,
    query: type[msgspec.Struct] = NoQuery,
    headers: tuple[OpenApiParameter, ...] = (),
    links: dict[str, dict[str, Any]] | None = None,
    sends: dict[int, dict[str, str]] | None = None,
    is_open: bool = False,
) -> Callable[[View], View]:
    """Describe one method of a view: what it reads, answers and refuses, and what follows it.

    `sends` names the headers of an answer, `links` the operations that go on from it.
    """
    if is_open:
        _open.add(name)
    _links[name] = links or {}
    _bodies[name] = body
    _answers_with[name] = {str(code): named for code, named in (sends or {}).items()}
    responses: dict[Any, Any] = {}
    for code, kind in answers.items():
        if kind is None:
            responses[code] = OpenApiResponse(description=NO_BODY[code])
        elif isinstance(kind, str):  # a media type of its own: a PDF, a stream
            responses[code, kind] = OpenApiResponse(OTHER_MEDIA[kind], description=kind)
        else:
            responses[code, "application/json"] = OpenApiResponse(
                _reference(kind), description=_first_line(kind)
            )
    for code in refusals:
        responses[code] = OpenApiResponse(_reference(Error), description=REFUSALS[code])
    return extend_schema(
        operation_id=name,
        tags=[tag],
        auth=["token", "browser"],
        request={"application/json": _reference(body)} if body is not None else None,
        responses=responses,
        parameters=[*_query_parameters(query), *headers],
    )


def _first_line(kind: Any) -> str:
    single = get_args(kind)[0] if isinstance(kind, GenericAlias) else kind
    single = single[0] if isinstance(single, tuple) else single
    return (single.__doc__ or "").partition("\n")[0]


def _reference(kind: Any) -> dict[str, Any]:
    """Return a reference to the schema of a type; `complete` writes them all."""
    for name, union in COMMANDS.items():
        if kind is union:
            return {"$ref": REF.format(name=name)}
    if isinstance(kind, tuple):
        return {"oneOf": [_reference(option) for option in kind]}
    if isinstance(kind, GenericAlias):
        return {"type": "array", "items": _reference(get_args(kind)[0])}
    if kind not in _described:
        _described.append(kind)
    return {"$ref": REF.format(name=kind.__name__)}


def _query_parameters(query: type[msgspec.Struct]) -> list[OpenApiParameter]:
    properties = msgspec.json.schema(query)["$defs"][query.__name__]["properties"]
    return [
        OpenApiParameter(
            name,
            schema,
            OpenApiParameter.QUERY,
            description=schema.get("description", ""),
        )
        for name, schema in properties.items()
    ]


# --- after drf-spectacular ---


def only_ours(endpoints: list[Any], **kwargs: Any) -> list[Any]:
    """The document is about the API, not about the page that shows it."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]


def complete(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Write the schemas, the examples of the commands, the links and the keys into it."""
    result["components"] = {
        **result.get("components", {}),
        "schemas": _schemas(),
        "responses": {f"Refused{code}": _refusal(code) for code in REFUSALS},
        "securitySchemes": SECURITY,
    }
    for methods in result["paths"].values():
        for operation_ in methods.values():
            _finish(operation_)
    return result


SECURITY = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A personal token, or the token of one seat.",
    },
    "browser": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sessionid",
        "description": "A signed-in browser (guests: the cookie `guest`). Over https both names "
        "begin with `__Host-`. Writes need `X-CSRFToken`.",
    },
}


def _schemas() -> dict[str, Any]:
    named = {**COMMANDS, **EVENTS}
    kinds = {name: kinds_of(union) for name, union in named.items()}
    every = [*_described, *(kind for types in kinds.values() for kind in types), CampaignEvent]
    schemas, parts = msgspec.json.schema_components(every, ref_template=REF)
    campaign_events = schemas[-1]
    parts = {name: _naming_events(part, campaign_events) for name, part in parts.items()}
    for base in (Command, Event):
        parts.pop(base.__name__, None)
    for name, types in kinds.items():
        what = "command; `kind` says which" if name in COMMANDS else "thing that happened"
        parts[name] = _one_of(types, schemas[every.index(types[0]) :], f"One {what}.")
    return dict(sorted(parts.items()))


def _one_of(types: tuple[Any, ...], schemas: Sequence[Any], words: str) -> dict[str, Any]:
    """A choice between types, told apart by `kind` unless two games have one word for two."""
    references = [schema["$ref"] for schema in schemas[: len(types)]]
    union: dict[str, Any] = {
        "anyOf": [{"$ref": reference} for reference in references],
        "description": words,
    }
    words_used = [kind_of(type_) for type_ in types]
    if len(set(words_used)) == len(words_used):
        mapping = dict(zip(words_used, references, strict=True))
        union["discriminator"] = {"propertyName": "kind", "mapping": mapping}
    return union


def _naming_events(schema: Any, campaign_events: Any) -> Any:
    """Say `Event` and `CampaignEvent` where their types stand."""
    if schema == campaign_events:
        return {"$ref": REF.format(name="CampaignEvent")}
    if schema == {"$ref": REF.format(name=Event.__name__)}:
        return {"$ref": REF.format(name="Event")}
    if isinstance(schema, dict):
        return {key: _naming_events(value, campaign_events) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_naming_events(value, campaign_events) for value in schema]
    return schema


def _finish(described: dict[str, Any]) -> None:
    name = described["operationId"]
    described["security"] = [{"token": []}, {"browser": []}, *([{}] if name in _open else [])]
    if body := described.get("requestBody"):
        body["required"] = True
        content = body["content"]["application/json"]
        if any(_bodies[name] is union for union in COMMANDS.values()):
            content["examples"] = command_examples(_bodies[name])
        else:
            content["example"] = example_of(_bodies[name])
    described["responses"] = {
        code: {"$ref": f"#/components/responses/Refused{code}"} if int(code) in REFUSALS else answer
        for code, answer in sorted(described["responses"].items())
    }
    for code, response in described["responses"].items():
        for header, meaning in _answers_with[name].get(code, {}).items():
            response.setdefault("headers", {})[header] = {
                "description": meaning,
                "schema": {"type": "string"},
            }
        if code in ("200", "201", "202") and _links[name]:
            response["links"] = {
                target: {"operationId": target, **link} for target, link in _links[name].items()
            }


def _refusal(code: int) -> dict[str, Any]:
    refusal: dict[str, Any] = {
        "description": REFUSALS[code],
        "content": {"application/json": {"schema": _reference(Error)}},
    }
    if code in EXAMPLES:
        refusal["content"]["application/json"]["example"] = EXAMPLES[code]
    if code in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        refusal["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
    return refusal


def command_examples(union: Any) -> dict[str, Any]:
    """Return one example a kind of command, in the order of the rules."""
    examples = {}
    for kind in kinds_of(union):
        value = command_example(kind)
        examples[value["kind"]] = {
            "summary": (kind.__doc__ or value["kind"]).partition("\n")[0],
            "value": value,
        }
    return examples


def document() -> dict[str, Any]:
    """Return the document as the code describes it now."""
    from drf_spectacular.generators import SchemaGenerator

    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return json.loads(json.dumps(made))  # type: ignore[no-any-return]
