"""The OpenAPI document arranged for a reader: by subject, with what each thing takes and gives."""

import json
from typing import Any, NamedTuple

METHODS = ("get", "post", "put", "patch", "delete")


class Field(NamedTuple):
    """A parameter, or a key of a body: its name, where it goes, its type and what it means."""

    name: str
    place: str
    type: str
    is_required: bool
    text: str


class Operation(NamedTuple):
    """One thing that can be asked."""

    id: str
    method: str
    path: str
    text: str
    is_open: bool
    parameters: list[Field]
    body: list[Field]
    example: str
    answers: list[tuple[str, str, str]]


class Command(NamedTuple):
    """One kind of command."""

    kind: str
    text: str
    fields: list[Field]
    example: str


class Commands(NamedTuple):
    """All that can be sent to one address; `mark` keeps equal kinds of two addresses apart."""

    path: str
    mark: str
    kinds: list[Command]


class Type(NamedTuple):
    """What a body, an answer or an event is made of."""

    name: str
    text: str
    fields: list[Field]


class Reference:
    """`subjects`, `commands`, `types` and `errors` of a document, ready for a template."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.schemas: dict[str, Any] = document["components"]["schemas"]
        self.responses: dict[str, Any] = document["components"]["responses"]
        self.subjects: dict[str, list[Operation]] = {}
        self.commands: list[Commands] = []
        for path, methods in document["paths"].items():
            for method in METHODS:
                if method in methods:
                    told = methods[method]
                    made = self._operation(method, path, told)
                    self.subjects.setdefault(told["tags"][0], []).append(made)
                    self._add_commands(path, told)
        kinds = {
            reference
            for name in ("Command", "CampaignCommand")
            for reference in self.schemas[name]["discriminator"]["mapping"].values()
        }
        self.types = [
            Type(name, told.get("description", ""), self._fields(told))
            for name, told in self.schemas.items()
            if told.get("properties") and f"#/components/schemas/{name}" not in kinds
        ]
        self.errors = [
            (name.removeprefix("Refused"), told["description"])
            for name, told in self.responses.items()
        ]

    def _operation(self, method: str, path: str, told: dict[str, Any]) -> Operation:
        content = told.get("requestBody", {}).get("content", {}).get("application/json", {})
        example = content.get("example")
        return Operation(
            id=told["operationId"],
            method=method.upper(),
            path=path,
            text=told.get("description", ""),
            is_open={} in told["security"],
            parameters=[
                Field(
                    one["name"],
                    one["in"],
                    self._type(one["schema"]),
                    one.get("required", False),
                    one.get("description", ""),
                )
                for one in told.get("parameters", [])
            ],
            body=self._fields(content.get("schema", {})),
            example=_shown(example) if example else "",
            answers=[
                (code, answer["description"], self._answer_type(answer))
                for code, answer in told["responses"].items()
                if "$ref" not in answer
            ],
        )

    def _add_commands(self, path: str, told: dict[str, Any]) -> None:
        content = told.get("requestBody", {}).get("content", {}).get("application/json", {})
        if "examples" not in content:
            return
        mapping = self._at(content["schema"]["$ref"])["discriminator"]["mapping"]
        kinds = [
            Command(
                kind=kind,
                text=self._at(mapping[kind]).get("description", ""),
                fields=[
                    field
                    for field in self._fields({"$ref": mapping[kind]})
                    if field.name not in ("kind", "id", "seen")
                ],
                example=_shown(example["value"]),
            )
            for kind, example in content["examples"].items()
        ]
        mark = "" if told["tags"] == ["play"] else f"{told['tags'][0]}:"
        self.commands.append(Commands(path, mark, kinds))

    def _at(self, reference: str) -> dict[str, Any]:
        found: dict[str, Any] = self.schemas[reference.rpartition("/")[2]]
        return found

    def _fields(self, schema: dict[str, Any]) -> list[Field]:
        described = self._at(schema["$ref"]) if "$ref" in schema else schema
        required = described.get("required", [])
        return [
            Field(name, "", self._type(one), name in required, one.get("description", ""))
            for name, one in described.get("properties", {}).items()
        ]

    def _answer_type(self, answer: dict[str, Any]) -> str:
        for media, told in answer.get("content", {}).items():
            is_json = media == "application/json"
            return self._type(told["schema"]) if is_json else str(media)
        return ""

    def _type(self, schema: dict[str, Any]) -> str:
        """A schema in a few words, as `list of ZoneBody` or `0 to 23`."""
        if "$ref" in schema:
            return str(schema["$ref"].rpartition("/")[2])
        if "anyOf" in schema:
            return " | ".join(self._type(one) for one in schema["anyOf"])
        if "enum" in schema:
            return " | ".join(str(one) for one in schema["enum"])
        if schema.get("type") == "array":
            inside = schema.get("prefixItems") or [schema.get("items", {})]
            return f"[{', '.join(self._type(one) for one in inside)}]"
        if isinstance(schema.get("additionalProperties"), dict):
            return f"{{…: {self._type(schema['additionalProperties'])}}}"
        kind = str(schema.get("format") or schema.get("type", "any"))
        limits = [str(schema[key]) for key in ("minimum", "maximum") if key in schema]
        return f"{kind} {'…'.join(limits)}" if limits else kind


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
