"""The second half of `make schema`: sets out api/openapi.json one operation or schema a line.

A change of one of them is a change of one line.
"""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parent.parent / "api" / "openapi.json"
DEPTH = 3
"""`paths`, an address, a method; `components`, `schemas`, a name."""


def formatted(node: Any, depth: int = DEPTH, indent: str = "") -> str:
    if not isinstance(node, dict) or not node or depth == 0:
        return json.dumps(node, ensure_ascii=False)
    inner = indent + "  "
    lines = (
        f"{inner}{json.dumps(key)}: {formatted(value, depth - 1, inner)}"
        for key, value in node.items()
    )
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


if __name__ == "__main__":
    FILE.write_text(formatted(json.loads(FILE.read_bytes())) + "\n", encoding="utf-8")
