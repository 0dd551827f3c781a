"""The OpenAPI document arranged for a reader: by subject, with what each thing takes and gives."""

import json
from typing import Any, NamedTuple

METHODS = ("get", "post", "put", "patch", "delete")


class DescribedField(NamedTuple):
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
    parameters: list[DescribedField]
    body: list[DescribedField]
    example: str
    answers: list[tuple[str, str, str]]


class DescribedCommand(NamedTuple):
    """One kind of command."""

    kind: str
    text: str
    fields: list[DescribedField]
    example: str


class CommandGroup(NamedTuple):
    """All that can be sent to one address; `mark` keeps equal kinds of two addresses apart."""

    path: str
    mark: str
    kinds: list[DescribedCommand]


class Type(NamedTuple):
    """A type of a body, an answer or an event, with its fields."""

    name: str
    text: str
    fields: list[DescribedField]


class DocumentReference:
    """`subjects`, `commands`, `types` and `errors` of a document, ready for a template."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.schemas: dict[str, Any] = document["components"]["schemas"]
        self.responses: dict[str, Any] = document["components"]["responses"]
        self.subjects: dict[str, list[Operation]] = {}
        self.commands: list[CommandGroup] = []
        for path, methods in document["paths"].items():
            for method in METHODS:
                if method in methods:
                    described = methods[method]
                    made = self._operation(method, path, described)
                    self.subjects.setdefault(described["tags"][0], []).append(made)
                    self._add_commands(path, described)
        kinds = {
            reference
            for name in ("Command", "CampaignCommand")
            for reference in self.schemas[name]["discriminator"]["mapping"].values()
        }
        self.types = [
            Type(name, described.get("description", ""), self._fields(described))
            for name, described in self.schemas.items()
            if described.get("properties") and f"#/components/schemas/{name}" not in kinds
        ]
        self.errors = [
            (name.removeprefix("Refused"), described["description"])
            for name, described in self.responses.items()
        ]

    def _operation(self, method: str, path: str, operation: dict[str, Any]) -> Operation:
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        example = content.get("example")
        return Operation(
            id=operation["operationId"],
            method=method.upper(),
            path=path,
            text=operation.get("description", ""),
            is_open={} in operation["security"],
            parameters=[
                DescribedField(
                    parameter["name"],
                    parameter["in"],
                    self._type(parameter["schema"]),
                    parameter.get("required", False),
                    parameter.get("description", ""),
                )
                for parameter in operation.get("parameters", [])
            ],
            body=self._fields(content.get("schema", {})),
            example=_shown(example) if example else "",
            answers=[
                (code, answer["description"], self._answer_type(answer))
                for code, answer in operation["responses"].items()
                if "$ref" not in answer
            ],
        )

    def _add_commands(self, path: str, operation: dict[str, Any]) -> None:
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        if "examples" not in content:
            return
        mapping = self._at(content["schema"]["$ref"])["discriminator"]["mapping"]
        kinds = [
            DescribedCommand(
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
        mark = "" if operation["tags"] == ["play"] else f"{operation['tags'][0]}:"
        self.commands.append(CommandGroup(path, mark, kinds))

    def _at(self, reference: str) -> dict[str, Any]:
        schema: dict[str, Any] = self.schemas[reference.rpartition("/")[2]]
        return schema

    def _fields(self, schema: dict[str, Any]) -> list[DescribedField]:
        described = self._at(schema["$ref"]) if "$ref" in schema else schema
        required = described.get("required", [])
        return [
            DescribedField(
                name, "", self._type(schema), name in required, schema.get("description", "")
            )
            for name, schema in described.get("properties", {}).items()
        ]

    def _answer_type(self, answer: dict[str, Any]) -> str:
        for media, media_type in answer.get("content", {}).items():
            is_json = media == "application/json"
            return self._type(media_type["schema"]) if is_json else str(media)
        return ""

    def _type(self, schema: dict[str, Any]) -> str:
        """Return a schema in a few words, as `list of ZoneBody` or `0 to 23`."""
        if "$ref" in schema:
            return str(schema["$ref"].rpartition("/")[2])
        if "anyOf" in schema:
            return " | ".join(self._type(option) for option in schema["anyOf"])
        if "enum" in schema:
            return " | ".join(str(value) for value in schema["enum"])
        if schema.get("type") == "array":
            inside = schema.get("prefixItems") or [schema.get("items", {})]
            return f"[{', '.join(self._type(item) for item in inside)}]"
        if isinstance(schema.get("additionalProperties"), dict):
            return f"{{…: {self._type(schema['additionalProperties'])}}}"
        kind = str(schema.get("format") or schema.get("type", "any"))
        limits = [str(schema[key]) for key in ("minimum", "maximum") if key in schema]
        return f"{kind} {'…'.join(limits)}" if limits else kind


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
