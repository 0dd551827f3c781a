"""The document: checked in, true to the code, with an example that works for every command."""

import json
import re
from typing import Any, get_args

import msgspec
import pytest
from django.test import Client

from api.examples import command_example, example_of
from api.openapi import FILE, document, kinds_of
from rules import Command, Event, decode_command, games, kind_of
from rules.campaign import CampaignCommand, CampaignEvent, decode_campaign_command
from rules.workshop.pieces import PIECES
from scripts.format_schema import formatted
from tests.api.conftest import Program
from tests.site import ROOT


@pytest.fixture(scope="module")
def checked_in() -> dict[str, Any]:
    return msgspec.json.decode(FILE.read_bytes())  # type: ignore[no-any-return]


def test_the_document_is_what_the_code_says(checked_in: dict[str, Any]) -> None:
    assert checked_in == document(), "run `make schema`"


def test_each_operation_and_schema_of_it_is_a_line(checked_in: dict[str, Any]) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert text == formatted(checked_in) + "\n", "run `make schema`"
    schemas = checked_in["components"]["schemas"]
    operations = [operation for path in checked_in["paths"].values() for operation in path.values()]
    lines = [line.partition(": ")[2].removesuffix(",") for line in text.splitlines()]
    for node in (*schemas.values(), *operations):
        assert json.dumps(node, ensure_ascii=False) in lines


def test_it_is_openapi_31_and_points_nowhere_else(checked_in: dict[str, Any]) -> None:
    assert checked_in["openapi"] == "3.1.0"
    references = set(_references(checked_in))
    for reference in references:
        node: Any = checked_in
        for part in reference.removeprefix("#/").split("/"):
            node = node[part]


def _references(node: Any) -> Any:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for value in node.values():
            yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)


UNIONS = {
    "Command": Command,
    "Event": Event,
    "CampaignCommand": CampaignCommand,
    "CampaignEvent": CampaignEvent,
}


@pytest.mark.parametrize("name", UNIONS)
def test_commands_and_events_are_unions_by_kind(checked_in: dict[str, Any], name: str) -> None:
    union = UNIONS[name]
    schema = checked_in["components"]["schemas"][name]
    kinds = {kind_of(kind) for kind in kinds_of(union)}
    assert schema["discriminator"]["propertyName"] == "kind"
    assert set(schema["discriminator"]["mapping"]) == kinds
    assert len(schema["anyOf"]) == len(kinds)


@pytest.mark.parametrize("kind", kinds_of(Command), ids=kind_of)
def test_every_command_has_an_example_that_can_be_read(
    checked_in: dict[str, Any], kind: Any
) -> None:
    tag = kind.__struct_config__.tag
    send = checked_in["paths"]["/api/v1/tables/{table_id}/commands/"]["post"]
    example = send["requestBody"]["content"]["application/json"]["examples"][tag]["value"]
    assert example == command_example(kind)
    game = next(slug for slug, rules in games.items() if kind in rules.asks)
    assert type(decode_command(game, msgspec.json.encode(example))) is kind


@pytest.mark.parametrize(
    "kind", get_args(CampaignCommand), ids=lambda kind: kind.__struct_config__.tag
)
def test_every_command_to_a_campaign_has_an_example_too(
    checked_in: dict[str, Any], kind: Any
) -> None:
    send = checked_in["paths"]["/api/v1/campaigns/{campaign_id}/commands/"]["post"]
    examples = send["requestBody"]["content"]["application/json"]["examples"]
    example = examples[kind.__struct_config__.tag]["value"]
    assert type(decode_campaign_command(msgspec.json.encode(example))) is kind


def test_every_body_has_an_example_that_can_be_read(checked_in: dict[str, Any]) -> None:
    count = 0
    for methods in checked_in["paths"].values():
        for operation in methods.values():
            content = (
                operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            )
            if "example" in content:
                name = content["schema"]["$ref"].rpartition("/")[2]
                kind = _body(name)
                assert content["example"] == example_of(kind)
                msgspec.convert(content["example"], kind)
                count += 1
    assert count >= 4


EXAMPLE = re.compile(r"^(GET|POST|PUT|PATCH|DELETE) +([^\s?]+)(?:\?\S+)?(?: +(\{.*\}|…))?$", re.M)
UNION_READERS: dict[str, Any] = {
    "Command": lambda body: decode_command("black-plague", body),
    "CampaignCommand": decode_campaign_command,
}


def test_the_guide_has_examples_of_every_subject_that_can_be_asked(
    checked_in: dict[str, Any],
) -> None:
    """Each example of docs/api.md is an operation of the document, and its body can be read."""
    guide = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    subjects = set()
    for method, path, body in EXAMPLE.findall(guide):
        asked = _operation_at(checked_in, f"/api/v1/{path}", method.lower())
        subjects.add(asked["tags"][0])
        content = asked.get("requestBody", {}).get("content", {}).get("application/json")
        assert bool(content) == bool(body), (method, path)
        if content and body != "…":
            name = content["schema"]["$ref"].rpartition("/")[2]
            read = UNION_READERS.get(name) or msgspec.json.Decoder(_body(name)).decode
            read(body.encode())
    every = {
        operation["tags"][0]
        for methods in checked_in["paths"].values()
        for operation in methods.values()
    }
    assert subjects == every


def _body(name: str) -> Any:
    """The type of a body: one of the API's own, or a draft of the workshop."""
    import api.bodies

    drafts = {kind.draft.__name__: kind.draft for kind in PIECES.values()}
    return drafts.get(name) or getattr(api.bodies, name)


def _operation_at(checked_in: dict[str, Any], path: str, method: str) -> Any:
    for known, methods in checked_in["paths"].items():
        pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(known))
        if re.fullmatch(pattern, path) and method in methods:
            return methods[method]
    raise AssertionError(f"no such operation: {method} {path}")


@pytest.mark.django_db
def test_the_example_of_a_table_opens_one(checked_in: dict[str, Any]) -> None:
    content = checked_in["paths"]["/api/v1/tables/"]["post"]["requestBody"]["content"]
    assert Program().post("tables/", content["application/json"]["example"]).status_code == 201


@pytest.mark.django_db
def test_the_example_of_a_campaign_begins_one(checked_in: dict[str, Any], luis: Program) -> None:
    content = checked_in["paths"]["/api/v1/campaigns/"]["post"]["requestBody"]["content"]
    assert luis.post("campaigns/", content["application/json"]["example"]).status_code == 201


def test_every_operation_says_what_it_refuses(checked_in: dict[str, Any]) -> None:
    for methods in checked_in["paths"].values():
        for operation in methods.values():
            assert {"400", "401", "429"} <= set(operation["responses"]), operation["operationId"]
            assert operation["description"], operation["operationId"]
            for link in _links(operation):
                assert link["operationId"] in _operation_ids(checked_in)


def _links(operation: dict[str, Any]) -> Any:
    for response in operation["responses"].values():
        yield from response.get("links", {}).values()


def _operation_ids(checked_in: dict[str, Any]) -> set[str]:
    return {
        operation["operationId"]
        for methods in checked_in["paths"].values()
        for operation in methods.values()
    }


@pytest.mark.django_db
def test_the_schema_is_served_with_a_tag(client: Client, checked_in: dict[str, Any]) -> None:
    response = client.get("/api/v1/schema/")
    assert response.json() == checked_in
    again = client.get("/api/v1/schema/", headers={"if-none-match": response["ETag"]})
    assert again.status_code == 304


@pytest.mark.django_db
def test_the_page_shows_every_operation_and_every_command(checked_in: dict[str, Any]) -> None:
    page = Program().get("/api/v1/docs/").content.decode()
    for name in _operation_ids(checked_in):
        assert f'id="{name}"' in page
    for name in ("SurvivorBody", "TableStateView", "ZombiesPlaced"):
        assert f'id="{name}"' in page
    for kind in get_args(Command):
        assert f'id="{kind.__struct_config__.tag}"' in page
    for kind in get_args(CampaignCommand):
        assert f'id="campaigns:{kind.__struct_config__.tag}"' in page
    assert "://" not in page.replace("http://www.w3.org/2000/svg", "")
